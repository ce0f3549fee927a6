package extract_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// The figures of section 9 in the many forms in which sheets print labels, units and conditions.
func TestPrintedFormsOfFigures(t *testing.T) {
	wantForms(t,
		form{"Vapor Press", "20 mm Hg @ 68 F", "vapor_pressure", "20 mmHg"},
		form{"VAPOR PRESSURE (mm. Hg at 20 deg C)", "18", "vapor_pressure", "18 mmHg"},
		form{"VAPOR PRESSURE", "180 MM HG", "vapor_pressure", "180 mmHg"},
		form{"Vapour pressure", "<0,00001 hPa", "vapor_pressure", "< 0.00001 hPa"},
		form{"Freezing Pt.", "~ 32 F", "melting_point", "ca. 32 °F"},
		form{"M.P.", "120 C", "melting_point", "120 °C"},
		form{"Melting point", "minus 20 C", "melting_point", "-20 °C"},
		form{"Boiling Point 0C", "78-100", "boiling_point", ">= 78 - <= 100 °C"},
		form{"Boiling Range 0F", "> 500", "boiling_point", "> 500 °F"},
		form{"Flash Point", "Not Below 100 C", "flash_point", ">= 100 °C"},
		form{"Flash Point", "62 degrees Celsius", "flash_point", "62 °C"},
		form{"Flash Range", "39.øF - 95.øF", "flash_point", ""},
		form{"Flash Point", "No flash to 212°F", "flash_point", ""},
		form{"Sp. Gr. (water=1)", "0.95", "relative_density", "0.95"},
		form{"Spec Gravity", "0.96", "relative_density", "0.96"},
		form{"Specific Gravity", "25/25: 1.05", "relative_density", "1.05"},
		form{"Vap. Density", "3.7", "vapor_density", "3.7"},
		form{"Density", "1.5 Kg/L", "density", "1.5 kg/L"},
		form{"Upper/lower flammability or explosive limits", "12.7 % / 2 %", "explosive_low", "2 %"},
		form{"UEL/LEL", "6.7 / 0.9 %", "explosive_high", "6.7 %"},
		form{"Explosive limits", "1.5 % (LEL) 10.9 % (UEL)", "explosive_high", "10.9 %"},
		form{"Flash Point °C (°F)", "38 (100)", "flash_point", "38 °C"},
		form{"Flash Point °F (°C)", "100 (38)", "flash_point", "100 °F"},
		form{"Boiling Point @ 760 mmHg (F)", "212", "boiling_point", "212 °F"},
		form{"pH value", "(10 g/l): 7", "ph", "7"},
		form{"pH", "(conc.): 7.5", "ph", "7.5"},
		form{"Vapor density", "(air = 1): 3.2", "vapor_density", "3.2"},
		form{"Vapour Density (Air=1)", ": 3.2", "vapor_density", "3.2"},
		form{"Lower flammable limit in air (% by volume)", "1.0", "explosive_low", "1 %"},
		form{"Flammable limits in air (% by vol.)", "Lower: 3.3 Upper: 19", "explosive_low", "3.3 %"},
	)
}

// A limit of explosion whose label goes on below is told in the text of the section; a figure behind a denial is another one's.
func TestLimitsOfExplosionInText(t *testing.T) {
	r := read(sheet("en", section(9, lines("Odor: mild", "Colour: none", "Upper explosion limit / Up- : Upper flammability limit", "per flammability limit 10.4 %(V)", "Lower explosion limit : not available", "Water: 20 %"))))
	if high := r.Get("explosive_high"); high == nil || high.Quantity.String() != "10.4 vol%" {
		t.Errorf("upper limit %+v", high)
	}
	if low := r.Get("explosive_low"); low != nil {
		t.Errorf("lower limit %v", low.Quantity)
	}
}

// The words of section 9 in the forms in which labels ask for several things, or name the medium and the unit.
func TestPrintedFormsOfLooksAndSolubility(t *testing.T) {
	wantForms(t,
		form{"Solubility in H2O", "Slight", "solubility_water", "Slight"},
		form{"Solubility", "in H2O: Slight", "solubility_water", "Slight"},
		form{"Solubilities", "(water) Not available", "solubility_water", ""},
		form{"Solubility in water (20 C)", "N/D", "solubility_water", ""},
		form{"SOLUBILITY IN WATER g/L (20°C)", "SOLUBLE", "solubility_water", "SOLUBLE"},
		form{"Solubility description", "Soluble in water", "solubility_water", "Soluble in water"},
		form{"Odour and appearance", "Light amber liquid. Faint odour.", "color", "Light amber"},
		form{"Appearance", "Cyan liquid", "color", "Cyan"},
		form{"Physical State/Color", "Liquid / blue", "color", "blue"},
		form{"Form/Color/Odor", "Liquid, green, pine", "color", "green"},
		form{"Form/Color/Odor", "Liquid, green, pine", "odor", "pine"},
		form{"Color and form", "white powder", "state", "solid"},
		form{"State of matter", "gas", "state", "gas"},
		form{"Material form", "powder", "state", "solid"},
		form{"Physical description", "Yellow waxy solid", "state", "solid"},
		form{"General appearance", "Brown liquid", "color", "Brown"},
	)
}

