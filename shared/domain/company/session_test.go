package company_test

import (
	"testing"
	"time"

	"anzen/shared/domain/company"
)

func TestDeviceOf(t *testing.T) {
	for agent, want := range map[string]company.Device{
		"": {}, "nonsense": {},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36":                            {Browser: "Chrome", System: "Windows"},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":              {Browser: "Microsoft Edge", System: "Windows"},
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15":                      {Browser: "Safari", System: "macOS"},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.0.0 Mobile/15E148 Safari/604.1": {Browser: "Chrome", System: "iPhone"},
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36":        {Browser: "Samsung Internet", System: "Android"},
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0":                                                                     {Browser: "Firefox", System: "Linux"},
		"Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1":             {Browser: "Safari", System: "iPad"},
		"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36":                             {Browser: "Chrome", System: "ChromeOS"},
		"curl/8.5.0": {Browser: "curl"},
	} {
		if got := company.DeviceOf(agent); got != want {
			t.Errorf("%s: %+v, want %+v", agent, got, want)
		}
	}
}

// A session is not ended before its time, although its last use is noted rarely.
func TestIdle(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for hours, want := range map[int]time.Duration{0: 12 * time.Hour, 1: time.Hour, 24: 24 * time.Hour, 7: 12 * time.Hour, -1: 12 * time.Hour} {
		limit := company.Company{SessionIdleHours: hours}.IdleTime()
		if limit != want {
			t.Errorf("%d: %s", hours, limit)
		}
		s := company.Session{LastUsed: now.Add(-limit - company.SessionNoted)}
		if s.Idle(limit, now) || !s.Idle(limit, now.Add(time.Second)) {
			t.Errorf("%d: it ends at another time", hours)
		}
	}
}
