package chem_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

func TestParseCAS(t *testing.T) {
	for in, want := range map[string]chem.CAS{
		"67-64-1":          "67-64-1",
		"67‐64‐1":          "67-64-1",
		"67−64−1":          "67-64-1",
		"６７－６４－１":          "67-64-1",
		"67ー64ー1":          "67-64-1",
		"67 - 64 -\n1":     "67-64-1",
		"7732-18-5":        "7732-18-5",
		"000064-17-5":      "64-17-5",
		"64742-95-6":       "64742-95-6",
		"1310–73–2":        "1310-73-2",
		"67-64-2":          "",
		"67-64":            "",
		"108-88-3 (Toluol": "",
		"200-662-2":        "",
	} {
		got, err := chem.ParseCAS(in)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("ParseCAS(%q) = %q, %v; want %q", in, got, err, want)
		}
	}
}

func TestFindCAS(t *testing.T) {
	tests := []struct {
		text string
		want []chem.CAS
	}{
		{"アセトン 67-64-1、トルエン 108-88-3", []chem.CAS{"67-64-1", "108-88-3"}},
		{"TEL 052-381-5281", nil},
		{"03-12-34", nil},
		{"CAS:67-64-1;EC:200-662-2", []chem.CAS{"67-64-1"}},
		{"A67-64-1", nil},
		{"1993-04-01", nil},
		{"67-64-1-2", nil},
		{"(67-64-1)", []chem.CAS{"67-64-1"}},
	}
	for _, tt := range tests {
		var got []chem.CAS
		for _, f := range chem.FindCAS(fold.Printed(tt.text)) {
			if f.Valid {
				got = append(got, f.CAS)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(tt.want) {
			t.Errorf("FindCAS(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestCASRoundTrip(t *testing.T) {
	dashes := []string{"-", "‐", "–", "−", "－", " - "}
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.IntRange(10, 9999999).Draw(t, "first")
		second := rapid.IntRange(0, 99).Draw(t, "second")
		digits := fmt.Sprintf("%d%02d", first, second)
		sum := 0
		for i := range digits {
			sum += int(digits[i]-'0') * (len(digits) - i)
		}
		d := rapid.SampledFrom(dashes).Draw(t, "dash")
		want := fmt.Sprintf("%d-%02d-%d", first, second, sum%10)
		got, err := chem.ParseCAS(fmt.Sprintf("%d%s%02d%s%d", first, d, second, d, sum%10))
		if err != nil || string(got) != want {
			t.Fatalf("got %q, %v; want %q", got, err, want)
		}
	})
}

func FuzzFindCAS(f *testing.F) {
	f.Add("67-64-1")
	f.Add("６７－６４－１ 7732 - 18 - 5")
	f.Fuzz(func(t *testing.T, s string) {
		folded := fold.Printed(s)
		for _, c := range chem.FindCAS(folded) {
			if c.Start < 0 || c.End > len(folded) || c.Start >= c.End {
				t.Fatalf("bad span %d-%d of %d", c.Start, c.End, len(folded))
			}
			if c.Valid && !c.CAS.Valid() {
				t.Fatalf("%q found as valid but is not", c.CAS)
			}
		}
	})
}
