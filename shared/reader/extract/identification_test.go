package extract_test

import (
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// The figures before a label are the end of the number before it, and no numbering of the label.
func TestNumberBeforeTheNextLabelIsWhole(t *testing.T) {
	block := pair("Address", "Im Hof 44 8606 Dorf Tel: +41 22 555 53 22 Fax: +41 22 555 53 23")
	r := read(sheet("en", section(1, lines("Company: Brightol Works Ltd.", "Tel: +41 22 555 53 22"), pair("Company", "Brightol Works Ltd."), block)))
	if got := r.Text("supplier_phone"); got != "+41-22-555-53-22" {
		t.Errorf("supplier's telephone %q", got)
	}
	r = read(sheet("en", section(1, nil, pair("Product name", "BLANKET 6 Supplier: Brightol Works Ltd."))))
	if got := r.Text("product_name"); got != "BLANKET 6" {
		t.Errorf("product name %q", got)
	}
}

func TestDatesByTheirLabels(t *testing.T) {
	for _, c := range []struct {
		top, section16  string
		issued, revised string
	}{
		{top: "Version number: 1.0 Date of compilation: 2020-07-02", issued: "2020-07-02", revised: "2020-07-02"},
		{top: "Version 6.2 Print Date 30.05.2024 Date of last alteration: 15.04.2024", revised: "2024-04-15"},
		{top: "Date Prepared : March/9/2012 Date Modified : July/7/2017 Date Printed : Sept/24/2020", issued: "2012-03-09", revised: "2017-07-07"},
		{top: "Revision Date: 18 Sep 2008 Supercedes : 15 Aug 2006", revised: "2008-09-18"},
		{section16: "Date of preparation / last revision 2016-11-23 / -", issued: "2016-11-23", revised: "2016-11-23"},
		{top: "MSDS Flux Cored Wire Prepared 2005-06-01", issued: "2005-06-01", revised: "2005-06-01"},
		{section16: "Revision nr. 1 Dated 25/11/2022", revised: "2022-11-25"},
		{section16: "Print Date 2015-12-18 Supersedes Safety Data Sheet Dated 2013-01-01"},
		{top: "Date: 2013-03-22", revised: "2013-03-22"},
		{top: "DATE PREPARED: Mar. 31. 2017", section16: "Date of issue : 2016.1.12 Date of revision : 2017.3.31", issued: "2016-01-12", revised: "2017-03-31"},
		{section16: "Abrasives test certificate no. 2002/21840 of 05/23/2002 issued by the institute"},
		{top: "Rev. 2004-05-08", revised: "2004-05-08"},
		{top: "Last Reviewed: 10/16/2007", revised: "2007-10-16"},
		{top: "MSDS Date of Preparation: 06 June 2009", issued: "2009-06-06", revised: "2009-06-06"},
	} {
		r := read(sheet("en", section(0, lines(c.top)), section(1, lines("Product name: Brightol")), section(16, lines(c.section16))))
		if i, v := r.Text("issue_date"), r.Text("revision_date"); i != c.issued || v != c.revised {
			t.Errorf("%q %q: issued %q, revised %q", c.top, c.section16, i, v)
		}
	}
}

// Old forms have a date in a table, below its label and beside the company. A column of any date says nothing.
func TestDatesBelowTheirLabels(t *testing.T) {
	wantTexts(t, "issue_date", map[string]string{"DATE OF PREPARATION": "2008-02-25", "Date prepared:": "2008-02-25", "Date": "", "Print date": "", "Date of preparation of the form": ""}, func(label string) *doc.Document {
		return sheet("en", tabled(1, nil, grid(doc.Borderless, []string{"MANUFACTURER'S NAME", "EMERGENCY TELEPHONE NO.", label}, []string{"Brightol Works Ltd.", "(800) 555-9300", "25-FEBRUARY-08"})))
	})
}

// Old forms without a section 16 end with their dates.
func TestDatesAtTheEndOfASheet(t *testing.T) {
	r := read(sheet("en", section(1, lines("Trade name: Brightol")), section(9, lines("Use only with gloves.", "PREPARED: 25 Sep 1996 UPDATED: 6 Jan 2009"))))
	if i, v := r.Text("issue_date"), r.Text("revision_date"); i != "1996-09-25" || v != "2009-01-06" {
		t.Errorf("issued %q, revised %q", i, v)
	}
}

// The order of day and month follows the country: a sheet with an address in the United States writes the month first.
func TestOrderOfDatesByTheCountry(t *testing.T) {
	wantTexts(t, "revision_date", map[string]string{
		"10200 River Drive, Springfield, NC 28262":      "2020-02-07",
		"Boulder, Colorado 80301-1234":                  "2020-02-07",
		"12 Showground Road, Bridgwater, England":       "2020-07-02",
		"7040 Mill Drive, Mississauga, Ontario, Canada": "2020-07-02",
	}, func(address string) *doc.Document {
		return sheet("en", section(0, lines("Revision Date: 02/07/2020")), section(1, lines("Company Name: Brightol Works", "Address: "+address)))
	})
}

// beside is a pair with its value beside the label, in a section that has both lines.
func beside(y float64, label, value string) (doc.Pair, doc.Line) {
	whole := line(y, 50, label, 200, value)
	return doc.Pair{Label: label, Value: value, Kind: doc.Colon, LabelLines: []doc.Line{line(y, 50, label)}, ValueLines: []doc.Line{line(y, 200, value)}}, whole
}

// A company is named before its address, by a label of its address, or above it.
func TestSupplierBesideItsAddress(t *testing.T) {
	for want, printed := range map[string][]string{
		"Brightol AB":                         {"Supplier: Brightol AB, Box 8004, 402 77 Mill, Sweden. sds@brightol.example"},
		"Brightol Inks LLC.":                  {"Manufacturer: Brightol Inks LLC., 8300 Mill Ave., Springfield, FL 33487"},
		"753146 Mill Ltd. o/a Brightol":       {"Manufacturer: 753146 Mill Ltd. o/a Brightol", "10 Mill Road"},
		"Brightol International":              {"Address : Brightol International", "2020 Mill Street", "Columbus OH 43207"},
		"Brightol Industries":                 {"Brightol Industries", "10755 Mill Road", "Edmonton, Alberta"},
		"Brightol Ink Corporation of America": {"Manufacturer: Brightol Ink Corporation of", "America"},
		"Brightol Coatings Company":           {"Copyright, 2017, Other Company", "Brightol Coatings Company"},
		"Brightol spa":                        {"1.3. Details of the supplier of the safety data sheet", "Name Brightol spa", "Full address Via Mulino, 71"},
	} {
		d := sheet("en", section(1, append(lines("Product name: Cleaner"), lines(printed...)...)))
		if strings.HasPrefix(printed[0], "Address") || strings.HasSuffix(printed[0], " of") {
			label, value, _ := strings.Cut(printed[0], ":")
			d.Sections[0].Pairs = []doc.Pair{{Label: strings.TrimSpace(label), Value: value + " " + printed[1], Kind: doc.Colon, LabelLines: lines(label), ValueLines: lines(append([]string{strings.TrimSpace(value)}, printed[1:]...)...)}}
		}
		if r := read(d); r.Text("supplier_name") != want {
			t.Errorf("%q: %q", printed, r.Text("supplier_name"))
		}
	}
	d := sheet("en", section(1, lines("Product name: Cleaner")))
	d.Headers = lines("BRIGHTOL & MILLS CORPORATION. 8155 MILL BOULEVARD")
	if r := read(d); r.Text("supplier_name") != "BRIGHTOL & MILLS CORPORATION" {
		t.Errorf("header: %q", r.Text("supplier_name"))
	}
}

// The supplier's telephone is the one below its name; what another company or an emergency line prints is not.
func TestTelephoneBelowTheSupplier(t *testing.T) {
	for _, c := range []struct {
		printed        []string
		own, emergency string
	}{
		{[]string{"Manufacturer: Brightol Works Ltd.", "888-555-0177 (non - emergency matters)", "Emergency Telephone: 1-800-555-0153"}, "888-555-0177", "1-800-555-0153"},
		{[]string{"Supplier: Brightol Works Ltd.", "704-555-0102 (Fax)", "704-555-0140", "Manufacturer: Other Works Inc", "Telephone: 519-555-0151"}, "704-555-0140", ""},
		{[]string{"Supplier: Brightol USA, Inc.", "Phone number : 1-800-OK-BRIGHT", "Other Canada Inc.", "Phone number : 905-555-0100"}, "", ""},
		{[]string{"Supplier: Brightol Works Ltd.", "Emergency phone number.", "Telephone Number : 973-555-0100 (for product information) or", "800-555-0137 (for emergencies)"}, "973-555-0100", "800-555-0137"},
		{[]string{"Supplier: Brightol Works Ltd.", "Emergency Phone Numbers:", "(705) 555-0158 (8:00 am - 4:00 pm)", "(705) 555-0171 (after hours)"}, "", "705-555-0158"},
		{[]string{"Supplier: Brightol Works Ltd.", "Telephone 216-555-0100", "Transport Emergency Chemtrec 1-800-555-0130", "Emergency First Aid 1-877-555-0115"}, "216-555-0100", "1-800-555-0130"},
		{[]string{"Supplier: Brightol Works Ltd.", "1.4 Emergency telephone number", "(877) 555-0183 (8AM-5PM)"}, "", "877-555-0183"},
		{[]string{"Supplier: Brightol Works Ltd.", "TEL 03-555-0100 FAX 03-555-0101"}, "03-555-0100", ""},
	} {
		r := read(sheet("en", section(1, lines(c.printed...))))
		if own, emergency := r.Text("supplier_phone"), r.Text("emergency_phone"); own != c.own || emergency != c.emergency {
			t.Errorf("%q: own %q, emergency %q", c.printed, own, emergency)
		}
	}
}

// What follows the first words of a longer label is no use.
func TestUseIsNoRestOfALabel(t *testing.T) {
	for _, c := range []struct{ label, value, want string }{
		{"Recommended use", "of the chemical and restrictions on use", ""},
		{"Identified uses", "AND USES ADVISED AGAINST", ""},
		{"Intended use", "of the Product Oral rinse", "Oral rinse"},
		{"Recommended use", "and restrictions on use", ""},
		{"Recommended use", "Use in cleaning equipment", "Use in cleaning equipment"},
		{"Recommended use", "Insect repellent. Consumer Commodity........... Yes.", "Insect repellent."},
		{"Application of the substance / the mixture", "Coil cleaner", "Coil cleaner"},
		{"Use", "only in a well-ventilated area.", ""},
		{"Use of the Sub-stance/Mixture", "Adhesives", "Adhesives"},
	} {
		r := read(sheet("en", section(1, nil, pair(c.label, c.value))))
		if got := r.Text("recommended_use"); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.label, c.value, got, c.want)
		}
	}
}

