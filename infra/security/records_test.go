package security

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"testing"
)

//go:embed records.tsv
var records string

var classes = []string{"secret", "personal", "business", "audit", "technical"}

// Every kind of record that the comment in key.go names has a class and a time, and no other.
func TestRecordsAreClassified(t *testing.T) {
	classified := map[string]bool{}
	for line := range strings.Lines(records) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if strings.HasPrefix(line, "#") || cells[0] == "record" {
			continue
		}
		if len(cells) != 3 || !slices.Contains(classes, cells[1]) || cells[2] == "" || classified[cells[0]] {
			t.Errorf("%q has no class or time, or is there twice", line)
			continue
		}
		classified[cells[0]] = true
	}
	kind := regexp.MustCompile(`(?m)^//\t(\S+) +(\S.*?)(?:  .*)?$`)
	for _, m := range kind.FindAllStringSubmatch(read(t, "shared/aws/table/key.go"), -1) {
		if m[1] == "pk" {
			continue
		}
		for sk := range strings.SplitSeq(m[2], " | ") {
			record := m[1] + " | " + strings.TrimSpace(sk)
			if !classified[record] {
				t.Errorf("%s is not classified", record)
			}
			delete(classified, record)
		}
	}
	for record := range classified {
		t.Errorf("%s is no kind of record", record)
	}
}

// The page describes every class.
func TestClassesAreDescribed(t *testing.T) {
	page := read(t, "infra/security/doc.go")
	for _, class := range classes {
		if !strings.Contains(page, "//\t"+class+" ") {
			t.Errorf("the class %s is not described", class)
		}
	}
}
