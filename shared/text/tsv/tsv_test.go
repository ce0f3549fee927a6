package tsv_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/text/tsv"
)

const atoms = "# Weights.\nsymbol\tweight\tnumber\tmetal\tnames\n# Gases\nH\t1.008\t1\t0\thydrogen|水素\n\"Fe\"\t55.845\t26\t1\t\nX\t\t0\t\t\n"

func TestRows(t *testing.T) {
	table := tsv.Read("atoms.tsv", atoms)
	type row struct {
		symbol string
		weight float64
		number int
		metal  bool
		names  string
	}
	var got []row
	for r := range table.Rows() {
		w := 0.0
		if v := r.Optional("weight"); v != nil {
			w = *v
		}
		// Columns are found in any order.
		got = append(got, row{names: strings.Join(r.List("names", "|"), "+"), symbol: r.Text("symbol"), metal: r.Flag("metal"), number: r.Int("number"), weight: w})
	}
	want := []row{{"H", 1.008, 1, false, "hydrogen+水素"}, {`"Fe"`, 55.845, 26, true, ""}, {"X", 0, 0, false, ""}}
	if !slices.Equal(got, want) || table.Err() != nil {
		t.Errorf("read %v, %v", got, table.Err())
	}
}

func TestWindowsFile(t *testing.T) {
	var got []string
	for r := range tsv.Read("x", "\ufeffa\tb\r\n1\t2\r\n3\t4").Rows() {
		got = append(got, r.Text("a")+r.Text("b"))
	}
	if !slices.Equal(got, []string{"12", "34"}) {
		t.Errorf("read %q", got)
	}
}

func TestRagged(t *testing.T) {
	var got []string
	for r := range tsv.Read("x", "a\tb\tc\n1\t2\t3\n4\n").Ragged().Rows() {
		got = append(got, strings.Join(r.Cells(), ","))
	}
	if !slices.Equal(got, []string{"1,2,3", "4,,"}) {
		t.Errorf("read %q", got)
	}
}

// What is wrong is reported with file and line, and ends the rows.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		read func(r *tsv.Row)
		want string
	}{
		"short row":   {"# c\na\tb\n1\t2\n# c\n1\n", nil, "t.tsv:5: the row has 1 cells, not 2"},
		"empty line":  {"a\tb\n1\t2\n\n1\t2\n", nil, "t.tsv:3: the row has 1 cells, not 2"},
		"long row":    {"a\n1\t2\n", nil, "t.tsv:2: the row has 2 cells, not 1"},
		"no columns":  {"# only a comment\n", nil, "t.tsv:1: there is no line that names the columns"},
		"no int":      {"a\nx\n", func(r *tsv.Row) { r.Int("a") }, `t.tsv:2: a is no whole number: "x"`},
		"no float":    {"a\n1.0.0\n", func(r *tsv.Row) { r.Float("a") }, `t.tsv:2: a is no number: "1.0.0"`},
		"no optional": {"a\n-\n", func(r *tsv.Row) { r.Optional("a") }, `t.tsv:2: a is no number: "-"`},
		"no flag":     {"a\nyes\n", func(r *tsv.Row) { r.Flag("a") }, `t.tsv:2: a is neither 1 nor 0: "yes"`},
		"no column":   {"a\tb\n1\t2\n", func(r *tsv.Row) { r.Text("c") }, `t.tsv:2: there is no column "c" among ["a" "b"]`},
		"own rule":    {"a\nx\n", func(r *tsv.Row) { r.Fail("%s is unknown", r.Text("a")) }, `t.tsv:2: x is unknown`},
	} {
		t.Run(name, func(t *testing.T) {
			read := func(table *tsv.Table) error {
				for r := range table.Rows() {
					if c.read != nil {
						c.read(r)
					}
				}
				return table.Err()
			}
			if err := read(tsv.Read("t.tsv", c.text)); err == nil || err.Error() != c.want {
				t.Errorf("says %v", err)
			}
			defer func() {
				if err, _ := recover().(error); err == nil || err.Error() != c.want {
					t.Errorf("panics with %v", err)
				}
			}()
			_ = read(tsv.Embedded("t.tsv", c.text))
		})
	}
}

func TestSpans(t *testing.T) {
	for cell, want := range map[string][]int{"": nil, "7": {7}, "3-5": {3, 4, 5}, "9 3-4": {9, 3, 4}} {
		for r := range tsv.Read("t.tsv", "a\tb\n"+cell+"\t\n").Rows() {
			if got := r.Spans("a"); !slices.Equal(got, want) {
				t.Errorf("%q is %v", cell, got)
			}
		}
	}
	for _, cell := range []string{"x", "3-", "-3", "5-4", "1  2", "1,2"} {
		table := tsv.Read("t.tsv", "a\tb\n"+cell+"\t\n")
		for r := range table.Rows() {
			r.Spans("a")
		}
		if table.Err() == nil {
			t.Errorf("%q is taken", cell)
		}
	}
}
