// Package findings checks the values read from a safety data sheet for contradictions and
// gaps: numbers that cannot be right, statements that do not agree, missing parts. It
// changes nothing.
//
// A rule is an entry of one of the lists that rules.go joins, beside the function that
// implements it. To add one: write the function, which reports a finding with the arguments
// that the messages name in {braces} and the fields it examined; write the entry with both
// messages, what it finds and the standard or law that demands it (sources.go); add a pair
// of sheets to the table of the tests, one that breaks the rule and a similar one that does
// not (a rule without both fails the tests). What the reader may have missed is Info at
// most; a false alarm costs more than a missed finding. "make rules" prints the list, "make
// findings CORPUS=folder" the findings on a folder of sheets.
package findings

import (
	"sort"
	"time"

	"anzen/shared/judgement/classification"
	"anzen/shared/judgement/edition"
	"anzen/shared/reader/extract"
)

// Severity is how much a finding matters.
type Severity string

const (
	Error   Severity = "error"   // cannot be right
	Warning Severity = "warning" // does not agree
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

// Field is a field that a rule examined: a key of package extract, and the row in its
// table.
type Field struct {
	Key string
	Row int // extract.NoRow: the field itself, or all rows
}

// Finding is something for a person to check.
type Finding struct {
	// ID is the rule's: "cas_check_digit".
	ID       string
	Severity Severity
	// Args fill the placeholders of the rule's message.
	Args   map[string]string
	Fields []Field
}

// Input is what the rules examine.
type Input struct {
	Result *extract.Result
	// Sections are the numbers of the sections that the sheet has.
	Sections []int
	// Printed is how the sheet is printed, where that is known.
	Printed Printed
	// Now is the day of the check.
	Now time.Time
	// Years after which a revision counts as old; 0 for five.
	Years int
	// Confirmed is the day on which the supplier confirmed the sheet, YYYY-MM-DD;
	// Superseded is set where a newer one replaces it.
	Confirmed  string
	Superseded bool
	// Mixture is the classification from the ingredients beside section 2, where the product
	// is a mixture.
	Mixture []classification.Compared
	// Edition is that of JIS Z 7252 which the sheet follows, where it is a Japanese one.
	Edition edition.Found
	// Only limits the rules that run.
	Only Part
}

// Part is a part of the rules.
type Part int

// The parts. Findings of passing rules come and go with the day, the years after which a
// revision is old and the supplier's confirmation, and depend on nothing but the dates and
// the language; those of lasting rules stay until the sheet is changed.
const (
	All Part = iota
	Lasting
	Passing
)

// rule is one check; its look passes findings to report.
type rule struct {
	id       string
	severity Severity
	source   string
	// what the rule finds, for developers.
	what string
	// fields that the rule examines; none for the sheet as a whole.
	fields []string
	ja, en string
	look   func(in *Input, report report)
	// absence is set for rules that take an unread value for a missing one: they are
	// skipped on recognised text, and in languages of which only codes and numbers are
	// read.
	absence bool
	// passing is set for rules of that part.
	passing bool
}

// report takes a finding: the arguments of its message, and its fields.
type report = func(args map[string]string, fields ...Field)

// Rule describes a rule.
type Rule struct {
	ID       string
	Severity Severity
	// What it finds, and Source, the standard or law that demands it.
	What, Source string
	// Fields that it examines.
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

// Rules returns all rules.
func Rules() []Rule {
	out := make([]Rule, len(rules))
	for i, r := range rules {
		out[i] = Rule{r.id, r.severity, r.what, r.source, r.fields, r.ja, r.en}
	}
	return out
}

func field(key string) Field { return Field{key, extract.NoRow} }
