package ocr

import (
	"math"
	"regexp"
	"strings"

	"anzen/shared/reader/doc"
)

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

// follows reports whether a word is the next one on a line, after a space at most.
func follows(a, b doc.Word) bool {
	return a.OverlapY(b.Box) > 0.6*math.Min(a.H(), b.H()) && b.X0 > a.X0 && b.X0-a.X1 < 1.5*math.Max(a.H(), b.H())
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
