package api_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/functions/api/rest"
)

var update = flag.Bool("update", false, "write the API's document into the dashboard's tree")

// documentPath is where the dashboard's types are made from.
var documentPath = filepath.Join("..", "..", "frontend", "src", "shared", "api", "openapi.json")

func TestTheDocumentInTheTreeIsCurrent(t *testing.T) {
	want, err := api.Document()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(documentPath, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(documentPath)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is stale (%v): run `go test ./functions/api -update` and `npm run api:types`", documentPath, err)
	}
}

func TestRoutesAreValid(t *testing.T) {
	if err := rest.Validate(api.Routes()); err != nil {
		t.Error(err)
	}
}

// The route is public: what it costs, anybody can ask for again and again.
func TestTheDocumentIsMadeOnceInAnInstance(t *testing.T) {
	w := apitest.New(t)
	ask := func() {
		if got := w.Do(t, apitest.Request{Method: "GET", Path: "/openapi.json"}); got.Status != 200 {
			t.Fatalf("status %d: %s", got.Status, got.Body)
		}
	}
	making := testing.AllocsPerRun(1, func() {
		if _, err := api.Document(); err != nil {
			t.Fatal(err)
		}
	})
	ask()
	if again := testing.AllocsPerRun(5, ask); again > making/20 {
		t.Errorf("a request for the document allocates %.0f times, making it %.0f times", again, making)
	}
}
