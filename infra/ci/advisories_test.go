package main

import (
	"context"
	"errors"
	"strings"
	"testing"
)

const goReport = `{"config":{"db":"https://vuln.go.dev"}}
{"SBOM":{"go_version":"go1.26.8"}}
{"osv":{"id":"GO-2026-0001"}}
{"finding":{"osv":"GO-2026-0001","fixed_version":"v1.2.3","trace":[{"module":"example.com/a","version":"v1.2.0"}]}}
{"finding":{"osv":"GO-2026-0001","fixed_version":"v1.2.3","trace":[{"module":"example.com/a","package":"example.com/a","function":"Parse"},{"module":"anzen","function":"main"}]}}
{"finding":{"osv":"GO-2026-0002","trace":[{"module":"example.com/b","package":"example.com/b"}]}}
`

const npmReport = `{"auditReportVersion":2,"vulnerabilities":{
 "left":{"name":"left","severity":"high","via":[{"source":1,"name":"left","title":"Prototype pollution","url":"https://github.com/advisories/GHSA-aaaa-bbbb-cccc","severity":"high"}]},
 "user-of-left":{"name":"user-of-left","severity":"high","via":["left"]},
 "right":{"name":"right","severity":"moderate","via":[{"source":2,"title":"Slow","url":"https://github.com/advisories/GHSA-dddd-eeee-ffff","severity":"moderate"}]}
},"metadata":{"vulnerabilities":{"high":2}}}`

func TestSevereWeaknessesStop(t *testing.T) {
	for _, tt := range []struct {
		name, printed string
		read          func([]byte, error) ([]advisory, error)
		accepted      map[string]string
		stops, prints string
		found         int
	}{
		{name: "Go: called", printed: goReport, read: calledGo, stops: "GO-2026-0001: example.com/a Parse, mended in v1.2.3", prints: "GO-2026-0002: example.com/b", found: 2},
		{name: "Go: accepted to the day", printed: goReport, read: calledGo, accepted: map[string]string{"GO-2026-0001": "2026-11-24"}, prints: "accepted until 2026-11-24", found: 2},
		{name: "Go: accepted until yesterday", printed: goReport, read: calledGo, accepted: map[string]string{"GO-2026-0001": "2026-11-23"}, stops: "GO-2026-0001", found: 2},
		{name: "Go: none", printed: `{"SBOM":{}}`, read: calledGo, prints: "0 advisories"},
		{name: "npm: high", printed: npmReport, read: severeNPM, stops: "GHSA-aaaa-bbbb-cccc: left: Prototype pollution (high)", prints: "GHSA-dddd-eeee-ffff", found: 2},
		{name: "npm: none", printed: `{"vulnerabilities":{},"metadata":{}}`, read: severeNPM, prints: "0 advisories"},
	} {
		found, err := tt.read([]byte(tt.printed), nil)
		if err != nil || len(found) != tt.found {
			t.Errorf("%s: %v %v", tt.name, found, err)
		}
		var out strings.Builder
		n, err := judge(found, tt.accepted, "2026-11-24", &out)
		if stops := err != nil; stops != (tt.stops != "") || stops != (n.failed > 0) || stops && !strings.Contains(err.Error(), tt.stops) {
			t.Errorf("%s: %v %v", tt.name, n, err)
		}
		if !strings.Contains(out.String(), tt.prints) {
			t.Errorf("%s prints %s", tt.name, &out)
		}
	}
}

// A database that does not answer says nothing about the components, and does not stop.
func TestAnUnreachedDatabaseDoesNotStop(t *testing.T) {
	for name, read := range map[string]func() error{
		"govulncheck": func() error { _, err := calledGo([]byte(`{"SBOM":{}}`), errors.New("exit status 1")); return err },
		"npm": func() error {
			_, err := severeNPM([]byte(`{"message":"405 Method Not Allowed","method":"POST"}`), errors.New("exit status 1"))
			return err
		},
		"nothing": func() error { _, err := severeNPM(nil, nil); return err },
	} {
		if err := read(); !errors.Is(err, errUnreached) {
			t.Errorf("%s: %v", name, err)
		}
	}
	var out strings.Builder
	n, err := advisories("x", severeNPM, "sh", "-c", `echo '{"message":"ENOTFOUND"}'; echo no network >&2; exit 1`).run(context.Background(), &out)
	if err != nil || n != (count{}) || !strings.Contains(out.String(), "cannot be reached") || !strings.Contains(out.String(), "no network") {
		t.Errorf("%v %v %s", n, err, &out)
	}
	if n, err := advisories("x", severeNPM, "sh", "-c", "cat <<'EOF'\n"+npmReport+"\nEOF\nexit 1").run(context.Background(), &out); err == nil || n.failed != 1 {
		t.Errorf("%v %v", n, err)
	}
}

func TestAcceptedHasADayAndAReason(t *testing.T) {
	if got := readAccepted("id\tuntil\twhy\nGO-1\t2026-12-01\tno input of users reaches it\n"); got["GO-1"] != "2026-12-01" {
		t.Errorf("%v", got)
	}
}
