package sds_test

import (
	"encoding/json"
	"os"
	"testing"

	"anzen/shared/domain/sds"
)

// The dashboard's tests read the same vectors.
func TestReadDay(t *testing.T) {
	data, err := os.ReadFile("testdata/days.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct{ In, Day string }
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		if day, ok := sds.ReadDay(v.In); day != v.Day || ok != (v.Day != "") {
			t.Errorf("%q is %q, %t; not %q", v.In, day, ok, v.Day)
		}
	}
}

// A date in an edit is stored in one form, however it is written.
func TestADateOfAnEditIsStoredInOneForm(t *testing.T) {
	s := sds.Section{Number: 1}
	edit := func(text string) error {
		_, err := s.Apply(sds.FieldEdit{Section: 1, ID: "revision_date", Action: sds.ActionEdit, Value: &sds.Value{Kind: sds.KindDate, Text: text}}, nil)
		return err
	}
	if err := edit("令和6年4月1日"); err != nil {
		t.Fatal(err)
	}
	if got := s.Find("revision_date").Value.Text; got != "2024-04-01" {
		t.Errorf("stored as %q", got)
	}
	if err := edit("令和6年"); err == nil {
		t.Error("a year alone was taken")
	}
}
