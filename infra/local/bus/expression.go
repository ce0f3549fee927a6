package bus

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/adhocore/gronx"
)

// expression is when a schedule runs.
type expression interface {
	// next returns the first time after t; false if there is none.
	next(t time.Time) (time.Time, bool)
}

// parseExpression parses cron(...) or rate(...) of EventBridge Scheduler. Times are in the zone; a rate counts from the
// anchor.
func parseExpression(text string, zone *time.Location, anchor time.Time) (expression, error) {
	kind, rest, ok := strings.Cut(text, "(")
	inner, closed := strings.CutSuffix(rest, ")")
	if !ok || !closed {
		return nil, fmt.Errorf("%q is neither cron(...) nor rate(...)", text)
	}
	switch kind {
	case "cron":
		return parseCron(inner, zone)
	case "rate":
		return parseRate(inner, anchor)
	}
	return nil, fmt.Errorf("%q is neither cron(...) nor rate(...)", text)
}

type rate struct {
	anchor time.Time
	every  time.Duration
}

func parseRate(text string, anchor time.Time) (expression, error) {
	fields := strings.Fields(text)
	if len(fields) != 2 {
		return nil, fmt.Errorf("rate(%s) has not the form rate(5 minutes)", text)
	}
	n, err := strconv.Atoi(fields[0])
	units := map[string]time.Duration{"minute": time.Minute, "hour": time.Hour, "day": 24 * time.Hour}
	unit := units[strings.TrimSuffix(fields[1], "s")]
	if err != nil || n < 1 || unit == 0 {
		return nil, fmt.Errorf("rate(%s) has not the form rate(5 minutes)", text)
	}
	return rate{anchor, time.Duration(n) * unit}, nil
}

func (r rate) next(t time.Time) (time.Time, bool) {
	if t.Before(r.anchor) {
		return r.anchor.Add(r.every), true
	}
	return r.anchor.Add((t.Sub(r.anchor)/r.every + 1) * r.every), true
}

// cron is an expression in gronx's form, with seconds first.
type cron struct {
	text string
	zone *time.Location
}

func parseCron(text string, zone *time.Location) (expression, error) {
	fields := strings.Fields(strings.ToUpper(text))
	if len(fields) != 6 {
		return nil, fmt.Errorf("cron(%s) has not the six fields minute, hour, day, month, weekday, year", text)
	}
	if (fields[2] == "?") == (fields[4] == "?") {
		return nil, fmt.Errorf("cron(%s): one of day and weekday has to be ?", text)
	}
	weekday, err := shiftWeekdays(fields[4])
	if err != nil {
		return nil, fmt.Errorf("cron(%s): %w", text, err)
	}
	fields[4] = weekday
	for _, i := range []int{2, 4} {
		if fields[i] == "?" {
			fields[i] = "*"
		}
	}
	c := cron{"0 " + strings.Join(fields, " "), zone}
	if !gronx.IsValid(c.text) {
		return nil, fmt.Errorf("cron(%s) is not valid", text)
	}
	return c, nil
}

func (c cron) next(t time.Time) (time.Time, bool) {
	at, err := gronx.NextTickAfter(c.text, t.In(c.zone), false)
	return at, err == nil && at.After(t)
}

var weekdayNumber = regexp.MustCompile(`^\d+`)

// shiftWeekdays converts AWS's weekdays, where 1 is Sunday, to cron's, where 0 is. The
// number after # and the step after / stay.
func shiftWeekdays(field string) (string, error) {
	if field == "L" {
		return "6", nil // Saturday ends the week
	}
	parts := strings.Split(field, ",")
	for i, part := range parts {
		ends := strings.Split(part, "-")
		for j, end := range ends {
			digits := weekdayNumber.FindString(end)
			if digits == "" {
				continue
			}
			n, err := strconv.Atoi(digits)
			if err != nil || n < 1 || n > 7 {
				return "", errors.New("weekdays are 1 (Sunday) to 7 (Saturday)")
			}
			ends[j] = strconv.Itoa(n-1) + strings.TrimPrefix(end, digits)
		}
		parts[i] = strings.Join(ends, "-")
	}
	return strings.Join(parts, ","), nil
}
