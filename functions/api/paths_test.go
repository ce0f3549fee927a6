package api_test

import (
	"encoding/json"
	"regexp"
	"testing"

	"anzen/functions/api"
)

// Paths and queries are logged on the way: none contains personal data or credentials.
func TestAddressesOfRequestsNameNobody(t *testing.T) {
	encoded, err := api.Document()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths map[string]map[string]struct {
			Parameters []struct {
				Name, In string
				Schema   struct{ Format string }
			}
		}
	}
	if err := json.Unmarshal(encoded, &document); err != nil {
		t.Fatal(err)
	}
	personal := regexp.MustCompile(`(?i)mail|phone|first|last_?name|token|secret|password`)
	looked := 0
	for path, operations := range document.Paths {
		for method, operation := range operations {
			for _, p := range operation.Parameters {
				if p.In != "path" && p.In != "query" {
					continue
				}
				looked++
				if p.Schema.Format == "email" || personal.MatchString(p.Name) {
					t.Errorf("%s %s: the parameter %s is in the %s", method, path, p.Name, p.In)
				}
			}
		}
	}
	if looked < 50 {
		t.Errorf("only %d parameters were looked at", looked)
	}
}
