package export

import (
	_ "embed"
	"encoding/json"
	"sync"

	"anzen/shared/domain/sds"
)

// words are the names of states, pictograms and sections in a language: the
// dashboard's own, so that a table reads as the screen does. Fields and their
// choices are named by package sds.
type words struct {
	Status, Revision, Language, Pictogram, Section, Source map[string]string
}

//go:embed words.json
var wordsJSON []byte

var allWords = sync.OnceValue(func() map[string]words {
	var all map[string]words
	if err := json.Unmarshal(wordsJSON, &all); err != nil {
		panic("export: " + err.Error()) // the program's own
	}
	return all
})

// wordsOf are the words of a language, "ja" or "en".
func wordsOf(lang string) words {
	if lang == "ja" {
		return allWords()["ja"]
	}
	return allWords()["en"]
}

// or is the word, or the key itself where there is none.
func or(words map[string]string, key string) string {
	if w := words[key]; w != "" {
		return w
	}
	return key
}

// choice is a choice of a field in words.
func (v *View) choice(key, value string) string {
	if w, ok := sds.ChoiceName(key, value); ok {
		return w.In(v.Lang)
	}
	return value
}

// label is a name in both languages.
type label struct{ ja, en string }

func (l label) in(lang string) string {
	if lang == "ja" {
		return l.ja
	}
	return l.en
}
