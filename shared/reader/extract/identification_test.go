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

// Old forms without a section 16 end with their dates.
func TestDatesAtTheEndOfASheet(t *testing.T) {
	r := read(sheet("en", section(1, lines("Trade name: Brightol")), section(9, lines("Use only with gloves.", "PREPARED: 25 Sep 1996 UPDATED: 6 Jan 2009"))))
	if i, v := r.Text("issue_date"), r.Text("revision_date"); i != "1996-09-25" || v != "2009-01-06" {
		t.Errorf("issued %q, revised %q", i, v)
	}
}

// The order of day and month follows the country: a sheet with an address in the United States writes the month first.
func TestOrderOfDatesByTheCountry(t *testing.T) {
	for address, want := range map[string]string{
		"10200 River Drive, Springfield, NC 28262":      "2020-02-07",
		"Boulder, Colorado 80301-1234":                  "2020-02-07",
		"12 Showground Road, Bridgwater, England":       "2020-07-02",
		"7040 Mill Drive, Mississauga, Ontario, Canada": "2020-07-02",
	} {
		r := read(sheet("en", section(0, lines("Revision Date: 02/07/2020")), section(1, lines("Company Name: Brightol Works", "Address: "+address))))
		if got := r.Text("revision_date"); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}

var _ = doc.Colon
var _ = strings.Join
