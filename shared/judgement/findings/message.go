package findings

import (
	"slices"
	"strings"

	"anzen/shared/domain/message"
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
	pairs := make([]string, 0, 2*len(f.Args))
	for name, value := range f.Args {
		pairs = append(pairs, "{"+name+"}", named(language, inLanguage(language, name, value)))
	}
	return strings.NewReplacer(pairs...).Replace(text) // in one pass: values are not expanded
}

// inLanguage is an argument as the language writes it: days and months as the dashboard
// shows them, the marks between several names.
func inLanguage(language, name, value string) string {
	switch name {
	case "names", "codes", "categories", "sections":
		if language == "ja" {
			return strings.ReplaceAll(value, ", ", "、")
		}
		return strings.ReplaceAll(value, "、", ", ")
	}
	return message.Day(language, value)
}
