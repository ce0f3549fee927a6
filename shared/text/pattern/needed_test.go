package pattern

import (
	"strings"
	"testing"
)

// The test before an expression is of use only if it refuses what cannot match.
func TestNeededRefusesTextsWithoutAMatch(t *testing.T) {
	for _, c := range []struct{ name, expr, text string }{
		{"too short", `[0-9]{4}`, "198"},
		{"begins with another byte", `^[0-9]+ mg`, "about 5 mg"},
		{"ends with another byte", `\bmg/m3$`, "5 mg/m3 as dust"},
		{"ends with none of two letters, with blanks behind", `(?:^|[ (])C *$`, "TWA 5 ppm"},
		{"a sign is missing", `[0-9] ?%`, "5 parts of 100"},
		{"a pair is missing", `(?i)revised`, "devices for drivers"},
		{"a pair over an optional blank is missing", `mg ?/ ?m3`, "3 m/g at m3"},
		{"each of several pairs is missing", `(?i)\b(?:issued|revised|printed) on`, "Wear suitable gloves and eye protection."},
		{"Japanese", `短時間|時間加重`, "長い期間の加工"},
	} {
		if match, whole := MustCompile(c.expr).matched(c.text); match || whole {
			t.Errorf("%s: %q is run on %q", c.name, c.expr, c.text)
		}
	}
}

// Alternatives are of use only if they are run instead of the whole, where that costs less.
func TestAlternativesAreRunInsteadOfTheWhole(t *testing.T) {
	months := MustCompile(`(?i)\b(january|february|march|april|may|june|july|august|september|october|november|december) ?([0-9]{1,2})?\b`)
	const line = "last on November 28"
	for range runsBeforeSplit {
		if found, whole := months.candidates(line); found != nil || !whole {
			t.Fatal("split before it was run often")
		}
	}
	for _, c := range []struct {
		name, text string
		found      int
		whole      bool
	}{
		{"one", line, 1, false},
		{"none", "Wear suitable gloves.", 0, false},
		{"many", "january february march april may june july august", 0, true},
		{"a long text", strings.Repeat(line+" ", longest/len(line)), 0, true},
	} {
		if found, whole := months.candidates(c.text); len(found) != c.found || whole != c.whole {
			t.Errorf("%s: %d alternatives, whole: %v", c.name, len(found), whole)
		}
	}
	for _, expr := range []string{`revised on`, `a*(?:b|c)d`, `(?:a|b*)`} { // no alternatives, a choice before them, one without bytes
		p := MustCompile(expr)
		p.Split()
		if found, whole := p.candidates("aabd revised on"); found != nil || !whole {
			t.Errorf("%q is split into %d", expr, len(found))
		}
	}
}
