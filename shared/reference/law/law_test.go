package law_test

import (
	"strings"
	"testing"

	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
)

func TestFind(t *testing.T) {
	tests := []struct{ text, want string }{
		{"労働安全衛生法 名称等を表示すべき危険物及び有害物", "JP-ISHA"},
		{"毒物および劇物取締法：劇物", "JP-PDSCA"},
		{"化学物質排出把握管理促進法（ＰＲＴＲ法）", "JP-PRTR JP-PRTR"},
		{"消 防 法 第4類", "JP-FSA"},
		{"下水道法、水道法", "JP-SEWER JP-WATER"},
		{"TSCA: listed; SARA 313", "US-TSCA US-SARA-313"},
		{"within reach of children", ""},
		{"REACH Regulation (EC) No 1907/2006", "EU-REACH EU-REACH"},
		{"SARA 311/312 Hazards", "US-SARA-311"},
		{"廃棄物の処理および清掃に関する法律", "JP-WDA"},
	}
	for _, tt := range tests {
		var got []string
		for _, m := range law.Find(tt.text) {
			got = append(got, m.Law.Code)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("Find(%q) = %v, want %v", tt.text, got, tt.want)
		}
	}
}

func TestEveryNameIsFound(t *testing.T) {
	for _, l := range law.All() {
		if got, ok := law.ByCode(l.Code); !ok || got.Ja != l.Ja {
			t.Errorf("ByCode(%q) = %+v", l.Code, got)
		}
		for _, n := range l.Names {
			found := law.Find(n)
			if len(found) == 0 {
				t.Errorf("%q is not found", n)
				continue
			}
			if found[0].Start != 0 || found[0].End > len(fold.Printed(n)) {
				t.Errorf("%q is found at %d-%d", n, found[0].Start, found[0].End)
			}
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("労働安全衛生法、消防法")
	f.Add("TSCA SARA 313")
	f.Fuzz(func(t *testing.T, s string) {
		folded := fold.Printed(s)
		for _, m := range law.Find(s) {
			if m.Start < 0 || m.End > len(folded) || m.Start >= m.End {
				t.Fatalf("%q: %d-%d", s, m.Start, m.End)
			}
		}
	})
}
