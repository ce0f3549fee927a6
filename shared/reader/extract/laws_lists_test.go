package extract_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// Lists of laws in the forms of several programs: headings with shortened states, compliance, inventories of other countries.
func TestLawsByListsOfPrograms(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"states shortened", []string{"Mass RTK Substances (>1%) :", "Butanol", "Penn RTK Substances (>1%) :", "(No Product Ingredients Listed)", "N.J. Env. Hazardous Substances (>.1%):", "Cumene"}, []string{"Mass RTK", "N.J. Env. Hazardous Substances"}},
		{"an empty list", []string{"RCRA Status:", "(No Product Ingredients Listed)", "Proposition 65 - Carcinogens (>0%):", "Cumene"}, []string{"Proposition 65"}},
		{"ticked hazards", []string{"This material meets the EPA [X] Yes [ ] No Acute Hazard", "hazard categories for SARA Title III", "311/312 as indicated: [ ] Yes [X] No Fire Hazard"}, []string{"SARA 311/312"}},
		{"no hazard ticked", []string{"This material meets the EPA [ ] Yes [X] No Acute Hazard", "hazard categories for SARA Title III", "311/312 as indicated: [ ] Yes [X] No Fire Hazard"}, nil},
		{"compliance with a directive", []string{"RoHS Compliance: This product is compliant with Directive 2002/95/EC of the European Parliament and of the", "Council."}, []string{"Directive 2002/95/EC"}},
		{"compliance by its short name", []string{"RoHS Compliance", "Castings comply with RoHS"}, []string{"RoHS"}},
		{"compliance of the sheet", []string{"This sheet for the product complies with Directive 2001/58/EC on the content"}, nil},
		{"included on the inventory", []string{"US Regulations ....... Environmental Protection Act: Constituents of this product are included on the TSCA", "inventory."}, []string{"TSCA"}},
		{"all the components", []string{"TSCA inventory: all the components are listed on the TSCA inventory or not subject to", "the notification requirements.", "TSCA listed substances:", "None."}, []string{"TSCA"}},
		{"an inventory of Japan by two names", []string{"JP", "CSCL-ENCS", "substance is listed", "US", "TSCA", "substance is listed"}, []string{"TSCA"}},
		{"states below their heading", []string{"State Right to Know:", "New Jersey: 8052-41-3, 8006-64-2", "Pennsylvania: None", "Rhode Island : ingredients 3 & 4", "Additional information: Illinois"}, []string{"New Jersey Right to Know", "Rhode Island Right to Know"}},
		{"a heading without a colon", []string{"· Pennsylvania Hazardous Substances", "123-42-2 Diacetone alcohol", "· Florida Hazardous Substances", "None of the ingredients is listed."}, []string{"Pennsylvania Hazardous Substances"}},
		{"lists announced in capitals", []string{"THIS PRODUCT CONTAINS THE FOLLOWING CHEMICAL(S) LISTED IN MASSACHUSETTS HAZARDOUS SUBSTANCE", "LIST:", "Ethylene glycol", "THIS PRODUCT CONTAINS THE FOLLOWING CHEMICAL(S) LISTED UNDER NEW JERSEY'S RIGHT TO KNOW", "PROGRAM:", "NONE", "THIS PRODUCT CONTAINS THE FOLLOWING CHEMICAL(S) LISTED ON MINNESOTA’S HAZARDOUS SUBSTANCES LIST:", "Ethylene glycol"}, []string{"MASSACHUSETTS HAZARDOUS SUBSTANCE", "MINNESOTA HAZARDOUS SUBSTANCES"}},
		{"several answers in a line", []string{"67-64-1 Acetone CAA HAP,ODC: No; CWA NPDES: No; TSCA: Yes -", "Inventory, 4 Test"}, []string{"TSCA"}},
		{"a list on hazardous substances", []string{"Acetic acid (64-19-7)", "U.S. - New Jersey - Right to Know Hazardous Substance List"}, []string{"New Jersey Right to Know Hazardous Substance List"}},
		{"technical instructions", []string{"· Technical instructions (air):", "Class", "Share in %", "Water", "36.0"}, []string{"Technical instructions (air)"}},
	} {
		r := read(sheet("en", section(15, lines(c.lines...))))
		if got := r.List("laws"); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// Letters of states beside a substance are the lists that the legend below names.
func TestLawsByLettersOfStates(t *testing.T) {
	sec := tabled(15, nil, grid(doc.Lattice, []string{"Chemical Name", "State List"}, []string{"Sodium sulfate 7757-82-6", "MA, PA"}))
	sec.Lines = append(sec.Lines, lines("CT- Connecticut Hazardous Air Pollutants MA- Massachusetts Right to Know List", "FL- Florida Substances List PA- Pennsylvania Right to Know List", "RI- Rhode Island Hazardous Substances List")...)
	r := read(sheet("en", sec))
	if got := r.List("laws"); !slices.Equal(got, []string{"Massachusetts Right to Know", "Pennsylvania Right to Know"}) {
		t.Errorf("got %q", got)
	}
}

// The heading below the last hazard of a list is no part of its answer.
func TestHeadingBehindAHazard(t *testing.T) {
	r := read(sheet("en", section(15, lines("SARA 311/312 Hazard Categories", "Acute Health Hazard Yes", "SARA 313", "This product does not contain any chemicals that are subject to reporting."), pair("Acute Health Hazard SARA 313", "Yes"))))
	if got := r.List("laws"); !slices.Equal(got, []string{"SARA 311/312"}) {
		t.Errorf("got %q", got)
	}
}

// A table of substances names its laws by row, or answers below the numbers of an act's sections.
func TestLawsByRowsOfSubstances(t *testing.T) {
	for name, c := range map[string]struct {
		table doc.Table
		want  []string
	}{
		"a column of laws":    {grid(doc.Borderless, []string{"Chemical Name", "CAS #", "Regulation", "Percentage"}, []string{"Xylene", "1330-20-7", "CERCLA", "0.31"}, []string{"Cumene", "98-82-8", "PROP 65", "0.21"}, []string{"Not on list", "", "SARA 302", ""}), []string{"CERCLA", "PROP 65"}},
		"columns of sections": {grid(doc.Lattice, []string{"CAS #", "SARA lists: component", "S. 302 (EHS)", "S. 304 RQ", "S. 313 (TRI)"}, []string{"67-64-1", "Acetone", "No", "Yes 5000 LB", "No"}, []string{"872-50-4", "N-Methyl-2-pyrrolidone", "No", "No", "Yes"}), []string{"SARA 304", "SARA 313"}},
	} {
		sec := section(15, nil)
		for _, row := range c.table.Rows {
			var texts []string
			for _, cell := range row {
				texts = append(texts, cell.Text())
			}
			sec.Lines = append(sec.Lines, lines(strings.Join(texts, " "))...)
		}
		sec.Tables = []doc.Table{c.table}
		r := read(sheet("en", sec))
		if got := r.List("laws"); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// The act of which section 313 is one has the name that the sheet prints, where it prints no other.
func TestSection313OfTheActByItsName(t *testing.T) {
	for text, want := range map[string]string{
		"Subject to reporting requirements of Section 313 of the Emergency Planning & Community Right-to-Know Act of 1986.":        "Emergency Planning & Community Right-to-Know Act",
		"Subject to reporting requirements of Section 313 of the Emergency Planning & Community Right-to-Know Act of 1986 (SARA).": "SARA 313",
	} {
		r := read(sheet("en", section(3, lines("Nickel", text))))
		if got := r.List("laws"); !slices.Equal(got, []string{want}) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
