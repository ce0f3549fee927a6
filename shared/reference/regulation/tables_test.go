package regulation_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/law"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/tsv"
)

func TestEveryNumberHasItsCheckDigit(t *testing.T) {
	s := regulation.Current()
	n := 0
	for _, c := range s.Classes() {
		for _, e := range s.Entries(c.Key()) {
			for _, cas := range s.CAS(e.ID) {
				n++
				if !chem.CAS(cas).Valid() {
					t.Errorf("%s %s: %s is no CAS number", e.Class, e.Ja, cas)
				}
			}
			if e.Group == nil {
				continue
			}
			for _, cas := range e.Group.Except {
				if !chem.CAS(cas).Valid() {
					t.Errorf("%s %s: %s is no CAS number", e.Class, e.Ja, cas)
				}
			}
		}
	}
	if n < 12000 {
		t.Errorf("%d links", n)
	}
}

func TestEveryNodeOfTheTreeExists(t *testing.T) {
	file, err := os.ReadFile("../../../../shared/reference/law_tree.tsv")
	if err != nil {
		t.Skip("the reference data are not beside the source tree: ", err)
	}
	s := regulation.Current()
	n := 0
	table := tsv.Read("law_tree.tsv", string(file)).Ragged()
	for row := range table.Rows() {
		n++
		law, category, class := row.Text("law_code"), row.Text("category_code"), row.Text("class_code")
		if s.Category(law, category) == nil || len(s.Node(law, category, class)) == 0 {
			t.Errorf("unknown node %s/%s/%s", law, category, class)
		}
	}
	if err := table.Err(); err != nil {
		t.Error(err)
	}
	if n != 105 {
		t.Errorf("%d nodes", n)
	}
}

func TestStatedCodesAreKnown(t *testing.T) {
	used := map[string]bool{}
	for _, c := range regulation.Current().Classes() {
		for _, code := range c.Stated {
			used[code] = true
			if !law.IsRegulation(code) {
				t.Errorf("%s: section 15 cannot state %s", c.Key(), code)
			}
		}
	}
	if len(used) < 60 {
		t.Errorf("%d codes", len(used))
	}
}

func TestIDsAreOfTheirTiers(t *testing.T) {
	s := regulation.Current()
	seen := map[int]bool{}
	check := func(id, first int, what string) {
		if id < first || id >= first+100000000 || seen[id] {
			t.Errorf("the id %d of %s is taken or outside of its tier", id, what)
		}
		seen[id] = true
	}
	for i, l := range s.Laws() {
		check(l.ID, 100000000, l.Code)
		if i > 0 && l.ID%10000 != 0 {
			t.Errorf("%s: %d", l.Code, l.ID)
		}
	}
	for _, c := range s.Categories() {
		check(c.ID, 200000000, c.Code)
	}
	for _, c := range s.Classes() {
		check(c.ID, 300000000, c.Key())
		for _, e := range s.Entries(c.Key()) {
			check(e.ID, 400000000, fmt.Sprintf("%s %s", e.Class, e.Ja))
		}
	}
}

// Laws, categories, classes and versions are edited by hand: ids are unique and below the
// mark, and references exist.
func TestHandEditedTablesAreConsistent(t *testing.T) {
	laws, categories, classes := map[string]bool{}, map[string]bool{}, map[string]bool{}
	day := regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)
	month := regexp.MustCompile(`^\d{4}(-\d{2}){0,2}$`)
	rows := func(name string, each func(r *tsv.Row)) *tsv.Table {
		table := tsv.Read(name, readFile(t, name))
		for r := range table.Rows() {
			each(r)
		}
		if err := table.Err(); err != nil {
			t.Error(err)
		}
		return table
	}
	highest := 0
	once := func(r *tsv.Row, known map[string]bool, key string) {
		highest = max(highest, r.Int("id"))
		if known[key] {
			t.Errorf("%s is listed twice", key)
		}
		known[key] = true
	}
	below := func(table *tsv.Table, name string) {
		next, err := strconv.Atoi(table.Comment("# next id: "))
		if err != nil || highest >= next {
			t.Errorf("%s: the id %d is not below the mark %d (%v)", name, highest, next, err)
		}
		highest = 0
	}
	below(rows("laws.tsv", func(r *tsv.Row) { once(r, laws, r.Text("code")) }), "laws.tsv")
	below(rows("categories.tsv", func(r *tsv.Row) { once(r, categories, r.Text("law")+"/"+r.Text("code")) }), "categories.tsv")
	below(rows("classes.tsv", func(r *tsv.Row) { once(r, classes, r.Text("law")+"/"+r.Text("category")+"/"+r.Text("code")) }), "classes.tsv")
	last := map[string]string{}
	rows("versions.tsv", func(r *tsv.Row) {
		key, from := r.Text("law")+"/"+r.Text("category"), r.Text("from")
		if !categories[key] {
			t.Errorf("versions.tsv: unknown category %s", key)
		}
		if from != "" && !day.MatchString(from) || !month.MatchString(r.Text("as_of")) || r.Text("source") == "" {
			t.Errorf("versions.tsv: %q", r.Cells())
		}
		if before, ok := last[key]; ok && before >= from {
			t.Errorf("versions.tsv: %s: %s follows %s", key, from, before)
		}
		last[key] = from
	})
	for _, c := range regulation.Current().Categories() {
		if key := c.Law + "/" + c.Code; c.Loaded && len(c.Versions) == 0 {
			t.Errorf("%s is loaded and has no version", key)
		}
		if !laws[c.Law] {
			t.Errorf("%s/%s: unknown law", c.Law, c.Code)
		}
	}
	for _, c := range regulation.Current().Classes() {
		for _, other := range c.Counts {
			if !classes[other] {
				t.Errorf("%s counts the unknown class %s", c.Key(), other)
			}
		}
	}
}

