package ocr

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
)

// clean drops rules recognised as bars, specks beside the text, and isolated words of low
// confidence: beside other words of its line a doubtful character is kept.
func clean(words []doc.Word) []doc.Word {
	ones(words)
	words = withoutRules(words)
	var lefts, rights []float64
	text := make([]bool, len(words)) // whether the run of words that each belongs to is text beyond doubt
	for i := 0; i < len(words); {
		j, n, conf, box := i, 0, 0.0, words[i].Box
		for ; j < len(words) && (j == i || beside(words[j-1], words[j])); j++ {
			k := utf8.RuneCountInString(words[j].Text)
			n += k
			conf += float64(k) * words[j].Conf
			box = box.Union(words[j].Box)
		}
		sure := n >= 3 && conf > 0.6*float64(n)
		if sure {
			lefts, rights = append(lefts, box.X0), append(rights, box.X1)
		}
		for ; i < j; i++ {
			text[i] = sure && n > 3
		}
	}
	left, right := 0.0, math.Inf(1)
	if len(lefts) > 20 {
		slices.Sort(lefts)
		slices.Sort(rights)
		left, right = lefts[len(lefts)/50]-14, rights[len(rights)-1-len(rights)/50]+14
	}
	keep := make([]bool, len(words))
	for i, w := range words {
		n, letters := utf8.RuneCountInString(w.Text), lettersOf(w.Text)
		switch {
		case w.X1 < left || w.X0 > right:
			keep[i] = text[i]
		case letters == 0:
			keep[i] = w.Conf >= 0.4 && !speck(w.Text)
		default:
			keep[i] = n > 2 || (w.Conf >= 0.3 || n == 2 && letters == 2 && doc.CJK([]rune(w.Text)[0])) && w.H() <= 60
		}
	}
	// The engine returns the words of a line in sequence.
	doubt := func(w doc.Word) bool { return speck(w.Text) || lettersOf(w.Text) == 0 && w.Conf < 0.2 }
	for i := 1; i < len(words); i++ {
		keep[i] = keep[i] || keep[i-1] && !doubt(words[i]) && beside(words[i-1], words[i])
	}
	for i := len(words) - 2; i >= 0; i-- {
		keep[i] = keep[i] || keep[i+1] && !doubt(words[i]) && beside(words[i+1], words[i])
	}
	out := words[:0]
	for i, w := range words {
		if keep[i] {
			out = append(out, w)
		}
	}
	return out
}

func lettersOf(s string) (n int) {
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			n++
		}
	}
	return n
}

// speck reports texts as which rules and dirt are recognised.
func speck(s string) bool {
	switch s {
	case "|", "_", "‖", "「", "'", "\"", "`":
		return true
	}
	return false
}

// numbered are words that a number follows.
var numbered = regexp.MustCompile(`(?i)^(?:cat(?:egory|\.)?|class|division|section|part|group|type|区分)$`)

// ones replaces bars by the digit one, which has their shape in many fonts: after a word that a number
// follows, or as the last on its line, as high as the word before it. All other bars are remains of rules.
func ones(words []doc.Word) {
	for i := 1; i < len(words); i++ {
		before, w := words[i-1], &words[i]
		if w.Text != "|" || w.Conf < 0.4 || !follows(before, *w) || lettersOf(before.Text) == 0 {
			continue
		}
		if h := before.H(); w.H() < 0.6*h || w.H() > 1.15*h {
			continue
		}
		if last := i+1 == len(words) || !follows(*w, words[i+1]); last || numbered.MatchString(before.Text) {
			w.Text = "1"
		}
	}
}

// withoutRules drops the runs of words that engines return for rules.
func withoutRules(words []doc.Word) []doc.Word {
	out := words[:0]
	for i := 0; i < len(words); {
		j, text := i, ""
		for ; j < len(words) && (j == i || beside(words[j-1], words[j])); j++ {
			text += words[j].Text
		}
		if !ruleRead(text) {
			out = append(out, words[i:j]...)
		}
		i = j
	}
	return out
}

// ruleRead reports what engines return for a rule that is left on the page: hardly anything but dashes.
func ruleRead(s string) bool {
	n, dashes := 0, 0
	for _, r := range s {
		n++
		if strings.ContainsRune("ー一ニ二—–_=~・-", r) {
			dashes++
		}
	}
	return n >= 8 && 10*dashes >= 9*n
}
