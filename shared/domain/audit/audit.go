// Package audit defines the log of a company's audit records: the actions that it records,
// with their texts, how long records are kept, and the seals by which a later change of a
// record shows.
package audit

import (
	_ "embed"
	"slices"
	"time"

	"anzen/shared/domain/sds"
	"anzen/shared/text/tsv"
)

// Category is a part of the product, by which the log is filtered.
type Category string

// The categories.
const (
	SignIn    Category = "sign_in" // sessions, passwords, confirmations of identity
	Factor    Category = "factor"  // second factors and passkeys
	User      Category = "user"
	Company   Category = "company" // settings, departments, tags
	Security  Category = "security"
	Sheet     Category = "sheet" // with files and attachments
	Export    Category = "export"
	Checklist Category = "checklist"
	Criteria  Category = "criteria" // saved searches
	Other     Category = "other"
)

// Categories are all categories, in the order in which they are offered.
var Categories = []Category{SignIn, Factor, User, Company, Security, Sheet, Export, Checklist, Criteria, Other}

// Target is what the target of a record names.
type Target string

// The kinds of targets.
const (
	TargetNone       Target = "none" // nothing that a person knows
	TargetText       Target = "text" // an address, a name
	TargetCount      Target = "count"
	TargetUser       Target = "user"
	TargetCompany    Target = "company"
	TargetDepartment Target = "department"
	TargetTag        Target = "tag"
	TargetSheet      Target = "sheet" // one or several, separated by commas
	TargetChecklist  Target = "checklist"
	TargetJob        Target = "job"
	TargetPeriodic   Target = "periodic"
)

// Action is an action as it is recorded.
type Action struct {
	Name     string // as stored: "user.signed_in"
	Category Category
	Target   Target
	Step     bool // of the system, on the way to an action that is recorded as well: the scan of a file, a state of the analysis
	Text     sds.Words
}

//go:embed actions.tsv
var table string

// Actions are all actions, by category.
var Actions = readActions()

func readActions() (all []Action) {
	for row := range tsv.Embedded("audit/actions.tsv", table).Rows() {
		a := Action{row.Text("action"), Category(row.Text("category")), Target(row.Text("target")), row.Flag("step"), sds.Words{Ja: row.Text("ja"), En: row.Text("en")}}
		switch {
		case !slices.Contains(Categories, a.Category):
			row.Fail("unknown category %q", a.Category)
		case a.Text.Ja == "" || a.Text.En == "":
			row.Fail("%s has no text", a.Name)
		case byName[a.Name].Name != "":
			row.Fail("%s stands there twice", a.Name)
		}
		byName[a.Name] = a
		all = append(all, a)
	}
	return all
}

var byName = map[string]Action{}

// Find returns the action of a record. One that is unknown, such as an action that is no
// longer recorded, has its name as its text.
func Find(name string) Action {
	if a, ok := byName[name]; ok {
		return a
	}
	return Action{name, Other, TargetText, false, sds.Words{Ja: name, En: name}}
}

// How long records are kept, in years. A company may choose any number of them.
const (
	MinYears     = 1
	MaxYears     = 10
	DefaultYears = 3
)

// Years is for how many years a company keeps its records; 0 stands for the default.
func Years(chosen int) int {
	if chosen == 0 {
		return DefaultYears
	}
	return min(max(chosen, MinYears), MaxYears)
}

// KeptFrom is the moment before which records are removed.
func KeptFrom(now time.Time, chosen int) time.Time { return now.UTC().AddDate(-Years(chosen), 0, 0) }
