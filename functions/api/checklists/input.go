package checklists

import (
	"fmt"
	"slices"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/regulation"
)

// The most checklists of a company, and the most ids of one.
const (
	MaxLists = 100
	MaxIDs   = 500
)

// The errors of a checklist's input.
const (
	CodeNoTarget      message.Code = "checklist.no_target"
	CodeUnknownID     message.Code = "checklist.unknown_id"
	CodeTooManyIDs    message.Code = "checklist.too_many_ids"
	CodeTwice         message.Code = "checklist.twice"
	CodeCAS           message.Code = "checklist.cas"
	CodeNotBuiltBy    message.Code = "checklist.not_built_by"
	CodeNotLaw        message.Code = "checklist.not_law"
	CodeNoPlace       message.Code = "checklist.no_place"
	CodeStateOfOthers message.Code = "checklist.state_of_others"
)

// Watching is a checklist's title and what it watches.
type Watching struct {
	Title         string             `json:"title" minLength:"1" maxLength:"100"`
	Description   string             `json:"description,omitempty" maxLength:"1000"`
	AllIDs        []int              `json:"law_regulation_ids,omitempty" maxItems:"500" doc:"ids of any tier: laws, categories, classes, statutory substances, CAS numbers of such; joined with law_ids and regulation_ids, 500 in all"`
	LawIDs        []int              `json:"law_ids,omitempty" maxItems:"500" doc:"ids of laws"`
	RegulationIDs []int              `json:"regulation_ids,omitempty" maxItems:"500" doc:"ids of categories, classes, statutory substances, CAS numbers of such"`
	Substances    []WatchedSubstance `json:"substances,omitempty" maxItems:"500" doc:"CAS numbers with the company's own thresholds, each once"`
}

// Definition is what a checklist watches, and where in a sheet.
type Definition struct {
	Watching
	Targets []checklist.Target `json:"extraction_targets" minItems:"1" maxItems:"2" enum:"composition,section_15" doc:"what is compared: the verdicts on ingredients and properties, the statements of section 15"`
	BuiltBy []string           `json:"dbt_types" minItems:"1" maxItems:"2" enum:"laws,substances" doc:"what it is built by: each named needs something to watch, others must be empty"`
}

// apply applies the definition to a checklist, or returns all errors of the input.
func (d *Definition) apply(set *regulation.Set, l *checklist.List) error {
	var wrong input.FieldErrors
	l.Title, l.Description = title(&wrong, d.Title), lines(&wrong, "description", d.Description)
	l.Targets = slices.Compact(slices.Sorted(slices.Values(d.Targets)))
	l.LawIDs, l.RegulationIDs = d.ids(set, &wrong)
	l.Substances = d.substances(&wrong)
	laws := len(l.LawIDs)+len(l.RegulationIDs) > 0
	d.builtBy(&wrong, checklist.ByLaws, "law_regulation_ids", laws)
	d.builtBy(&wrong, checklist.BySubstances, "substances", len(l.Substances) > 0)
	return wrong.Err()
}

// builtBy checks that there is something to watch of a kind exactly where the checklist
// is built by it.
func (d *Definition) builtBy(wrong *input.FieldErrors, kind checklist.Kind, field string, has bool) {
	switch named := slices.Contains(d.BuiltBy, string(kind)); {
	case named && !has:
		wrong.Add(field, CodeNoTarget)
	case !named && has:
		wrong.Add(field, CodeNotBuiltBy)
	}
}

// ids are all ids without duplicates: those of laws, and those of the tiers below.
func (d *Definition) ids(set *regulation.Set, wrong *input.FieldErrors) (laws, regulations []int) {
	seen := map[int]bool{}
	take := func(field string, ids []int, lawsOnly bool) {
		for i, id := range ids {
			at := fmt.Sprintf("%s[%d]", field, i)
			classes, _ := set.Of(id)
			switch isLaw := id/tierWidth == 1; {
			case len(classes) == 0:
				wrong.AddWith(at, CodeUnknownID, message.Args{"id": id})
			case lawsOnly && !isLaw:
				wrong.AddWith(at, CodeNotLaw, message.Args{"id": id})
			case seen[id]: // the lists may overlap
			case isLaw:
				laws = append(laws, id)
			default:
				regulations = append(regulations, id)
			}
			seen[id] = true
		}
	}
	take("law_regulation_ids", d.AllIDs, false)
	take("law_ids", d.LawIDs, true)
	take("regulation_ids", d.RegulationIDs, false)
	if len(laws)+len(regulations) > MaxIDs {
		wrong.AddWith("law_regulation_ids", CodeTooManyIDs, message.Args{"limit": MaxIDs})
	}
	slices.Sort(laws)
	slices.Sort(regulations)
	return laws, regulations
}

func (d *Definition) substances(wrong *input.FieldErrors) []checklist.Substance {
	seen := map[chem.CAS]bool{}
	all := make([]checklist.Substance, 0, len(d.Substances))
	for i, s := range d.Substances {
		at := func(field string) string { return fmt.Sprintf("substances[%d].%s", i, field) }
		cas, err := chem.ParseCAS(s.CAS)
		if err != nil {
			wrong.Add(at("cas"), CodeCAS)
			continue
		}
		if seen[cas] {
			wrong.Add(at("cas"), CodeTwice)
			continue
		}
		seen[cas] = true
		wrong.Line(at("name"), &s.Name)
		all = append(all, checklist.Substance{CAS: string(cas), Name: s.Name, Percent: s.Threshold, Above: s.Operator == above})
	}
	return all
}

// title validates and cleans the title of a checklist.
func title(wrong *input.FieldErrors, s string) string {
	wrong.Line("title", &s)
	if s == "" {
		wrong.Add("title", message.CodeRequired)
	}
	return s
}

// lines validates and cleans a text of several lines.
func lines(wrong *input.FieldErrors, path, s string) string {
	wrong.Block(path, &s)
	return s
}

// kindOf is how a checklist of the definition is built.
func (d *Definition) kindOf() checklist.Kind {
	if slices.Contains(d.BuiltBy, string(checklist.ByLaws)) {
		return checklist.ByLaws
	}
	return checklist.BySubstances
}
