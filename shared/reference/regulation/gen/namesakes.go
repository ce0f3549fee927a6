package gen

import (
	"slices"
	"strings"

	"anzen/shared/reference/chem"
)

// byNumber are the classes of lists that name single substances by their numbers, though with
// names of groups, and those that count salts as the substance.
var byNumber = []string{"JP-ISHA/SKIN/", "JP-ISHA/CARC30/", "JP-ISHA/OEL/", "JP-APCA/VOC/", "JP-CSCL/"}

// preparations end the names of entries that are of preparations too.
var preparations = strings.NewReplacer("及びこれを含有する製剤", "", "を含有する製剤", "")

// misprinted are numbers that a list prints beside the name of another substance.
var misprinted = []string{"93-76-5"} // 2,4,5-T, on the skin list as p-アミノ安息香酸エチル

// namesakes gives the entries of Japanese laws the CAS numbers that another list has for the
// same name, for a human look: the name decides, and each list prints the number of one form
// (an isomer, the mixture) of a substance that has several.
func namesakes(all []*entry) {
	numbers := map[string][]string{}
	for _, e := range all {
		if goesByName(e, "JP-CSCL/") {
			numbers[nameOf(e)] = append(numbers[nameOf(e)], e.CAS...)
		}
	}
	for _, e := range all {
		if !goesByName(e, byNumber...) {
			continue
		}
		var more []string
		for _, cas := range numbers[nameOf(e)] {
			if !slices.Contains(e.CAS, cas) && !slices.Contains(more, cas) && !slices.Contains(misprinted, cas) && !strings.Contains(e.group, cas) {
				more = append(more, cas)
			}
		}
		if len(more) > 0 {
			slices.Sort(more)
			e.group = strings.Trim(e.group+";maybe="+strings.Join(more, "|"), ";")
		}
	}
}

// goesByName reports whether an entry is of a Japanese law, has CAS numbers, and is in none of
// the classes.
func goesByName(e *entry, except ...string) bool {
	return strings.HasPrefix(e.Class, "JP-") && len(e.CAS) > 0 && !slices.ContainsFunc(except, func(class string) bool { return strings.HasPrefix(e.Class, class) })
}

func nameOf(e *entry) string { return chem.NameKey(preparations.Replace(e.Ja)) }
