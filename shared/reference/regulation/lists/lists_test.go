package lists_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reference/regulation/lists"
)

var date = regexp.MustCompile(`^\d{4}(-\d{2}(-\d{2})?)?$`)

func TestEveryListHasATitleAndASource(t *testing.T) {
	all, err := lists.ReadAll(".")
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 50 {
		t.Errorf("%d lists", len(all))
	}
	for _, f := range all {
		if len(f.Title) < 2 || !slices.Contains(f.Title, "CAS Registry Number is a trademark of the American Chemical Society.") {
			t.Errorf("%s has the title %q", f.Name, f.Title)
		}
		if !date.MatchString(f.Origin.AsOf) {
			t.Errorf("%s is as of %q", f.Name, f.Origin.AsOf)
		}
		if len(f.Lines) == 0 {
			t.Errorf("%s is empty", f.Name)
		}
		seen := map[string]bool{}
		for _, l := range f.Lines {
			if !date.MatchString(l.Origin.AsOf) {
				t.Errorf("%s: %s is as of %q", f.Name, l.Number, l.Origin.AsOf)
			}
			for _, c := range l.Contents {
				key := strings.Join([]string{c.Class, l.Number, l.Ja, l.En, c.Threshold, l.From, l.To}, "|")
				if seen[key] {
					t.Errorf("%s: %s is listed twice: put its CAS numbers into one line", f.Name, key)
				}
				seen[key] = true
			}
		}
	}
}

const text = "# 甲法 / Act A\n# source: e-Gov\n# as of: 2026-07\n# confidence: official\n" +
	"id\tnumber\tja\ten\tlabel\tsds\tcertain\tflags\telement\tcontext_ja\tcontext_en\trule\tfrom\tto\tcas\tsource\tas_of\tconfidence\tnote\n" +
	"400000001 400000002\t1\t甲\tA\t>=1\t>=0.1\t\tpure single\tPb\t要確認\tlook\tnames=甲\t2026-04-01\t2027-04-01\t67-64-1 108-88-3\tMHLW\t2027-01\tderived\t令和9年政令第1号\n" +
	"400000003\t2\t乙\t\t\t>0\t\t\t\t\t\t\t\t\t\t\t\t\t\n" +
	"\t3\t丙\t\t>0\t>0\t\t\t\t\t\t\t\t\t\t\t\t\t\n"

func TestParse(t *testing.T) {
	f, err := lists.Parse(lists.Notified, text)
	if err != nil {
		t.Fatal(err)
	}
	if l := f.Lines[0]; len(l.Contents) != 2 || l.Contents[0] != (lists.Content{ID: 400000001, Class: lists.LabelClass, Threshold: ">=1"}) ||
		l.Contents[1] != (lists.Content{ID: 400000002, Class: lists.SDSClass, Threshold: ">=0.1"}) ||
		!slices.Equal(l.CAS, []string{"67-64-1", "108-88-3"}) || !slices.Equal(l.Flags, []string{"pure", "single"}) ||
		l.Origin != (lists.Origin{Source: "MHLW", AsOf: "2027-01", Confidence: "derived"}) || l.Note != "令和9年政令第1号" || l.Rule != "names=甲" {
		t.Errorf("%+v", l)
	}
	if l := f.Lines[1]; len(l.Contents) != 1 || l.Contents[0] != (lists.Content{ID: 400000003, Class: lists.SDSClass, Threshold: ">0"}) || l.Origin != f.Origin || l.CAS != nil {
		t.Errorf("%+v", l)
	}
	if l := f.Lines[2]; len(l.Contents) != 2 || l.Contents[0].ID != 0 {
		t.Errorf("%+v", l)
	}
	if f.Text() != text {
		t.Errorf("is written %s", f.Text())
	}
}

// A list that could not be written back as it is is refused, so that no word is lost.
func TestParseRefuses(t *testing.T) {
	for name, c := range map[string]struct{ name, text, want string }{
		"name":          {"NOTIFIED", text, "is not named LAW/CATEGORY"},
		"comment below": {lists.Notified, text + "# 丁 is looked at\n", "comments stand above the columns only"},
		"one id of two": {lists.Notified, strings.Replace(text, "400000001 ", "", 1), "1 ids and 2 contents"},
		"no id":         {lists.Notified, strings.Replace(text, "400000003", "x", 1), `id is no whole number: "x"`},
		"no end":        {lists.Notified, strings.TrimSuffix(text, "\n"), "is not written as lists are"},
		"no date":       {lists.Notified, strings.Replace(text, "# as of: 2026-07\n", "", 1), "does not begin with"},
		"no columns":    {lists.Notified, "# source: x\n", "there is no line that names the columns"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := lists.Parse(c.name, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("unexpected error %v", err)
			}
		})
	}
}

func TestWriteAll(t *testing.T) {
	dir := t.TempDir()
	f, err := lists.Parse(lists.Notified, text)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]string{{lists.Notified}, nil} {
		changed, err := lists.WriteAll(dir, []*lists.File{f})
		if err != nil || !slices.Equal(changed, want) {
			t.Errorf("%d: %q, %v", i, changed, err)
		}
	}
	all, err := lists.ReadAll(dir)
	if err != nil || len(all) != 1 || all[0].Text() != text || all[0].Name != lists.Notified {
		t.Errorf("%v, %v", all, err)
	}
}
