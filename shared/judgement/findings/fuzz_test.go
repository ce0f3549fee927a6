package findings_test

import (
	"strings"
	"testing"

	"anzen/shared/judgement/findings"
	"anzen/shared/reader/extract"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// FuzzSheet checks arbitrary values: every finding has a rule, has both messages and leaves
// no placeholder open.
func FuzzSheet(f *testing.F) {
	f.Add("product_name=x\ncomposition.cas=67-64-1 1-1-1\ncomposition.concentration=10～20%\nh_codes=H225 H999\nflash_point=4℃\nun_number=1993")
	f.Add("issue_date=2030-13-45\nrevision_date=\nphysical.density=1e309 g/cm3\nclassification.category=flammable_liquids 9")
	f.Add("composition.concentration=NaN%\ncomposition.concentration=-5%\ncomposition.concentration=99999999999999999999%")
	var keys []string
	for _, r := range findings.Rules() {
		keys = append(keys, r.Fields...)
	}
	rules := map[string]findings.Rule{}
	for _, r := range findings.Rules() {
		rules[r.ID] = r
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip()
		}
		r := extract.Result{Language: []string{"ja", "en", "other"}[len(text)%3]}
		rows := map[string]int{}
		for i, line := range strings.Split(text, "\n") {
			key, value, ok := strings.Cut(line, "=")
			if !ok {
				key, value = keys[(i+len(line))%len(keys)], line
			}
			v := extract.Value{Key: key, Row: extract.NoRow, Kind: extract.Text, Text: value, Raw: value, List: strings.Fields(value)}
			if q := chem.FindQuantities(fold.Printed(value)); len(q) > 0 {
				v.Quantity, v.Kind = q[0].Quantity, extract.Quantity
			}
			if strings.Contains(key, ".") {
				v.Row = rows[key]
				rows[key]++
			}
			r.Values = append(r.Values, v)
		}
		in := findings.Input{Result: &r, Sections: []int{1, 2, 3, len(text) % 20}, Printed: findings.Printed{Order: []int{3, 1, 2}, Sheets: 1}, Now: now}
		for _, finding := range findings.Sheet(in) {
			if _, known := rules[finding.ID]; !known {
				t.Fatalf("%q: finding of an unknown rule %s", text, finding.ID)
			}
			for _, language := range []string{"ja", "en"} {
				if finding.Message(language) == "" {
					t.Fatalf("%q: %s has no message", text, finding.ID)
				}
			}
		}
	})
}
