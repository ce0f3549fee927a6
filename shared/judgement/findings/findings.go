// Package findings looks at what was read from a safety data sheet for contradictions and gaps: numbers that cannot be
// right, statements that do not go together, parts that are missing. It changes nothing.
//
// A rule is an entry of one of the lists that rules.go joins, beside the function that looks. To add one: write the
// function, which reports a finding with the arguments that the messages name in {braces} and the fields that it
// looked at; write the entry with both messages, what it finds and where that is demanded (sources.go); add a pair of
// sheets to the table of the tests, one that breaks the rule and one, as close as can be, that does not (a rule
// without both fails the tests). What the reader may simply not have read is Info at most; a false alarm costs more
// than a finding that is missed. "make rules" prints the list, "make findings CORPUS=folder" what it finds on sheets.
package findings

import (
	"sort"
	"time"

	"anzen/shared/reader/extract"
)

// Severity says how much a finding matters.
type Severity string

// The severities.
const (
	Error   Severity = "error"   // cannot be right
	Warning Severity = "warning" // does not go together
	Info    Severity = "info"    // worth a look
)

// Rank orders severities, errors first.
func (s Severity) Rank() int {
	switch s {
	case Error:
		return 0
	case Warning:
		return 1
	default:
		return 2
	}
}

// Field is a field that a rule looked at: a key of package extract, and the row in its table.
type Field struct {
	Key string
	Row int // extract.NoRow: the field itself, or all rows
}

// Finding is something that a person should look at.
type Finding struct {
	// ID names the rule: "cas_check_digit".
	ID       string
	Severity Severity
	// Args fill the placeholders of the rule's message.
	Args   map[string]string
	Fields []Field
}

// Input is what the rules look at.
type Input struct {
	Result *extract.Result
	// Sections are the numbers of the sections that the sheet has.
	Sections []int
	// Printed is how the sheet is printed, where that is known.
	Printed Printed
	// Now is the day of the check.
	Now time.Time
	// Years after which a revision counts as old, 0: five.
	Years int
	// Confirmed is when the supplier confirmed the sheet, YYYY-MM-DD; Superseded that a newer one has taken its place.
	Confirmed  string
	Superseded bool
	// Only some of the rules look.
	Only Part
}

// Part says which rules look.
type Part int

// The parts. What passing rules find comes and goes with the day, the years after which a revision is old and the
// supplier's confirmation, and looks at nothing but the dates and the language; what the others find lasts until the
// sheet is changed.
const (
	All Part = iota
	Lasting
	Passing
)

// rule is one check; it hands its findings to report.
type rule struct {
	id       string
	severity Severity
	source   string
	// what the rule finds, in a few English words.
	what string
	// fields that the rule looks at; none: the sheet as a whole.
	fields []string
	ja, en string
	look   func(in *Input, report report)
	// absence is set for rules that take what was not read for not printed: they trust neither recognised text nor
	// a language of which only codes and numbers are read.
	absence bool
	// passing is set for rules of the part of that name.
	passing bool
}

// report takes a finding: the arguments of its message and its fields.
type report = func(args map[string]string, fields ...Field)

// Rule describes a rule for people.
type Rule struct {
	ID       string
	Severity Severity
	// What it finds; Source is the standard or law that demands it.
	What, Source string
	// Fields that it looks at.
	Fields []string
	// Ja and En are its messages, with {placeholders}.
	Ja, En string
}

// Sheet runs all rules and returns their findings, errors first.
func Sheet(in Input) []Finding {
	if in.Years <= 0 {
		in.Years = 5
	}
	var out []Finding
	for _, r := range rules {
		if in.Only != All && r.passing != (in.Only == Passing) {
			continue
		}
		if r.absence && (in.Printed.Recognised || in.Result.Language == "other") {
			continue
		}
		r.look(&in, func(args map[string]string, fields ...Field) {
			out = append(out, Finding{ID: r.id, Severity: r.severity, Args: args, Fields: fields})
		})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Severity.Rank() < out[j].Severity.Rank() })
	return out
}

// Rules lists all rules.
func Rules() []Rule {
	out := make([]Rule, len(rules))
	for i, r := range rules {
		out[i] = Rule{r.id, r.severity, r.what, r.source, r.fields, r.ja, r.en}
	}
	return out
}

func field(key string) Field { return Field{key, extract.NoRow} }
