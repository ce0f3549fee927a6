package periodic

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Frequency is how often a setting runs.
type Frequency string

// The frequencies.
const (
	Daily   Frequency = "daily"
	Weekly  Frequency = "weekly"
	Monthly Frequency = "monthly"
)

// LastDay is the day of the month that ends it.
const LastDay = "last"

// Days are the days of the month on which an export may be made.
var Days = []string{"1", "5", "10", "15", "20", "25", LastDay}

// Weekdays are the names of the days of the week, from Sunday as time.Weekday counts.
var Weekdays = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// Times are when a setting runs: at Hour, Tokyo time.
type Times struct {
	Frequency Frequency `dynamodbav:"Frequency"`
	Weekday   string    `dynamodbav:"Weekday,omitempty"` // of Weekdays, for weekly ones
	Day       string    `dynamodbav:"Day,omitempty"`     // of Days, for monthly ones
}

// Hour is the hour of the day, in Tokyo, at which exports are made: before people
// begin to work, after the nightly checks.
const Hour = 6

// Zone is the time zone's name, and Tokyo the zone: Japan has had UTC+9 without
// summer time since 1952.
const Zone = "Asia/Tokyo"

// Tokyo is the time zone of all settings.
var Tokyo = time.FixedZone(Zone, 9*60*60)

// Valid reports whether exactly the members that the frequency needs are set.
func (t Times) Valid() bool {
	switch t.Frequency {
	case Daily:
		return t.Weekday == "" && t.Day == ""
	case Weekly:
		return slices.Contains(Weekdays, t.Weekday) && t.Day == ""
	case Monthly:
		return t.Weekday == "" && slices.Contains(Days, t.Day)
	}
	return false
}

// Next is the first occurrence after a moment.
func (t Times) Next(after time.Time) time.Time {
	local := after.In(Tokyo)
	year, month, day := local.Date()
	at := func(year int, month time.Month, day int) time.Time {
		return time.Date(year, month, day, Hour, 0, 0, 0, Tokyo)
	}
	var next time.Time
	switch t.Frequency {
	case Weekly:
		ahead := (slices.Index(Weekdays, t.Weekday) - int(local.Weekday()) + 7) % 7
		if next = at(year, month, day+ahead); !next.After(after) {
			next = at(year, month, day+ahead+7)
		}
	case Monthly:
		if next = at(t.dayIn(year, month)); !next.After(after) {
			next = at(t.dayIn(year, month+1))
		}
	default:
		if next = at(year, month, day); !next.After(after) {
			next = at(year, month, day+1)
		}
	}
	return next.UTC()
}

// dayIn is the date in a month: the last is the day before the next month's first.
func (t Times) dayIn(year int, month time.Month) (int, time.Month, int) {
	if t.Day == LastDay {
		return year, month + 1, 0
	}
	day, _ := strconv.Atoi(t.Day) // checked by Valid
	return year, month, day
}

// Due reports whether a moment is an occurrence.
func (t Times) Due(at time.Time) bool { return t.Next(at.Add(-time.Nanosecond)).Equal(at) }

// Expression is the cron expression for EventBridge Scheduler, in Zone.
func (t Times) Expression() string {
	day, weekday := "*", "?"
	switch t.Frequency {
	case Weekly:
		day, weekday = "?", strings.ToUpper(t.Weekday[:3])
	case Monthly:
		if day = t.Day; day == LastDay {
			day = "L"
		}
	}
	return fmt.Sprintf("cron(0 %d %s * %s *)", Hour, day, weekday)
}
