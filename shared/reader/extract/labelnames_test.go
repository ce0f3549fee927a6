package extract_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// nameLabels are labels of a product's name in words of their own.
var nameLabels = []string{
	"Preparation name", "Name of the preparation", "Name of the mixture", "Commercial name", "Product commercial name", "Identification of the preparation",
	"Identification of the substance/mixture", "Trade designation", "Material identity", "Product/Trade name", "Product name or trade name", "Trade name or product name",
	"Product (trade) name", "Chemical or trade name", "Trade/Common name", "Product identifier used on the label", "Product name as it appears on label",
	"Identity as used on label", "Product identifiers", "Manufacturer's product name", "Product name and/or code", "Product name and use", "Trade name and synonyms",
	"Trade name/synonyms", "Gas name", "Registered name", "Formulation name", "Primary product name",
}

// A label may ask for the name in words of its own, before a colon or in a column beside it.
func TestLabelsOfNamesInOtherWords(t *testing.T) {
	for _, label := range nameLabels {
		for how, ls := range map[string][]doc.Line{
			"with a colon": lines("1.1 "+label+": Brightol Blue", "Recommended use: Cleaner"),
			"in a column":  {line(100, 50, label, 300, "Brightol Blue"), line(114, 50, "Recommended use", 300, "Cleaner")},
			"under a heading": {
				line(86, 50, "Product identifier"), line(100, 50, label, 300, "Brightol Blue"), line(114, 50, "Recommended use", 300, "Cleaner"),
			},
		} {
			r := read(sheet("en", section(1, ls)))
			if got := r.Text("product_name"); got != "Brightol Blue" {
				t.Errorf("%s %s: %q", label, how, got)
			}
		}
	}
}

// Labels that ask for the name of a company, for a number or for a group of products are none of the product's name, and no part of it.
func TestLabelsOfOtherNames(t *testing.T) {
	for _, label := range []string{
		"Company identification", "Name of the supplier", "Contact name", "Item identification number", "Product family", "Product line", "Shipping name",
		"Product identification and use", "Name of the responsible person",
	} {
		r := read(sheet("en", section(1, lines(label+": Brightol Blue", "Recommended use: Cleaner"))))
		if got := r.Text("product_name"); got != "" {
			t.Errorf("%s: %q", label, got)
		}
	}
}

// A name that the sheet labels as such goes before one under another kind of name, and before a description.
func TestNamesByTheSurestLabel(t *testing.T) {
	for want, printed := range map[string][]string{
		"Brightol Blue":  {"Trade name and synonyms: PCP 29047", "Product name: Brightol Blue"},
		"Brightol Green": {"Product description: Floor cleaner", "Trade designation: Brightol Green"},
		"Brightol Red":   {"Gas name: Welding gas", "Trade name: Brightol Red"},
		"Floor cleaner":  {"Product description: Floor cleaner", "Recommended use: Cleaner"},
		"TINT BASE":      {"Product description: TINT BASE", "Recommended use: Cleaner", "Material: Plastic"},
	} {
		r := read(sheet("en", section(1, lines(printed...))))
		if got := r.Text("product_name"); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
}

// Below the heading of the identifiers, the first line may have a label of which nothing is known.
func TestNameBesideAnotherLabelBelowItsHeading(t *testing.T) {
	for want, below := range map[string]doc.Line{
		"Brightol 40":      line(114, 50, "Product series: Brightol 40"),
		"Brightol 50":      line(114, 50, "Product series", 200, "Brightol 50"),
		"Brightol Cleaner": line(114, 50, "Brightol Cleaner"),
		"Brightol: Heavy":  line(114, 50, "Brightol: Heavy"),
		"EC-2216":          line(114, 50, "EC-2216"),
		"Brightol":         line(114, 50, "Brightol", 300, "Version 2"),
	} {
		r := read(sheet("en", section(1, []doc.Line{line(100, 50, "1.1 Product identifier"), below, line(130, 50, "Recommended use: Cleaner")})))
		if got := r.Text("product_name"); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %q, want %q", below.Text, got, want)
		}
	}
}

