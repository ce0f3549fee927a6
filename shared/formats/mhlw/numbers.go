package mhlw

import (
	"slices"

	"anzen/shared/domain/sds"
)

// Known finds the numbers of an ingredient: they are written with it, and of a document that is read
// only others are reported as not imported.
type Known func(name string, cas []string) sds.LawNumbers

// controlNumber is the name under which control numbers, for which the format has no member, stand among
// a substance's numbers.
const controlNumber = "化管法 管理番号"

// The members of the numbers, from that of the ingredient.
var (
	csclMember = mustPath("gazetteNo.CSCL.CsclGazetteNo")
	ishaMember = mustPath("gazetteNo.ISHA.IshaGazetteNo")
	others     = mustPath("SubstanceIdentifiers.SubstanceIdentity.OtherNo")
)

// number writes the numbers of an ingredient.
func (w *writer) number(entry object, name string, cas []string) {
	if w.known == nil {
		return
	}
	n := w.known(name, cas)
	for _, of := range []struct {
		at      []step
		numbers []any
	}{{csclMember, texts(n.CSCL)}, {ishaMember, texts(n.ISHA)}, {others, controls(n.PRTR)}} {
		if len(of.numbers) > 0 {
			put(entry, of.at, of.numbers)
		}
	}
}

func texts(all []string) []any {
	list := make([]any, len(all))
	for i, one := range all {
		list[i] = one
	}
	return list
}

func controls(all []string) []any {
	list := texts(all)
	for i, one := range all {
		list[i] = object{"IdentityName": controlNumber, "FullText": one}
	}
	return list
}

// readNumbers takes the numbers that are known of an ingredient.
func (r *reader) readNumbers(at []step, name string, cas []string) {
	if r.known == nil {
		return
	}
	n := r.known(name, cas)
	for _, of := range []struct {
		at    []step
		known []string
	}{{csclMember, n.CSCL}, {ishaMember, n.ISHA}} {
		list := append(slices.Clone(at), of.at...)
		for i := range r.length(list) {
			if number, _ := look(r.root, member(list, i)).(string); slices.Contains(of.known, number) {
				drop(r.root, member(list, i))
			}
		}
	}
	list := append(slices.Clone(at), others...)
	for i := range r.length(list) {
		item, _ := look(r.root, member(list, i, "IdentityName")).(string)
		number, _ := look(r.root, member(list, i, "FullText")).(string)
		if item == controlNumber && slices.Contains(n.PRTR, number) {
			drop(r.root, member(list, i, "IdentityName"))
			drop(r.root, member(list, i, "FullText"))
		}
	}
}
