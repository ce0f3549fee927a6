package extract

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/agnivade/levenshtein"

	"anzen/shared/reader/vocabulary"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// labels maps, for each section, the squeezed wording of a label to its key.
var labels = sync.OnceValue(func() map[int]map[string]string {
	m := map[int]map[string]string{}
	for _, item := range vocabulary.Items() {
		if m[item.Section] == nil {
			m[item.Section] = map[string]string{}
		}
		for _, w := range slices.Concat(item.Printed, item.PrintedInSection) {
			key := squeezeLabel(w)
			if other, taken := m[item.Section][key]; taken && other != item.Key {
				panic(fmt.Sprintf("extract: in section %d, %q names both %s and %s", item.Section, w, other, item.Key))
			}
			m[item.Section][key] = item.Key
		}
	}
	return m
})

// numbering precedes a label: "1.1", "(2)", "a)", "ア.", "・", "■".
var numbering = pattern.MustCompile(`^(?:[(\[【<]?[0-9]{1,2}(?:[.\-][0-9]{1,2}){0,3}[)\]>.:】]*[ .]+|[(\[][0-9]{1,2}[)\]]|[0-9]{1,2}(?:\.[0-9]{1,2}){1,3}|[(\[][a-zA-Zア-ン][)\]]|[a-zA-Z][).](?: |$)|[ア-ン][.)][ ]?|[ア-ン] |[・■●◆○◇□▪▶►▼*>\-•※◎★☆]+)[ ]*`)

// squeezeLabel is a label as compared between sheets.
func squeezeLabel(s string) string {
	q, _ := squeezed(fold.Printed(s), nil)
	return q
}

// squeezed is the key of a label in a folded text, without its numbering; the positions
// where it may end are added to cuts.
func squeezed(s string, cuts *[]fold.Cut) (string, *[]fold.Cut) {
	start := 0
	if numbered(s) {
		if at := numbering.FindStringIndex(lowered(s)); at != nil && at[1] < len(s) {
			start = at[1]
		}
	}
	key := fold.Label(s, start, cuts)
	if start > 0 && key == "" && cuts == nil {
		return strings.ToLower(strings.TrimSpace(s)), nil
	}
	return key, cuts
}

// numbered is a quick test whether a text may begin with a number or mark.
func numbered(s string) bool {
	if s == "" {
		return false
	}
	c := s[0]
	if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
		return len(s) > 1 && (s[1] == ')' || s[1] == '.')
	}
	if c < 0x80 {
		return true
	}
	// Kana and marks begin with 0xE2 (marks) or 0xE3 (kana, brackets); kanji with 0xE4 and above are no numbers.
	return c < 0xE4
}

// labelKey is the key of a label in a section. Bilingual labels and labels followed by a
// condition or unit are found by their parts.
func labelKey(section int, label string) string {
	table := labels()[section]
	if table == nil || len(label) > 160 {
		return ""
	}
	if k := table[squeezeLabel(label)]; k != "" {
		return k
	}
	if k := nameOf(section, label); k != "" {
		return k
	}
	folded := unnumbered(label)
	if section == 9 && airReference.MatchString(folded) {
		return "vapor_density"
	}
	if section == 9 {
		if k := madeOf(section, label); k != "" {
			return k
		}
	}
	for _, part := range labelParts(folded) {
		if k := table[squeezeLabel(part)]; k != "" {
			return k
		}
	}
	if full := spelledOut(label); full != "" {
		return labelKey(section, full)
	}
	if section == 9 && len(lookKinds(folded)) > 1 {
		return "appearance"
	}
	if k := madeOf(section, label); k != "" {
		return k
	}
	return misprinted(section, squeezeLabel(label))
}

// unnumbered is a folded label without its numbering.
func unnumbered(label string) string {
	return strings.TrimSpace(numbering.ReplaceAllString(fold.Printed(label), ""))
}

// A label of leastMisprinted letters may have one that is wrong, one too many or too few, one of longMisprinted two.
const (
	leastMisprinted = 14
	longMisprinted  = 24
)

