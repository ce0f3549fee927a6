package layout

import (
	"slices"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/pattern"
)

// dotted is a leader within a word: "STATE.......Liquid".
var dotted = pattern.MustCompile(`\.{5,}`)

// splitLeaders makes words of their own of the dotted leaders within words, so that they separate labels from values.
func splitLeaders(p *doc.Page) {
	if !slices.ContainsFunc(p.Words, hasLeader) {
		return
	}
	out := make([]doc.Word, 0, len(p.Words)+16)
	for _, w := range p.Words {
		out = append(out, atLeaders(w)...)
	}
	p.Words = out
}

func hasLeader(w doc.Word) bool {
	return len(w.Text) > 5 && !leader(w.Text) && dotted.MatchString(w.Text)
}

// atLeaders cuts a word before and behind each of its leaders.
func atLeaders(w doc.Word) (parts []doc.Word) {
	for hasLeader(w) {
		at := dotted.FindStringIndex(w.Text)
		cut := at[0]
		if cut == 0 {
			cut = at[1]
		}
		var front doc.Word
		front, w = w.Split(utf8.RuneCountInString(w.Text[:cut]))
		parts = append(parts, front)
	}
	return append(parts, w)
}
