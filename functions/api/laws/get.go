package laws

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"anzen/functions/api/rest"
	"anzen/shared/domain/message"
	"anzen/shared/judgement/duties"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
	"anzen/shared/text/fold"
)

// GetRoute is the declaration of GET /laws/{id}.
var GetRoute = rest.Route{
	Method: "GET", Path: "/laws/{id}", ID: "getLaw", Tag: "laws", Rule: rest.Session, Memory: 1024,
	Summary: "The entries of a law, a category, a class or an entry, with the CAS numbers",
}

// LawInput names a part of the set.
type LawInput struct {
	ID string `path:"id" example:"200000005" maxLength:"36" doc:"of a law, a category, a class, an entry or a link"`
	OnDay
	Q     string `query:"q" maxLength:"200" doc:"in names, statutory numbers and CAS numbers"`
	From  string `query:"from" format:"date" doc:"only entries that begin on the day, such as that of a version"`
	Page  int    `query:"page" minimum:"1" maximum:"1000000" default:"1" doc:"the page, from 1"`
	Limit int    `query:"limit" minimum:"1" maximum:"100" default:"50" doc:"the items of a page"`
}

// LawOutput is a page of its entries.
type LawOutput struct {
	Body struct {
		ID       int     `json:"id"`
		Tier     string  `json:"tier" enum:"law,category,class,entry,link"`
		Name     LawName `json:"name"`
		Law      string  `json:"law_code"`
		Category string  `json:"category_code,omitempty"`
		Class    string  `json:"class_key,omitempty"`
		AsOf     string  `json:"as_of" format:"date"`
		Key      string  `json:"key" doc:"as the filter law of lists of sheets takes it"`
		// Duties are those that the part brings.
		Duties []duties.DutyView `json:"duties" doc:"what has to be done where the part applies"`
		Gap    *LawName          `json:"no_duties,omitempty" doc:"why no duty of the category is recorded; this does not say that there is none"`
		Items  []LawEntry        `json:"items"`
		Total  int               `json:"total"`
		Page   int               `json:"page"`
		Limit  int               `json:"limit"`
	}
}

// LawEntry is a substance or a group named by a law.
type LawEntry struct {
	ID         int            `json:"id"`
	Class      string         `json:"class_key"`
	Number     string         `json:"number,omitempty" doc:"in the law's text"`
	Name       LawName        `json:"name"`
	Threshold  string         `json:"threshold" doc:"mass per cent from which a mixture is regulated: \">= 1\", \"> 0.1\""`
	Certain    string         `json:"certain_threshold,omitempty" doc:"from which it is regulated in every form"`
	Element    string         `json:"element,omitempty" doc:"the share is that of this element"`
	Pure       bool           `json:"pure" doc:"the substance itself, not mixtures"`
	Gas        bool           `json:"gas" doc:"the substance as a high-pressure gas"`
	Group      bool           `json:"group" doc:"a group: also matches names and formulas beyond the CAS numbers"`
	Context    *LawName       `json:"context,omitempty" doc:"what has to be checked beyond the sheet"`
	CAS        []string       `json:"cas"`
	From       string         `json:"from,omitempty"`
	To         string         `json:"to,omitempty" doc:"the first day on which it is no longer in force"`
	Transition *LawTransition `json:"transition,omitempty" doc:"what the law leaves alone for a time"`
	State      string         `json:"state" enum:"past,in_force,announced"`
	Source     string         `json:"source"`
	AsOf       string         `json:"as_of" doc:"of the source"`
	Confidence string         `json:"confidence" enum:"official,derived,knowledge"`
}

// LawTransition is the second date of an entry: until when a transition leaves something alone.
type LawTransition struct {
	To   string  `json:"to" format:"date" doc:"its last day"`
	What LawName `json:"what" doc:"what the law leaves alone until then"`
}

// Get answers a page of the entries of a part of the set.
func Get(_ context.Context, call *rest.Call, in *LawInput) (*LawOutput, error) {
	set, day := regulation.Current(), in.day(call)
	id, err := strconv.Atoi(in.ID)
	if err != nil {
		return nil, message.New(message.NotFound, message.CodeNotFound)
	}
	place, ok := set.Find(id)
	if !ok {
		return nil, message.New(message.NotFound, message.CodeNotFound)
	}
	out := &LawOutput{}
	b := &out.Body
	b.ID, b.Tier, b.Name, b.AsOf, b.Page, b.Limit = id, string(place.Tier), LawName{place.Ja, place.En}, day, in.Page, in.Limit
	b.Law, b.Category, b.Class = place.Law, place.Category, place.Class
	b.Key = keyOf(place)
	b.Duties = []duties.DutyView{}
	table := duty.Current()
	for _, d := range table.Of(b.Key) {
		b.Duties = append(b.Duties, duties.ViewOf(call.Lang, table, d))
	}
	if gap := table.Gap(place.Law + "/" + place.Category); gap != nil {
		b.Gap = &LawName{gap.Why.Ja, gap.Why.En}
	}
	var found []*regulation.Entry
	classes, one := set.Of(id)
	for _, c := range classes {
		for _, e := range set.Entries(c.Key()) {
			if (one == nil || one == e) && (in.From == "" || e.From == in.From) && matches(set, e, in.Q) {
				found = append(found, e)
			}
		}
	}
	b.Total = len(found)
	skip := min((in.Page-1)*in.Limit, len(found))
	for _, e := range found[skip:min(skip+in.Limit, len(found))] {
		b.Items = append(b.Items, entryView(set, e, day))
	}
	return out, nil
}

// keyOf is the key of a law, of a category, or of a class, also for what is below.
func keyOf(place regulation.Place) string {
	switch {
	case place.Class != "":
		return place.Class
	case place.Category != "":
		return place.Law + "/" + place.Category
	}
	return place.Law
}

// matches reports whether an entry has the text in a name, its number or a CAS number.
func matches(set *regulation.Set, e *regulation.Entry, q string) bool {
	key := fold.Squeezed(q)
	if key == "" {
		return true
	}
	return strings.Contains(fold.Squeezed(e.Ja), key) || strings.Contains(fold.Squeezed(e.En), key) || strings.Contains(fold.Squeezed(e.Number), key) ||
		slices.ContainsFunc(set.CAS(e.ID), func(cas string) bool { return strings.HasPrefix(cas, strings.TrimSpace(q)) })
}

func entryView(set *regulation.Set, e *regulation.Entry, day string) LawEntry {
	v := LawEntry{
		ID: e.ID, Class: e.Class, Number: e.Number, Name: LawName{e.Ja, e.En}, Threshold: e.Threshold.String(), Element: e.Element,
		Pure: e.Pure, Gas: e.Gas, Group: e.Group != nil, CAS: set.CAS(e.ID), From: e.From, To: e.To, State: state(e.From, e.To, day),
		Source: e.Source, AsOf: e.AsOf, Confidence: string(e.Confidence),
	}
	if e.Certain != nil {
		v.Certain = e.Certain.String()
	}
	if e.TransitionTo != "" {
		v.Transition = &LawTransition{e.TransitionTo, LawName{e.TransitionJa, e.TransitionEn}}
	}
	if e.ContextJa != "" {
		v.Context = &LawName{e.ContextJa, e.ContextEn}
	}
	return v
}
