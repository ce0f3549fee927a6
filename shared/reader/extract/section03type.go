package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var (
	substanceHeading = pattern.MustCompile(`(?i)^[·・ ]*(?:3(?:\.1)?[. ]+|3\.1|\(?1\)? ?)?substances?[ :]*(.*)$`)
	mixtureHeading   = pattern.MustCompile(`(?i)^[·・ ]*(?:3(?:\.[12])?[. ]+|3\.[12]|\(?2\)? ?)?(?:mixtures?|preparations?)[ :]*(.*)$`)
	mixtureWords     = pattern.MustCompile(`(?i)this (?:product|material) is a (?:mixture|preparation)|this (?:preparation|mixture)|\ba mixture\b|mixture of|(?:chemical (?:family|nature|formula|characteri[sz]ation|identity|name|type)|product (?:definition|type|family)|^composition|description)[ :.(]+(?:[a-z/ -]{0,30} )?mixtures?\b|mixture consisting|aqueous solution of|preparation of`)
	substanceWords   = pattern.MustCompile(`(?i)(?:defined as|is) a (?:pure )?substance|pure substance|this substance|chemical characteri[sz]ation[ :.(]+substances?\)?$`)
	mixtureJa        = pattern.MustCompile(`混合物`)
	substanceJa      = pattern.MustCompile(`化学物質|単一|純物質|単体|物質`)
)

// typeLabel matches a label that is a type itself.
var typeLabel = pattern.MustCompile(`(?i)^(?:3\.[12] ?)?mixtures?$`)

// tellsType reports an item whose value is the type. In section 2 only a product's definition is: its mixtures are those that are classified.
func tellsType(it item) bool {
	if strings.EqualFold(it.label, "product definition") {
		return true
	}
	return it.section != 2 && (it.key == "composition_type" || strings.Contains(strings.ToLower(it.label), "product form") || typeLabel.MatchString(it.label))
}

// longType is the length in bytes from which a value is a text about the composition, no type.
const longType = 200

// compositionType reads whether the product is a substance or a mixture: from the labelled
// item, else the headings 3.1 and 3.2, else words.
func (s *sheet) compositionType() {
	for _, read := range []func() bool{s.typeOfItem, s.typeOfHeading, s.typeInWords, s.typeInSentences, s.typeOfShares} {
		if read() {
			return
		}
	}
}

// typeOfItem takes the type from an item that tells it.
func (s *sheet) typeOfItem() bool {
	for _, it := range slices.Concat(s.itemsOf(3), s.itemsOf(1), s.itemsOf(2)) {
		if !tellsType(it) || len(it.value) > longType {
			continue
		}
		value := it.value
		if saysOfMixture(it) {
			value = "mixture"
		}
		if value == "" {
			// "化学物質・混合物の区別 混合物" in one piece.
			label := fold.Printed(it.label)
			if i := strings.LastIndexByte(label, ' '); i > 0 && it.key != "composition_type" {
				value = label[i:]
			}
		}
		if t := typeOf(value); t != "" {
			s.choice(it, "composition_type", t, "label", 0.93)
			return true
		}
	}
	return false
}

// typeOfHeading takes the type from a line with its label, or from a heading of one type with a text of its own.
func (s *sheet) typeOfHeading() bool {
	lines := s.allLines(3)
	for i, l := range lines {
		text, next := fold.Printed(l.Text), ""
		if i+1 < len(lines) {
			next = fold.Printed(lines[i+1].Text)
		}
		key, _, rest := splitLabel(3, text)
		if key == "composition_type" {
			if rest == "" && next != "" && len(lines[i+1].Text) < 40 {
				rest = next // the answer below, which may read like a label itself
			}
			if t := typeOf(rest); rest != "" && t != "" {
				s.typed(l, t, "label", 0.9)
				return true
			}
		}
		for _, h := range typeHeadings {
			m := h.heading.FindStringSubmatch(text)
			if m == nil || len(text) > 60 && !strings.HasPrefix(strings.TrimLeft(text, "·・ "), "3.") || besideAnother(lines, i) {
				continue
			}
			rest := orElse(m[1], next)
			if noHeading.MatchString(m[1]) || rest == "" || noData(rest) || leavesOpen.MatchString(rest) || substanceHeading.MatchString(rest) || mixtureHeading.MatchString(rest) || deniesType[h.kind].MatchString(rest) {
				continue
			}
			s.typed(l, h.kind, "heading", 0.85)
			return true
		}
	}
	return false
}

var typeHeadings = []struct {
	kind    string
	heading *pattern.Pattern
}{{"substance", substanceHeading}, {"mixture", mixtureHeading}}