// ends has, for each section, the squeezed labels of many letters by their first and by their last four.
var ends = sync.OnceValue(func() map[int]map[string][]string {
	out := map[int]map[string][]string{}
	for section, table := range labels() {
		out[section] = map[string][]string{}
		for label := range table {
			if len(label) < leastMisprinted {
				continue
			}
			for _, end := range []string{"^" + label[:4], label[len(label)-4:] + "$"} {
				out[section][end] = append(out[section][end], label)
			}
		}
	}
	return out
})

// misprinted is the key of a label that differs from a known one in a letter or two: "Initial boinging point and boiling range"; ""
// where there is none, or labels of several keys are as near.
func misprinted(section int, label string) string {
	if len(label) < leastMisprinted-1 || strings.IndexFunc(label, func(r rune) bool { return r >= 0x80 || unicode.IsDigit(r) }) >= 0 {
		return ""
	}
	found := ""
	for _, end := range []string{"^" + label[:4], label[len(label)-4:] + "$"} {
		for _, known := range ends()[section][end] {
			if !nearly(label, known) {
				continue
			}
			key := labels()[section][known]
			if found != "" && found != key {
				return ""
			}
			found = key
		}
	}
	return found
}

// nearly reports whether a label is a known one but for a letter, or two in a long one.
func nearly(label, known string) bool {
	most := 1
	if len(known) >= longMisprinted {
		most = 2
	}
	return max(len(label)-len(known), len(known)-len(label)) <= most && levenshtein.ComputeDistance(label, known) <= most
}

// labelParts are the parts of a label: before a bracket, at a slash, its Japanese and Latin
// halves, before a unit or condition.
func labelParts(s string) []string {
	var out []string
	add := func(p string) {
		if p = strings.Trim(p, " /:,・-"); len(p) > 1 && p != s {
			out = append(out, p)
		}
	}
	for _, open := range []string{"(", "[", "<", "〔", "（", "「"} {
		if i := strings.Index(s, open); i > 0 {
			add(s[:i])
			if j := strings.LastIndexAny(s, ")]>"); j > i && j+1 < len(s) {
				add(s[:i] + s[j+1:])
			}
		}
	}
	if i := strings.IndexAny(s, "/|"); i > 0 {
		add(s[:i])
		add(s[i+1:])
	}
	for i, r := range s {
		if i > 0 && r < 0x80 && unicode.IsLetter(r) && s[i-1] >= 0x80 || i > 0 && r < 0x80 && unicode.IsLetter(r) && s[i-1] == ' ' && i > 1 && s[i-2] >= 0x80 {
			add(s[:i])
			add(s[i:])
			break
		}
		if before := strings.TrimRight(s[:i], " "); before != "" && r >= 0x2e80 && before[len(before)-1] < 0x80 && before[len(before)-1] != ')' {
			add(s[:i])
			add(s[i:])
			break
		}
	}
	for _, tail := range []string{" at ", " @", " in °", " °", ", °", " (", ",", " -", " 20", " 25"} {
		if i := strings.Index(s, tail); i > 0 {
			add(s[:i])
		}
	}
	if at := labelUnit.FindStringIndex(s); at != nil {
		add(s[:at[0]])
	}
	if strings.HasPrefix(s, "pH ") {
		add("pH") // the solution whose pH it is: "pH of aqueous solutions"
	}
	for _, start := range []string{"Product ", "Chemical ", "The ", "その他の", "製品の"} {
		if rest, ok := strings.CutPrefix(s, start); ok {
			add(rest)
		}
	}
	return out
}

