package sds

// Finding is something about a sheet that a person should look at.
type Finding struct {
	ID       string            `json:"id" doc:"the rule's name"`
	Severity string            `json:"severity" enum:"error,warning,info"`
	Args     map[string]string `json:"args,omitempty"`
	Fields   []string          `json:"fields,omitempty" doc:"ids of the fields looked at"`
}

// CheckResult is what the checks say of a sheet, with what they go by beside its values.
type CheckResult struct {
	Findings []Finding `json:"findings"`
	// Printed is nil where nothing was read from print, as of a sheet that came as data.
	Printed *Printed `json:"printed,omitempty"`
}

// Printed is how a sheet is printed, as far as the checks want to know it. It stays
// what it was when people change the values.
type Printed struct {
	// Order holds the numbers of the sections in the order in which they are printed.
	Order []int `json:"Order"`
	// Empty holds the numbers of sections with nothing below their heading.
	Empty []int `json:"Empty"`
	// Wordings are wordings that rules look for, by their key, with what is printed.
	Wordings map[string]string `json:"Wordings"`
	// Pictures is how many pictures and drawings the pages of section 2 bear.
	Pictures int `json:"Pictures"`
	// Statements is how many hazard statements stand there without codes.
	Statements int `json:"Statements"`
	// Recognised tells that pages have been read from images.
	Recognised bool `json:"Recognised"`
	// Sheets is how many sheets the file holds.
	Sheets int `json:"Sheets"`
}
