package laws

import (
	"context"

	"anzen/functions/api/rest"
	"anzen/shared/judgement/proofs"
	"anzen/shared/reference/regulation"
)

// ListRoute is the declaration of GET /laws.
var ListRoute = rest.Route{
	Method: "GET", Path: "/laws", ID: "listLaws", Tag: "laws", Rule: rest.Session, Memory: 1024,
	Summary: "Laws, their categories and classes, with the versions of their lists",
}

// OnDay selects a day.
type OnDay struct {
	AsOf string `query:"as_of" format:"date" doc:"the day of the lists; default: today"`
}

// day is the selected day.
func (d OnDay) day(call *rest.Call) string {
	if d.AsOf != "" {
		return d.AsOf
	}
	return regulation.Day(call.Now())
}

// LawsInput requests the laws on a day.
type LawsInput struct{ OnDay }

// LawsOutput are the laws.
type LawsOutput struct {
	Body struct {
		AsOf string    `json:"as_of" format:"date"`
		Set  LawSet    `json:"set"`
		Laws []LawView `json:"laws"`
	}
}

// LawName is a name in both languages.
type LawName struct {
	Ja string `json:"ja"`
	En string `json:"en"`
}

// LawSet is the version and the size of the set.
type LawSet struct {
	Version    string `json:"version" doc:"the latest date of a source"`
	Entries    int    `json:"entries" doc:"substances and groups named by the laws"`
	Substances int    `json:"substances" doc:"their CAS numbers"`
}

// LawView is a law.
type LawView struct {
	ID           int           `json:"id"`
	Code         string        `json:"code"`
	Jurisdiction string        `json:"jurisdiction" enum:"JP,EU,US,INT"`
	Name         LawName       `json:"name"`
	Categories   []LawCategory `json:"categories"`
}

// LawCategory is a category of a law.
type LawCategory struct {
	ID      int     `json:"id"`
	Code    string  `json:"code"`
	Name    LawName `json:"name"`
	Basis   string  `json:"basis" enum:"composition,property,un_number,process" doc:"what it is decided by"`
	Article string  `json:"article"`
	Loaded  bool    `json:"loaded" doc:"false: the law's list is not available, so that there are no verdicts"`
	Default bool    `json:"default" doc:"false: checked only on request"`
	Partial bool    `json:"partial" doc:"the list is known to lack entries: it never says \"not listed\""`
	// CompleteTo, OverdueFrom and Rhythm are of lists by composition.
	CompleteTo  string       `json:"complete_to,omitempty" format:"date" doc:"the day up to which the list is known to be complete"`
	Rhythm      int          `json:"rhythm_months,omitempty" doc:"after how many months the list is revised at the latest, as a rule"`
	OverdueFrom string       `json:"overdue_from,omitempty" format:"date" doc:"the day from which it is past this rhythm"`
	Overdue     bool         `json:"overdue" doc:"past its rhythm on the day: its verdicts say so"`
	Activity    *LawName     `json:"activity,omitempty" doc:"what the duties depend on beside the substance, which no sheet tells"`
	Versions    []LawVersion `json:"versions"`
	Classes     []LawClass   `json:"classes"`
}

// LawVersion is a state of a list.
type LawVersion struct {
	From   string `json:"from" doc:"in force from; empty where the source does not state it"`
	Source string `json:"source"`
	AsOf   string `json:"as_of" doc:"of the source"`
	State  string `json:"state" enum:"past,in_force,announced"`
}

// LawClass is a class of a category.
type LawClass struct {
	ID        int     `json:"id"`
	Code      string  `json:"code"`
	Key       string  `json:"key"`
	Name      LawName `json:"name"`
	Entries   int     `json:"entries" doc:"entries in force on the day"`
	Scheduled int     `json:"scheduled" doc:"entries in force from a later day"`
}

// List answers the laws on a day.
func List(_ context.Context, call *rest.Call, in *LawsInput) (*LawsOutput, error) {
	set, day := regulation.Current(), in.day(call)
	out := &LawsOutput{}
	out.Body.AsOf = day
	out.Body.Set.Version, out.Body.Set.Entries, out.Body.Set.Substances = set.Version(), set.Size(), set.Substances()
	classes := map[string][]LawClass{}
	for _, c := range set.Classes() {
		at := c.Law + "/" + c.Category
		classes[at] = append(classes[at], classView(set, &c, day))
	}
	categories := map[string][]LawCategory{}
	for _, c := range set.Categories() {
		categories[c.Law] = append(categories[c.Law], lawCategoryView(call.Lang, &c, classes[c.Law+"/"+c.Code], day))
	}
	for _, l := range set.Laws() {
		out.Body.Laws = append(out.Body.Laws, LawView{
			ID: l.ID, Code: l.Code, Jurisdiction: l.Jurisdiction, Name: LawName{l.Ja, l.En}, Categories: categories[l.Code],
		})
	}
	return out, nil
}

func lawCategoryView(lang string, c *regulation.Category, classes []LawClass, day string) LawCategory {
	v := LawCategory{
		ID: c.ID, Code: c.Code, Name: LawName{c.Ja, c.En}, Basis: string(c.Basis), Article: proofs.Article(lang, c.Article), Loaded: c.Loaded, Default: c.Default,
		Partial: c.Partial, Versions: versions(c, day), Classes: classes,
	}
	if c.Basis == regulation.ByComposition && c.Loaded {
		v.CompleteTo, v.Rhythm, v.OverdueFrom, v.Overdue = c.CompleteTo, c.Rhythm, c.OverdueFrom, c.Overdue(day)
	}
	if c.ActivityJa != "" {
		v.Activity = &LawName{c.ActivityJa, c.ActivityEn}
	}
	return v
}

func classView(set *regulation.Set, c *regulation.Class, day string) LawClass {
	v := LawClass{ID: c.ID, Code: c.Code, Key: c.Key(), Name: LawName{c.Ja, c.En}}
	for _, e := range set.Entries(c.Key()) {
		switch state(e.From, e.To, day) {
		case inForce:
			v.Entries++
		case announced:
			v.Scheduled++
		}
	}
	return v
}

func versions(c *regulation.Category, day string) []LawVersion {
	now := c.InForce(day)
	views := make([]LawVersion, len(c.Versions))
	for i, v := range c.Versions {
		views[i] = LawVersion{From: v.From, Source: v.Source, AsOf: v.AsOf, State: state(v.From, "", day)}
		if views[i].State == inForce && v != now {
			views[i].State = past
		}
	}
	return views
}

// The states of a list or an entry on a day.
const (
	past      = "past"
	inForce   = "in_force"
	announced = "announced"
)

func state(from, to, day string) string {
	switch {
	case from > day:
		return announced
	case to != "" && to <= day:
		return past
	}
	return inForce
}
