package states

import (
	"math"
	"time"
)

// again decides whether and when the state is retried after the fault.
func (e *execution) again(s *State, at *place, fault *faultError) (record, bool) {
	attempts, pause, retried := s.retry(at.attempts, fault, e.service.random)
	return record{Kind: kindRetry, State: s.name, Attempts: attempts, Until: e.service.clock.Now().Add(pause)}, retried
}

// retry decides by the first Retry that matches the fault, each of which counts its own attempts. random chooses the
// jitter, from 0 to 1.
func (s *State) retry(before []int, fault *faultError, random func() float64) (attempts []int, after time.Duration, again bool) {
	for i, r := range s.Retry {
		if !matches(r.ErrorEquals, fault.Name) {
			continue
		}
		attempts = make([]int, len(s.Retry))
		copy(attempts, before)
		if attempts[i] >= value(r.MaxAttempts, 3) {
			return nil, 0, false
		}
		pause := value(r.IntervalSeconds, 1) * math.Pow(value(r.BackoffRate, 2), float64(attempts[i]))
		if r.MaxDelaySeconds != nil {
			pause = min(pause, *r.MaxDelaySeconds)
		}
		if r.JitterStrategy == "FULL" {
			pause *= random()
		}
		attempts[i]++
		return attempts, time.Duration(pause * float64(time.Second)), true
	}
	return nil, 0, false
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
