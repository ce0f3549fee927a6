package sds

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"anzen/shared/text/fold"
)

// ReadDay is a day or a month as a user enters it, in the form in which it is stored
// (YYYY-MM-DD or YYYY-MM): with hyphens, slashes, points or Japanese characters, in eight
// digits, or in a Japanese era. It reports whether the text is one. The dashboard reads
// the same (testdata/days.json).
func ReadDay(text string) (string, bool) {
	plain := strings.TrimSpace(fold.Caseless(text))
	if m := compactDay.FindStringSubmatch(plain); m != nil {
		return storedDay(m[1], m[2], m[3], era{})
	}
	m := separatedDay.FindStringSubmatch(plain)
	if m == nil {
		return "", false
	}
	of, in := eras[m[1]]
	if in == (m[2] != "元" && len(m[2]) == 4) {
		return "", false // an era's year has two digits at most, any other has four
	}
	return storedDay(m[2], m[3], m[4], of)
}

// ReadPastDay is a whole day up to today on which something happened, as a user enters it (see
// ReadDay). future reports a day that is still to come.
func ReadPastDay(text string, now time.Time) (day string, future, ok bool) {
	day, ok = ReadDay(text)
	if !ok || len(day) != len(time.DateOnly) {
		return "", false, false
	}
	return day, day > Day(now).Format(time.DateOnly), true
}

var (
	compactDay   = regexp.MustCompile(`^((?:19|20)[0-9]{2})([0-9]{2})([0-9]{2})$`)
	separatedDay = regexp.MustCompile(`^(令和|平成|昭和|[rhs])?[ .]?(元|[0-9]{1,4})(?:[-/.]|年 ?)([0-9]{1,2})(?:(?:[-/.]|月 ?)([0-9]{1,2})日?|月)?$`)
)

// era is a Japanese era: the year before its first, and its first and last day.
type era struct {
	before      int
	first, last string
}

var eras = map[string]era{
	"令和": reiwa, "r": reiwa, "平成": heisei, "h": heisei, "昭和": showa, "s": showa,
}

var (
	reiwa  = era{2018, "2019-05-01", "9999-12-31"}
	heisei = era{1988, "1989-01-08", "2019-04-30"}
	showa  = era{1925, "1926-12-25", "1989-01-07"}
)

// storedDay is the stored form of a year, a month and a day, empty for a whole month.
func storedDay(year, month, day string, of era) (string, bool) {
	if year == "元" {
		year = "1"
	}
	y, _ := strconv.Atoi(year)
	if y == 0 {
		return "", false
	}
	m, _ := strconv.Atoi(month)
	d, _ := strconv.Atoi(day)
	stored, layout := fmt.Sprintf("%04d-%02d", of.before+y, m), "2006-01"
	if day != "" {
		stored, layout = fmt.Sprintf("%s-%02d", stored, d), time.DateOnly
	}
	if _, err := time.Parse(layout, stored); err != nil || of.before+y < 1900 {
		return "", false
	}
	// A month is compared with the months of the era's ends.
	if of.before > 0 && (stored < of.first[:len(stored)] || stored > of.last[:len(stored)]) {
		return "", false
	}
	return stored, true
}
