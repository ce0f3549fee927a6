package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var (
	// markInBrackets matches the sign of a trade mark written with letters.
	markInBrackets = pattern.MustCompile(`\((?:R|TM|SM|r|tm|sm)\)`)
	// raisedMark matches the letters of a trade mark's sign that are words of their own.
	raisedMark = pattern.MustCompile(`^(?:TM|SM|R|MC|MD|©)$`)
)

// raisedSize is the size of the letters of a raised sign by that of the word before it, at most.
const raisedSize = 0.8

// withoutSigns is a text without the signs of trade marks. "(R)-limonene" is a form of the substance, and "part (r)" a part.
func withoutSigns(text string) string {
	s := strings.NewReplacer("®", "", "™", "").Replace(text)
	if strings.ContainsRune(s, '(') {
		s = withoutBracketed(s)
	}
	if len(s) < len(text) {
		s = fold.Printed(s)
	}
	return s
}

func withoutBracketed(s string) string {
	var b strings.Builder
	from := 0
	for _, at := range markInBrackets.FindAllStringIndex(s, -1) {
		before, _ := utf8.DecodeLastRuneInString(s[:at[0]])
		word := at[0] > 0 && (unicode.IsLetter(before) || unicode.IsDigit(before))
		small := s[at[0]+1] >= 'a'
		if !word && (small || strings.HasPrefix(s[at[1]:], "-")) {
			continue
		}
		b.WriteString(s[from:at[0]])
		from = at[1]
	}
	return b.String() + s[from:]
}

// withoutTradeMarks is a name without the letters into which its lines' signs of trade marks were folded, and those that are
// printed as such, smaller than the word before them.
func withoutTradeMarks(name string, lines []doc.Line) string {
	for _, l := range lines {
		if strings.ContainsAny(l.Raw, "™℠") {
			name = strings.ReplaceAll(strings.ReplaceAll(name, "TM", ""), "SM", "")
		}
		for i, w := range l.Words {
			if i == 0 || !raisedMark.MatchString(w.Text) || w.Size > raisedSize*l.Words[i-1].Size {
				continue
			}
			word := fold.Printed(l.Words[i-1].Text)
			name = strings.Replace(strings.Replace(name, word+" "+w.Text, word, 1), word+w.Text, word, 1)
		}
	}
	return fold.Printed(name)
}
