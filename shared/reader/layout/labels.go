package layout

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/vocabulary"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// Maximum lengths of labels, in characters: Japanese is denser.
const (
	longLabel   = 70
	longLabelJa = 44
)

var labels = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	for _, l := range vocabulary.Labels() {
		m[fold.Title(l)] = true
	}
	return m
})

// known reports whether a text is one of the labels of all sheets, regardless of its number
// and marks.
func known(s string) bool {
	if len(s) > 200 {
		return false
	}
	s = cleanLabel(s)
	if labels()[fold.Title(s)] {
		return true
	}
	// "引火点(°C)", "Flash point (closed cup)".
	if i := strings.IndexByte(s, '('); i > 0 && strings.HasSuffix(s, ")") {
		return labels()[fold.Title(s[:i])]
	}
	return false
}

// isLabel reports whether a text may be a label: short or known, begun by a letter, with few digits,
// no sentence, no open bracket.
func isLabel(s string) bool {
	s = cleanLabel(s)
	r, _ := utf8.DecodeRuneInString(s)
	n := utf8.RuneCountInString(s)
	if n > longLabel && n <= 2*longLabel && known(s) {
		return true
	}
	if n < 1 || n > longLabel || doc.CJK(r) && n > longLabelJa || !unicode.IsLetter(r) || strings.Contains(s, "。") {
		return false
	}
	if strings.HasSuffix(s, ".") && n > 30 || strings.Count(s, "(") > strings.Count(s, ")") && n > 20 {
		return false
	}
	d := 0
	for _, c := range s {
		if unicode.IsDigit(c) {
			d++
		}
	}
	return 3*d <= n || acronym.MatchString(s)
}

// acronym is a label such as "SARA 311/312".
var acronym = pattern.MustCompile(`^[A-Z]{4,}[ -][0-9]{2,4}(?:/[0-9]{2,4})?$`)

// bullets are the marks before an item of a list, those of symbol fonts too.
const bullets = "·•‧∙◦\uf0b7\uf0a7\uf0d8"

var enumerator = pattern.MustCompile(`^(?:\d{1,2}(?:[.\-]\d{1,2})+\.?\)?|\(?\d{1,2}[).、]|\([ア-ンa-zA-Z]\)|[ア-ン][.)、:]?\s|[a-zA-Z][.)]\s|[・●■◆○□▪▶►◇★☆*※>\-–` + bullets + `]+)\s*`)

// mayEnumerate is a quick test whether a text may begin with an enumerator.
func mayEnumerate(s string) bool {
	if s == "" {
		return false
	}
	c := s[0]
	letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
	if letter {
		return len(s) > 1 && (s[1] == '.' || s[1] == ')')
	}
	r, _ := utf8.DecodeRuneInString(s)
	return !unicode.Is(unicode.Han, r) && !unicode.Is(unicode.Hiragana, r)
}

// cleanLabel removes number, marks, leaders, colon and brackets from a label.
func cleanLabel(s string) string {
	s = strings.TrimSpace(s)
	for range 2 {
		if mayEnumerate(s) {
			s = strings.TrimSpace(s[len(enumerator.FindString(s)):])
		}
	}
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(":.・…‥·_-─━=", r)
	})
	for _, b := range [...][2]string{{"【", "】"}, {"[", "]"}, {"<", ">"}, {"〈", "〉"}, {"《", "》"}, {"「", "」"}, {"(", ")"}, {"〔", "〕"}, {"『", "』"}} {
		if strings.HasPrefix(s, b[0]) && strings.HasSuffix(s, b[1]) && len(s) > len(b[0])+len(b[1]) {
			s = strings.TrimSpace(s[len(b[0]) : len(s)-len(b[1])])
		}
	}
	return s
}

// colonAt is the index of the colon after a label, -1 if none.
func colonAt(s string) int {
	for from := 0; ; {
		i := strings.IndexByte(s[from:], ':')
		if i < 0 {
			return -1
		}
		i += from
		label := s[:i]
		before, _ := utf8.DecodeLastRuneInString(strings.TrimRight(label, " "))
		after, _ := utf8.DecodeRuneInString(strings.TrimLeft(s[i+1:], " "))
		switch {
		case i <= 2 && before >= 'A' && before <= 'Z' && unicode.IsDigit(after) && s[i+1] != ' ': // "GC:01"
			return -1
		case i == 0 || strings.HasPrefix(s[i:], "://") || unicode.IsDigit(before) && unicode.IsDigit(after) && !unitBefore(label, s[i+1]):
		case !isLabel(label) || strings.Count(label, "(") > strings.Count(label, ")"):
			return -1
		default:
			return i
		}
		from = i + 1
	}
}

// unitBefore reports a label that ends in a word with a digit, such as a unit, with a blank behind its colon: "Density,
// g/cm3: 0.9".
func unitBefore(label string, next byte) bool {
	last := label[strings.LastIndexByte(label, ' ')+1:]
	return next == ' ' && strings.IndexFunc(last, unicode.IsLetter) >= 0
}

// standalone reports whether a line may be a label above its value: numbered, bracketed or
// bold, short, no sentence.
func standalone(l doc.Line, bold bool) bool {
	t := l.Text
	if !isLabel(t) || strings.HasSuffix(t, ".") {
		return false
	}
	r, _ := utf8.DecodeRuneInString(t)
	e := enumerator.FindString(t + " ")
	return bold && l.Bold || known(t) || strings.ContainsRune("【<〈《[〔■●◆", r) || e != "" && len(e) < len(t) && strings.ContainsAny(e, "0123456789().)、アイウエオカキクケコ")
}

// nothing reports the short words for a missing value, which are no labels.
func nothing(s string) bool {
	switch strings.ToLower(cleanLabel(s)) {
	case "なし", "無し", "無", "データなし", "情報なし", "該当なし", "該当しない", "非該当", "該当せず", "知見なし", "特になし", "不明",
		"none", "n/a", "na", "not applicable", "no data", "no data available", "not available", "unknown", "not determined":
		return true
	}
	return false
}

// bracketed reports a label in brackets.
func bracketed(s string) bool {
	s = strings.TrimRight(s, " :")
	r, _ := utf8.DecodeRuneInString(s)
	l, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune("【[〔<《〈", r) && strings.ContainsRune("】]〕>》〉", l)
}
