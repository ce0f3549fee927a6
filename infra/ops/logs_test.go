package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	sdk "github.com/aws/aws-sdk-go-v2/service/cloudwatchlogs"

	"anzen/infra/local/cloudwatchlogs"
)

var noon = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// stageWithLogs is a local stage whose logs have these lines.
func stageWithLogs(t *testing.T, access, functions string) func(context.Context, string) (*world, error) {
	t.Helper()
	folder := t.TempDir()
	file := func(name, text string) []string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return []string{path}
	}
	server := httptest.NewServer(&cloudwatchlogs.Service{Groups: map[string][]string{
		"anzen-local-Api-AccessLog": file("access.log", access), "anzen-local-functions": file("output.log", functions),
	}})
	t.Cleanup(server.Close)
	return func(_ context.Context, stage string) (*world, error) {
		return &world{of: stage, logs: sdk.NewFromConfig(configOf(server.URL))}, nil
	}
}

func ask(t *testing.T, connect func(context.Context, string) (*world, error), args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(t.Context(), args, setting{out: &out, in: strings.NewReader(""), now: func() time.Time { return noon }, connect: connect}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const (
	slowList  = `{"request":"a","at":"1795519800000","operation":"listSheets","method":"GET","status":"200","took":"6000","integration":"200","error":"-","sub":"u"}` + "\n"
	quickList = `{"request":"b","at":"1795519800000","operation":"listSheets","method":"GET","status":"200","took":"10","integration":"200","error":"-","sub":"u"}` + "\n"
	failedGet = `{"request":"c","at":"1795519800000","operation":"getSheet","method":"GET","status":"502","took":"30","integration":"-","error":"INTEGRATION_FAILURE","sub":"u"}` + "\n"
	longAgo   = `{"request":"d","at":"1795500000000","operation":"getSheet","method":"GET","status":"503","took":"30","integration":"200","error":"-","sub":"u"}` + "\n"
)

// The answers' times in ms by operation, the slowest first, of the time that is asked for.
func TestLatencyByOperation(t *testing.T) {
	got := ask(t, stageWithLogs(t, slowList+quickList+failedGet+longAgo, ""), "latency", "-since", "1h")
	want := "operation   requests  p50  p95   p99   slowest\nlistSheets  2         10   6000  6000  6000\ngetSheet    1         30   30    30    30\n"
	if got != want {
		t.Errorf("%s", got)
	}
}

// Failed requests, and what functions and Lambda write of errors; a call that ran out of time has Lambda's report alone.
func TestErrorsByOperationAndMessage(t *testing.T) {
	got := ask(t, stageWithLogs(t, slowList+failedGet, strings.Join([]string{
		`{"time":"2026-11-24T11:30:00Z","level":"ERROR","msg":"request failed","operation":"getSheet","cause":"panic at goroutine 1"}`,
		`{"time":"2026-11-24T11:30:00Z","level":"ERROR","msg":"request failed","operation":"getSheet","cause":"panic at goroutine 2"}`,
		`{"time":"2026-11-24T11:30:00Z","level":"INFO","msg":"request","operation":"listSheets","status":200}`,
		`{"time":"2026-11-24T11:30:00Z","type":"platform.report","record":{"requestId":"r","status":"timeout"}}`,
	}, "\n")), "errors", "-since", "1h")
	for _, part := range []string{"getSheet   502     INTEGRATION_FAILURE  1         30", "request failed  2", "timeout"} {
		if !strings.Contains(got, part) {
			t.Errorf("%q is not in\n%s", part, got)
		}
	}
	if strings.Contains(got, "listSheets") {
		t.Errorf("it has what succeeded:\n%s", got)
	}
	if got := ask(t, stageWithLogs(t, slowList, ""), "errors", "-since", "1h"); strings.Count(got, "nothing since 2026-11-24T20:00:00+09:00") != 2 {
		t.Errorf("without errors:\n%s", got)
	}
}

// Every query of the pages, and those of this program, can be made over a local stage.
func TestTheRunbooksQueriesAreUnderstood(t *testing.T) {
	connect := stageWithLogs(t, slowList, "")
	pages, err := filepath.Glob("../runbook/*.md")
	if err != nil {
		t.Fatal(err)
	}
	query := regexp.MustCompile("`((?:filter|stats|fields) [^`]+)`")
	operation := regexp.MustCompile(`ARGS="logs (?:-since \S+ )?([^" ]+)`)
	command := regexp.MustCompile(`logs (?:-since \S+ )?(\S+) "([^"]+)"`)
	seen := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range query.FindAllStringSubmatch(string(text), -1) {
			seen++
			ask(t, connect, "logs", "all", m[1])
		}
		for _, m := range operation.FindAllStringSubmatch(string(text), -1) {
			seen++
			if m[1] != "FUNCTION" && !isLog(m[1]) { // which stands for a name
				t.Errorf("%s: there is no log %s", page, m[1])
			}
		}
		for _, m := range command.FindAllStringSubmatch(string(text), -1) {
			seen++
			ask(t, connect, "logs", m[1], m[2])
		}
	}
	if seen < 20 {
		t.Errorf("%d queries", seen)
	}
}

// What is not understood says why.
func TestMisunderstoodArguments(t *testing.T) {
	for text, args := range map[string][]string{
		"options stand before the arguments": {"logs", "access", "stats count(*)", "-since", "1h"},
		"there is no log":                    {"logs", "nobody", "stats count(*)"},
	} {
		err := run(t.Context(), args, setting{now: time.Now})
		var unclear *usageError
		if !errors.As(err, &unclear) || !strings.Contains(err.Error(), text) {
			t.Errorf("%v: %v", args, err)
		}
	}
	var out bytes.Buffer
	input := strings.NewReader("stats count(*)\n")
	if err := run(t.Context(), []string{"logs", "access"}, setting{out: &out, in: input, now: func() time.Time { return noon }, connect: stageWithLogs(t, slowList, "")}); err != nil || out.String() != "count(*)\n1\n" {
		t.Errorf("a query of the input: %q, %v", out.String(), err)
	}
	err := run(t.Context(), []string{"logs", "all", "stats median(took)"}, setting{out: &out, now: time.Now, connect: stageWithLogs(t, "", "")})
	if err == nil || !strings.Contains(err.Error(), "median") {
		t.Error(err)
	}
}

// On AWS the groups are those of the stage; of a function, those whose names have its log's.
func TestGroupsOfAStage(t *testing.T) {
	region := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			QueryString         string
			LogGroupNames       []string
			LogGroupNamePattern string
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/x-amz-json-1.1")
		switch {
		case q.LogGroupNamePattern != "":
			_, _ = fmt.Fprintf(w, `{"logGroups":[{"logGroupName":"anzen-dev-Api-1%[1]s1A"},{"logGroupName":"anzen-prod-Api-1%[1]s1A"}]}`, q.LogGroupNamePattern)
		case q.QueryString != "":
			_, _ = fmt.Fprintf(w, `{"queryId":%q}`, strings.Join(append(q.LogGroupNames, q.QueryString), " "))
		default:
			_, _ = io.WriteString(w, `{"status":"Failed"}`)
		}
	}))
	defer region.Close()
	for log, want := range map[string]string{
		"access":          `SOURCE logGroups(namePrefix: ['anzen-prod-Api-AccessLog']) | stats count(*)`,
		"all":             `SOURCE logGroups(namePrefix: ['anzen-prod-']) | stats count(*)`,
		"analysis-fail":   `stats count(*)`,
		"origin-rotation": `stats count(*)`,
	} {
		w := &world{of: "prod", logs: sdk.NewFromConfig(configOf(region.URL))}
		err := (&operation{setting: setting{now: time.Now}, world: w}).show(t.Context(), log, "stats count(*)")
		if err == nil || !strings.Contains(err.Error(), strconv.Quote(want)) || !strings.Contains(err.Error(), "Failed") {
			t.Errorf("%s: %v", log, err)
		}
	}
	w := &world{of: "prod", logs: sdk.NewFromConfig(configOf(region.URL))}
	for function, want := range map[string]string{"analysis-fail": "anzen-prod-Api-1-AnalysisFailLog1A", "origin-rotation": "anzen-prod-Api-1-RotationLog1A"} {
		if _, names, err := w.groups(t.Context(), function); err != nil || !slices.Equal(names, []string{want}) {
			t.Errorf("%s: %v, %v", function, names, err)
		}
	}
}
