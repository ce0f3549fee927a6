// Package check looks at what was read from a safety data sheet for contradictions and gaps: numbers that cannot be
// right, statements that do not go together, parts that are missing. It changes nothing.
package check

import (
	"sort"
	"time"

	"anzen/shared/analyze/extract"
)

// Severity says how much a finding matters.
type Severity string

// The severities.
const (
	Error   Severity = "error"   // cannot be right
	Warning Severity = "warning" // does not go together
	Info    Severity = "info"    // worth a look
)

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
	// Now is the day of the check.
	Now time.Time
	// Years after which a revision counts as old, 0: five.
	Years int
}

// rule is one check; it hands its findings to report.
type rule struct {
	id       string
	severity Severity
	look     func(in *Input, report func(args map[string]string, fields ...Field))
}

// Sheet runs all rules and returns their findings, errors first.
func Sheet(in Input) []Finding {
	if in.Years <= 0 {
		in.Years = 5
	}
	var out []Finding
	for _, r := range rules {
		r.look(&in, func(args map[string]string, fields ...Field) {
			out = append(out, Finding{ID: r.id, Severity: r.severity, Args: args, Fields: fields})
		})
	}
	order := map[Severity]int{Error: 0, Warning: 1, Info: 2}
	sort.SliceStable(out, func(i, j int) bool { return order[out[i].Severity] < order[out[j].Severity] })
	return out
}

// Rules lists the ids of all rules.
func Rules() []string {
	out := make([]string, len(rules))
	for i, r := range rules {
		out[i] = r.id
	}
	return out
}

func field(key string) Field { return Field{key, extract.NoRow} }
