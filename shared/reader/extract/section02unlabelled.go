package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// statementEnd matches a line that begins what follows the hazard statements.
var statementEnd = pattern.MustCompile(`(?i)^(?:precautionary|prevention|response|storage|disposal|symbols?)\b|^appearance\b`)

// besideStatement matches what stands among statements and is none: a signal word, the organs of the statement before.
var besideStatement = pattern.MustCompile(`(?i)^(?:danger|warning|caution)!?$|^\([^()]*\)$`)

// afterStatement matches where a statement of running text ends and another one begins.
var afterStatement = pattern.MustCompile(`(?:[.!;,/] +|\n)(\p{Lu})`)

// unlabelled are the statements among lines without a label for them, one on a line or several in a row.
func unlabelled(lines []doc.Line) []string {
	var out, texts []string
	known := func(text string) bool {
		c, score := ghs.MatchStatement(text, 'H')
		return c != "" && score > 0.92
	}
	for _, l := range lines {
		if known(l.Text) {
			out = append(out, l.Text)
		}
		texts = append(texts, fold.Printed(l.Text))
	}
	if len(out) > 0 {
		return out
	}
	for _, p := range strings.Split(afterStatement.ReplaceAllString(strings.Join(texts, "\n"), "\x00$1"), "\x00") {
		p = strings.ReplaceAll(p, "\n", " ")
		for _, word := range []string{"DANGER ", "WARNING "} {
			if _, rest, ok := strings.Cut(p, word); ok {
				p = rest
			}
		}
		if p = strings.Trim(p, " ."); known(p) && !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}
