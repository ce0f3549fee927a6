package findings

import (
	"regexp"
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
	pairs := make([]string, 0, 2*len(f.Args))
	for name, value := range f.Args {
		pairs = append(pairs, "{"+name+"}", named(language, inLanguage(language, name, value)))
	}
	return strings.NewReplacer(pairs...).Replace(text) // in one pass: values are not expanded
}

var isoDay = regexp.MustCompile(`^(\d{4})-(\d{2})(?:-(\d{2}))?$`)

// inLanguage is an argument as the language writes it: days and months as the dashboard
// shows them, the marks between several names.
func inLanguage(language, name, value string) string {
	if d := isoDay.FindStringSubmatch(value); d != nil {
		switch {
		case language == "ja":
			return strings.ReplaceAll(value, "-", "/")
		case d[3] == "":
			return d[2] + "/" + d[1]
		}
		return d[2] + "/" + d[3] + "/" + d[1]
	}
	switch name {
	case "names", "codes", "categories", "sections":
		if language == "ja" {
			return strings.ReplaceAll(value, ", ", "、")
		}
		return strings.ReplaceAll(value, "、", ", ")
	}
	return value
}
