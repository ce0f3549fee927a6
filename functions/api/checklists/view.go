// Package checklists is the API of checklists: what a company wants to watch, which
// sheets are found, and what people say of them. What is found follows from the
// sheets, the regulations and the day, so it is worked out when it is asked for;
// kept is what people say, and what the last nightly run saw, from which new
// hits are told.
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
	State       checklist.State    `json:"state" enum:"requested,in_preparation,created,suspended,resumed" doc:"created and resumed ones are looked at by the nightly run; the results of suspended ones can be seen, but nothing new is told"`
	Title       string             `json:"title"`
	Description string             `json:"description"`
	Targets     []checklist.Target `json:"extraction_targets" enum:"composition,section_15" doc:"where is looked: in what the checks find, in what section 15 states"`
	LawIDs      []int              `json:"law_ids"`
	// RegulationIDs are of categories, classes, statutory substances and CAS numbers of such.
	RegulationIDs []int              `json:"regulation_ids"`
	AllIDs        []int              `json:"law_regulation_ids" doc:"law_ids and regulation_ids together"`
	BuiltBy       []string           `json:"dbt_types" enum:"laws,substances" doc:"by what it is built; empty while a request waits"`
	Substances    []WatchedSubstance `json:"substances"`
	Watched       []Watched          `json:"targets" doc:"what the ids stand for"`
	CompanyName   string             `json:"company_name,omitempty" doc:"of a request: for whom"`
	RequestText   string             `json:"law_regulation_text,omitempty" doc:"of a request: what it asks for"`
	CreatedBy     sds.UserID         `json:"created_by"`
	CreatedByName string             `json:"created_by_name"`
	CreatedAt     time.Time          `json:"created_at"`
	UpdatedAt     time.Time          `json:"updated_at"`
	CheckedAt     *time.Time         `json:"checked_at,omitempty" doc:"when the nightly run last looked at it"`
	Counts        VerdictCount       `json:"counts" doc:"sheets by their strongest verdict: now, of suspended ones as last checked"`
	NewHits       int                `json:"new_hits" doc:"sheets that the last nightly run found for the first time"`
}

// WatchedSubstance is a CAS number with a threshold of the company's own.
type WatchedSubstance struct {
	CAS       string  `json:"cas" minLength:"5" maxLength:"20" doc:"CAS Registry Number; its check digit is held"`
	Name      string  `json:"name,omitempty" maxLength:"200"`
	Threshold float64 `json:"threshold" minimum:"0" maximum:"100" doc:"mass per cent"`
	Operator  string  `json:"operator,omitempty" enum:">=,>" default:">=" doc:"from the threshold on, or above it"`
}

// Watched is something of the regulations that a checklist watches.
type Watched struct {
	ID   int         `json:"id"`
	Tier string      `json:"tier" enum:"law,category,class,substance,cas"`
	Key  string      `json:"key" doc:"of a law its code; of a class, and of what is in it, the class's key"`
	Name proofs.Name `json:"name"`
}

// VerdictCount is how many sheets there are of a verdict.
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

// view shows a checklist with what the last nightly run saw.
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

// The tiers of ids: each hundred million is one, as the specification numbers them.
const (
	tierLaw, tierCategory, tierClass, tierSubstance, tierCAS = "law", "category", "class", "substance", "cas"
	tierWidth                                                = 100_000_000
)

// watched is what an id of any tier stands for; ok is false where the set has none.
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
