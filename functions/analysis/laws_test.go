package analysis

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/compare"
	lawcheck "anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// checkedSheet is a sheet with its verdicts.
type checkedSheet struct {
	record     sds.Sheet
	sections   []sds.Section
	proofs     []verdict.Proof
	comparison []compare.Comparison
}

func judge(sections []sds.Section, day string) (j checkedSheet) {
	j.sections = sections
	j.record.Derive(sections)
	subject := lawcheck.Of(&j.record)
	set := regulation.Current()
	j.proofs = lawcheck.Sheet(set, &subject, day)
	j.comparison = compare.Section15(set, j.proofs, compare.Statements(sections), cmp.Or(j.record.RevisedOn, j.record.IssuedOn), day)
	lawcheck.Locate(j.proofs, sections)
	return j
}

// Every input of a verdict is a field of the sheet, with its source in the PDF.
func TestVerdictsPointAtTheirPlaces(t *testing.T) {
	for _, name := range []string{"js-005.pdf", "js-006.pdf", "js-015.pdf", "js-016.pdf"} {
		j := judge(sectionsOf(readSample(t, name)), "2026-11-22")
		located := 0
		for _, p := range j.proofs {
			for _, in := range p.Inputs {
				located++
				i := slices.IndexFunc(j.sections, func(s sds.Section) bool { return s.Number == in.Section })
				if i < 0 || j.sections[i].Find(in.Field) == nil || in.Text == "" || in.State != string(sds.StateMachine) || len(in.Sources) == 0 || in.Sources[0].Page < 1 {
					t.Errorf("%s: %s rests on %+v", name, p.Key(), in)
				}
			}
			for _, part := range p.Parts {
				if !slices.ContainsFunc(p.Inputs, func(in verdict.Input) bool {
					return in.Section == 3 && (part.Name != "" && strings.Contains(strings.ReplaceAll(in.Text, " ", ""), strings.ReplaceAll(part.Name, " ", "")) || part.CAS != "" && strings.Contains(in.Text, part.CAS))
				}) {
					t.Errorf("%s: %s: the place of %s %s is not among %+v", name, p.Key(), part.Name, part.CAS, p.Inputs)
				}
			}
		}
		if located == 0 {
			t.Errorf("%s: no verdict has a place", name)
		}
	}
}

// agreement compares section 15 and the verdicts of one law.
type agreement map[compare.Outcome]int

// On the sheets of the corpus, section 15 and the verdicts agree on most classes. With -v the test prints the figures of
// each law, and the differences.
func TestSection15AgreesWithTheCheck(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "corpus", "pdf", "j[as]-*.pdf"))
	if err != nil || len(files) == 0 || testing.Short() {
		t.Skip("no corpus of Japanese sheets beside the module, or a short run: section 15 is not compared")
	}
	laws, all := map[string]agreement{}, agreement{}
	for _, file := range files {
		if strings.HasSuffix(file, "-scan.pdf") {
			continue
		}
		r := readingIn(t, file)
		if r == nil {
			continue
		}
		j := judge(sectionsOf(*r), "2026-11-22")
		for _, c := range j.comparison {
			if laws[c.Law] == nil {
				laws[c.Law] = agreement{}
			}
			laws[c.Law][c.Outcome]++
			all[c.Outcome]++
			if c.Outcome != compare.Agrees {
				t.Log(difference(filepath.Base(file), &j, &c))
			}
		}
	}
	for _, law := range slices.Sorted(maps.Keys(laws)) {
		t.Logf("%-10s %s", law, laws[law])
	}
	t.Logf("%-10s %s", "all", all)
	if sure := all[compare.Agrees] + all[compare.FoundNotStated] + all[compare.StatedNotFound]; float64(all[compare.Agrees]) < 0.6*float64(sure) {
		t.Errorf("they agree on %d of %d", all[compare.Agrees], sure)
	}
}

func (a agreement) String() string {
	return fmt.Sprintf("agrees %3d  found_not_stated %3d  stated_not_found %3d  outdated %3d  not_judged %3d",
		a[compare.Agrees], a[compare.FoundNotStated], a[compare.StatedNotFound], a[compare.Outdated], a[compare.NotCompared])
}

// difference is a line about a difference between section 15 and the verdict, with the grounds of both.
func difference(file string, j *checkedSheet, c *compare.Comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s (%s) %s %s:", file, j.record.ProductName, cmp.Or(j.record.RevisedOn, j.record.IssuedOn), c.Outcome, c.ClassKey)
	for _, s := range c.Stated {
		fmt.Fprintf(&b, " stated %q", s.Text)
	}
	for _, p := range j.proofs {
		if p.Key() != c.ClassKey {
			continue
		}
		fmt.Fprintf(&b, " %s %s %s [%s]", p.Verdict, p.Entry, p.Threshold, p.Explain("en"))
		for _, part := range p.Parts {
			fmt.Fprintf(&b, " %s %s %g-%g", part.Name, part.CAS, part.Has.Low, part.Has.High)
		}
	}
	return b.String()
}
