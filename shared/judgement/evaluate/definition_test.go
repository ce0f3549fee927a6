package evaluate_test

import (
	"testing"

	"anzen/shared/domain/checklist"
	"anzen/shared/judgement/evaluate"
)

// The hash must not change between releases: with another one, everything would be found
// anew, and no news sent.
func TestDefinitionsStayTheSame(t *testing.T) {
	for want, l := range map[string]checklist.List{
		"6cd8cec706fa1111": {},
		"744fb633d165752a": {
			Title: "a title", Targets: []checklist.Target{checklist.Composition}, LawIDs: []int{1, 2}, RegulationIDs: []int{30},
			Substances: []checklist.Substance{{CAS: "108-88-3", Name: "トルエン", Percent: 0.1, Above: true}},
		},
	} {
		if got := evaluate.Definition(&l); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
