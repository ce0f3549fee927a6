package gazette

import (
	"regexp"
	"slices"
	"testing"
	"testing/fstest"
)

func TestNumbers(t *testing.T) {
	all := Current()
	for name, c := range map[string]struct {
		table *Table
		form  *regexp.Regexp
		least int
	}{
		"CSCL": {all.CSCL, regexp.MustCompile(`^[1-9][0-9]?-[0-9]{1,4}$`), 1400},
		"ISHA": {all.ISHA, regexp.MustCompile(`^[0-9]-\([0-9]+\)-[0-9]+$`), 2},
		"PRTR": {all.PRTR, regexp.MustCompile(`^[1-9][0-9]{0,3}$`), 0},
	} {
		for cas, numbers := range c.table.byCAS {
			if !cas.Valid() || len(numbers) == 0 || slices.ContainsFunc(numbers, func(n string) bool { return !c.form.MatchString(n) }) {
				t.Errorf("%s %s: %v", name, cas, numbers)
			}
		}
		if len(c.table.byCAS) < c.least || c.table.Loaded() && c.table.AsOf == "" {
			t.Errorf("%s: %d substances as of %q", name, len(c.table.byCAS), c.table.AsOf)
		}
	}
	if got := all.CSCL.Of("75-15-0"); !slices.Equal(got, []string{"1-172"}) || all.CSCL.Complete {
		t.Errorf("carbon disulphide: %v", got)
	}
	if all.CSCL.Of("7732-18-5") != nil || all.ISHA.Of("7732-18-5") != nil {
		t.Error("water has numbers")
	}
}

func TestTablesOfAFolder(t *testing.T) {
	const empty = "# as of:\ncas\tentry\tnumber\n"
	folder := fstest.MapFS{
		"cscl.tsv": {Data: []byte(empty)}, "isha.tsv": {Data: []byte(empty)},
		"prtr.tsv": {Data: []byte("# source: METI\n# as of: 2023-04-01\n# complete: yes\ncas\tentry\tnumber\n108-88-3\t1-347\t300\n95-47-6\t1-098\t80\n95-47-6\t\t581\n\t1-353\t305\n")},
	}
	all := In(folder)
	p := all.PRTR
	if !p.Loaded() || !p.Complete || p.AsOf != "2023-04-01" || p.Source != "METI" || !slices.Equal(p.Of("95-47-6"), []string{"80", "581"}) || p.Of("7732-18-5") != nil || !slices.Equal(p.OfEntry("1-353"), []string{"305"}) || !slices.Equal(p.OfEntry("1-098"), []string{"80"}) {
		t.Errorf("%+v", p)
	}
	if c := all.CSCL; c.Loaded() || c.Complete || c.AsOf != "" || c.Of("108-88-3") != nil {
		t.Errorf("an empty table is loaded: %+v", c)
	}
}
