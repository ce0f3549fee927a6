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
	for _, it := range slices.Concat(s.itemsOf(3), s.itemsOf(1), s.itemsOf(2)) {
		if !tellsType(it) {
			continue
		}
		value := it.value
		if len(value) > longType {
			continue
		}
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
			return
		}
	}
	lines := s.allLines(3)
	for i, l := range lines {
		text := fold.Printed(l.Text)
		key, _, rest := splitLabel(3, text)
		if key == "composition_type" && rest == "" && i+1 < len(lines) && len(lines[i+1].Text) < 40 {
			rest = fold.Printed(lines[i+1].Text) // the answer below, which may read like a label itself
		}
		if key == "composition_type" && rest != "" {
			if t := typeOf(rest); t != "" {
				s.choice(item{section: 3, value: text, lines: []doc.Line{l}}, "composition_type", t, "label", 0.9)
				return
			}
		}
		for kind, re := range map[string]*pattern.Pattern{"substance": substanceHeading, "mixture": mixtureHeading} {
			m := re.FindStringSubmatch(text)
			if m == nil || len(text) > 60 && !strings.HasPrefix(strings.TrimLeft(text, "·・ "), "3.") || besideAnother(lines, i) {
				continue
			}
			rest := m[1]
			if rest == "" && i+1 < len(lines) {
				rest = fold.Printed(lines[i+1].Text)
			}
			if noHeading.MatchString(m[1]) || rest == "" || noData(rest) || leavesOpen.MatchString(rest) || substanceHeading.MatchString(rest) || mixtureHeading.MatchString(rest) || deniesType[kind].MatchString(rest) {
				continue
			}
			s.choice(item{section: 3, value: text, lines: []doc.Line{l}}, "composition_type", kind, "heading", 0.85)
			return
		}
	}
	for _, l := range lines {
		text := fold.Printed(l.Text)
		if strings.Contains(text, "区別") || len(text) > 120 {
			continue
		}
		kind := ""
		switch {
		case strings.Contains(text, "混合物") && !strings.Contains(text, "化学物質") && !strings.Contains(text, "単一"):
			kind = "mixture"
		case strings.Contains(text, "単一製品"), strings.Contains(text, "純物質"), strings.Contains(text, "単一物質"):
			kind = "substance"
		}
		if kind != "" {
			s.choice(item{section: 3, value: text, lines: []doc.Line{l}}, "composition_type", kind, "words", 0.75)
			return
		}
	}
	for _, l := range append(lines, s.allLines(1)...) {
		text := fold.Printed(l.Text)
		if low := strings.ToLower(text); !strings.Contains(low, "mixture") && !strings.Contains(low, "substance") && !strings.Contains(low, "preparation") && !strings.Contains(low, "solution") {
			continue
		}
		switch {
		case substanceWords.MatchString(text):
			s.choice(item{section: 3, value: text, lines: []doc.Line{l}}, "composition_type", "substance", "words", 0.7)
			return
		case mixtureWords.MatchString(text):
			s.choice(item{section: 3, value: text, lines: []doc.Line{l}}, "composition_type", "mixture", "words", 0.7)
			return
		}
	}
	for _, l := range s.allLines(1, 2, 3, 8, 11) {
		if text := fold.Printed(l.Text); shareOfMixture.MatchString(text) || ofThisMixture.MatchString(text) {
			s.choice(item{section: 3, value: text, lines: []doc.Line{l}}, "composition_type", "mixture", "words", 0.7)
			return
		}
	}
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
