package catalog

import (
	"time"

	"anzen/shared/domain/sds"
)

// dayZero is the day before day 1; 0 stands for no date.
var dayZero = time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC)

const secondsADay = 24 * 60 * 60

// dayOf counts the days of YYYY-MM-DD, or of the first of YYYY-MM; 0 is no date,
// or one before 1900.
func dayOf(s string) int32 {
	if len(s) == len("2006-01") {
		s += "-01"
	}
	t, err := time.Parse(time.DateOnly, s)
	if err != nil {
		return 0
	}
	return dayAt(t)
}

// dayAt is the number of a day, which begins at midnight UTC.
func dayAt(t time.Time) int32 {
	return int32(max((t.Unix()-dayZero.Unix())/secondsADay, 0))
}

func dayText(d int32) string { return dayZero.AddDate(0, 0, int(d)).Format(time.DateOnly) }

// revisionDay is the day that counts as a sheet's revision: of its issue where
// it names no revision.
func revisionDay(s *sds.Sheet) int32 {
	if d := dayOf(s.RevisedOn); d != 0 {
		return d
	}
	return dayOf(s.IssuedOn)
}

// expired is the first day that is still good: a sheet whose date is before it
// needs a revision. today is the first moment of a day.
func expired(today time.Time, years int) int32 {
	day := today.AddDate(-years, 0, -2)
	for today.After(day.AddDate(years, 0, 0)) {
		day = day.AddDate(0, 0, 1)
	}
	return dayAt(day)
}
