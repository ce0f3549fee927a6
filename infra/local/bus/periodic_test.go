package bus

import (
	"testing"
	"time"

	"anzen/shared/domain/periodic"
)

// The product computes the next date of a periodic export itself; the Scheduler must
// call at that very moment.
func TestPeriodicExportsAreCalledAtTheirDate(t *testing.T) {
	zone, err := time.LoadLocation(periodic.Zone)
	if err != nil {
		t.Fatal(err)
	}
	times := []periodic.Times{{Frequency: periodic.Daily}}
	for _, w := range periodic.Weekdays {
		times = append(times, periodic.Times{Frequency: periodic.Weekly, Weekday: w})
	}
	for _, d := range periodic.Days {
		times = append(times, periodic.Times{Frequency: periodic.Monthly, Day: d})
	}
	for _, each := range times {
		when, err := parseExpression(each.Expression(), zone, time.Time{})
		if err != nil {
			t.Errorf("%+v: %v", each, err)
			continue
		}
		at := time.Date(2026, 12, 30, 3, 0, 0, 0, time.UTC)
		for at.Year() < 2029 { // over a leap year
			got, ok := when.next(at)
			want := each.Next(at)
			if !ok || !got.Equal(want) {
				t.Fatalf("%s after %s: the Scheduler calls at %s, the product computes %s", each.Expression(), at, got, want)
			}
			at = want
		}
	}
}
