package classification

import "strings"

// rank orders the categories of a class by severity; 0 is none.
func rank(category string) int {
	if category == "" {
		return 0
	}
	r := 10 * (6 - int(category[0]-'0'))
	if category[0] < '1' || category[0] > '5' {
		return 1 // a category without a number: lactation
	}
	switch category[1:] {
	case "A":
		r += 3
	case "B":
		r += 2
	case "C":
		r++
	}
	return r
}

// base is a category without its sub-category: "1" of "1A".
func base(category string) string {
	return strings.TrimRight(category, "ABC")
}

// milder and severer return one of two categories. A category without sub-category counts
// as the mildest of its number.
func milder(a, b string) string {
	if rank(a) <= rank(b) {
		return a
	}
	return b
}

func severer(a, b string) string {
	if rank(a) >= rank(b) {
		return a
	}
	return b
}

// most reports whether a class has no severer category. Sub-categories do not count.
func most(class, category string) bool {
	return category == lactationKey || base(category) == "1" || class == "stot_single" && category == "3"
}

const lactationKey = "lactation"
