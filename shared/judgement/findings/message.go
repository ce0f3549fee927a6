package findings

import (
	"slices"
	"strings"
)

// Message is the finding's text in a language, "ja" or English, with the finding's
// arguments filled in.
func (f Finding) Message(language string) string {
	i := slices.IndexFunc(rules, func(r rule) bool { return r.id == f.ID })
	if i < 0 {
		return ""
	}
	text := rules[i].en
	if language == "ja" {
		text = rules[i].ja
	}
	for name, value := range f.Args {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}
