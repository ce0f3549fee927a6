package findings_test

import (
	"strings"
	"testing"

	"anzen/shared/judgement/findings"
)

// Dates and lists of names are written as the reader's language writes them.
func TestMessagesInTheReadersLanguage(t *testing.T) {
	for _, tt := range []struct {
		found  findings.Finding
		ja, en string
	}{
		{findings.Finding{ID: "revision_old", Args: map[string]string{"date": "2018-04-01", "years": "5"}}, "2018/04/01", "04/01/2018"},
		{findings.Finding{ID: "revision_old", Args: map[string]string{"date": "2018-04", "years": "5"}}, "2018/04", "04/2018"},
		{findings.Finding{ID: "class_twice", Args: map[string]string{"class": "{class:carcinogenicity}", "categories": "{category:carcinogenicity/1A}, {category:carcinogenicity/2}"}}, "区分1A、区分2", "Category 1A, Category 2"},
		{findings.Finding{ID: "class_twice", Args: map[string]string{"class": "{class:no_such}", "categories": "{category:x/1}"}}, "no_such", "no_such"},
		{findings.Finding{ID: "class_twice", Args: map[string]string{"class": "発がん性", "categories": "区分1, 区分2"}}, "区分1、区分2", "区分1, 区分2"},
	} {
		for language, want := range map[string]string{"ja": tt.ja, "en": tt.en} {
			if got := tt.found.Message(language); !strings.Contains(got, want) {
				t.Errorf("%s in %s: %q, want %s in it", tt.found.ID, language, got, want)
			}
		}
	}
}
