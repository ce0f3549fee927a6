package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/judgement/lawcheck"
)

var noon = time.Date(2026, 11, 22, 3, 0, 0, 0, time.UTC)

func lines(t *testing.T, args ...string) (all []line) {
	t.Helper()
	var out bytes.Buffer
	if err := run(args, &out, noon); err != nil {
		t.Fatal(err)
	}
	for text := range strings.Lines(out.String()) {
		var l line
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		all = append(all, l)
	}
	return all
}

func find(t *testing.T, all []line, law, category, class string) line {
	t.Helper()
	i := slices.IndexFunc(all, func(l line) bool { return l.Law == law && l.Category == category && l.Class == class })
	if i < 0 {
		t.Fatalf("there is no line of %s/%s/%s", law, category, class)
	}
	return all[i]
}

func TestEveryVerdictIsALine(t *testing.T) {
	all := lines(t, "-ingredients", "108-88-3:30 1330-20-7:10-20 50-00-0:<1 イオン交換水:残部", "-state", "liquid", "-flash", "4", "-date", "2026-04-01")
	toluene := find(t, all, "JP-PRTR", "C1", "DEFAULT")
	if toluene.Verdict != "applies" || toluene.CAS == "" || toluene.Entry == "" || toluene.Threshold != ">= 1" || toluene.Version == "" || toluene.Reason == "" || toluene.Confidence == "" {
		t.Errorf("the verdict on an entry of PRTR: %+v", toluene)
	}
	sum := find(t, all, "JP-ISHA", "YUKI", "T2")
	if sum.Verdict != "applies" || sum.CAS != "108-88-3 1330-20-7" || sum.Share != "40-50" || sum.Threshold != "> 5" {
		t.Errorf("solvents are added: %+v", sum)
	}
	if l := find(t, all, "JP-CSCL", "C1", "DEFAULT"); l.Verdict != "not_listed" || l.Reason == "" {
		t.Errorf("a class without a hit has a line: %+v", l)
	}
	if l := find(t, all, "JP-FOOD", "ADDITIVE", "DEFAULT"); l.Verdict != "unknown" || !slices.Contains(l.Missing, "list") {
		t.Errorf("a class without a list is unknown: %+v", l)
	}
	if slices.ContainsFunc(all, func(l line) bool { return l.Law == "US-P65" }) {
		t.Error("optional sets are included only on request")
	}
	find(t, lines(t, "-ingredients", "71-43-2:1", "-all", "1"), "US-P65", "P65", "CANCER/REPRO")
}

// A class that the tree has as one and that is judged in parts has its code in the tree,
// and no "not listed" of one part beside another part's "applies".
func TestClassesHaveTheirCodesInTheTree(t *testing.T) {
	all := lines(t, "-ingredients", "1330-20-7:3 100-41-4:1 108-88-3:2", "-un", "1263", "-flash", "30", "-state", "liquid")
	for _, tt := range []struct{ law, category, class, part string }{
		{"JP-SHIP", "DG", "CLASS1-9", "CLASS3"}, {"JP-AIR", "DG", "CLASS1-9", "CLASS3"}, {"JP-ISHA", "TOKKA", "C2", "SOLVENT"},
	} {
		var applies []line
		for _, l := range all {
			if l.Law != tt.law || l.Category != tt.category || l.Class != tt.class {
				continue
			}
			switch l.Verdict {
			case "applies":
				applies = append(applies, l)
			case "not_listed", "unknown":
				t.Errorf("beside what applies: %+v", l)
			}
		}
		if len(applies) != 1 || applies[0].Part != tt.part {
			t.Errorf("%s %s %s: %+v", tt.law, tt.category, tt.class, applies)
		}
	}
	if l := find(t, all, "JP-OZONE", "SPEC", "A1..E"); l.Verdict != "not_listed" {
		t.Errorf("a class of which no part is found: %+v", l)
	}
}

func TestNamesAndTheDayAreTaken(t *testing.T) {
	all := lines(t, "-ingredients", `"メチル エチル ケトン:60" 水:残部 n-ヘキサン:30`)
	if l := find(t, all, "JP-PRTR", "C1", "DEFAULT"); l.Verdict != "applies" || l.CAS != "110-54-3" {
		t.Errorf("a name without a number counts: %+v", l)
	}
	if l := find(t, lines(t, "-ingredients", "1336-36-3:0.01"), "JP-CSCL", "C1", "DEFAULT"); l.Verdict != "applies" {
		t.Errorf("PCB counts at any content: %+v", l)
	}
}

func TestSharesAreReadAsSheetsWriteThem(t *testing.T) {
	for text, want := range map[string]string{
		"30": "30", "10-20": "10-20", "10~20%": "10-20", "<1": "< 1", "<=1": "<= 1", ">=5": ">= 5", ">5": "> 5", "500ppm": "0.05", "5%未満": "< 5",
		"1以上": ">= 1", "残部": "100", "営業秘密": "", "10-<20": ">= 10, < 20",
	} {
		is, err := ingredient("108-88-3:" + text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		s := lawcheck.Of(&sds.Sheet{Ingredients: []sds.Ingredient{is}})
		if got := s.Ingredients[0].Share.String(); got != want {
			t.Errorf("%s is %q, not %q", text, got, want)
		}
	}
}

func TestWhatCannotBeReadIsRefused(t *testing.T) {
	for want, args := range map[string][]string{
		"INGREDIENTS are missing":      {},
		"wrong check digit":            {"-ingredients", "108-88-4:30"},
		"the share \"viel\"":           {"-ingredients", "108-88-3:viel"},
		"names no ingredient":          {"-ingredients", ":30"},
		"a quote is not closed":        {"-ingredients", `"a b:30`},
		"the lower end of the share":   {"-ingredients", "108-88-3:30-20"},
		"the share \"30mg/m3\"":        {"-ingredients", "108-88-3:30mg/m3"},
		"the share \"3o\"":             {"-ingredients", "108-88-3:3o"},
		"the share \"10-20x\"":         {"-ingredients", "108-88-3:10-20x"},
		"STATE \"plasma\"":             {"-ingredients", "108-88-3:30", "-state", "plasma"},
		"FLASH \"cold\"":               {"-ingredients", "108-88-3:30", "-flash", "cold"},
		"DATE \"tomorrow\"":            {"-ingredients", "108-88-3:30", "-date", "tomorrow"},
		"UN \"12\"":                    {"-ingredients", "108-88-3:30", "-un", "12"},
		"SOLUBLE \"perhaps\"":          {"-ingredients", "108-88-3:30", "-soluble", "perhaps"},
		"ALL \"perhaps\"":              {"-ingredients", "108-88-3:30", "-all", "perhaps"},
		"unexpected argument \"x\"":    {"-ingredients", "108-88-3:30", "x"},
		"flag provided but not define": {"-colour", "red"},
	} {
		var out bytes.Buffer
		if err := run(args, &out, noon); err == nil || !strings.Contains(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%q: %v, not %q", args, err, want)
		}
	}
}
