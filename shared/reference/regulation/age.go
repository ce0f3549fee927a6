package regulation

import "time"

// age sets the days up to which the list is known to be complete, and from which it is past
// its revision rhythm.
func (c *Category) age() {
	var last time.Time
	for _, v := range c.Versions {
		if at := endOf(v.AsOf); at.After(last) {
			last = at
		}
	}
	if last.IsZero() || c.Rhythm == 0 {
		return
	}
	c.CompleteTo, c.OverdueFrom = last.Format(time.DateOnly), last.AddDate(0, c.Rhythm, 1).Format(time.DateOnly)
}

// endOf is the last day of a date, a month or a year; zero for another text.
func endOf(date string) time.Time {
	for _, of := range []struct {
		layout        string
		months, years int
	}{{time.DateOnly, 0, 0}, {"2006-01", 1, 0}, {"2006", 0, 1}} {
		if at, err := time.Parse(of.layout, date); err == nil {
			if of.months+of.years > 0 {
				at = at.AddDate(of.years, of.months, -1)
			}
			return at
		}
	}
	return time.Time{}
}
