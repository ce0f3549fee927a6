// Package proofs prepares the check's proofs for display: with the names of law, category
// and class, and the reason in the reader's language.
package proofs

import (
	"cmp"

	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// Name is a name in both languages.
type Name struct {
	Ja string `json:"ja"`
	En string `json:"en"`
}

// In is the name in a language, or in the other one where it has none.
func (n Name) In(lang string) string {
	if lang == "ja" {
		return cmp.Or(n.Ja, n.En)
	}
	return cmp.Or(n.En, n.Ja)
}

// Proof is a verdict with everything it rests on.
type Proof struct {
	verdict.Proof
	Reason       ProofReason `json:"reason"`
	LawName      Name        `json:"law_name"`
	CategoryName Name        `json:"category_name"`
	ClassName    Name        `json:"class_name"`
}

// ProofReason explains a verdict.
type ProofReason struct {
	Code string            `json:"code"`
	Args map[string]string `json:"args,omitempty"`
	Text string            `json:"text" doc:"in the caller's language"`
}

// View returns proofs for display in a language.
func View(set *regulation.Set, lang string, proofs []verdict.Proof) []Proof {
	shown := make([]Proof, len(proofs))
	for i := range proofs {
		p := &shown[i]
		p.Proof = proofs[i]
		r := proofs[i].Explained()
		p.Reason = ProofReason{r.Code, r.Args, r.In(lang)}
		p.Article = Article(lang, p.Article)
		p.LawName, p.CategoryName, p.ClassName = Names(set, p.Law, p.Category, p.Class)
	}
	return shown
}

// Names returns those of a class, its category and its law.
func Names(set *regulation.Set, law, category, class string) (ofLaw, ofCategory, ofClass Name) {
	for _, l := range set.Laws() {
		if l.Code == law {
			ofLaw = Name{l.Ja, l.En}
		}
	}
	if c := set.Category(law, category); c != nil {
		ofCategory = Name{c.Ja, c.En}
	}
	if c := set.Class(law + "/" + category + "/" + class); c != nil {
		ofClass = Name{c.Ja, c.En}
	}
	return ofLaw, ofCategory, ofClass
}
