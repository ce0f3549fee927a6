package extract_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// Codes joined by "&", behind the colours among other names, and as the only other means of identification; the code by which a service
// knows a company is none.
func TestCodesAsMakersListThem(t *testing.T) {
	for _, tt := range []struct {
		lines []string
		pairs []doc.Pair
		want  string
	}{
		{lines: []string{"Product Name: Brightol", "Product Code: 7610-4 & 7710"}, want: "7610-4 7710"},
		{lines: []string{"Product Name: Brightol"}, pairs: []doc.Pair{pair("BRIGHTOL TUB; PRODUCT COLORS/CODES", "03-1701; 03-5101; 035109")}, want: "03-1701 03-5101 035109"},
		{lines: []string{"Product Name: Brightol"}, pairs: []doc.Pair{pair("Other means of identification", "1532909, 1651126 (Lemon); 1517184")}, want: "1532909 1651126 1517184"},
		{lines: []string{"Product Name: Brightol"}, pairs: []doc.Pair{pair("Other means of identification", "Brightol 12345 liquid")}},
		{lines: []string{"Product Name: Brightol", "CHEMTREC: 3E Company Access Code: 333111"}},
	} {
		r := read(sheet("en", section(1, lines(tt.lines...), tt.pairs...)))
		if got := strings.Join(r.List("product_codes"), " "); got != tt.want {
			t.Errorf("%q %v: codes %q, want %q", tt.lines, tt.pairs, got, tt.want)
		}
	}
}

// Labels of companies and telephones in words of some programs and makers.
func TestLabelsOfSuppliersInOtherWords(t *testing.T) {
	r := read(sheet("en", section(1, nil, pair("Company identity", "Brightol Works LLC"), pair("Emergency phone", "800-555-0100"), pair("Other calls", "815-555-0167"))))
	if name, own, urgent := r.Text("supplier_name"), r.Text("supplier_phone"), r.Text("emergency_phone"); name != "Brightol Works LLC" || own != "815-555-0167" || urgent != "800-555-0100" {
		t.Errorf("supplier %q, telephone %q, for emergencies %q", name, own, urgent)
	}
	wantTexts(t, "supplier_phone", map[string]string{"Telephon number": "+49-0-40-555490"}, func(label string) *doc.Document {
		return sheet("en", section(1, nil, pair("Product name", "Brightol"), pair(label, "+49 (0) 40 / 555490")))
	})
	r = read(sheet("ja", section(1, nil, pair("製品名", "アンゼンクリーナー"), pair("電話番号(緊急連絡先)", "049-000-2103"))))
	if own, urgent := r.Text("supplier_phone"), r.Text("emergency_phone"); own != "049-000-2103" || urgent != own {
		t.Errorf("telephone %q, for emergencies %q", own, urgent)
	}
}
