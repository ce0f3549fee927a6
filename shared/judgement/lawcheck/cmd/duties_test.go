package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reference/duty"
	"anzen/shared/text/tsv"
)

// The duties of products that anybody who knows the laws can tell, from composition to article.
func TestKnownDuties(t *testing.T) {
	file, err := os.ReadFile("testdata/duties.tsv")
	if err != nil {
		t.Fatal(err)
	}
	table, rows, kinds := tsv.Read("duties.tsv", string(file)), 0, map[duty.Kind]bool{}
	for row := range table.Rows() {
		rows++
		args := []string{"-duties", "1", "-ingredients", row.Text("composition"), "-state", row.Text("state"), "-flash", row.Text("flash"), "-ph", row.Text("ph"), "-date", row.Text("day")}
		forces := map[string]string{}
		for _, l := range dutyLines(t, args...) {
			for _, article := range strings.Split(l.Article, "、") {
				forces[article] = string(l.Force)
			}
			kinds[l.Kind] = true
		}
		for _, wanted := range row.List("has", " ") {
			article, force, stated := strings.Cut(wanted, "=")
			if got, ok := forces[article]; !ok || stated && got != force {
				t.Errorf("%s: %s does not follow (%q)", row.Text("composition"), wanted, got)
			}
		}
		for _, article := range row.List("none", " ") {
			if got, ok := forces[article]; ok {
				t.Errorf("%s: %s follows (%s)", row.Text("composition"), article, got)
			}
		}
	}
	if err := table.Err(); err != nil {
		t.Fatal(err)
	}
	if rows < 40 {
		t.Errorf("only %d compositions", rows)
	}
	for _, k := range duty.Kinds {
		if !kinds[k] && k != "education" && k != "transport" {
			t.Errorf("no composition with a duty of kind %s", k)
		}
	}
}

func dutyLines(t *testing.T, args ...string) (all []dutyLine) {
	t.Helper()
	var out bytes.Buffer
	if err := run(args, &out, noon); err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(out.String()) {
		var l dutyLine
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if l.ID > 0 {
			all = append(all, l)
		}
	}
	return all
}

// An entry that comes into force later brings its duties from that day.
func TestAnnouncedDutiesHaveTheirDay(t *testing.T) {
	announced := dutyLines(t, "-duties", "1", "-ingredients", "13189-00-9:5", "-date", "2026-11-22")
	if !slices.ContainsFunc(announced, func(l dutyLine) bool {
		return l.Article == "安衛法第57条" && l.Force == "scheduled" && l.From == "2027-04-01"
	}) {
		t.Errorf("the label from April 2027: %+v", announced)
	}
	if later := dutyLines(t, "-duties", "1", "-ingredients", "13189-00-9:5", "-date", "2027-04-01"); len(later) < len(announced) || later[0].Force != "conditional" {
		t.Errorf("on the day itself: %+v", later)
	}
	for _, l := range dutyLines(t, "-duties", "1", "-ingredients", "108-88-3:30", "-date", "2026-11-22") {
		if l.Force == "scheduled" || len(l.Because) == 0 || l.Verification == "" {
			t.Errorf("%+v", l)
		}
	}
	if slices.ContainsFunc(lines(t, "-ingredients", "108-88-3:30"), func(l line) bool { return l.Law == "" }) {
		t.Error("duties are printed unasked")
	}
}
