package ghs

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write the dashboard's texts of the statements")

// The dashboard shows the statement beside its code, in the language of the screen.
func TestDashboardHasTheSameStatements(t *testing.T) {
	texts := map[string]map[string]string{"ja": {}, "en": {}}
	for code, s := range statements().byCode {
		texts["en"][code] = s.En
		texts["ja"][code] = s.Ja
		if s.Ja == "" {
			texts["ja"][code] = s.En
		}
	}
	for lang, byCode := range texts {
		path := "../../../frontend/src/features/sheet/statements/" + lang + ".json"
		var want bytes.Buffer
		encoder := json.NewEncoder(&want)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", " ")
		if err := encoder.Encode(byCode); err != nil {
			t.Fatal(err)
		}
		if *update {
			if err := os.WriteFile(path, want.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s differs from our table; go test ./shared/reference/ghs -update writes it", path)
		}
	}
}
