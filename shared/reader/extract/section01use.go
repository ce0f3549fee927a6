package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// recommendedUse reads what the product is for. Its labels are often the beginning of longer ones, "Recommended use of the chemical
// and restrictions on use", whose rest is no use.
func (s *sheet) recommendedUse(list []item) {
	for _, it := range first(list, "recommended_use") {
		value := cleaned(cutAtLabel(it.value))
		if !s.ja {
			value = useOf(it)
		}
		if value == "" || noData(value) {
			continue
		}
		s.text(it, "recommended_use", value, "label", 0.8)
		return
	}
}

var (
	// restOfUse matches the rest of a longer label, up to a colon where one ends it; ofProduct one that a value may follow.
	restOfUse = pattern.MustCompile(`(?i)^(?:1\.2\.? *)?(?:(?:of|for) the (?:chemical|substance|product|mixture)s? +)?(?:(?:and|or|/) +)?(?:relevant identified uses.*|(?:any )?(?:restrictions?|uses?|being|advised|of|on|and)\b.*)$`)
	ofProduct = pattern.MustCompile(`(?i)^(?:of the (?:product|substance|mixture|chemical|sub-? ?stance/ ?mixture)|s\)|\(s\)) *:? *`)
	titled    = pattern.MustCompile(`^[A-Z][a-z]`)
	// nextUse matches where a use runs into the next item.
	nextUse = pattern.MustCompile(` [·●] | [A-Z][A-Za-z ]{3,40}\.{5,}| [0-9]\.[0-9]\.? +[A-Z]| Version #| +Identified Use`)
)

// useOf is the use in an item, without the rest of its label, other columns and the next item; empty where nothing is left.
func useOf(it item) string {
	value := it.value
	if own := underValue(it.lines); own != nil {
		value = fold.Printed(doc.Join(own))
	}
	value = strings.TrimPrefix(strings.TrimSpace(cutAtLabel(value)), "l ")
	value = strings.TrimSpace(strings.TrimLeft(value, ":.·•●|>-–—=\uf0b7\uf020 "))
	if at := strings.Index(value, "advised against:"); at >= 0 {
		value = strings.TrimSpace(value[at+len("advised against:"):])
	}
	value = ofProduct.ReplaceAllString(value, "")
	if restOfUse.MatchString(value) && !titled.MatchString(value) {
		return ""
	}
	if at := nextUse.FindStringIndex(value); at != nil && at[0] > 0 {
		value = value[:at[0]]
	}
	if r := strings.Fields(value); len(r) == 1 && strings.EqualFold(r[0], "only") || strings.HasPrefix(value, "only ") {
		return "" // "Use only in a well-ventilated area"
	}
	return cleaned(value)
}
