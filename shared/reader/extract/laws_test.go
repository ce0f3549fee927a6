package extract_test

import (
	"slices"
	"strings"
	"testing"

	"anzen/shared/reader/doc"
)

// A law applies where its content says so, sentence by sentence: one item that applies wins, an
// empty list does not count.
func TestLawsByTheirItems(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"one hazard of several", []string{"SARA 311/312 Hazard Categories", "Acute Health Hazard Yes", "Chronic Health Hazard No", "Fire Hazard No"}, []string{"SARA 311/312"}},
		{"no hazard of several", []string{"SARA 311/312 Hazard Categories", "Acute Health Hazard No", "Chronic Health Hazard No", "Fire Hazard No"}, nil},
		{"categories under another heading", []string{"CERCLA - SARA HAZARD CATEGORY:", "This product has been reviewed under Sections 311 and 312 of the act and", "meets the following categories: IMMEDIATE HEALTH HAZARD"}, []string{"SARA 311/312"}},
		{"a class on the label's line", []string{"Canadian WHMIS Classification: D2B", "Chemicals Known to Cause Cancer:", "None known"}, []string{"WHMIS"}},
		{"an abbreviation within a sentence", []string{"All components of this product are listed in the U.S. Toxic Substances Control Act (TSCA) Inventory."}, []string{"TSCA"}},
		{"all ingredients, and none of another kind", []string{"USA: All chemical substances of this product are listed on the TSCA", "Chemical Substances Inventory, and none is subject to any of the following TSCA requirements:", "section 4 test rules"}, []string{"TSCA"}},
		{"a sentence that goes on with a law", []string{"The products contain none of the substances subject to reporting requirements of SARA", "section 313 (40 CFR 372)", "Component CAS Number Maximum %"}, nil},
		{"a section of another act", []string{"The following substances are listed under the U.S. Clean Water Act, Section 311, Table 116.4A:", "Nitric acid"}, []string{"Clean Water Act"}},
		{"what the sheet follows", []string{"WHMIS: This SDS has been prepared according to the hazard criteria of the regulations."}, nil},
		{"the item on section 313 behind categories", []string{"SARA Section 311/312 Hazard Categories", "311/312 Health hazards: Health - Acute", "313 reportable ingredients: None"}, []string{"SARA 311/312"}},
		{"a state's list by its name", []string{"Urea (57-13-6)", "U.S. - Texas - Effects Screening Levels - Long Term"}, []string{"Texas Effects Screening Levels Long Term"}},
		{"an announced list that is empty", []string{"TOXIC SUBSTANCES CONTROL ACT:", "This product contains the following substance subject to TSCA 12 (B):", "NO INFORMATION IS AVAILABLE."}, nil},
		{"a denial over three lines", []string{"All is well. None of the", "ingredients in this product are listed as a substance under the RCRA, SARA", "302/313, Clean Air Act, and Clean Water Act."}, nil},
		{"the basis of the sheet", []string{"Canadian Environmental Protection Act (CEPA) Lists:", "This product has been classified in accordance with the hazard criteria of others."}, nil},
		{"what the sheet itself follows", []string{"Contents of this SDS comply with OSHA Hazard Communication Standard 29 CFR 1910.1200"}, nil},
		{"an inventory of a country", []string{"Canadian Environmental Protection Act (CEPA): All constituents are on the Domestic Substances List (DSL)."}, nil},
		{"a sentence that goes on", []string{"Under the OSHA Hazard Communication Standard, this product is", "considered hazardous."}, []string{"OSHA Hazard Communication Standard"}},
		{"behind a legend", []string{"TSCA Complies", "Legend", "TSCA - United States Toxic Substances Control Act", "U.S. Federal Regulations", "SARA 311/312 Hazard Categories", "Acute Health Hazard Yes", "Fire Hazard No"}, []string{"TSCA", "SARA 311/312"}},
		{"as printed", []string{"EPCRA 313: The following are subject to reporting: zinc", "California Prop. 65: WARNING: this product contains lead"}, []string{"EPCRA 313", "California Prop. 65"}},
		{"a state's lists", []string{"New Jersey Spill: None of the components are listed.", "Massachusetts Substances: The following components are listed: TALC"}, []string{"Massachusetts Substances"}},
		{"section 311 alone", []string{"EPA SARA 311 Hazard Classification: Acute Health, Sudden Release of Pressure"}, []string{"SARA 311"}},
		{"no class", []string{"WHMIS Hazard Class", "Non-controlled by its definition"}, nil},
		{"no product of a law", []string{"WHMIS Hazard Class (Canada): Not a WHMIS controlled product."}, nil},
		{"no warning", []string{"California Prop. 65", "This product does not require a warning under California Prop. 65."}, nil},
		{"told elsewhere", []string{"SARA 313 (40 CFR 372.45) notification can be found on another sheet."}, nil},
		{"how the sheet was prepared", []string{"CANADIAN WHMIS: This MSDS has been prepared in compliance with", "the rules of Canada."}, nil},
		{"a denial broken off behind a code", []string{"It does not contain a toxic chemical in excess of what is specified in 40", "CFR 372.38(a) subject to the reporting requirements of section 313 of Title III of the Superfund Amendments and Reauthorization Act of 1986."}, nil},
		{"an inventory of Japan", []string{"All components are listed, or excluded from listing, on the Japanese ISHL (Industrial Safety and Health Law)"}, nil},
		{"one list of several", []string{"Clean Air Act Section 112 (HAPs) List", "Lead (CAS 7439-92-1)", "Clean Air Act Section 112(r) (40 CFR 68.130): Not regulated."}, []string{"Clean Air Act"}},
		{"items with bullets", []string{"· Proposition 65, chemicals known to cause cancer:", "1333-86-4 Carbon black", "· NTP", "None of the ingredients is listed."}, []string{"Proposition 65"}},
		{"an item of an item", []string{"· Directive 2012/18/EU", "· Named substances: None of the ingredients is listed."}, nil},
		{"all are listed, or not", []string{"TSCA: All ingredients are listed or exempt.", "1333-86-4 Carbon black", "a polymer - Not regulated"}, []string{"TSCA"}},
		{"a denial above hazards of another law", []string{"US. OSHA Specifically Regulated Substances (29 CFR 1910.1001-1050)", "Not listed.", "Superfund Amendments and Reauthorization Act of 1986", "Immediate Hazard - Yes", "Fire Hazard - No"}, nil},
		{"an answer of inventories", []string{"US. Toxic Substances Control Act: y (positive listing)", "Canada. Canadian Environmental Protection Act (CEPA): y (positive listing)", "Philippines. Toxic Substances Control Act: n (negative listing)"}, []string{"TSCA"}},
		{"lists answered in their headings", []string{"US - California Hazardous Substances (Director's): Listed substance", "Sodium hydroxide (CAS 1310-73-2)", "US - Illinois Chemical Safety Act: Listed substance", "Sodium hydroxide (CAS 1310-73-2)"}, []string{"California Hazardous Substances (Director's)", "Illinois Chemical Safety Act"}},
		{"a state's list alone", []string{"U.S. - Pennsylvania - RTK (Right to Know) List", "U.S. - Massachusetts - Right To Know List"}, []string{"Pennsylvania RTK", "Massachusetts Right To Know"}},
		{"an act of the Union with a substance", []string{"Regulation (EC) No. 649/2012 Annex I, as amended", "Not listed.", "Regulation (EC) No. 166/2006 Annex II, as amended", "Carbon dioxide (CAS 124-38-9)"}, []string{"Regulation (EC) No. 166/2006"}},
		{"nobody concerned", []string{"Authorisation according to title VII of the REACH regulation: Not concerned", "Restrictions according to title VIII of the REACH regulation: No restrictions"}, nil},
		{"the list of WHMIS", []string{"WHMIS Ingredient Disclosure List: Ethanol"}, []string{"WHMIS Ingredient Disclosure List"}},
		{"a name broken before its last word", []string{"The provisions of the health and safety at work etc. Act and the Control of Substances Hazardous to Health", "Regulations apply to the use of this product at work."}, []string{"health and safety at work etc. Act", "Control of Substances Hazardous to Health Regulations"}},
		{"a class by its letter", []string{"WHMIS Hazard Class", "E Corrosive material", "Other information", "Not applicable"}, []string{"WHMIS"}},
		{"a title over two lines", []string{"Superfund Amendments and Reauthorization Act of 1986 Title III (Emergency Planning and", "Community Right-to-Know Act of 1986) Sections 311 and 312", "Reproductive toxicity"}, []string{"SARA 311/312"}},
		{"a list before the answers on another act", []string{"CERCLA Hazardous Substance List (40 CFR 302.4", "Glycol (CAS 111-90-0) LISTED", "Superfund Amendments and Reauthorization Act of 1986 (SARA)", "Immediate Hazard No", "Fire Hazard No"}, []string{"CERCLA"}},
		{"the end of a known name", []string{"TSCA-US-Toxic: All ingredients of this product are listed", "Substances Control Act: Listed"}, []string{"TSCA"}},
		{"lists alone, some without their country", []string{"U.S. - Massachusetts - Right To Know List", "Rhode Island Right to Know", "U.S. - Michigan - Critical Materials List", "U.S. - Illinois - Toxic Air Contaminants", "U.S. - Pennsylvania - RTK (Right to Know) List"}, []string{"Massachusetts Right To Know", "Rhode Island Right to Know", "Michigan Critical Materials List", "Illinois Toxic Air Contaminants", "Pennsylvania RTK"}},
		{"a notice of form", []string{"SARA 313 notifications must not be detached from the SDS"}, nil},
	} {
		r := read(sheet("en", section(15, lines(c.lines...))))
		if got := r.List("laws"); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// States stand by their letters too, below the title of the matrix.
func TestStatesByTheirLetters(t *testing.T) {
	table := grid(doc.Borderless, []string{"RIGHT TO KNOW", "", "STATE", ""}, []string{"CHEMICAL NAME", "CA", "NJ", "PA"}, []string{"Amine", "", "Yes", "X"})
	want := []string{"NJ Right to Know", "PA Right to Know"}
	r := read(sheet("en", tabled(15, nil, table)))
	if got := r.List("laws"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Laws of Switzerland are labelled with their numbers in the collection of federal law.
func TestLawsByTheirNumbers(t *testing.T) {
	r := read(sheet("en", section(15, lines("National legislation"), pair("Major accidents ordinance, SR 814.012", "Refer to section 7.2"), pair("PIC Ordinance, 814.82", "No restriction"), pair("Ordinance on biocide products, SR 813.12", `Status of ethanol as active substance is "in discussion"`), pair("Water hazard class, SR 814.201", "B"))))
	if got := r.List("laws"); !slices.Equal(got, []string{"Major accidents ordinance"}) {
		t.Errorf("got %q", got)
	}
}

// Sheets without a section on regulations say elsewhere which laws apply; those with one do not.
func TestLawsOutsideOfTheirSection(t *testing.T) {
	for text, want := range map[string]string{
		"Subject to reporting requirements of Section 313 of the Emergency Planning Act": "SARA 313",
		"**SARA Title III, Section 313 Reportable.":                                      "SARA 313",
		"WHMIS Classification: B2, D2B":                                                  "WHMIS",
		"All components of this product are on the TSCA Inventory.":                      "TSCA",
		"TSCA Listed: Yes":          "TSCA",
		"WHMIS: Exempt":             "",
		"SARA 313 reportable: none": "",
		"Conforms to the OSHA Hazard Communication Standard, is listed on the first page": "",
	} {
		r := read(sheet("en", section(3, lines("Nickel", text))))
		if got := strings.Join(r.List("laws"), "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		r = read(sheet("en", section(3, lines("Nickel", text)), section(15, lines("CERCLA: Listed"))))
		if got := r.List("laws"); !slices.Equal(got, []string{"CERCLA"}) {
			t.Errorf("%q beside a section on regulations: %q", text, got)
		}
	}
}

// A list of laws has a line each, over pages too: that makes none of them doubtful.
func TestLawsOnManyLinesHaveNoSignOfIt(t *testing.T) {
	d := sheet("ja", section(15, lines("労働安全衛生法：名称等を通知すべき有害物", "消防法：危険物第四類第一石油類", "毒物及び劇物取締法：劇物", "化学物質排出把握管理促進法：第一種指定化学物質")))
	r := read(d)
	laws := r.Get("laws")
	if laws == nil || len(laws.List) != 4 {
		t.Fatalf("laws: %+v", laws)
	}
	if got := strings.Join(laws.Signs, ", "); strings.Contains(got, "several lines") || strings.Contains(got, "over pages") {
		t.Errorf("signs: %s", got)
	}
}

// A law is denied in many words, and its title says more than its name.
func TestLawsDeniedInFewWords(t *testing.T) {
	denials := []string{"No", "N", "Nil", "Absent", "Nothing", "Exempt", "Not on list", "Not found.", "Not required", "Not considered hazardous", "Does not apply", "Below reporting threshold", "Below de minimis", "No materials are present."}
	for _, name := range []string{"SARA 313", "CERCLA RQ", "WHMIS Classification", "SARA 311/312 Hazard Categories", "State of California Proposition 65"} {
		for _, denial := range denials {
			for _, printed := range [][]string{{name + " - " + denial}, {"• " + name + " " + denial}, {"Federal regulations", name, denial}} {
				r := read(sheet("en", section(15, lines(append(printed, "Other text of no law.")...))))
				if got := r.List("laws"); len(got) > 0 {
					t.Errorf("%q: %q", printed, got)
				}
			}
		}
	}
	for printed, want := range map[string]string{
		"TSCA: Exempt":                                          "TSCA",
		"US Federal TSCA Listed":                                "TSCA",
		"EPCRA Section 313 Toluene 108-88-3":                    "SARA 313",
		"Toxic Chemical Release Reporting (SARA 313) Toluene":   "SARA 313",
		"State of California Proposition 65 Toluene":            "California Proposition 65",
		"Not listed on the TSCA (Toxic Substances Control Act)": "",
	} {
		r := read(sheet("en", section(15, lines(printed))))
		if got := strings.Join(r.List("laws"), ", "); got != want {
			t.Errorf("%q: %q, want %q", printed, got, want)
		}
	}
}
