package sdses

import (
	"strings"

	"anzen/shared/catalog"
	"anzen/shared/domain/verdict"
)

// checks asks for what our check finds: by law, and by checklist.
func (f *Filters) checks(cs *conditions) {
	if len(f.CheckedLaws) > 0 {
		cs.add(checked(f.CheckedLaws), false)
	}
	if len(f.CheckedLawsNot) > 0 {
		cs.add(checked(f.CheckedLawsNot), true)
	}
	if len(f.CheckLists) > 0 {
		cs.add(onLists(f.CheckLists), false)
	}
	if len(f.CheckListsNot) > 0 {
		cs.add(onLists(f.CheckListsNot), true)
	}
}

// checked are sheets to which a law, category or class applies, also where something
// that no sheet tells has to be looked at for it.
func checked(keys []string) catalog.Condition {
	return catalog.Matching(catalog.FacetCheckedLaw, func(value string) bool {
		class, said, _ := strings.Cut(value, ":")
		if v := verdict.Verdict(said); v != verdict.Applies && v != verdict.RequiresContext {
			return false
		}
		for _, key := range keys {
			if rest, ok := strings.CutPrefix(class, key); ok && (rest == "" || rest[0] == '/') {
				return true
			}
		}
		return false
	})
}

func onLists(ids []string) catalog.Condition {
	named := make([]catalog.Condition, len(ids))
	for i, id := range ids {
		named[i] = catalog.Named(id)
	}
	return catalog.Either(named...)
}