// typeInWords takes the type from Japanese words for it in a short line.
func (s *sheet) typeInWords() bool {
	for _, l := range s.allLines(3) {
		text := fold.Printed(l.Text)
		if strings.Contains(text, "区別") || len(text) > 120 {
			continue
		}
		switch {
		case strings.Contains(text, "混合物") && !strings.Contains(text, "化学物質") && !strings.Contains(text, "単一"):
			s.typed(l, "mixture", "words", 0.75)
			return true
		case strings.Contains(text, "単一製品"), strings.Contains(text, "純物質"), strings.Contains(text, "単一物質"):
			s.typed(l, "substance", "words", 0.75)
			return true
		}
	}
	return false
}

// typeInSentences takes the type from sentences on the product.
func (s *sheet) typeInSentences() bool {
	for _, l := range slices.Concat(s.allLines(3), s.allLines(1)) {
		text := fold.Printed(l.Text)
		switch {
		case substanceWords.MatchString(text):
			s.typed(l, "substance", "words", 0.7)
			return true
		case mixtureWords.MatchString(text):
			s.typed(l, "mixture", "words", 0.7)
			return true
		}
	}
	return false
}

// typeOfShares takes a product of which shares are told for a mixture.
func (s *sheet) typeOfShares() bool {
	for _, l := range s.allLines(1, 2, 3, 8, 11) {
		if text := fold.Printed(l.Text); shareOfMixture.MatchString(text) || ofThisMixture.MatchString(text) {
			s.typed(l, "mixture", "words", 0.7)
			return true
		}
	}
	return false
}

// typed records the type that a line tells.
func (s *sheet) typed(l doc.Line, kind, rule string, confidence float64) {
	s.choice(item{section: 3, value: fold.Printed(l.Text), lines: []doc.Line{l}}, "composition_type", kind, rule, confidence)
}

// saysOfMixture reports an item whose label is the type, and whose value is a sentence on it: "Mixture  The components are not
// hazardous."
func saysOfMixture(it item) bool {
	if label := squeezeLabel(it.label); it.section != 3 || it.kind == doc.Below || label != "mixture" && label != "mixtures" {
		return false
	}
	if v := it.value; strings.Count(v, " ") < 4 || isDigitRune(rune(v[0])) || noData(v) {
		return false
	}
	return !noHeading.MatchString(it.value) && !leavesOpen.MatchString(it.value) && !deniesType["mixture"].MatchString(it.value)
}

var (
	// noHeading matches what goes on from the word for a type where it heads a column: "Substance name".
	noHeading = pattern.MustCompile(`(?i)^name`)
	// leavesOpen matches a text below a heading that says not whether the product is of its type.
	leavesOpen = pattern.MustCompile(`(?i)^(?:see |refer |not appl)`)
)

// deniesType matches what a heading's text says where the product is of the other type.
var deniesType = map[string]*pattern.Pattern{
	"substance": pattern.MustCompile(`(?i)\bmixture\b|not meet the criteria|no substance|not a substance`),
	"mixture":   pattern.MustCompile(`(?i)not a mixture|no mixture`),
}

// shareOfMixture matches the sentence on what is not known of a mixture: "20 % of the mixture consists
// of ingredients of unknown toxicity", and what section 2 defines.
var shareOfMixture = pattern.MustCompile(`(?i)[0-9] ?(?:%|percent) of (?:the|this) (?:mixture|preparation)\b|^mixture not yet classified|^product definition ?: ?mixture`)

// ofThisMixture matches words on the product as a mixture.
var ofThisMixture = pattern.MustCompile(`(?i)(?:^|\b(?:in|of|for|by|to|that|and|,) )this (?:product )?(?:mixture|preparation)\b`)

// besideAnother reports a line with another one left of it: the cell of a table.
func besideAnother(lines []doc.Line, i int) bool {
	for _, l := range lines[max(0, i-12):min(len(lines), i+12)] {
		if l.Page == lines[i].Page && l.X1 < lines[i].X0-40 && l.OverlapY(lines[i].Box) > 0.5*l.H() {
			return true
		}
	}
	return false
}

func typeOf(value string) string {
	v := strings.ToLower(fold.Printed(value))
	mix := mixtureJa.FindStringIndex(v)
	sub := substanceJa.FindStringIndex(v)
	switch {
	case mix != nil && (sub == nil || mix[0] <= sub[0]):
		return "mixture"
	case sub != nil && mix == nil:
		return "substance"
	case strings.Contains(v, "混合") || strings.Contains(v, "mixture") || strings.Contains(v, "preparation"):
		return "mixture"
	case strings.Contains(v, "substance"), strings.HasPrefix(v, "単"):
		return "substance"
	}
	return ""
}
