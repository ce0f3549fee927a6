package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/lambda"
)

// named is a region with two stages, whose functions have names by CloudFormation, but for one. It calls what is asked for.
func named(t *testing.T, called *string) *world {
	t.Helper()
	function := func(name, runs, stage string) string {
		return `{"FunctionName":"` + name + `","Environment":{"Variables":{"METRICS":"anzen-` + stage + `","SHEETS_BUCKET":"sheets-of-` + stage + `"}},` + runs + `}`
	}
	pages := map[string]string{
		"":  `{"NextMarker":"2","Functions":[` + function("anzen-dev-Api-F-1", `"Handler":"job-closing"`, "dev") + `,{"FunctionName":"others"}]}`,
		"2": `{"Functions":[` + function("anzen-prod-Api-F-2", `"Handler":"job-closing"`, "prod") + `,` + function("anzen-prod-Api-F-3", `"ImageConfigResponse":{"ImageConfig":{"Command":["analysis-recognise"]}}`, "prod") + `]}`,
	}
	region := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		name, operation, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/2015-03-31/functions/"), "/")
		switch {
		case operation == "invocations":
			*called = name
			_, _ = io.WriteString(w, `"done"`)
		case operation == "configuration" && name == "anzen-prod-analysis-start":
			_, _ = io.WriteString(w, function(name, `"Handler":"analysis-start"`, "prod"))
		case operation == "configuration":
			w.Header().Set("X-Amzn-Errortype", "ResourceNotFoundException")
			w.WriteHeader(http.StatusNotFound)
		default:
			_, _ = io.WriteString(w, pages[r.URL.Query().Get("Marker")])
		}
	}))
	t.Cleanup(region.Close)
	return &world{of: "prod", lambda: lambda.NewFromConfig(configOf(region.URL))}
}

// Most functions have no fixed name on AWS: they are found by what they run, among those of their stage.
func TestFunctionsOfAStage(t *testing.T) {
	w := named(t, new(string))
	for function, want := range map[string]string{"analysis-start": "anzen-prod-analysis-start", "job-closing": "anzen-prod-Api-F-2", "analysis-recognise": "anzen-prod-Api-F-3"} {
		if name, env, err := w.function(t.Context(), function); err != nil || name != want || env["SHEETS_BUCKET"] != "sheets-of-prod" {
			t.Errorf("%s: %s with %v, %v", function, name, env, err)
		}
	}
	if _, _, err := w.function(t.Context(), "job-zip"); err == nil || !strings.Contains(err.Error(), `stage "prod" has no function job-zip`) {
		t.Errorf("%v", err)
	}
}

func TestReplayFindsTheFunction(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event.json")
	if err := os.WriteFile(file, []byte(`{}`), 0o600); err != nil {
		t.Fatal(err)
	}
	var called string
	var out bytes.Buffer
	o := &operation{setting: setting{out: &out, now: time.Now, yes: true}, world: named(t, &called), args: []string{"job-closing", file}}
	if err := replay(t.Context(), o); err != nil || called != "anzen-prod-Api-F-2" || !strings.Contains(out.String(), `"done"`) {
		t.Errorf("%s is called: %v, %s", called, err, out.String())
	}
}
