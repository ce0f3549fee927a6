package search

import (
	"slices"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// Match tells where a sheet has a part of the searched text.
type Match struct {
	Term  string // as searched
	Field string // Matched...
	Text  string // as the sheet has it
}

// The fields of matches.
const (
	MatchedName         = "name"
	MatchedProduct      = "product_name"
	MatchedCode         = "product_code"
	MatchedSupplier     = "supplier"
	MatchedManufacturer = "manufacturer"
	MatchedSubstance    = "substance_name"
	MatchedCAS          = "cas_number"
	MatchedUN           = "un_number"
	MatchedHCode        = "h_code"
	MatchedLaw          = "law_name"
	MatchedNote         = "note"
	MatchedFile         = "file_name"
)

// MatchedFields are all of them, in the order in which they are looked at.
var MatchedFields = []string{
	MatchedName, MatchedProduct, MatchedCode, MatchedSupplier, MatchedManufacturer, MatchedSubstance, MatchedCAS, MatchedUN, MatchedHCode, MatchedLaw, MatchedNote,
	MatchedFile,
}

// Matches tells where a sheet that a filter finds has the searched text: the first field for
// each term. Without a text there is none.
func Matches(f Filter, s *sds.Sheet) (all []Match) {
	if f.one(text) == "" {
		return nil
	}
	terms := termsOf(f.one(text))
	for i := range terms {
		if m, ok := terms[i].in(s); ok {
			all = append(all, m)
		}
	}
	return all
}

// in finds the term in a sheet: first as it was searched, then by what it also means.
func (t *term) in(s *sds.Sheet) (Match, bool) {
	fields := fieldsOf(s)
	for _, has := range []func(field, value string) bool{t.isPart, t.isPartLoosely, t.means} {
		for _, f := range fields {
			for _, value := range f.values {
				if value != "" && has(f.name, value) {
					return Match{t.text, f.name, value}, true
				}
			}
		}
	}
	return Match{}, false
}

func (t *term) isPart(_, value string) bool {
	folded := fold.Search(value)
	for _, word := range strings.Fields(fold.Search(t.text)) {
		if !strings.Contains(folded, word) {
			return false
		}
	}
	return true
}

func (t *term) isPartLoosely(field, value string) bool {
	switch field {
	case MatchedName, MatchedProduct, MatchedCode, MatchedNote, MatchedFile:
		return t.loose && strings.Contains(joined(value), joined(t.text))
	}
	return false
}

// joined is a text as codes are compared.
func joined(text string) string {
	return strings.NewReplacer("-", "", " ", "", "_", "", ".", "", "/", "").Replace(fold.Search(text))
}

func (t *term) means(field, value string) bool {
	switch field {
	case MatchedUN:
		return value == t.un
	case MatchedCAS:
		return slices.ContainsFunc(t.cas, func(cas chem.CAS) bool { return string(cas) == value })
	case MatchedSubstance:
		return t.isName(value)
	case MatchedName, MatchedProduct:
		folded := fold.Search(value)
		return slices.ContainsFunc(t.names, func(name string) bool { return distinct(name) && strings.Contains(folded, fold.Search(name)) })
	}
	return false
}

type fieldValues struct {
	name   string
	values []string
}

func fieldsOf(s *sds.Sheet) []fieldValues {
	substances := make([]string, len(s.Ingredients))
	for i := range s.Ingredients {
		substances[i] = s.Ingredients[i].Name
	}
	return []fieldValues{
		{MatchedName, []string{s.Name}},
		{MatchedProduct, []string{s.ProductName}},
		{MatchedCode, s.ProductCodes},
		{MatchedSupplier, []string{s.Supplier}},
		{MatchedManufacturer, []string{s.Manufacturer}},
		{MatchedSubstance, substances},
		{MatchedCAS, s.CAS},
		{MatchedUN, []string{s.UNNumber}},
		{MatchedHCode, s.HCodes},
		{MatchedLaw, s.Laws},
		{MatchedNote, []string{s.Note}},
		{MatchedFile, []string{s.File.Name}},
	}
}
