// Package mhlw speaks the Ministry of Health, Labour and Welfare's standard format
// for the exchange of SDS information, version 1.0 (JSON, published 2025-03-31):
// a sheet is written as such a document, and a document is read as a sheet.
//
// The names of the members are the Ministry's, with its spellings (Desclaimer,
// HumanExposureAndEmergencyMeasuress): documents with mended names would not be
// read elsewhere. Which member holds which field stands with the fields, in fields.tsv of package sds, which
// holds which block of text in texts.tsv: own tables, made from the schema of
// version 1.0 as of 2025-03-31.
//
// What a sheet contains comes back from its document as it was. The other way round,
// what a document contains beyond a sheet's fields is kept as blocks of text in
// sections 4 to 16, titled with the member's path, from which it is written
// into the same members again; of the document's head and sections 1 to 3 it is reported as not
// imported.
//
// The editions of JIS Z 7252 and JIS Z 7253 stand in Datasheet.JISVersionNo: those that the
// sheet's texts name, never one that is inferred. A document that names them nowhere else
// becomes a sheet that does, in a block of section 16.
//
// The numbers of the official gazette and of the PRTR law are none of a sheet's values: they
// are written with its ingredients as far as they are known (Known).
package mhlw

// SchemaVersion is the version of the format that is written.
const SchemaVersion = "1.0"

// Extractor is the extractor of fields that come from a document.
const Extractor = "import"

// The members of the root, by section. The head of the document has no section.
var roots = map[string]int{
	"Datasheet": 0, "Identification": 1, "HazardIdentification": 2, "Composition": 3, "FirstAidMeasures": 4, "FireFightingMeasures": 5,
	"AccidentalReleaseMeasures": 6, "HandlingAndStorage": 7, "ExposureControlPersonalProtection": 8, "PhysicalChemicalProperties": 9,
	"StabilityReactivity": 10, "ToxicologicalInformation": 11, "EcologicalInformation": 12, "DisposalConsiderations": 13,
	"TransportInformation": 14, "RegulatoryInformation": 15, "OtherInformation": 16,
}

// Member is the name of a section's member of the root.
func Member(section int) string {
	for name, n := range roots {
		if n == section {
			return name
		}
	}
	return ""
}

// additional is where a section's blocks of text go that no member is for.
var additional = map[int]string{
	4: "FirstAidMeasures", 5: "FireFightingMeasures", 6: "AccidentalReleaseMeasures", 7: "HandlingAndStorage.SafeHandling",
	8: "ExposureControlPersonalProtection", 9: "PhysicalChemicalProperties", 10: "StabilityReactivity",
	11: "ToxicologicalInformation[0].AcuteToxicity", 12: "EcologicalInformation[0]", 13: "DisposalConsiderations", 14: "TransportInformation",
	15: "RegulatoryInformation", 16: "OtherInformation",
}
