package states

import (
	"context"
	"fmt"
	"time"
)

// wait lets the time pass. The moment of waking is kept: a restart does not make
// the wait longer.
func (e *execution) wait(ctx context.Context, f frame, s *State, at *place, sc scope) error {
	if at.until.IsZero() {
		until, err := s.wakeTime(sc, e.service.clock.Now())
		if err != nil {
			return err
		}
		if err := e.write(record{Kind: kindWait, Frame: f.id, State: s.name, Until: until}); err != nil {
			return err
		}
	}
	return e.service.clock.Sleep(ctx, e.place(f.id).until)
}

func (s *State) wakeTime(sc scope, now time.Time) (time.Time, error) {
	var given any
	var err error
	switch {
	case s.SecondsPath.given:
		given, err = sc.query(s.SecondsPath.text)
	case s.TimestampPath.given:
		given, err = sc.query(s.TimestampPath.text)
	case s.Timestamp != "" && s.jsonata:
		given, err = sc.evaluate(s.Timestamp)
	case s.Timestamp != "":
		given = s.Timestamp
	case s.jsonata:
		given, err = sc.evaluate(s.Seconds)
	default:
		given = s.Seconds
	}
	if err != nil {
		return time.Time{}, err
	}
	switch v := given.(type) {
	case float64:
		if v >= 0 && v <= 99999999 {
			return now.Add(time.Duration(v * float64(time.Second))), nil
		}
	case string:
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return at, nil
		}
	}
	return time.Time{}, failure(errRuntime, fmt.Sprintf("'%s' is neither a number of seconds nor a time", short(given)))
}
