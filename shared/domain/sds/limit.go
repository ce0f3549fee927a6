package sds

import (
	"slices"
	"strconv"
	"strings"

	"anzen/shared/text/fold"
)

// ExposureLimit is a limit of exposure to a substance as section 8 of a sheet states it.
type ExposureLimit struct {
	CAS       string
	Authority string // ACGIH, JSOH, MHLW ..., or as printed; empty where the sheet names none
	Kind      string // a choice of the field: TWA, STEL ...; empty where the sheet states none
	Value     Quantity
}

// String is the limit as sheet records store it and as it is found: limits that state the same
// have the same text.
func (l ExposureLimit) String() string {
	return strings.Join([]string{l.CAS, l.Authority, l.Kind, l.Value.LowOp, ending(l.Value.Low), l.Value.HighOp, ending(l.Value.High), l.Value.Unit}, limitSeparator)
}

const limitSeparator = "|"

// ReadExposureLimit reads the text of a limit; ok is false for another text.
func ReadExposureLimit(text string) (l ExposureLimit, ok bool) {
	parts := strings.Split(text, limitSeparator)
	if len(parts) != 8 {
		return l, false
	}
	l = ExposureLimit{CAS: parts[0], Authority: parts[1], Kind: parts[2], Value: Quantity{LowOp: parts[3], HighOp: parts[5], Unit: parts[7]}}
	for _, end := range []struct {
		text string
		to   **float64
	}{{parts[4], &l.Value.Low}, {parts[6], &l.Value.High}} {
		if end.text == "" {
			continue
		}
		v, err := strconv.ParseFloat(end.text, 64)
		if err != nil {
			return l, false
		}
		*end.to = &v
	}
	return l, true
}

func ending(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// deriveLimits derives the exposure limits of the record from section 8, for the ingredients
// that it has.
func (s *Sheet) deriveLimits(section *Section) {
	s.ExposureLimits = nil
	g := section.Group(GroupExposureLimits)
	if g == nil {
		return
	}
	for i := range g.Rows {
		r := &g.Rows[i]
		value := r.stated("value")
		if value == nil || value.Value.Quantity == nil || value.Value.Quantity.Low == nil && value.Value.Quantity.High == nil {
			continue
		}
		l := ExposureLimit{Authority: limitWord(r.text("authority")), Kind: limitWord(r.text("kind")), Value: *value.Value.Quantity}
		l.Value.Unit = limitWord(l.Value.Unit)
		for _, l.CAS = range s.subjectOf(r.text("substance")) {
			if text := l.String(); !slices.Contains(s.ExposureLimits, text) {
				s.ExposureLimits = append(s.ExposureLimits, text)
			}
		}
	}
}

// limitWord is a word of a limit without what differs between two prints of the same: widths,
// blanks, superscripts.
func limitWord(printed string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(fold.Printed(printed)), " "), limitSeparator, "/")
}

// subjectOf are the CAS numbers of the ingredient that a row of section 8 names by its name or
// number. A row without a name is about the only ingredient.
func (s *Sheet) subjectOf(name string) []string {
	if name = strings.TrimSpace(name); name == "" {
		if len(s.Ingredients) == 1 {
			return s.Ingredients[0].CAS
		}
		return nil
	}
	wanted := fold.Squeezed(name)
	for i := range s.Ingredients {
		if fold.Squeezed(s.Ingredients[i].Name) == wanted {
			return s.Ingredients[i].CAS
		}
	}
	for _, cas := range s.CAS {
		if strings.Contains(wanted, cas) {
			return []string{cas}
		}
	}
	return nil
}
