package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reference/regulation/lists"
)

// reference is the folder of the reference data.
const reference = "../../../../../shared/reference"

// Importing the same data again changes nothing, corrections by hand included.
func TestImportingAgainChangesNothing(t *testing.T) {
	if _, err := os.Stat(reference); err != nil {
		t.Skip("the reference data are not beside the source tree: ", err)
	}
	there, err := lists.ReadAll("../lists")
	if err != nil {
		t.Fatal(err)
	}
	imported, err := collect(reference, ".")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range merge(there, imported) {
		if i >= len(there) {
			t.Errorf("%s is another list", f.Name)
			continue
		}
		was, is := strings.Split(there[i].Text(), "\n"), strings.Split(f.Text(), "\n")
		for n := range min(len(was), len(is)) {
			if was[n] != is[n] {
				t.Errorf("%s: line %d changes (an edit by hand needs a note)\nfrom %s\nto   %s", f.Name, n+1, was[n], is[n])
				break
			}
		}
		if len(was) != len(is) {
			t.Errorf("%s has %d lines, had %d", f.Name, len(is), len(was))
		}
	}
}

// file makes a list from lines of the form "number name threshold from note id".
func file(name string, lines ...string) *lists.File {
	f := &lists.File{Name: name}
	for i, text := range lines {
		c := strings.Split(text, " ")
		id := 0
		if len(c) > 5 {
			id = 400000000 + i
		}
		f.Lines = append(f.Lines, lists.Line{
			Contents: []lists.Content{{ID: id, Class: name + "/DEFAULT", Threshold: c[2]}}, Number: c[0], Ja: c[1], From: strings.Trim(c[3], "-"), Note: strings.Trim(c[4], "-"),
		})
	}
	return f
}

func TestMerge(t *testing.T) {
	there := []*lists.File{
		file("JP-A/C", "0 零 >0 - hand id", "1 甲 >1 - - id", "2 乙 >1 - amended id", "2 乙 >2 2030-04-01 amended id", "3 丙 >1 - - id", "4 丁 >1 - hand id", "5 戊 >1 - - id"),
		file("JP-A/OWN", "1 甲 >1 - - id"),
	}
	imported := []*lists.File{
		file("JP-A/C", "1 甲 >3 - -", "2 乙 >1 - -", "9 新 >1 - -", "5 戊 >1 - -"),
		file("JP-A/NEW", "1 甲 >1 - -"),
	}
	var got []string
	for _, f := range merge(there, imported) {
		for _, l := range f.Lines {
			id := "new"
			if l.Contents[0].ID != 0 {
				id = string(rune('0' + l.Contents[0].ID - 400000000))
			}
			got = append(got, f.Name[5:]+" "+l.Number+l.Ja+l.Contents[0].Threshold+" "+id)
		}
	}
	// 甲 is as imported and keeps its id; a line with a note stays, also after the removal
	// of its predecessor (丙 of 丁).
	want := []string{"C 0零>0 0", "C 1甲>3 1", "C 2乙>1 2", "C 2乙>2 3", "C 4丁>1 5", "C 9新>1 new", "C 5戊>1 6", "OWN 1甲>1 0", "NEW 1甲>1 new"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// A content changed by hand stays, while that of the same line in the other class is imported.
func TestMergeOfOneContentByHand(t *testing.T) {
	content := func(class, threshold string, id int) lists.Content {
		return lists.Content{ID: id, Class: class, Threshold: threshold}
	}
	there := []lists.Line{
		{Number: "1", Ja: "甲", Contents: []lists.Content{content(lists.LabelClass, ">=1", 1)}},
		{Number: "1", Ja: "甲", To: "2030-04-01", Note: "amended", Contents: []lists.Content{content(lists.SDSClass, ">=1", 2)}},
		{Number: "1", Ja: "甲", From: "2030-04-01", Note: "amended", Contents: []lists.Content{content(lists.SDSClass, ">=0.1", 3)}},
	}
	imported := []lists.Line{{Number: "1", Ja: "甲", Contents: []lists.Content{content(lists.LabelClass, ">=0.3", 0), content(lists.SDSClass, ">=1", 0)}}}
	merged := mergeLines(there, imported)
	if len(merged) != 3 || !slices.Equal(merged[0].Contents, []lists.Content{content(lists.LabelClass, ">=0.3", 1)}) || merged[1].Contents[0].ID != 2 || merged[2].Contents[0].ID != 3 {
		t.Errorf("%+v", merged)
	}
}

func TestPairs(t *testing.T) {
	e := func(class, number, threshold, from string) *entry {
		return &entry{class: class, number: number, ja: "名" + number, threshold: threshold, from: from}
	}
	l, s := lists.LabelClass, lists.SDSClass
	var got []string
	for _, line := range pairs(
		[]*entry{e(l, "1", ">=1", ""), e(l, "2", ">=1", ""), e(l, "4", ">=1", "")},
		[]*entry{e(s, "1", ">=0.1", ""), e(s, "2", ">=1", "2025-04-01"), e(s, "2", ">=0.1", "2027-04-01"), e(s, "3", ">=1", ""), e(s, "4", ">=1", "")},
	) {
		text := line.Number + " " + line.From
		for _, c := range line.Contents {
			text += " " + c.Class[8:9] + c.Threshold
		}
		got = append(got, text)
	}
	slices.Sort(got)
	want := []string{"1  L>=1 S>=0.1", "2  L>=1", "2 2025-04-01 S>=1", "2 2027-04-01 S>=0.1", "3  S>=1", "4  L>=1 S>=1"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestPoisonousContents(t *testing.T) {
	for proviso, want := range map[string][2]string{
		"": {">0", ""},
		"ただし、硫酸一〇％以下を含有するものを除く。":                          {">10", ""},
		"ただし、二・五％以下を含有するものを除く。":                           {">2.5", ""},
		"ただし、五％（マイクロカプセル製剤にあつては、三〇％）以下を含有するものを除く。":        {">5", ">30"},
		"ただし、容量二〇リツトル以下の容器に収められたものであつて、〇・一％以下を含有するものを除く。": {">0", ">0.1"},
		"ただし、次に掲げるものを除く。":                                 {">0", ""},
	} {
		if threshold, certain := poisonousContent(proviso); threshold != want[0] || certain != want[1] {
			t.Errorf("%s: %s, %s", proviso, threshold, certain)
		}
	}
}