// Names and codes under the labels that ask for both, and codes with sizes, plurals and words in their place.
func TestPrintedFormsOfNamesAndCodes(t *testing.T) {
	for _, tt := range []struct {
		text        []string
		name, codes string
	}{
		{[]string{"Product Name/Number: Brightol / 12345"}, "Brightol", "12345"},
		{[]string{"Product Name and Number: Brightol #12345"}, "Brightol", "12345"},
		{[]string{"Product Number and Name: 12345 Brightol"}, "Brightol", "12345"},
		{[]string{"Product Name: Brightol (Part No. 12345, 12346)"}, "Brightol", "12345 12346"},
		{[]string{"Product Name: Brightol", "SKU(s): 77100, 77101"}, "Brightol", "77100 77101"},
		{[]string{"Product Name: Brightol", "Catalog Nos.: C100, C200"}, "Brightol", "C100 C200"},
		{[]string{"Product Name: Brightol", "Reorder No.: 4567"}, "Brightol", "4567"},
		{[]string{"Product Name: Brightol", "Cat. #: 4567, 4568"}, "Brightol", "4567 4568"},
		{[]string{"Product Name: Brightol", "Stock Numbers: 22001 22002"}, "Brightol", "22001 22002"},
		{[]string{"Product Name: Brightol", "Product Code(s): All Codes (see page 3)"}, "Brightol", ""},
		{[]string{"Product Label Name: Brightol"}, "Brightol", ""},
		{[]string{"Common Name: Brightol"}, "Brightol", ""},
	} {
		r := read(sheet("en", section(1, lines(append(tt.text, "Recommended use: Cleaner")...))))
		if got := r.Text("product_name"); got != tt.name {
			t.Errorf("%q: name %q, want %q", tt.text, got, tt.name)
		}
		if got := strings.Join(r.List("product_codes"), " "); got != tt.codes {
			t.Errorf("%q: codes %q, want %q", tt.text, got, tt.codes)
		}
	}
}

