package meaning_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"anzen/shared/text/meaning"
)

func of(source, table string) string {
	return meaning.Of(fstest.MapFS{
		"rule.go": {Data: []byte(source)}, "table.tsv": {Data: []byte(table)}, "rule_test.go": {Data: []byte(source + table)},
	})
}

const (
	source = "package a\n\n// high is a share.\nfunc high(x float64) bool {\n\treturn x /* a share */ > 0.1 // of 1\n}\n\nvar url = \"http://a  b\" + `//  c` + string('\"')\n"
	table  = "# source: a law, 2026\ncas\tshare\n71-43-2\t0.1\n"
)

// What changes no rule changes nothing.
func TestWordsDoNotMatter(t *testing.T) {
	want := of(source, table)
	for name, same := range map[string]string{
		"again":    want,
		"comments": of("// Package a has\n// rules.\npackage a\n\n/* high\n\ntells */\nfunc high(x float64) bool {\n\treturn x  > 0.1\n}\n\nvar url = \"http://a  b\" +   `//  c` + string('\"')", table),
		"layout":   of("package a\nfunc high(x float64) bool {\n    return x > 0.1\n\n\n}\nvar url = \"http://a  b\" + `//  c` + string('\"')\n\n", "cas\tshare\n# a remark\n71-43-2\t0.1\r\n"),
	} {
		if same != want {
			t.Errorf("%s: %s, was %s", name, same, want)
		}
	}
}

// Every change of a rule and of a table does.
func TestEveryRuleMatters(t *testing.T) {
	want := of(source, table)
	for name, other := range map[string]string{
		"a number":           of(strings.ReplaceAll(source, "0.1", "0.2"), table),
		"an operator":        of(strings.ReplaceAll(source, "> 0.1", ">= 0.1"), table),
		"blanks in a text":   of(strings.ReplaceAll(source, "a  b", "a b"), table),
		"behind two slashes": of(strings.ReplaceAll(source, "http://a", "http://b"), table),
		"in a raw text":      of(strings.ReplaceAll(source, "//  c", "//  d"), table),
		"behind a quote":     of(source+"var x = 1\n", table),
		"two words":          of(strings.ReplaceAll(source, "return x", "returnx"), table),
		"an entry":           of(source, table+"108-88-3\t1\n"),
		"a threshold":        of(source, strings.ReplaceAll(table, "0.1", "0.3")),
	} {
		if other == want {
			t.Errorf("%s changes nothing", name)
		}
	}
}