// splitLabel cuts a line into a label of the section and the rest. The label ends at a
// colon, a wide gap (one blank in Line.Text), or the end of the line.
func splitLabel(section int, text string) (key, label, rest string) {
	s := fold.Printed(text)
	table := labels()[section]
	colon := strings.IndexByte(s, ':')
	if colon > 0 && strings.Count(s[:colon], "(") != strings.Count(s[:colon], ")") {
		colon = -1
	}
	if colon > 0 {
		if k := table[squeezeLabel(s[:colon])]; k != "" {
			return k, s[:colon], strings.TrimLeft(s[colon+1:], " :=")
		}
		if k := orElse(nameOf(section, s[:colon]), anyName(section, s[:colon])); k != "" {
			return k, s[:colon], strings.TrimLeft(s[colon+1:], " :=")
		}
		if k := madeOf(section, s[:colon]); k != "" {
			return k, s[:colon], strings.TrimLeft(s[colon+1:], " :=")
		}
	}
	if len(s) < 80 {
		if k := table[squeezeLabel(s)]; k != "" {
			return k, s, ""
		}
		if k := nameOf(section, s); k != "" {
			return k, s, ""
		}
	}
	// The longest run of words from the start that is a label.
	start := s
	if len(start) > 96 {
		start = start[:96]
	}
	cuts := make([]fold.Cut, 0, 16)
	all, found := squeezed(start, &cuts)
	for k := len(*found) - 1; k >= 0; k-- {
		cut := (*found)[k]
		if cut.Len == 0 || cut.At < 2 {
			continue
		}
		if key := table[all[:cut.Len]]; key != "" {
			rest := strings.TrimSpace(s[cut.At:])
			if section == 1 && key == "product_name" {
				if end := nameLabelEnd(s, cut.At); end > cut.At {
					return key, s[:end], strings.TrimLeft(s[end:], " :=")
				}
			}
			if whole := wholeLabel(section, s, cut.At, colon, key); whole > 0 {
				return key, s[:whole], strings.TrimLeft(s[whole+1:], " :=")
			}
			if plural := pluralEnd.FindString(rest); plural != "" {
				return key, s[:len(s)-len(rest)+len(plural)], rest[len(plural):]
			}
			if joins.MatchString(rest) {
				continue // "Manufacturer & Exporter"
			}
			if bracketed.MatchString(rest) {
				return key, s, "" // "爆発限界-下限(LEL)": the bracket belongs to the label
			}
			return key, s[:cut.At], rest
		}
	}
	if section == 1 {
		if end := nameLabelEnd(s, 0); end > 0 {
			return "product_name", s[:end], strings.TrimLeft(s[end:], " :=")
		}
	}
	if colon > 0 {
		if k := labelKey(section, s[:colon]); k != "" {
			return k, s[:colon], strings.TrimLeft(s[colon+1:], " :=")
		}
	}
	if len(s) < 80 {
		if k := labelKey(section, s); k != "" {
			return k, s, ""
		}
	}
	return "", "", ""
}

// wholeLabel is the colon of a text with a known label of a key at its start, ending at a cut, where all before the colon is the label: the
// condition, unit or manner of the value stands behind the known part, "Flash point, closed cup: 45 °C". 0 where another item begins between.
func wholeLabel(section int, s string, cut, colon int, key string) int {
	if colon <= cut || colon > longestConditioned || section != 9 {
		return 0
	}
	more := strings.TrimSpace(s[cut:colon])
	if more == "" || !conditionOfLabel.MatchString(more) || labelKey(section, more) != "" || labelKey(section, s[:colon]) != key {
		return 0
	}
	return colon
}

// longestConditioned is the length of the longest label with a condition.
const longestConditioned = 70

// conditionOfLabel matches what may stand behind a known label before its colon: words without figures, or a condition with them.
var conditionOfLabel = pattern.MustCompile(`^(?:[^0-9]*|[,(@\[].*|(?:at|in) .*)$`)

// pluralEnd is the plural that a label allows for: "SKU(s): 77100".
var pluralEnd = pattern.MustCompile(`^\(e?s\) ?[:#]? ?`)

var joins = pattern.MustCompile(`^(?:&|/ ?[A-Za-z]|(?:and|or|of|for) )`)

// bracketed is a bracket with words, or with the conditions under which a value holds.
var bracketed = pattern.MustCompile(`^[(\[](?:[^()\[\]0-9]*|[^()\[\]]*(?:°|℃|[aA]ir ?=|空気 ?=|[wW]ater ?=|水 ?=|atm|log|%)[^()\[\]]*)[)\]]$`)