// Old forms have their company at their end; another one is no supplier.
func TestSupplierAtTheEndOfASheet(t *testing.T) {
	wantTexts(t, "supplier_name", map[string]string{
		"Location: Brightol Products Limited, 25 Mill Road, Ottawa, Ontario - 613-555-6861": "Brightol Products Limited",
		"Gloves of Brightol Products Limited are suitable":                                  "",
	}, func(printed string) *doc.Document {
		d := sheet("en", section(1, lines("Product name: Bright")), section(10, lines("Stable: Yes", printed)))
		d.Lines = d.Sections[1].Lines
		return d
	})
}

func TestTelephonesOverLinesAndOfFaxes(t *testing.T) {
	r := read(sheet("en", section(1, lines("Product name: Brightol", "FAX PHONE: (555) 439-0139", "Emergency telephone number 1-800-BRIGHTOL (1-555-274-", "5263)"))))
	if own, emergency := r.Text("supplier_phone"), r.Text("emergency_phone"); own != "" || emergency != "1-555-274-5263" {
		t.Errorf("%q, %q", own, emergency)
	}
}

// A number for emergencies in another section, and a date behind the number of the version.
func TestNumberAndDateElsewhere(t *testing.T) {
	ls := lines("Spill: mop up.", "TDG Emergency Telephone Number: 613-555-6666 (COLLECT)", "Version No. 6.0 Revised January 2013")
	d := sheet("en", section(1, lines("Product name: Brightol")), section(10, ls))
	d.Lines = ls
	r := read(d)
	if emergency, revised := r.Text("emergency_phone"), r.Text("revision_date"); emergency != "613-555-6666" || revised != "2013-01" {
		t.Errorf("%q, %q", emergency, revised)
	}
}

