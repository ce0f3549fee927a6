package pattern

import "testing"

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
