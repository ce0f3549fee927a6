package reader_test

import (
	"testing"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/layout"
)

// The name of the product and its supplier in forms of section 1 as makers print them: in two columns of boxes with labels above their values, with bullets
// or in brackets, under labels that name a kind of product, and with other labels at the margin below.
func TestNamesAndSuppliersInForms(t *testing.T) {
	for _, tt := range []struct {
		form           string
		rows           []string
		name, supplier string
	}{
		{"boxes of two columns", []string{
			"80|50@Manufacturers Name|320@Emergency Phone Number", "94|50@Brightol, Inc.|320@555-201-3000", "108|50@P.O. Box 460|320@Fax: 555-201-3001", "122|50@Springfield, IL 62701",
			"140|50@Trade Name & Synonyms|320@Composition:", "154|50@Brightol, Meadow All Purpose Fertilizer 5-5-5|320@Trade Secret",
		}, "Brightol, Meadow All Purpose Fertilizer 5-5-5", "Brightol, Inc."},
		{"boxes of two columns, the name first", []string{
			"80|50@Chemical Trade Name (as used on label):|330@Chemical Family/Classification:", "94|50@Lead-Acid Battery|330@Electric Storage Battery",
			"112|50@Manufacturer's Name/Address:|330@Telephone:", "126|50@Brightol Works|330@555-201-3000", "140|50@P.O. Box 460|330@24-Hour Emergency Response Contact:",
		}, "Lead-Acid Battery", "Brightol Works"},
		{"the name in the second column", []string{
			"80|50@Manufacturer's Name:|320@Date: 04/02/2015", "94|50@Brightol Works Co., Inc.", "108|50@1200 Harbor Road|320@Trade Name: Gelled Electrolyte,",
			"122|50@Telephone Number for Information: 555-201-3000|320@Sealed Non Spillable Battery", "136|50@Emergency Telephone Number: 555-201-3001|320@Classification: Battery wet",
		}, "Gelled Electrolyte, Sealed Non Spillable Battery", "Brightol Works Co., Inc."},
		{"two columns of labels with their values", []string{
			"80|50@Product Name|140@Moderate Yield Black Print Cartridge|330@Manufacturer|420@Brightol International Inc", "94|50@Product ID|140@15M2971|420@1200 Harbor Road",
			"108|50@Chemical|140@Inkjet Cartridge|420@Springfield, IL 62701", "122|50@Family", "136|50@Application|140@Inkjet Printer|330@Information|420@555-201-3000",
		}, "Moderate Yield Black Print Cartridge", "Brightol International Inc"},
		{"bullets between labels and values", []string{
			"80|50@Product Name • Brightol Branded #2 Diesel Fuel", "94|50@SDS Number/Grade • D0046", "108|50@Recommended use • Fuel", "122|50@Manufacturer • Brightol Enterprises LLC",
		}, "Brightol Branded #2 Diesel Fuel", "Brightol Enterprises LLC"},
		{"a type of product in the place of its name", []string{
			"80|50@Manufacturer/Supplier Name BRIGHTOL WELDING, INC.", "94|50@Telephone Number 555-201-3000", "108|50@Product Type ALUMINUM ALLOYS", "122|50@AWS Classification ER4043, ER5356",
		}, "ALUMINUM ALLOYS", "BRIGHTOL WELDING, INC."},
		{"a chemical name with its class", []string{
			"40|50@Prepared to U.S. OSHA, ANSI and Canadian WHMIS Standards", "80|50@CHEMICAL NAME; CLASS: Isobutylene IN AIR MIXTURE", "94|50@TRADE NAMES: None", "108|50@PRODUCT USE: Calibration Gas", "122|50@MANUFACTURER", "136|50@BRIGHTOL GAS, INC.",
		}, "Isobutylene IN AIR MIXTURE", "BRIGHTOL GAS, INC."},
		{"an importer's details", []string{
			"80|50@Product Name: BRIGHTOL LITHIUM", "94|50@Recommended Use of the Chemical and Restriction on Use: Algicide", "108|50@Details of Manufacturer or Importer: The Brightol Group Pty Ltd as Trustee for The Pool Trust", "122|50@Phone Number: 555-201-3000",
		}, "BRIGHTOL LITHIUM", "The Brightol Group Pty Ltd as Trustee for The Pool Trust"},
		{"a sentence that names the distributor below", []string{
			"80|50@Product name: Portland cement CEM I", "94|50@The material is imported and distributed by:", "108|50@Brightol Cement Ltd", "122|50@1200 Harbor Road",
		}, "Portland cement CEM I", "Brightol Cement Ltd"},
		{"日本語のラベルが値の下に並ぶ", []string{
			"80|50@製品名 フェロメール", "94|50@英名 Ferromail Liquid Iron 15-0-0", "108|50@肥料登録番号 輸第10731号", "122|50@社内整理番号 201801B", "136|50@会社名 緑里グリーン株式会社",
		}, "フェロメール", "緑里グリーン株式会社"},
		{"かぎ括弧の見出し", []string{
			"80|50@会社名|120@有限会社緑里洗浄", "94|50@電 話|120@03-5555-0123", "108|50@【2.品名】", "122|50@シートール・多目的洗浄剤", "136|50@【3.物質の特定】", "150|50@混合物",
		}, "シートール・多目的洗浄剤", "有限会社緑里洗浄"},
		{"箇条書きの値", []string{
			"80|50@- 会社名", "94|50@- 株式会社緑里洗浄", "108|50@- 担当部門", "122|50@- 技術部", "136|50@製品名（化学品名、商品名等）：強アルカリ電解水「緑の水」", "150|50@物質の特定",
		}, "強アルカリ電解水「緑の水」", "株式会社緑里洗浄"},
		{"サプライヤー", []string{
			"80|50@製品名：", "94|50@緑里インク 300", "108|50@サプライヤー：", "122|50@ミドリサトコーポレーション", "136|50@東京都港区芝1-2-3", "150|50@Tel：03-5555-0123",
		}, "緑里インク300", "ミドリサトコーポレーション"},
	} {
		title, heading := "Safety Data Sheet", "1. Identification"
		if tt.form[0] > 0x7f {
			title, heading = "安全データシート", "1. 製品及び会社情報"
		}
		rows := append([]string{"30|50@" + title, "60|50@" + heading}, tt.rows...)
		d := layout.Build([]doc.Page{set(append(rows, furtherSections()...)...)}, doc.Info{})
		r := extract.Sheet(d)
		if got := [2]string{r.Text("product_name"), r.Text("supplier_name")}; got != [2]string{tt.name, tt.supplier} {
			t.Errorf("%s: name %q, supplier %q", tt.form, got[0], got[1])
		}
	}
}

// What stands below pairs side by side goes on in its column, but for a label whose value stands in the next one, and for a text over both.
func TestPairsSideBySide(t *testing.T) {
	for below, want := range map[string][3]string{
		"108|50@e-mail:|250@sds@brightol.example": {"555-201-3001", "sds@brightol.example", ""},
		"108|50@Mon to Fri|250@(24 hours)":        {"555-201-3001 (24 hours)", "", ""},
		"108|50@Code: 12|250@Use: Cleaning":       {"555-201-3001", "", "Cleaning"},
	} {
		rows := []string{"30|50@Safety Data Sheet", "60|50@1. Identification", "80|50@Product name: Brightol Cleaner", "94|50@Telephone: 555-201-3000|250@Fax: 555-201-3001", below}
		r := extract.Sheet(layout.Build([]doc.Page{set(append(rows, furtherSections()...)...)}, doc.Info{}))
		if got := [3]string{r.Text("supplier_fax"), r.Text("supplier_email"), r.Text("recommended_use")}; got != want || r.Text("supplier_phone") != "555-201-3000" {
			t.Errorf("%s: telephone %q, fax, address and use %q", below, r.Text("supplier_phone"), got)
		}
	}
}
