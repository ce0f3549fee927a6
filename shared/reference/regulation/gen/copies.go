package gen

import (
	"fmt"
	"strings"
)

// copies adds the entries of classes that repeat other classes, each after its original, or
// where its number belongs.
func copies(source string, all []*entry) ([]*entry, error) {
	rows, err := readSource(source, "copies.tsv")
	if err != nil {
		return nil, err
	}
	for _, c := range rows {
		var with []*entry
		for _, e := range all {
			with = append(with, e)
			if e.Class != c[0] {
				continue
			}
			another := *e
			another.Class, another.of, another.ID = c[1], e.ID, 0
			if e.of != 0 {
				another.of = e.of
			}
			if c[2] != "" {
				another.Number = strings.Replace(c[2], "*", e.Number, 1)
			}
			with = append(with, &another)
		}
		if len(with) == len(all) {
			return nil, fmt.Errorf("copies.tsv: no entries in %s", c[0])
		}
		if all = with; c[3] == "number" {
			intoNumbers(all, c[1])
		}
	}
	return all, nil
}

// intoNumbers moves the copies in a class to where their numbers belong among those of its
// own lines.
func intoNumbers(all []*entry, class string) {
	var places []int
	var own, copied []*entry
	for i, e := range all {
		switch {
		case e.Class != class:
			continue
		case e.of == 0:
			own = append(own, e)
		default:
			copied = append(copied, e)
		}
		places = append(places, i)
	}
	for _, i := range places {
		if len(own) == 0 || len(copied) > 0 && copied[0].Number < own[0].Number {
			all[i], copied = copied[0], copied[1:]
		} else {
			all[i], own = own[0], own[1:]
		}
	}
}
