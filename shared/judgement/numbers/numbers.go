// Package numbers finds the numbers by which Japanese law refers to an ingredient: those of
// the official gazette (官報公示整理番号) and the control number of the PRTR law (管理番号), which
// the members of a group (鉛及びその化合物) share.
package numbers

import (
	"slices"

	"anzen/shared/domain/sds"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/chem"
	"anzen/shared/reference/gazette"
	"anzen/shared/reference/regulation"
)

// Of returns the numbers of an ingredient with a name and CAS numbers on a day (YYYY-MM-DD).
// An ingredient without CAS numbers has those of the one substance that its name stands for.
func Of(name string, cas []string, day string) sds.LawNumbers {
	if len(cas) == 0 {
		if named := lawcheck.NumbersOf(name); len(named) == 1 {
			cas = named
		}
	}
	tables := gazette.Current()
	var n sds.LawNumbers
	for _, number := range cas {
		n.CSCL = with(n.CSCL, tables.CSCL.Of(chem.CAS(number)))
		n.ISHA = with(n.ISHA, tables.ISHA.Of(chem.CAS(number)))
		n.PRTR = with(n.PRTR, tables.PRTR.Of(chem.CAS(number)))
	}
	if tables.PRTR.Loaded() {
		for _, entry := range lawcheck.StatutoryNumbers(regulation.Current(), &lawcheck.Ingredient{Name: name, CAS: cas}, "JP-PRTR", day) {
			n.PRTR = with(n.PRTR, tables.PRTR.OfEntry(entry))
		}
	}
	return n
}

// with adds the numbers that are not yet among them.
func with(all, more []string) []string {
	for _, n := range more {
		if !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	return all
}
