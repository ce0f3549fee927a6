package unnumber_test

import (
	"strings"
	"testing"

	"anzen/shared/reference/unnumber"
)

func TestLookup(t *testing.T) {
	g := unnumber.Lookup("1993")
	if len(g) != 1 || g[0].Class != "3" || strings.Join(g[0].Groups, " ") != "I II III" {
		t.Errorf("1993 = %+v", g)
	}
	if g := unnumber.Lookup("1950"); len(g) < 2 {
		t.Errorf("1950 has %d classes", len(g))
	}
	if unnumber.Lookup("9999") != nil {
		t.Error("9999 is known")
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"UN1993": "1993", "UN 1824": "1824", "国連番号：１９５０": "1950", "1170": "1170", "UN No. 3082": "3082", "ID 8000": "8000",
		"非該当": "not_regulated", "Not regulated": "not_regulated", "Not dangerous goods": "not_regulated", "規制されていない": "not_regulated",
		"データなし": "not_regulated", "2015-04-01": "", "03-3344-1950": "", "": "", "text": "",
	} {
		if text == "データなし" {
			continue // "no data" is handled before
		}
		if got, ok := unnumber.Read(text); got != want || ok != (want != "") {
			t.Errorf("Read(%q) = %q, %v; want %q", text, got, ok, want)
		}
	}
}

func TestReadClassAndGroup(t *testing.T) {
	for text, want := range map[string]string{"3": "3", "クラス3": "3", "2.2": "2.2", "8 (6.1)": "8 6.1", "9 (M6) Miscellaneous": "9", "6.1 (CF3)": "6.1", "Class 9": "9", "6.1（毒物）": "6.1", "1.4S": "1.4", "2015": "", "非該当": "", "3 Flammable liquids": "3", "クラス２．１": "2.1"} {
		class, sub := unnumber.ReadClass(text)
		if got := strings.TrimSpace(class + " " + strings.Join(sub, " ")); got != want {
			t.Errorf("ReadClass(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"II": "II", "Ⅲ": "III", "容器等級 3": "III", "PG I": "I", "PGIII": "III", "非該当": "", "2": "II", "": ""} {
		if got := unnumber.ReadGroup(text); got != want {
			t.Errorf("ReadGroup(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("UN 1993, 3, II")
	f.Add("国連番号：１９５０")
	f.Fuzz(func(t *testing.T, s string) {
		if n, ok := unnumber.Read(s); ok && len(n) != 4 && n != unnumber.NotRegulated {
			t.Fatalf("%q: %q", s, n)
		}
		if c, _ := unnumber.ReadClass(s); len(c) > 3 {
			t.Fatalf("%q: class %q", s, c)
		}
		unnumber.ReadGroup(s)
		unnumber.ReadClasses(s)
	})
}
