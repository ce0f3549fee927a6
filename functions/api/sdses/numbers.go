package sdses

import (
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/numbers"
	"anzen/shared/reference/gazette"
)

// NumberTable is a table of the numbers by which a law refers to substances.
type NumberTable struct {
	Kind     string `json:"kind" enum:"cscl,isha,prtr" doc:"of the official gazette by the Chemical Substances Control Law or by the Industrial Safety and Health Act; control numbers of the PRTR law"`
	Source   string `json:"source,omitempty" doc:"who published the table; absent where none is loaded"`
	AsOf     string `json:"as_of,omitempty" doc:"of the table; absent where none is loaded"`
	Complete bool   `json:"complete" doc:"no number says that there is none"`
}

// IngredientNumbers are the numbers of an ingredient.
type IngredientNumbers struct {
	Row  int      `json:"row" doc:"counts the ingredients, from 0"`
	Name string   `json:"name"`
	CAS  []string `json:"cas_numbers"`
	CSCL []string `json:"cscl"`
	ISHA []string `json:"isha"`
	PRTR []string `json:"prtr" doc:"by the substance itself, or by the entry whose group it belongs to"`
}

// SheetNumbers are the numbers of a sheet's ingredients.
type SheetNumbers struct {
	Tables      []NumberTable       `json:"tables"`
	Ingredients []IngredientNumbers `json:"ingredients"`
}

func numbersOf(record *sds.Sheet, day string) SheetNumbers {
	of := gazette.Current()
	n := SheetNumbers{Ingredients: []IngredientNumbers{}}
	for _, t := range []struct {
		kind  string
		table *gazette.Table
	}{{"cscl", of.CSCL}, {"isha", of.ISHA}, {"prtr", of.PRTR}} {
		shown := NumberTable{Kind: t.kind}
		if t.table.Loaded() {
			shown.Source, shown.AsOf, shown.Complete = t.table.Source, t.table.AsOf, t.table.Complete
		}
		n.Tables = append(n.Tables, shown)
	}
	for i, is := range record.Ingredients {
		found := numbers.Of(is.Name, is.CAS, day)
		n.Ingredients = append(n.Ingredients, IngredientNumbers{i, is.Name, orNone(is.CAS), orNone(found.CSCL), orNone(found.ISHA), orNone(found.PRTR)})
	}
	return n
}

func orNone(all []string) []string {
	if all == nil {
		return []string{}
	}
	return all
}
