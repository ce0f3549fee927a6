package sds

import (
	"slices"
	"strings"
)

// ReviewBelow is the confidence under which a value that no person has looked
// at counts as unreviewed.
const ReviewBelow = 0.8

// Derive fills the parts of the head that come from the sections, so that lists
// show and find what the sheet says. Deleted values do not count.
func (s *Sheet) Derive(sections []Section) {
	s.ProductName, s.ProductCodes, s.Supplier, s.SignalWord, s.UNNumber = "", nil, "", "", ""
	s.HCodes, s.CAS, s.Pictograms, s.Laws, s.GHSClassValues = nil, nil, nil, nil, nil
	s.GuardedCodes, s.IssuedOn, s.Unreviewed, s.Composition = nil, "", 0, CompositionNone
	revised := ""
	for i := range sections {
		sections[i].Each(func(group string, f *Field) {
			if f.State == StateDeleted {
				return
			}
			if f.State == StateMachine && f.Confidence < ReviewBelow {
				s.Unreviewed++
			}
			s.take(group, f, &revised)
		})
	}
	if revised != "" {
		s.RevisedOn = revised
	}
	if !s.NameByPerson {
		s.Name = s.ProductName
		if s.Name == "" {
			s.Name = strings.TrimSuffix(s.File.Name, ".pdf")
		}
	}
}

func (s *Sheet) take(group string, f *Field, revised *string) {
	switch group + "/" + f.Key {
	case "/product_name":
		s.ProductName = f.Value.Text
	case "/product_codes":
		s.ProductCodes = f.Value.List
		if f.State == StateEdited || f.State == StateConfirmed {
			s.GuardedCodes = f.Value.List
		}
	case "/supplier_name":
		s.Supplier = f.Value.Text
	case "/issue_date":
		s.IssuedOn = f.Value.Text
	case "/revision_date":
		*revised = f.Value.Text
	case "/signal_word":
		s.SignalWord = f.Value.Text
	case "/h_codes":
		s.HCodes = f.Value.List
	case "/pictograms":
		s.Pictograms = f.Value.List
	case "/composition_type":
		switch f.Value.Text {
		case "substance":
			s.Composition = CompositionSubstance
		case "mixture":
			s.Composition = CompositionMixture
		case "uvcb":
			s.Composition = CompositionUVCB
		}
	case GroupComposition + "/cas":
		for _, cas := range f.Value.List {
			if !slices.Contains(s.CAS, cas) {
				s.CAS = append(s.CAS, cas)
			}
		}
	case GroupClassification + "/class":
		if i := slices.Index(HazardClasses, f.Value.Text); i >= 0 {
			if v := classValue(i); !slices.Contains(s.GHSClassValues, v) {
				s.GHSClassValues = append(s.GHSClassValues, v)
			}
		}
	case "/un_number":
		s.UNNumber = f.Value.Text
	case GroupLaws + "/name":
		s.Laws = append(s.Laws, f.Value.Text)
	}
}

// classValue is the specification's id of a hazard class: 1000000 and steps of
// 1000. It counts acute toxicity by inhalation four times (gas, vapour, dust,
// mist), so the classes after it stand three further on.
func classValue(i int) int {
	const inhalation = 19
	if i > inhalation {
		i += 3
	}
	return 1_000_000 + 1000*i
}
