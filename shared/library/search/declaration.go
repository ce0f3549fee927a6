package search

import (
	"anzen/shared/catalog"
)

// Kind is how a filter is stated.
type Kind string

// The kinds.
const (
	Words       Kind = "words"        // a text, whose words all stand somewhere
	Parts       Kind = "parts"        // texts, one of which is a part of what is filtered
	Choice      Kind = "choice"       // of a set: Options
	Numbers     Kind = "numbers"      // of a set of numbers: Options
	Codes       Kind = "codes"        // of a vocabulary of the field: H-codes, CAS numbers, laws ...
	IDs         Kind = "ids"          // of what the company has: Of
	NumberRange Kind = "number_range" // from and to, in Unit
	DayRange    Kind = "day_range"    // from and to, days in Japan
	YesNo       Kind = "yes_no"       // true or false; absent is either
	Switch      Kind = "switch"       // true, or absent
)

// Declaration declares a filter: the only place of its name, its values and its catalog
// condition.
type Declaration struct {
	Name    string
	Kind    Kind
	Doc     string
	Max     int      // how many values it takes, or characters of a text
	Not     bool     // Name_not excludes what Name finds
	Options []string // of Choice and Numbers
	Of      string   // whose ids, or which codes
	Unit    string   // of NumberRange
	Pattern string   // of the ends of NumberRange
	With    string   // the filter that it requires

	known     func(value string) bool
	condition func(a *query, values []string) catalog.Condition
	span      func(a *query, low, high float64) catalog.Condition
	// moments: the ends of DayRange are moments, also of days.
	moments bool
}

// Suffixes of the names of a filter's further parameters.
const (
	not  = "_not"
	from = "_from"
	to   = "_to"
)

// Parameters are the query parameters of the filter.
func (d *Declaration) Parameters() []Parameter {
	p := Parameter{Name: d.Name, Doc: d.Doc, Type: String, known: d.known}
	switch d.Kind {
	case Words:
		p.MaxLength, p.blanks = d.Max, true
	case Parts:
		p.blanks = true
	case Choice:
		p.Enum = d.Options
	case Numbers:
		p.Type = Integer
	case NumberRange:
		return d.ends(Parameter{Type: String, Doc: d.Doc, Pattern: d.Pattern})
	case DayRange:
		if d.moments {
			return d.ends(Parameter{Type: String, Doc: d.Doc, Pattern: dayOrMoment, moments: true})
		}
		return d.ends(Parameter{Type: String, Doc: d.Doc, Format: date, days: true})
	case YesNo:
		p.Enum = []string{yes, no}
	case Switch:
		p.Type = Boolean
	}
	switch d.Kind {
	case Parts, Choice, Numbers, Codes, IDs:
		p.List, p.MaxItems = true, d.Max
	}
	if !d.Not {
		return []Parameter{p}
	}
	without := p
	without.Name, without.Doc = d.Name+not, "without: "+d.Doc
	return []Parameter{p, without}
}

// ends returns the two parameters of a range.
func (d *Declaration) ends(p Parameter) []Parameter {
	begin, end := p, p
	begin.Name, end.Name = d.Name+from, d.Name+to
	doc := d.Doc
	if d.Unit != "" {
		doc += ", in " + d.Unit
	}
	switch {
	case d.moments:
		begin.Doc, end.Doc = doc+"; the first day, or the first moment (2026-11-22T09:00:00Z)", doc+"; the last day, or the last moment, included"
	case d.Kind == DayRange:
		begin.Doc, end.Doc = doc+"; the first day", doc+"; the last day, included"
	default:
		begin.Doc, end.Doc = doc+"; the lowest value", doc+"; the highest value"
	}
	return []Parameter{begin, end}
}

// dayOrMoment is the form of a day, or of a moment with its zone.
const dayOrMoment = `^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2}))?$`

// The values of YesNo.
const (
	yes = "true"
	no  = "false"
)
