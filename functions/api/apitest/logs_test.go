package apitest

import "testing"

func TestLeaks(t *testing.T) {
	l := &Logs{personal: map[string]string{"12945": "text", "山田花子": "name", "7f3a": "password"}}
	for _, line := range []string{
		`{"time":"2026-11-23T21:14:15.512945257Z","msg":"request","company":"5c0a1490-c724-7f3a-b502-cb8112945924"}`,
		`{"time":"2026-11-23T21:14:15Z","msg":"number 12945"}`,
		`{"time":"2026-11-23T21:14:15Z","msg":"request","user":"山田花子"}`,
		`{"time":"2026-11-23T21:14:15Z","msg":"mail to x@example.co.jp"}`,
	} {
		if _, err := l.Write([]byte(line + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	if leaks := l.Leaks(); len(leaks) != 3 {
		t.Errorf("%q", leaks)
	}
}
