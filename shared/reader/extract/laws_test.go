package extract_test

import (
	"slices"
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
