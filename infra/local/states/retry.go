package states

import (
	"math"
	"time"
)

// again decides whether and when the state is retried after the fault, by the first
// Retry that matches.
func (e *execution) again(s *State, at *place, fault *faultError) (record, bool) {
	for i, r := range s.Retry {
		if !matches(r.ErrorEquals, fault.Name) {
			continue
		}
		attempts := make([]int, len(s.Retry))
		copy(attempts, at.attempts)
		if attempts[i] >= value(r.MaxAttempts, 3) {
			return record{}, false
		}
		pause := value(r.IntervalSeconds, 1) * math.Pow(value(r.BackoffRate, 2), float64(attempts[i]))
		if r.MaxDelaySeconds != nil {
			pause = min(pause, *r.MaxDelaySeconds)
		}
		if r.JitterStrategy == "FULL" {
			pause *= e.service.random()
		}
		attempts[i]++
		until := e.service.clock.Now().Add(time.Duration(pause * float64(time.Second)))
		return record{Kind: kindRetry, State: s.name, Attempts: attempts, Until: until}, true
	}
	return record{}, false
}

// caught follows the first Catch that matches, or returns the fault.
func (s *State) caught(input any, fault *faultError) (outcome, error) {
	for _, c := range s.Catch {
		if !matches(c.ErrorEquals, fault.Name) {
			continue
		}
		output, err := c.ResultPath.put(input, map[string]any{"Error": fault.Name, "Cause": fault.Cause})
		return outcome{output: output, next: c.Next}, err
	}
	return outcome{}, fault
}
