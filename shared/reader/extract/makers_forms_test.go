package extract_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
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

// The signal word of the label counts, and not one in brackets behind a class.
func TestSignalWordOfTheLabel(t *testing.T) {
	r := read(sheet("ja", section(2, lines("高圧ガス 液化ガス(絵表示:ガスボンベ、注意喚起語:警告)", "注意喚起語:危険"), pair("高圧ガス", "液化ガス(絵表示:ガスボンベ、注意喚起語:警告)"), pair("注意喚起語", "警告) 区分3(麻酔作用"), pair("注意喚起語", "危険"))))
	if got := r.Text("signal_word"); got != "danger" {
		t.Errorf("signal word %q", got)
	}
	wantTexts(t, "signal_word", map[string]string{"GHS signal word": "danger"}, func(label string) *doc.Document {
		return sheet("en", section(2, lines("Flammable liquids, Category 4."), pair(label, "DANGER.")))
	})
}

// Lines may have the category before their class.
func TestCategoriesBeforeTheirClasses(t *testing.T) {
	r := read(sheet("en", section(2, lines("Hazard classification:", "Category 1A Carcinogen", "Category 1 Eye Damage", "Category 2 Skin Irritant", "SIGNAL WORD: DANGER"))))
	if got := classesOf(r); got != "carcinogenicity/1A eye_damage/1 skin_corrosion/2" {
		t.Errorf("classes %s", got)
	}
}

// classesOf are the classes of a sheet with their categories, in order.
func classesOf(r extract.Result) string {
	var out []string
	for _, c := range r.GoldView().Classification {
		out = append(out, c.Class+"/"+c.Category)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// ingredientsOf are the ingredients of a sheet: name, CAS numbers, the ends of the share.
func ingredientsOf(r extract.Result) (out []string) {
	for _, p := range r.GoldView().Composition {
		end := func(op *string, x *float64) string {
			if op == nil || x == nil {
				return "-"
			}
			return fmt.Sprintf("%s%g", *op, *x)
		}
		out = append(out, fmt.Sprintf("%s %s %s %s", *p.Name, strings.Join(p.CAS, "+"), end(p.LowOp, p.Low), end(p.HighOp, p.High)))
	}
	return out
}

// Shares with words for their upper end, with signs for about, and with a blank behind the point.
func TestSharesWithWordsAndSigns(t *testing.T) {
	for printed, want := range map[string]string{"Upper Bound 55%": "- <=55", "Upper limit: 5 %": "- <=5", "+ or - 4%": ">=4 <=4", "±4%": ">=4 <=4", "37. 02": ">=37.02 <=37.02", "0. 5 %": ">=0.5 <=0.5"} {
		r := read(sheet("en", tabled(3, nil, grid(doc.Lattice, []string{"Component", "CAS No.", "Concentration %"}, []string{"Solvent A", "67-63-0", printed}))))
		if got := strings.Join(ingredientsOf(r), "; "); got != "Solvent A 67-63-0 "+want {
			t.Errorf("%q: %s", printed, got)
		}
	}
}

// A table whose rows are not all numbered is read whole; a number or sign of a share that goes on in the next row belongs to its own.
func TestRowsOfTablesWithoutRules(t *testing.T) {
	for _, tt := range []struct {
		rows [][]string
		want string
	}{
		{
			[][]string{{"", "wt percent", "CAS #"}, {"Carbon black", "19.5%", "1333-86-4"}, {"Lithium mixed oxide", "8.7%", ""}, {"Copper", "10.4%", "7440-50-8"}, {"Polyethylene", "5.6%", "9002-88-4"}},
			"Carbon black 1333-86-4 >=19.5 <=19.5; Lithium mixed oxide  >=8.7 <=8.7; Copper 7440-50-8 >=10.4 <=10.4; Polyethylene 9002-88-4 >=5.6 <=5.6",
		},
		{
			[][]string{{"Component", "CAS #", "Percentage"}, {"Light distillate", "64742-47-", "40.0-50.0"}, {"(petroleum)", "8", "%"}, {"Mineral oil", "64742-65-0", "35.0-45.0 %"}},
			"Light distillate (petroleum) 64742-47-8 >=40 <=50; Mineral oil 64742-65-0 >=35 <=45",
		},
		{
			[][]string{{"Component", "CAS #", "Percentage"}, {"Nickel #", "7440-02-0", "60-100"}, {"Iron", "7439-89-6", "3-7"}},
			"Nickel 7440-02-0 >=60 <=100; Iron 7439-89-6 >=3 <=7",
		},
	} {
		r := read(sheet("en", tabled(3, nil, grid(doc.Borderless, tt.rows...))))
		if got := strings.Join(ingredientsOf(r), "; "); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// A column headed by a kind alone is of the authority left of it; a unit in the heading of one or above the table holds for the others.
func TestLimitsByTheHeadingsBesideThem(t *testing.T) {
	wantLimits(t, read(sheet("en", tabled(8, nil, grid(doc.Lattice, []string{"", "OSHA PEL", "ACGIH TLV", "STEL", "NIOSH REL", "STEL"}, []string{"Solvent A", "150 ppm", "100 ppm", "none", "100 ppm", "150 ppm"})))),
		"OSHA - 150 ppm", "ACGIH - 100 ppm", "NIOSH - 100 ppm", "NIOSH STEL 150 ppm")
	wantLimits(t, read(sheet("en", tabled(8, nil, grid(doc.Lattice, []string{"Ingredient", "Exposure limit (mg/m3) OSHA PEL", "ACGIH-TLV"}, []string{"Silicon", "5", "10"})))),
		"OSHA - 5 mg/m3", "ACGIH - 10 mg/m3")
	wantLimits(t, read(sheet("en", tabled(8, lines("International Exposure Limits (mg/m3)"), grid(doc.Lattice, []string{"Chemical", "Quebec PEV", "EU OEL"}, []string{"Tin", "2", "0.15 (a)"})))),
		"Quebec - 2 mg/m3", "EU - 0.15 mg/m3")
	wantLimits(t, read(sheet("en", tabled(8, nil, grid(doc.Lattice, []string{"Component", "OSHA PEL", "MSHA PEL"}, []string{"Cement", "15 mg/m3", "10 mg/m3"})))),
		"OSHA - 15 mg/m3", "MSHA - 10 mg/m3")
	wantLimits(t, read(sheet("en", section(8, lines("OSHA PEL: 100 PPM/STEL 150")))), "OSHA - 100 ppm", "OSHA STEL 150 ppm")
	wantLimits(t, read(sheet("en", section(8, lines("Threshold Limit Value for nuisance dust: 10 mg/m3.")))), "ACGIH - 10 mg/m3")
}

// Laws that are "non-applicable" are none, nor is the heading of a state's; a label in section 2 tells the type.
func TestDenialsAndTypesInOtherWords(t *testing.T) {
	r := read(sheet("en", section(15, lines("State of Brightland Regulations:", "The Toxic Substances Control Act (TSCA) : Non-applicable", "Hazardous substances release under CERCLA sections 102-103: Non-applicable"),
		pair("State of Brightland Regulations", "Small quantities of salts may be found."), pair("The Toxic Substances Control Act (TSCA)", "Non-applicable"))))
	if got := r.List("laws"); len(got) > 0 {
		t.Errorf("laws %q", got)
	}
	r = read(sheet("en", section(2, nil, pair("Product definition", "Mixture"))))
	if got := r.Text("composition_type"); got != "mixture" {
		t.Errorf("type %q", got)
	}
}