// A class with entries is of a category whose list is loaded.
func TestEntriesAreOfLoadedLists(t *testing.T) {
	s := regulation.Current()
	for _, c := range s.Classes() {
		category := s.Category(c.Law, c.Category)
		for _, e := range s.Entries(c.Key()) {
			if !category.Loaded {
				t.Errorf("%s has entries and is not loaded", c.Key())
			}
			if !strings.ContainsFunc(e.Ja+e.En, unicode.IsLetter) || e.Ja != "" && !strings.ContainsFunc(e.Ja, unicode.IsLetter) {
				t.Errorf("%s has an entry named %q", c.Key(), e.Ja)
			}
			if e.To != "" && e.To <= e.From {
				t.Errorf("%s %s: from %s to %s", c.Key(), e.Ja, e.From, e.To)
			}
		}
	}
}

// Every table of facts states its source and date; one that is not loaded yet ("source: none") holds none.
func TestEveryTableNamesSourceAndDate(t *testing.T) {
	asOf := regexp.MustCompile(`(?m)^# as of: (.*20\d\d|as each row says)`)
	n := 0
	for _, root := range []string{"..", "../../formats/createsimple"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".tsv" || strings.Contains(path, "testdata") {
				return err
			}
			n++
			if text := readFile(t, path); strings.Contains(text, "# source: none\n") {
				if rows := len(regexp.MustCompile(`(?m)^[^#\s]`).FindAllString(text, -1)); rows > 1 {
					t.Errorf("%s has %d rows and names no source", path, rows-1)
				}
			} else if !strings.Contains(text, "# source: ") || !asOf.MatchString(text) {
				t.Errorf("%s lacks \"# source:\" or \"# as of:\"", path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 60 {
		t.Errorf("%d tables", n)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// An entry that nothing can match would be a silent "not listed".
func TestNoEntryIsDead(t *testing.T) {
	s := regulation.Current()
	looks := 0
	for _, c := range s.Classes() {
		dead := 0
		for _, e := range s.Entries(c.Key()) {
			switch {
			case len(s.CAS(e.ID)) > 0:
			case e.Group == nil, len(e.Group.Names)+len(e.Group.Maybe) == 0 && e.Group.Element == "":
				dead++
				t.Logf("%s %s %s", e.Class, e.Number, e.Ja)
			case e.Group.Look:
				looks++
			}
		}
		if dead > 0 {
			t.Errorf("%s has %d entries that can never match: give them CAS numbers, a rule, or words for a human look", c.Key(), dead)
		}
	}
	if looks == 0 || looks > 420 {
		t.Errorf("%d entries cannot be matched automatically", looks)
	}
}

func TestListsKnowTheirAge(t *testing.T) {
	s := regulation.Current()
	for _, c := range s.Categories() {
		if c.Rhythm == 0 {
			t.Errorf("%s/%s has no revision rhythm", c.Law, c.Code)
		}
		if c.Loaded && c.Basis == regulation.ByComposition && (c.CompleteTo == "" || c.OverdueFrom <= c.CompleteTo) {
			t.Errorf("%s/%s is complete to %q, overdue from %q", c.Law, c.Code, c.CompleteTo, c.OverdueFrom)
		}
	}
	tri := s.Category("US-EPCRA", "S313")
	if tri.CompleteTo != "2020-12-31" || tri.OverdueFrom != "2022-01-01" || tri.Overdue("2021-12-31") || !tri.Overdue("2022-01-01") {
		t.Errorf("%s, %s", tri.CompleteTo, tri.OverdueFrom)
	}
}
