package selection_test

import (
	"encoding/json"
	"testing"

	"anzen/shared/domain/selection"
)

func TestFiltersAreReadInBothForms(t *testing.T) {
	for stored, want := range map[string]selection.Filter{
		`""`: "", `{}`: "", `null`: "",
		`"h_code=H225&mine=true"`:                                "h_code=H225&mine=true",
		` {"h_code":["H225","H226"],"text":"a & b=c"}`:           "h_code=H225&h_code=H226&text=a+%26+b%3Dc",
		`{"language_id":[44,16],"removed":true,"mine":false}`:    "language_id=44&language_id=16&mine=false&removed=true",
		`{"ghs_class":[1005000],"pictogram":null,"tag_id":[]}`:   "ghs_class=1005000",
		`{"what is not known":["1"],"concentration_from":"0.5"}`: "concentration_from=0.5&what+is+not+known=1",
	} {
		var f selection.Filter
		if err := json.Unmarshal([]byte(stored), &f); err != nil || f != want {
			t.Errorf("%s: %q (%v), want %q", stored, f, err, want)
		}
		again, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		var same selection.Filter
		if err := json.Unmarshal(again, &same); err != nil || same != f {
			t.Errorf("%s: %q after it was written (%v)", stored, same, err)
		}
	}
	for _, damaged := range []string{`[`, `[1]`, `1`, `{"h_code":{"a":1}}`, `{"h_code":[["a"]]}`, `{"a":`} {
		var f selection.Filter
		if err := json.Unmarshal([]byte(damaged), &f); err == nil {
			t.Errorf("%s is read as %q", damaged, f)
		}
	}
}
