package catalog

import (
	"time"

	"anzen/shared/domain/sds"
)

// dayZero is the day before day 1; 0 is no date.
var dayZero = time.Date(1899, 12, 31, 0, 0, 0, 0, time.UTC)

const secondsADay = 24 * 60 * 60

// dayOf is the number of the day YYYY-MM-DD, or of the first of YYYY-MM; 0 for no date,
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

// revisionDay is the day of a sheet's revision, else of its issue.
func revisionDay(s *sds.Sheet) int32 {
	if d := dayOf(s.RevisedOn); d != 0 {
		return d
	}
	return dayOf(s.IssuedOn)
}

// expired is the first day that is still current: a sheet with an earlier date needs
// revision. today is midnight.
func expired(today time.Time, years int) int32 {
	day := today.AddDate(-years, 0, -2)
	for today.After(day.AddDate(years, 0, 0)) {
		day = day.AddDate(0, 0, 1)
	}
	return dayAt(day)
}
