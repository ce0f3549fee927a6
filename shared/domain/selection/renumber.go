package selection

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Filters that were stored before dusts and mists were two hazard classes name the classes
// after acute toxicity by their former numbers.
const (
	classFrom    = 1_000_000
	categoryFrom = 2_000_000
	numberStep   = 1_000
	dustOrMist   = 21 // its former number, counted from 0; now that of dusts
	formerly     = 35 // how many there were
)

// Renumbered is a filter that was stored with the former numbers of the hazard classes and
// categories, with today's. One without them is returned as it is.
func (f Filter) Renumbered() Filter {
	if !strings.Contains(string(f), "ghs_c") {
		return f
	}
	values, err := url.ParseQuery(string(f))
	if err != nil {
		return f // reading it is the error
	}
	for parameter, from := range map[string]int{"ghs_class": classFrom, "ghs_class_not": classFrom, "ghs_category": categoryFrom, "ghs_category_not": categoryFrom} {
		former, there := values[parameter]
		if !there {
			continue
		}
		var now []string
		for _, list := range former {
			for _, one := range strings.Split(list, ",") {
				for _, number := range renumbered(one, from) {
					if !slices.Contains(now, number) {
						now = append(now, number)
					}
				}
			}
		}
		values[parameter] = now
	}
	return Filter(values.Encode())
}

func renumbered(number string, from int) []string {
	n, err := strconv.Atoi(number)
	class := (n - from) / numberStep
	switch {
	case err != nil, n < from, class < dustOrMist, class >= formerly:
		return []string{number}
	case class == dustOrMist:
		return []string{number, strconv.Itoa(n + numberStep)}
	default:
		return []string{strconv.Itoa(n + numberStep)}
	}
}