// A whole shipping description may stand under the label of the name.
func TestDescriptionUnderTheLabelOfTheName(t *testing.T) {
	r := read(sheet("en", section(14, lines("Proper Shipping Name: UN1263, Paint, 3, PG II"))))
	for key, want := range map[string]string{"un_number": "1263", "shipping_name": "Paint", "transport_class": "3", "packing_group": "II"} {
		if got := r.Text(key); got != want {
			t.Errorf("%s %q, want %q", key, got, want)
		}
	}
	for _, text := range []string{"No transport restrictions.", "DOT Classification: Not a DOT controlled material."} {
		r := read(sheet("en", section(14, lines(text))))
		if got := r.Text("un_number"); got != "not_regulated" {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// Shares below a heading that calls them the most, dashes of a wrong table of characters, and arrowheads for comparisons.
func TestPrintedFormsOfShares(t *testing.T) {
	for _, tt := range []struct{ heading, share, want string }{
		{"% (max)", "20", "<= 20 %"},
		{"Weight % less than", "5.0", "< 5 %"},
		{"%", "25 ñ 50", ">= 25 - <= 50 %"},
		{"%", "˂99", "< 99 %"},
	} {
		sec := section(3, nil)
		sec.Tables = append(sec.Tables, table([]string{"Chemical name", "CAS No.", tt.heading}, []string{"Ethylbenzene", "100-41-4", tt.share}))
		r := read(sheet("en", sec))
		if rows := r.Rows("composition"); len(rows) != 1 || rows[0]["concentration"] == nil || rows[0]["concentration"].Quantity.String() != tt.want {
			t.Errorf("%q below %q: %+v", tt.share, tt.heading, rows)
		}
	}
}

// Rows of a table of ingredients: one without a number whose share ends with a sign, one whose number lost its first digit to the name, and the
// pictograms of a second table.
func TestRowsOfIngredients(t *testing.T) {
	sec := section(3, nil)
	sec.Tables = append(sec.Tables, table(
		[]string{"Ingredient", "CAS No.", "Percent"},
		[]string{"Water 7", "732-18-5", "1-5%"},
		[]string{"Nonhazardous ingredients", "Mixture", "95-99%"},
		[]string{"GHS06-GHS08", "98-00-0", "0"}))
	r := read(sheet("en", sec))
	var got []string
	for _, p := range r.GoldView().Composition {
		got = append(got, *p.Name+" "+strings.Join(p.CAS, "+"))
	}
	if want := []string{"Water 7732-18-5", "Nonhazardous ingredients "}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The line of a cell read as a figure before a Japanese name is no part of it; the figures of a name are.
func TestLineOfACellBeforeAName(t *testing.T) {
	for _, c := range [][3]string{
		{"1メタノール", "67-56-1", "メタノール"},
		{"| メタノール", "67-56-1", "メタノール"},
		{"1-ブタノール", "71-36-3", "1-ブタノール"},
		{"1夢ノール", "67-56-1", "1夢ノール"},
	} {
		r := read(sheet("ja", tabled(3, nil, table([]string{"成分名", "CAS番号", "含有量"}, []string{c[0], c[1], "99.8%以上"}))))
		if got := r.GoldView().Composition; len(got) != 1 || *got[0].Name != c[2] {
			t.Errorf("%q: %+v, want the name %q", c[0], got, c[2])
		}
	}
}

// Dates with figures alone have the month first beside a telephone number as North America prints it, and no name of another country.
func TestMonthFirstByTheTelephone(t *testing.T) {
	wantTexts(t, "revision_date", map[string]string{
		"Phone: 414-555-0199": "2007-04-02", "Phone: (414) 555-0199": "2007-04-02", "Phone: +44 414 555 0199": "2007-02-04", "Phone: 414-555-0199, Ontario, Canada": "2007-02-04",
	}, func(printed string) *doc.Document {
		return sheet("en", section(1, lines("Product name: Brightol", "Revision date: 04/02/2007", printed)))
	})
}

// A long text under the label of the codes is a list where it begins with codes; a code that a line divides is one, and what follows the list
// is none.
func TestLongListsOfCodes(t *testing.T) {
	var want []string
	text := "Product Code(s): "
	for i := range 60 {
		want = append(want, "04-"+strconv.Itoa(1000+i))
		text += want[i] + "; "
	}
	text = strings.Replace(text, "04-1007;", "04- 1007 (all colours);", 1)
	r := read(sheet("en", section(1, lines("Product name: Brightol", text+"Keep out of the reach of children"))))
	if got := r.List("product_codes"); !slices.Equal(got, want) {
		t.Errorf("%d codes %v", len(got), got)
	}
	r = read(sheet("en", section(1, lines("Product name: Brightol", "Product Code(s): "+strings.Repeat("see the label of the pack for the code, ", 12)))))
	if got := r.List("product_codes"); got != nil {
		t.Errorf("codes %q of a sentence", got)
	}
}

// A sheet says that it is of a mixture where it speaks of one.
func TestThisMixture(t *testing.T) {
	wantTexts(t, "composition_type", map[string]string{
		"None of the ingredients in this preparation is listed.": "mixture", "No data available for this product mixture": "mixture",
		"Hazards of this substance or mixture": "", "CAS Number: Mixture - not established": "",
	}, func(printed string) *doc.Document { return sheet("en", section(2, lines(printed))) })
}

// The type of the product in the words of European sheets, which name it in the plural, and behind labels for its name.
func TestTypesBehindOtherLabels(t *testing.T) {
	wantTexts(t, "composition_type", map[string]string{
		"3.2 Chemical characterization: Mixtures": "mixture", "Chemical characterisation (Mixture)": "mixture", "Chemical characterization: Substances": "substance",
		"Chemical identity: Mixture": "mixture", "Chemical name: Toluene": "",
	}, func(printed string) *doc.Document { return sheet("en", section(3, lines(printed))) })
}

// Numbers of sheets under labels for files and indexes, and numbers for emergencies that are told apart in brackets.
func TestNumbersUnderOtherLabels(t *testing.T) {
	under := func(printed string) *doc.Document {
		return sheet("en", section(1, lines("Product name: Brightol", "Phone (business hours): 614-555-0143", printed)))
	}
	wantTexts(t, "sds_number", map[string]string{"MSDS File No. 0012": "0012", "SDS Identification Number: 0012": "0012", "SDS Index No.: 0012": "0012"}, under)
	wantTexts(t, "emergency_phone", map[string]string{"Phone (emergencies): 614-555-0199": "614-555-0199", "Phone (fax): 614-555-0199": ""}, under)
}
