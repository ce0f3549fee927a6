package duty_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"anzen/shared/reference/chem"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/texttest"
	"anzen/shared/text/tsv"
)

var (
	articles = regexp.MustCompile(`^第\d+条(の\d+)*([、～]第\d+条(の\d+)*)*$`)
	days     = regexp.MustCompile(`^(\d{4}-\d{2}-\d{2})?$`)
)

func TestEveryDutyResolves(t *testing.T) {
	set, seen := regulation.Current(), map[string]int{}
	table := duty.Current()
	highest := 0
	for _, d := range table.All() {
		if table.ByID(d.ID) == nil || table.ByText(strconv.Itoa(d.ID)).What != d.What {
			t.Errorf("%d is not found by its id", d.ID)
		}
		highest = max(highest, d.ID)
		switch key := d.What.Ja + d.When.Ja + d.Cited() + strings.Join(d.Classes, " "); {
		case seen[key] != 0:
			t.Errorf("%d says the same as %d", d.ID, seen[key])
		default:
			seen[key] = d.ID
		}
		if !slices.Contains(duty.Kinds, d.Kind) || !slices.Contains(duty.Verifications, d.Verification) {
			t.Errorf("%d: kind %q, verification %q", d.ID, d.Kind, d.Verification)
		}
		if !articles.MatchString(d.Article) || !days.MatchString(d.From) {
			t.Errorf("%d: article %q from %q", d.ID, d.Article, d.From)
		}
		for _, n := range []duty.Name{d.What, d.When, d.Interval, d.Deadline} {
			if (n.Ja == "") != (n.En == "") {
				t.Errorf("%d: %q and %q", d.ID, n.Ja, n.En)
			}
		}
		if d.What.Ja == "" || len(d.Classes) == 0 {
			t.Errorf("%d says nothing, or follows from nothing", d.ID)
		}
		for _, key := range d.Classes {
			if !slices.ContainsFunc(set.Classes(), func(c regulation.Class) bool { return c.Key() == key || strings.HasPrefix(c.Key(), key+"/") }) {
				t.Errorf("%d: no class under %q", d.ID, key)
			}
		}
		for _, n := range d.CAS {
			if !chem.CAS(n).Valid() {
				t.Errorf("%d: %q is no CAS number", d.ID, n)
			}
		}
		if d.Verification == duty.Text && d.Source() == "" {
			t.Errorf("%d: found in the text of a law whose revision is not named", d.ID)
		}
	}
	if highest-600000000 != len(table.All())-1 || table.AsOf == "" {
		t.Errorf("%d duties up to id %d, as of %q", len(table.All()), highest, table.AsOf)
	}
}

// Names of offices, and terms of European law, are spelled as these spell them.
var names = strings.NewReplacer("Labour Bureau", "", "Labour Standards Office", "", "Authorisation (Annex XIV)", "", "Harmonised classification", "")

func TestTextsAreSpelledAsInTheUnitedStates(t *testing.T) {
	check := func(text string) {
		if words := texttest.British(names.Replace(text)); len(words) > 0 {
			t.Errorf("%q: %q", text, words)
		}
	}
	for _, d := range duty.Current().All() {
		for _, n := range []duty.Name{d.What, d.When, d.Interval, d.Deadline} {
			check(n.En)
		}
	}
	for _, c := range regulation.Current().Categories() {
		check(c.En)
	}
	for _, c := range regulation.Current().Classes() {
		check(c.En)
	}
}

// Every category of Japanese law has a duty, or says that none is recorded and why.
func TestEveryCategoryHasADutyOrSaysThatNoneIsRecorded(t *testing.T) {
	table, set := duty.Current(), regulation.Current()
	for _, c := range set.Categories() {
		key := c.Law + "/" + c.Code
		if !strings.HasPrefix(c.Law, "JP-") {
			if len(table.Of(key)) > 0 {
				t.Errorf("%s: duties of another country's law", key)
			}
			continue
		}
		has, gap := len(table.Of(key)) > 0, table.Gap(key) != nil
		if has == gap {
			t.Errorf("%s (%s): %d duties, and said to have none: %v", key, c.Ja, len(table.Of(key)), gap)
		}
	}
	for _, g := range table.Gaps() {
		law, code, _ := strings.Cut(g.Category, "/")
		if set.Category(law, code) == nil || g.Why.Ja == "" || g.Why.En == "" {
			t.Errorf("gap %q: %+v", g.Category, g.Why)
		}
	}
	// A class without a duty in a category that has some would be a silent hole.
	for _, c := range set.Classes() {
		if strings.HasPrefix(c.Law, "JP-") && table.Gap(c.Law+"/"+c.Category) == nil && len(table.Of(c.Key())) == 0 {
			t.Errorf("%s (%s) has no duty", c.Key(), c.Ja)
		}
	}
}

// The table claims no more than the comparison with the laws' texts found.
func TestNoArticleClaimsMoreThanItsComparison(t *testing.T) {
	file, err := os.ReadFile("../../../../shared/reference/2026-11/jp_obligations.tsv")
	if err != nil {
		t.Skip("the reference data of duties are not here")
	}
	found := map[string]duty.Verification{}
	words := []struct {
		begins string
		is     duty.Verification
	}{
		{"e-Gov text has the article and the phrase", duty.Text}, {"article found", duty.Article}, {"article number seen", duty.Digest}, {"from knowledge", duty.Knowledge},
	}
	for r := range tsv.Read("jp_obligations.tsv", string(file)).Rows() {
		is := duty.Order
		for _, w := range words {
			if strings.HasPrefix(r.Text("verification"), w.begins) {
				is = w.is
			}
		}
		for _, a := range strings.Split(r.Text("article"), "・") {
			key := r.Text("law_id") + a
			if before, ok := found[key]; !ok || rank(is) < rank(before) {
				found[key] = is
			}
		}
	}
	if len(found) < 100 {
		t.Fatalf("%d articles are compared", len(found))
	}
	for _, d := range duty.Current().All() {
		for _, a := range strings.Split(d.Article, "、") {
			best, ok := found[d.Instrument.EGov+a]
			if !ok {
				best = duty.Knowledge
			}
			if rank(d.Verification) < rank(best) {
				t.Errorf("%d: %s%s is marked %s, but was only compared as %s", d.ID, d.Instrument.Short, a, d.Verification, best)
			}
		}
	}
}

func rank(v duty.Verification) int { return slices.Index(duty.Verifications, v) }
