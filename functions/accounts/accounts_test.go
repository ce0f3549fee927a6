package accounts_test

import (
	"encoding/json"
	"math"
	"testing"

	"anzen/functions/accounts"
)

// A request survives an outage of an hour: it is retried for longer, with the average of the random waits, and the
// machine does not end before the last attempt.
func TestARequestIsTriedForMoreThanAnHour(t *testing.T) {
	var machine struct {
		TimeoutSeconds float64
		States         map[string]struct {
			TimeoutSeconds float64
			Retry          []struct {
				IntervalSeconds, BackoffRate, MaxDelaySeconds float64
				MaxAttempts                                   int
				JitterStrategy                                string
			}
		}
	}
	if err := json.Unmarshal([]byte(accounts.Definition), &machine); err != nil {
		t.Fatal(err)
	}
	handle := machine.States["Handle"]
	if len(handle.Retry) != 2 {
		t.Fatalf("%+v", handle)
	}
	all := handle.TimeoutSeconds
	for i, retry := range handle.Retry { // of services that are not available, and of everything
		longest := 0.0
		for n := range retry.MaxAttempts {
			longest += min(retry.IntervalSeconds*math.Pow(retry.BackoffRate, float64(n)), retry.MaxDelaySeconds)
		}
		average := longest
		if retry.JitterStrategy == "FULL" {
			average /= 2
		}
		const hour = 3600
		if average < hour {
			t.Errorf("%d attempts last for %.0f seconds", retry.MaxAttempts, average)
		}
		all += longest
		if i > 0 {
			all += float64(retry.MaxAttempts) * handle.TimeoutSeconds
		}
	}
	if all > machine.TimeoutSeconds {
		t.Errorf("all tries may take %.0f seconds, the machine ends after %.0f", all, machine.TimeoutSeconds)
	}
}
