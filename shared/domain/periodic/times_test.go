package periodic_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"pgregory.net/rapid"

	"anzen/shared/domain/periodic"
)

// all are all times there are.
func all() []periodic.Times {
	ts := []periodic.Times{{Frequency: periodic.Daily}}
	for _, w := range periodic.Weekdays {
		ts = append(ts, periodic.Times{Frequency: periodic.Weekly, Weekday: w})
	}
	for _, d := range periodic.Days {
		ts = append(ts, periodic.Times{Frequency: periodic.Monthly, Day: d})
	}
	return ts
}

// naive tries one day after the other.
func naive(t *rapid.T, s periodic.Times, after time.Time) time.Time {
	tokyo, err := time.LoadLocation(periodic.Zone)
	if err != nil {
		t.Fatal(err)
	}
	y, m, d := after.In(tokyo).Date()
	for i := range 70 {
		day := time.Date(y, m, d+i, periodic.Hour, 0, 0, 0, tokyo)
		fits := s.Frequency == periodic.Daily ||
			s.Frequency == periodic.Weekly && periodic.Weekdays[day.Weekday()] == s.Weekday ||
			s.Frequency == periodic.Monthly && (strconv.Itoa(day.Day()) == s.Day || s.Day == periodic.LastDay && day.AddDate(0, 0, 1).Day() == 1)
		if fits && day.After(after) {
			return day.UTC()
		}
	}
	t.Fatalf("no occurrence of %+v in the 70 days after %s", s, after)
	return time.Time{}
}

func TestNextIsTheNaiveOne(t *testing.T) {
	from := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	to := time.Date(2105, 1, 1, 0, 0, 0, 0, time.UTC).Unix() // 2100 is no leap year
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.SampledFrom(all()).Draw(t, "times")
		after := time.Unix(rapid.Int64Range(from, to).Draw(t, "after"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns"))
		got, want := s.Next(after), naive(t, s, after)
		if !got.Equal(want) {
			t.Fatalf("%+v after %s: %s, want %s", s, after.In(periodic.Tokyo), got, want)
		}
		if !s.Due(got) || s.Due(got.Add(time.Second)) || s.Due(after) && !after.Equal(after.Truncate(time.Hour)) {
			t.Fatalf("%+v: %s is not distinguished from its neighbours", s, got)
		}
		if again := s.Next(got); !again.After(got) {
			t.Fatalf("%+v: after %s comes %s", s, got, again)
		}
	})
}

func TestMonthsEnd(t *testing.T) {
	s := periodic.Times{Frequency: periodic.Monthly, Day: periodic.LastDay}
	at := time.Date(2027, 12, 31, 12, 0, 0, 0, periodic.Tokyo)
	for _, want := range []string{"2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30", "2028-05-31"} {
		at = s.Next(at)
		if got := at.In(periodic.Tokyo).Format("2006-01-02 15:04"); got != want+" 06:00" {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestExpressions(t *testing.T) {
	for want, s := range map[string]periodic.Times{
		"cron(0 6 * * ? *)":   {Frequency: periodic.Daily},
		"cron(0 6 ? * WED *)": {Frequency: periodic.Weekly, Weekday: "wednesday"},
		"cron(0 6 25 * ? *)":  {Frequency: periodic.Monthly, Day: "25"},
		"cron(0 6 L * ? *)":   {Frequency: periodic.Monthly, Day: "last"},
	} {
		if got := s.Expression(); got != want || !s.Valid() {
			t.Errorf("%+v: %s, want %s; valid %v", s, got, want, s.Valid())
		}
	}
	for _, s := range []periodic.Times{
		{},
		{Frequency: "yearly"},
		{Frequency: periodic.Weekly},
		{Frequency: periodic.Weekly, Weekday: "mon"},
		{Frequency: periodic.Monthly, Day: "31"},
		{Frequency: periodic.Daily, Day: "1"},
		{Frequency: periodic.Weekly, Weekday: "monday", Day: "1"},
		{Frequency: periodic.Monthly, Day: "1", Weekday: "monday"},
	} {
		if s.Valid() {
			t.Errorf("%+v is taken for valid", s)
		}
	}
	if slices.ContainsFunc(all(), func(s periodic.Times) bool { return !s.Valid() }) {
		t.Error("one of all times is not valid")
	}
}