// Beside a translation, the heading of the identifiers is no label over the name of the other language.
func TestNameBesideItsTranslation(t *testing.T) {
	left, right := []string{"1.1. Product identifier", "Product name: Brightol", "Product form: Liquid"}, []string{"1.1. Identificateur du produit", "Nom du produit : Brillol", "État du produit : Liquide"}
	var ls []doc.Line
	table := doc.Table{}
	for i := range left {
		ls = append(ls, line(float64(100+14*i), 50, left[i], 320, right[i]))
		table.Rows = append(table.Rows, []doc.Cell{{Lines: lines(left[i])}, {Lines: lines(right[i])}})
	}
	sec := section(1, ls, pair("Product name", "Brightol"), pair("Nom du produit", "Brillol"))
	sec.Tables = []doc.Table{table}
	r := read(sheet("en", sec))
	if got := r.Text("product_name"); got != "Brightol" {
		t.Errorf("%q", got)
	}
}

// A long code with a dash between it and the name, or one of two numbers, is no part of the name; a short one may be.
func TestLongCodesBeforeNames(t *testing.T) {
	for printed, want := range map[string]string{
		"L-70-12WHA - HB SHINOL WHITE": "HB SHINOL WHITE|L-70-12WHA",
		"F091E0093A - SHINOL YELLOW":   "SHINOL YELLOW|F091E0093A",
		"5400-0017 SHINOL SPRAY":       "SHINOL SPRAY|5400-0017",
		"CC-24 - Contact Cement":       "CC-24 - Contact Cement|",
		"R-BK1 Stencil Ink":            "R-BK1 Stencil Ink|",
		"SW-848 PLASTIC CLEANER":       "SW-848 PLASTIC CLEANER|",
	} {
		for how, d := range map[string]*doc.Document{
			"by its label": sheet("en", section(1, lines("Product name: "+printed, "Recommended use: Cleaner"))),
			"in the title": sheet("en", section(0, lines(printed)), section(1, lines("Brightol Works Ltd.", "12 Mill Road", "Springfield", "Emergency: see below"))),
		} {
			r := read(d)
			if got := r.Text("product_name") + "|" + strings.Join(r.List("product_codes"), " "); got != want {
				t.Errorf("%s %s: %q, want %q", printed, how, got, want)
			}
		}
	}
}

// The codes that a label tells go before the one that stands before the name.
func TestLabelledCodesGoBeforeTheNames(t *testing.T) {
	r := read(sheet("en", section(1, lines("Product name: 591, SHINOL WASH", "Product code: 591 32oz, 592 GAL"))))
	if name, codes := r.Text("product_name"), strings.Join(r.List("product_codes"), " "); name != "SHINOL WASH" || codes != "591 592" {
		t.Errorf("name %q, codes %q", name, codes)
	}
}

// Beside a name, in another column, stand other items: what says so by its form is no part of the name. So are lines below it.
func TestItemsBesideAndBelowNames(t *testing.T) {
	for _, other := range []string{
		"Version 2", "SDS No. 12345", "MSDS# 22", "Page 1 of 5", "Code 12345", "Date: 5 May 2015", "5/5/2015", "May 5, 2015", "Revised 1/1/2015", "CAS # 67-64-1", "67-64-1",
		"UPC 012345678901", "Health: 1", "Flammability 0", "HMIS", "Phone 555-555-1234", "DANGER", "WHMIS Class B2", "UN 1263", "EPA Reg. No. 123-45", "Rev. 3", "Lot: 12", "Mixture",
	} {
		p := pair("Product name", "Brightol Blue "+other)
		p.ValueLines = []doc.Line{line(100, 200, "Brightol Blue", 400, other)}
		below := pair("Product name", "Brightol Blue "+other)
		below.ValueLines = []doc.Line{line(100, 200, "Brightol Blue"), line(112, 200, other)}
		for how, d := range map[string]*doc.Document{
			"beside in a pair": sheet("en", section(1, nil, p)),
			"beside in a line": sheet("en", section(1, []doc.Line{line(100, 50, "Product name:", 200, "Brightol Blue", 400, other)})),
			"below in a pair":  sheet("en", section(1, nil, below)),
		} {
			r := read(d)
			if got := r.Text("product_name"); got != "Brightol Blue" {
				t.Errorf("%s %s: %q", other, how, got)
			}
		}
	}
	p := pair("Product name", "BRIGHTOLTM Blue UN 1263")
	p.ValueLines = []doc.Line{line(100, 200, "BRIGHTOL™ Blue", 400, "UN 1263")}
	if r := read(sheet("en", section(1, nil, p))); r.Text("product_name") != "BRIGHTOL Blue" {
		t.Errorf("with a trade mark: %q", r.Text("product_name"))
	}
	for _, below := range []string{"12 Mill Road", "This product is used as a cleaner.", "Not applicable", "Brightol Works Inc.", "Also known as Shinol", "12345"} {
		p, first := beside(100, "Product name:", "Brightol Blue")
		p.ValueLines, p.Value = append(p.ValueLines, line(112, 200, below)), p.Value+" "+below
		r := read(sheet("en", section(1, []doc.Line{first, line(112, 200, below)}, p)))
		if got := r.Text("product_name"); got != "Brightol Blue" {
			t.Errorf("%s below: %q", below, got)
		}
	}
}