// The first number under the heading counts, where it is not that of an office.
func TestFirstNumberForEmergencies(t *testing.T) {
	for want, printed := range map[string][]string{
		"|800-555-9300":             {"1.4 Emergency telephone number:", "CHEMTREC 24-Hour Emergency Response Telephone Number : (800) 555-9300", "CHEMTREC 24-Hour Emergency Response (Outside US) Telephone Number : (703) 555-3887"},
		"800-555-8276|800-555-9300": {"Emergency telephone: For health and safety questions during business hours call 800-555-8276", "24 Hour Emergency Spill Contact call 800-555-9300"},
	} {
		r := read(sheet("en", section(1, lines(append([]string{"Product name: Brightol"}, printed...)...))))
		if got := r.Text("supplier_phone") + "|" + r.Text("emergency_phone"); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A company's name beside the words of the title, above its legal form, and taken for a part of its label.
func TestSupplierBesideAndBelowOtherWords(t *testing.T) {
	label, name, street := line(100, 50, "Manufacturer/Supplier"), line(112, 50, "Brightol Works Ltd."), line(124, 50, "18 Mill Road")
	joined := doc.Pair{Label: "Manufacturer/Supplier Brightol Works Ltd", Kind: doc.Below, LabelLines: []doc.Line{label, name}, Value: "18 Mill Road", ValueLines: []doc.Line{street}}
	for want, d := range map[string]*doc.Document{
		"Brightol Sales, Inc":             sheet("en", section(0, []doc.Line{line(40, 36, "MATERIAL SAFETY", 250, "Brightol Sales, Inc", 480, "PHONE:"), line(52, 40, "DATA SHEET", 250, "3317 S. Mill Road")}), section(1, lines("Product name: Bright"))),
		"Brightol Solutions Germany GmbH": sheet("en", section(1, []doc.Line{line(100, 50, "Brightol Solutions Germany"), line(112, 50, "GmbH"), line(124, 50, "Mühlweg 4"), line(100, 250, "Brightol UK Ltd."), line(112, 250, "2 Mill Road")})),
		"Brightol Works Ltd.":             sheet("en", section(1, []doc.Line{label, name, street}, joined)),
	} {
		if r := read(d); r.Text("supplier_name") != want {
			t.Errorf("got %q, want %q", r.Text("supplier_name"), want)
		}
	}
}

// The number for emergencies is the first one below the heading 1.4, above a label in the middle of its lines, in the column of its
// label, and whole where a line breaks it beside another column.
func TestNumberForEmergenciesByItsPlace(t *testing.T) {
	centred := pair("Emergency telephone number", "CHEMTREC +1 703 527 3887 (Outside US)")
	centredLines := lines("1.3 Manufacturer: Brightol Works", "1.4 CHEMTREC 1-800-424-9300 (Inside US)", "Emergency telephone number:", "CHEMTREC +1 703 527 3887 (Outside US)")
	centred.LabelLines, centred.ValueLines = centredLines[2:3], centredLines[3:4]
	for want, d := range map[string]*doc.Document{
		"+44-0-191-555-0111": sheet("en", section(1, lines("Telephone No. +44 (0)191 555 0100", "1.4. Emergency telephone number", "Manufacturer +44 (0)191 555 0111 24hr", "Official Advisory Body Telephone No.:", "+44 (0)844 555 0122"),
			pair("Telephone No", "+44 (0)191 555 0100"))),
		"1-800-424-9300": sheet("en", section(1, centredLines, centred)),
		"1-800-255-3924": sheet("en", section(0, []doc.Line{line(100, 40, "EXAMPLE, PA 19020", 380, "EMERGENCY PHONE #:"), line(111, 40, "Telephone: 1 (800) 555 0123", 380, "CHEM-TEL: 1 (800) 255 3924")}, pair("Telephone", "1 (800) 555 0123"))),
		"800-424-9300":   sheet("en", section(1, []doc.Line{line(100, 380, "Emergency Phone: 800-"), line(111, 200, "Material", 380, "424-9300"), line(122, 380, "Health Emergency No.: 412-555-0166")})),
	} {
		r := read(d)
		if got := r.Text("emergency_phone"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The number of a sheet stands among the dates at its end too, a date is broken behind its month, and the date of the sheet's version
// is later than that of a document that its end names.
func TestNumberAndDatesAtTheEnd(t *testing.T) {
	for want, d := range map[string]*doc.Document{
		"507|2021-09-21": sheet("en", section(1, lines("Product name: Brightol")), section(16, lines("Revision date: 9/21/2021", "SDS No. 507", "See SDS No. 44 of the binder"))),
		"|2013-11-11":    sheet("en", section(0, lines("REVISION DATE: NOVEMBER", "11, 2013")), section(1, lines("Product name: Brightol"))),
		"|2022-11-25":    sheet("en", section(0, lines("Revision nr. 1", "Dated 25/11/2022")), section(1, lines("Product name: Brightol")), section(16, lines("Exposure scenario of the solvent, revision 03 of 07.03.2022"))),
		"SDS-LR12|":      sheet("en", section(0, lines("Document Number: SDS-LR12")), section(1, lines("Product name: Brightol"))),
	} {
		r := read(d)
		if got := r.Text("sds_number") + "|" + r.Text("revision_date"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
