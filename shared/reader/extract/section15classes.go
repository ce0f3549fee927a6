package extract

import (
	"slices"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
)

// affirmedLaws are the laws printed as headings of which a text states a class or category to apply,
// wherever below it stands: the heading of a subordinate regulation between them (特化則) closes its
// law only for the lines about itself, and a row without data denies only its own item.
func affirmedLaws(lines []doc.Line, text string) (out []lawUnit) {
	codes := law.Affirmed(text)
	if len(codes) == 0 {
		return nil
	}
	seen := map[string]bool{}
	for _, l := range lines {
		printed := fold.Printed(l.Text)
		for _, m := range leadingMentions(printed) {
			if slices.Contains(codes, m.Law.Code) && !seen[m.Law.Code] {
				seen[m.Law.Code] = true
				out = append(out, lawUnit{law: m.Law, printed: printed[m.Start:m.End], content: "listed", lines: []doc.Line{l}, stated: true})
			}
		}
	}
	return out
}
