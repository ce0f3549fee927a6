package extract_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

func TestCodesAsPrinted(t *testing.T) {
	for printed, want := range map[string]string{
		"Product Number (s): 02140":                                 "02140",
		"Product code: 251-8oz, 252-gal, 254-64oz":                  "251 252 254",
		"Product code: 4571-0012(18kg)":                             "4571-0012",
		"Item number: PL 0928B1 Supercedes : 08/01/2005":            "PL 0928B1",
		"Item number: #95G: 1-Gallon Bottle, #95-5C: 5-Gallon Pail": "95G 95-5C",
		"Article number: 200-100 · 1.2 Relevant identified uses":    "200-100",
		"Product code: MAP-ProTM, PRO-MaxTM":                        "MAP-Pro PRO-Max",
		"Other means of identification JA1010":                      "JA1010",
		"Other means of identification Not available":               "",
		"Effective Date: 1/1/2015 Code No.: 115A":                   "115A",
		"PRODUCT NAME Brightol ITEM JO":                             "JO",
		"Product code: l 1502GM; 1502GMM":                           "1502GM 1502GMM",
	} {
		r := read(sheet("en", section(1, lines(printed, "Supplier: Brightol Works Ltd."))))
		if got := strings.Join(r.List("product_codes"), " "); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
	wantTexts(t, "sds_number", map[string]string{"SDS No. F-03536 (US_EN)": "F-03536 (US_EN)", "MSDS No.: 8874, 8875": "8874", "MATERIAL SAFETY DATA SHEET # 59": "59", "Reference number: 3195": ""}, func(printed string) *doc.Document {
		return sheet("en", section(1, lines("Product code: B-1", printed)))
	})
}

// Codes are read without the rest of a longer label, and without a point behind them.
func TestCodesWithoutTheRestOfTheirLabel(t *testing.T) {
	for printed, want := range map[string]string{
		"Code du produit : 49231": "49231", "Code de produit 49231": "49231", "Code de l'article : AB-12": "AB-12", "Product code: 53191, 53196.": "53191 53196",
	} {
		r := read(sheet("other", section(1, lines(printed))))
		if got := strings.Join(r.List("product_codes"), " "); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
}

// Codes stand behind a name, below it, in a table, and in a header.
func TestCodesBesideTheName(t *testing.T) {
	below := pair("Product Name", "Brightol Refill Ink Colour : (Black) CS-10N, CS-20N ( X-200 ink ) CX-AN,CX-BN,etc.")
	below.Kind = doc.Gap
	below.ValueLines = []doc.Line{line(100, 200, "Brightol Refill Ink Colour : (Black)"), line(114, 200, "CS-10N, CS-20N ( X-200 ink )"), line(128, 200, "CX-AN,CX-BN,etc.")}
	header := sheet("en", section(1, nil, pair("Product name", "Brightol")))
	header.Headers = []doc.Line{line(10, 50, "Print date: 21.10.2015", 250, "Product code: 5_CY_GB", 450, "Page 1 of 5")}
	dated := sheet("en", section(1, nil, pair("Product name", "Brightol")))
	dated.Headers = lines("March 2006 Product Code(s): 2001, 2002")
	for want, d := range map[string]*doc.Document{
		"Brightol|4291-01 4291-05":                      sheet("en", section(1, nil, pair("Product name", "Brightol (4291-01, 4291-05)"))),
		"Brightol (2-pack)|":                            sheet("en", section(1, nil, pair("Product name", "Brightol (2-pack)"))),
		"Brightol Refill Ink|CS-10N CS-20N CX-AN CX-BN": sheet("en", section(1, nil, below)),
		"Brightol|72MAX 72MB-Nut Butter 907": sheet("en", tabled(1, lines("Product name: Brightol", "Product codes:"), grid(doc.Lattice,
			[]string{"Model No.", "Description"}, []string{"72MAX", "Board"}, []string{"72MB-Nut Butter", "Board"}, []string{"907", "Insert"}, []string{"Spare part", "Insert"}))),
		"Brightol|5_CY_GB":         header,
		"Brightol|2001 2002":       dated,
		"Brightol|Z03618":          sheet("en", section(1, nil, pair("Product Name", "Brightol"), pair("Product Identifier", "Z03618"))),
		"Brightol|VS100-115 VS931": sheet("en", section(1, nil, pair("Trade name", "Brightol"), pair("Manufacturer's Code Identification", "VS100-115, VS931"))),
		"Brightol|6911 Inks (all colours) 8723 (Red and Black)": sheet("en", section(1, nil, pair("Product name", "Brightol"), pair("Product codes", "6911 Inks (all colours); 8723 (Red and Black)"))),
	} {
		r := read(d)
		if got := r.Text("product_name") + "|" + strings.Join(r.List("product_codes"), " "); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// The number of a sheet may have letters alone where the product's code is the same, and ends before the number of its pages.
func TestNumberOfASheetInLetters(t *testing.T) {
	d := sheet("en", section(0, lines("SDS# Bright-Green Total Pages: 5")), section(1, lines("Product name: Brightol", "Catalog number: Bright-Green")))
	if r := read(d); r.Text("sds_number") != "Bright-Green" {
		t.Errorf("got %q", r.Text("sds_number"))
	}
}
