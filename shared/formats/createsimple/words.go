package createsimple

import "strings"

// words is a text in Japanese and in English.
type words struct{ ja, en string }

// in is the text in a language, with what stands in it for names in braces.
func (w words) in(lang string, args ...string) string {
	text := w.ja
	if lang != "ja" {
		text = w.en
	}
	return strings.NewReplacer(args...).Replace(text)
}

// join puts notes together.
func (b *builder) join(notes ...string) string {
	var there []string
	for _, n := range notes {
		if n != "" {
			there = append(there, n)
		}
	}
	if b.lang == "ja" {
		return strings.Join(there, "")
	}
	return strings.Join(there, " ")
}

// day is a date as it is written in the language: YYYY/MM/DD in Japanese.
func (b *builder) day(iso string) string {
	if b.lang == "ja" {
		return strings.ReplaceAll(iso, "-", "/")
	}
	return iso
}
