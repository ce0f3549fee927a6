package duties

import (
	"anzen/shared/judgement/proofs"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
)

// DutyView is a duty for display, in both languages; the citation in the reader's.
type DutyView struct {
	ID   int         `json:"id"`
	Kind duty.Kind   `json:"kind" enum:"permit,appoint,risk,equipment,measurement,health,protection,sign,label,sds,storage,education,inspection,record,report,disposal,transport,emergency"`
	What proofs.Name `json:"what"`
	// When is the condition in facts of the company.
	When     *proofs.Name `json:"condition,omitempty" doc:"on which it is due, in facts of the company that no sheet states; absent: always"`
	Interval *proofs.Name `json:"interval,omitempty"`
	Years    int          `json:"retention_years,omitempty" doc:"for which records are kept"`
	Deadline *proofs.Name `json:"deadline,omitempty"`

	Article      string            `json:"article" doc:"the citation"`
	Instrument   proofs.Name       `json:"instrument" doc:"the act, order or ordinance"`
	Link         string            `json:"link,omitempty" doc:"to the instrument's text"`
	From         string            `json:"in_force_from,omitempty" format:"date" doc:"of the duty itself"`
	Verification duty.Verification `json:"verification" enum:"text,order,article,digest,knowledge" doc:"how the article was checked: found in the law's text with a key phrase, read in the order's text, found in the law's text, number seen in a digest, from knowledge"`
	Source       string            `json:"source,omitempty" doc:"the text and its revision"`
	AsOf         string            `json:"source_as_of" doc:"of the table"`
}

// ViewOf is a duty as shown in a language.
func ViewOf(lang string, t *duty.Table, d *duty.Duty) DutyView {
	return DutyView{
		ID: d.ID, Kind: d.Kind, What: proofs.Name(d.What), When: stated(d.When), Interval: stated(d.Interval), Years: d.Years, Deadline: stated(d.Deadline),
		Article: Cited(lang, d), Instrument: proofs.Name(d.Instrument.Title), Link: d.Instrument.Link(), From: d.From,
		Verification: d.Verification, Source: d.Source(), AsOf: t.AsOf,
	}
}

func stated(n duty.Name) *proofs.Name {
	if n.Ja == "" {
		return nil
	}
	return new(proofs.Name(n))
}

// DueView is a duty that follows for a product.
type DueView struct {
	DutyView
	Force Force  `json:"force" enum:"required,conditional,possible,scheduled" doc:"the law applies, and always brings it; the law applies, and the condition is to be checked; it depends on what the sheet does not say whether the law applies; the law will apply"`
	Due   string `json:"effective_from,omitempty" format:"date" doc:"from when a scheduled one is due"`
	// Because are the classes that bring it.
	Because []ClassName `json:"because"`
}

// ClassName is a class of a law with its names.
type ClassName struct {
	Key      string      `json:"class_key"`
	Law      proofs.Name `json:"law_name"`
	Category proofs.Name `json:"category_name"`
	Class    proofs.Name `json:"class_name"`
}

// NameOf is a class with its names.
func NameOf(set *regulation.Set, law, category, class string) ClassName {
	n := ClassName{Key: law + "/" + category + "/" + class}
	n.Law, n.Category, n.Class = proofs.Names(set, law, category, class)
	return n
}

// Views are the duties of a product as shown in a language.
func Views(lang string, set *regulation.Set, t *duty.Table, all []Due) []DueView {
	views := make([]DueView, len(all))
	for i := range all {
		d := &all[i]
		views[i] = DueView{DutyView: ViewOf(lang, t, d.Duty), Force: d.Force, Due: d.From}
		seen := map[string]bool{}
		for _, p := range d.Because {
			if key := p.Key(); !seen[key] {
				seen[key] = true
				views[i].Because = append(views[i].Because, NameOf(set, p.Law, p.Category, p.Class))
			}
		}
	}
	return views
}
