// Package checklists is the API of checklists: their definitions, the sheets they find,
// and users' reviews. Results follow from the sheets, the regulations and the day, so
// they are computed on request; stored are the reviews, and the results of the last
// nightly run, by which new hits are recognised.
package checklists

import (
	"slices"
	"time"

	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/proofs"
	"anzen/shared/reference/regulation"
)

// Checklist is a checklist.
type Checklist struct {
	ID          checklist.ID       `json:"id" format:"uuid"`
	Version     int64              `json:"version" doc:"for If-Match"`
	Kind        checklist.Kind     `json:"kind" enum:"laws,substances,request"`
	State       checklist.State    `json:"state" enum:"requested,in_preparation,created,suspended,resumed" doc:"created and resumed ones are in the nightly run; the results of suspended ones can be read, but nobody is notified of new hits"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Targets     []checklist.Target `json:"extraction_targets" enum:"composition,section_15" doc:"what is compared: the verdicts of checks, the statements of section 15"`
	LawIDs      []int              `json:"law_ids"`
	// RegulationIDs are ids of categories, classes, statutory substances and their CAS numbers.
	RegulationIDs []int              `json:"regulation_ids"`
	AllIDs        []int              `json:"law_regulation_ids" doc:"law_ids and regulation_ids together"`
	BuiltBy       []string           `json:"dbt_types" enum:"laws,substances" doc:"what it is built by; empty for a pending request"`
	Substances    []WatchedSubstance `json:"substances"`
	Watched       []Watched          `json:"targets" doc:"what the ids stand for"`
	CompanyName   string             `json:"company_name,omitempty" doc:"of a request: the requesting organisation"`
	RequestText   string             `json:"law_regulation_text,omitempty" doc:"of a request: the requested laws, regulations or substances"`
	CreatedBy     sds.UserID         `json:"created_by"`
	CreatedByName string             `json:"created_by_name"`
	CreatedAt     time.Time          `json:"created_at"`
	UpdatedAt     time.Time          `json:"updated_at"`
	CheckedAt     *time.Time         `json:"checked_at,omitempty" doc:"its last nightly run"`
	Counts        VerdictCount       `json:"counts" doc:"sheets by their strongest verdict: current ones, of suspended checklists those of the last run"`
	NewHits       int                `json:"new_hits" doc:"sheets that the last nightly run found for the first time"`
}

// WatchedSubstance is a CAS number with the company's own threshold.
type WatchedSubstance struct {
	CAS       string  `json:"cas" minLength:"5" maxLength:"20" doc:"CAS Registry Number with a valid check digit"`
	Name      string  `json:"name,omitempty" maxLength:"200"`
	Threshold float64 `json:"threshold" minimum:"0" maximum:"100" doc:"mass per cent"`
	Operator  string  `json:"operator,omitempty" enum:">=,>" default:">=" doc:"at least the threshold, or above it"`
}

// Watched is an entry of the regulations that a checklist watches.
type Watched struct {
	ID   int         `json:"id"`
	Tier string      `json:"tier" enum:"law,category,class,substance,cas"`
	Key  string      `json:"key" doc:"of a law its code; of a class and its entries the class's key"`
	Name proofs.Name `json:"name"`
}

// VerdictCount is the number of sheets of each verdict.
type VerdictCount struct {
	Applies         int `json:"applies"`
	RequiresContext int `json:"requires_context"`
	Scheduled       int `json:"scheduled"`
	Unknown         int `json:"unknown"`
	BelowThreshold  int `json:"below_threshold"`
}

func countsOf(c checklist.Counts) VerdictCount {
	return VerdictCount{
		Applies: c[verdict.Applies], RequiresContext: c[verdict.RequiresContext], Scheduled: c[verdict.Scheduled],
		Unknown: c[verdict.Unknown], BelowThreshold: c[verdict.BelowThreshold],
	}
}

// ChecklistOutput is a checklist.
type ChecklistOutput struct{ Body Checklist }

// The operators of thresholds.
const (
	fromOn = ">="
	above  = ">"
)

// view is the API's view of a checklist with the counts of the last nightly run.
func view(set *regulation.Set, l checklist.List) Checklist {
	v := Checklist{
		ID: l.ID, Version: l.Version, Kind: l.Kind, State: l.State, Title: l.Title, Description: l.Description, Targets: l.Targets,
		LawIDs: l.LawIDs, RegulationIDs: l.RegulationIDs, AllIDs: slices.Concat(l.LawIDs, l.RegulationIDs),
		CompanyName: l.CompanyName, RequestText: l.RequestText, CreatedBy: l.CreatedBy, CreatedByName: l.CreatedByName,
		CreatedAt: l.CreatedAt, UpdatedAt: l.UpdatedAt,
	}
	for _, s := range l.Substances {
		v.Substances = append(v.Substances, WatchedSubstance{s.CAS, s.Name, s.Percent, operatorOf(s)})
	}
	if len(v.AllIDs) > 0 {
		v.BuiltBy = append(v.BuiltBy, string(checklist.ByLaws))
	}
	if len(l.Substances) > 0 {
		v.BuiltBy = append(v.BuiltBy, string(checklist.BySubstances))
	}
	for _, id := range v.AllIDs {
		if w, ok := watched(set, id); ok {
			v.Watched = append(v.Watched, w)
		}
	}
	if l.Run != nil {
		v.CheckedAt, v.Counts, v.NewHits = &l.Run.At, countsOf(l.Run.Counts), l.Run.NewHits
	}
	return v
}

func operatorOf(s checklist.Substance) string {
	if s.Above {
		return above
	}
	return fromOn
}

// The tiers of ids, each a range of 100 million ids (specification).
const (
	tierLaw, tierCategory, tierClass, tierSubstance, tierCAS = "law", "category", "class", "substance", "cas"
	tierWidth                                                = 100_000_000
)

// watched is the entry of an id of any tier; ok is false where the set has none.
func watched(set *regulation.Set, id int) (w Watched, ok bool) {
	classes, entry := set.Of(id)
	if len(classes) == 0 {
		return w, false
	}
	class := classes[0]
	w.ID = id
	switch id / tierWidth {
	case 1:
		w.Tier, w.Key = tierLaw, class.Law
		for _, l := range set.Laws() {
			if l.ID == id {
				w.Name = proofs.Name{Ja: l.Ja, En: l.En}
			}
		}
	case 2:
		c := set.Category(class.Law, class.Category)
		w.Tier, w.Key, w.Name = tierCategory, class.Law+"/"+class.Category, proofs.Name{Ja: c.Ja, En: c.En}
	case 3:
		w.Tier, w.Key, w.Name = tierClass, class.Key(), proofs.Name{Ja: class.Ja, En: class.En}
	default:
		w.Tier, w.Key, w.Name = tierSubstance, class.Key(), proofs.Name{Ja: entry.Ja, En: entry.En}
		if entry.ID != id {
			w.Tier = tierCAS
		}
	}
	return w, true
}
