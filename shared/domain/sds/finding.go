package sds

// Finding is an inconsistency of a sheet that a user should review.
type Finding struct {
	ID       string            `json:"id" doc:"the rule's name"`
	Severity string            `json:"severity" enum:"error,warning,info"`
	Args     map[string]string `json:"args,omitempty"`
	Fields   []string          `json:"fields,omitempty" doc:"ids of the fields looked at"`
}

// CheckResult is the result of the checks of a sheet, with their input besides its values.
type CheckResult struct {
	Findings []Finding `json:"findings"`
	// Printed is nil for a sheet that was imported without a PDF.
	Printed *Printed `json:"printed,omitempty"`
}

// Printed describes the printed sheet as far as the checks need it. Edits of values do
// not change it.
type Printed struct {
	// Order holds the numbers of the sections in the order in which they are printed.
	Order []int `json:"Order"`
	// Empty holds the numbers of sections with nothing below their heading.
	Empty []int `json:"Empty"`
	// Wordings are the printed texts of wordings that rules look for, by key.
	Wordings map[string]string `json:"Wordings"`
	// Pictures is the number of pictures and drawings on the pages of section 2.
	Pictures int `json:"Pictures"`
	// Statements is the number of hazard statements printed there without codes.
	Statements int `json:"Statements"`
	// Recognised: pages were read by OCR.
	Recognised bool `json:"Recognised"`
	// Sheets is the number of sheets in the file.
	Sheets int `json:"Sheets"`
}