// A name goes on below though another item stands beside its first line, and a bare noun is its label where a column stands beside the name.
func TestNamesBesideOtherItems(t *testing.T) {
	for want, ls := range map[string][]doc.Line{
		"BRIGHTOL LOW PRESSURE FOAM": {line(100, 50, "Product name:", 200, "BRIGHTOL LOW", 400, "Revised 1/1/2015"), line(112, 200, "PRESSURE FOAM"), line(140, 50, "Supplier: Brightol Works Inc.")},
		"Brightol Cleaner Blue":      {line(100, 50, "Product", 200, "Brightol Cleaner Blue", 400, "Date: 1/1/2015"), line(140, 50, "Supplier: Brightol Works Inc.")},
		"Brightol 12":                {line(100, 50, "Product name:", 200, "Brightol 12", 400, "Technical information"), line(112, 50, "Product information", 200, "555-555-1234")},
	} {
		r := read(sheet("en", section(1, ls)))
		if got := r.Text("product_name"); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What stands apart in the same line may be of the name, and so may a line below it.
func TestPartsOfNamesThatStandApart(t *testing.T) {
	for _, part := range []string{"*SAMPLE", "650 ml", "Part B", "(Aerosol)", "Ink 500", "No. 5", "SAE 30", "with lemon scent", "Blue, Red, Green"} {
		p := pair("Product name", "Brightol "+part)
		p.ValueLines = []doc.Line{line(100, 200, "Brightol", 300, part)}
		below := pair("Product name", "Brightol "+part)
		below.ValueLines = []doc.Line{line(100, 200, "Brightol"), line(112, 200, part)}
		for how, value := range map[string]doc.Pair{"beside": p, "below": below} {
			r := read(sheet("en", section(1, nil, value)))
			if got := r.Text("product_name"); got != "Brightol "+part {
				t.Errorf("%s %s: %q", part, how, got)
			}
		}
	}
}

// A name without a label is that of the title: over two lines, beside another column, without the mark of a trade.
func TestNamesOfTitles(t *testing.T) {
	large := func(y float64, cells ...any) doc.Line {
		l := line(y, cells...)
		l.Size = 14
		return l
	}
	company := lines("Brightol Works Ltd.", "12 Mill Road", "Springfield", "Emergency: see below")
	marked := large(60, 50, "BRIGHTOLTM 410 BLACK")
	marked.Raw = "BRIGHTOL™ 410 BLACK"
	for want, title := range map[string][]doc.Line{
		"BRIGHTOL Certified Hand Cleaner": {large(40, 50, "SAFETY DATA SHEET"), large(60, 50, "BRIGHTOL Certified Hand"), large(71, 50, "Cleaner"), line(90, 50, "Version 1.3")},
		"Brightol Remover Spray":          {large(40, 50, "SAFETY DATA SHEET"), large(60, 50, "Brightol Remover Spray", 400, "Printed: 09/11/2015")},
		"BRIGHTOL 410 BLACK":              {marked},
		"BRIGHTOL WASH":                   {large(60, 50, "591, BRIGHTOL WASH"), line(75, 50, "Safety Data Sheet")},
	} {
		r := read(sheet("en", section(0, title), section(1, company)))
		if got := r.Text("product_name"); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	r := read(sheet("en", section(1, append(lines("undertaking", "1.1 Product identifier", "Product form: Mixture", "1.2"), company...))))
	if got := r.Text("product_name"); got != "" {
		t.Errorf("the rest of a heading and a form: %q", got)
	}
}
