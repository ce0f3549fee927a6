package samples_test

import (
	"encoding/json"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/aws/aws-lambda-go/events"

	"anzen/functions/api"
	"anzen/functions/api/rest"
	"anzen/infra/blueprint"
	"anzen/infra/samples"
)

var update = flag.Bool("update", false, "write the events that are missing, remove those of functions that are gone")

var (
	product = blueprint.New(blueprint.WithMalwareScan()) // with every function that may exist
	folder  = filepath.Join("..", "..", "events")
)

// TestEveryFunctionHasItsEvent compares the folder of events with the blueprint.
func TestEveryFunctionHasItsEvent(t *testing.T) {
	document := readDocument(t)
	for _, f := range product.Functions {
		file := filepath.Join(folder, f.Name+".json")
		if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		event, err := samples.Sample(product, document, f.Name)
		switch {
		case err != nil:
			t.Error(err)
		case *update:
			if err := os.WriteFile(file, event, 0o644); err != nil {
				t.Error(err)
			}
		default:
			t.Errorf("function %s has no event: run `go test ./infra/samples -update`", f.Name)
		}
	}
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		name, isEvent := strings.CutSuffix(filepath.Base(file), ".json")
		if _, ok := product.Function(name); ok && isEvent {
			continue
		}
		if *update {
			if err := os.Remove(file); err != nil {
				t.Error(err)
			}
			continue
		}
		t.Errorf("%s is the event of no function", file)
	}
}

// TestRequestsAreOfTheirRoutes reads each request as its function would.
func TestRequestsAreOfTheirRoutes(t *testing.T) {
	for _, r := range product.Routes {
		t.Run(r.ID, func(t *testing.T) {
			var e events.APIGatewayProxyRequest
			read(t, r.ID, &e)
			if e.Resource != r.FullPath() || e.HTTPMethod != r.Method || e.RequestContext.ResourcePath != r.FullPath() {
				t.Errorf("it is a request of %s %s", e.HTTPMethod, e.Resource)
			}
			path := r.FullPath()
			for _, name := range r.Params() {
				if e.PathParameters[name] == "" {
					t.Errorf("no value for {%s}", name)
				}
				path = strings.ReplaceAll(path, "{"+name+"}", e.PathParameters[name])
			}
			if e.Path != path {
				t.Errorf("its path is %s, not %s", e.Path, path)
			}
			claims, signedIn := e.RequestContext.Authorizer["claims"].(map[string]any)
			if signedIn == r.Rule.IsPublic() {
				t.Errorf("signed in: %v, but the route is for %s", signedIn, r.Rule)
			}
			if signedIn && (claims["token_use"] != "id" || r.OfCompany() && claims["custom:company_id"] != e.PathParameters["id"]) {
				t.Errorf("claims: %v", claims)
			}
			if e.Body != "" && e.Headers["Content-Type"] == "application/json" && !json.Valid([]byte(e.Body)) {
				t.Errorf("its body is not JSON: %s", e.Body)
			}
			if len(e.MultiValueHeaders) != len(e.Headers) {
				t.Errorf("headers %v, with many values %v", e.Headers, e.MultiValueHeaders)
			}
		})
	}
}

func TestEventsAreOfTheirRules(t *testing.T) {
	for _, r := range product.Rules {
		var e events.EventBridgeEvent
		read(t, r.Function, &e)
		if !slices.ContainsFunc(product.Rules, func(o blueprint.Rule) bool {
			return o.Function == r.Function && e.Source == o.Source && e.DetailType == o.DetailType
		}) || !json.Valid(e.Detail) {
			t.Errorf("%s: %s of %s: %s", r.Name, e.DetailType, e.Source, e.Detail)
		}
	}
}

// The smallest value that a schema allows, of each kind.
func TestSample(t *testing.T) {
	document, err := samples.ReadDocument([]byte(`{
		"paths": {"/api/v1/companies/{id}/things": {"post": {
			"parameters": [
				{"name": "id", "in": "path", "required": true, "schema": {"type": "string", "format": "uuid"}},
				{"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1}},
				{"name": "kind", "in": "query", "required": true, "schema": {"enum": ["csv", "xlsx"]}}
			],
			"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Thing"}}}}
		}}},
		"components": {"schemas": {"Thing": {"type": "object", "required": ["name", "count", "parts", "mail", "on"], "properties": {
			"name": {"type": "string", "minLength": 3}, "count": {"type": ["integer", "null"], "minimum": 7}, "mail": {"type": "string", "format": "email"},
			"on": {"type": "boolean"}, "parts": {"type": "array", "minItems": 1, "items": {"type": "number"}}, "note": {"type": "string"}
		}}}}
	}`))
	if err != nil {
		t.Fatal(err)
	}
	b := blueprint.Blueprint{Routes: []rest.Route{{Method: "POST", Path: "/companies/{id}/things", ID: "createThing", Rule: rest.Session}}}
	encoded, err := samples.Sample(b, document, "createThing")
	if err != nil {
		t.Fatal(err)
	}
	var e events.APIGatewayProxyRequest
	if err := json.Unmarshal(encoded, &e); err != nil {
		t.Fatal(err)
	}
	if e.Path != "/api/v1/companies/"+samples.Company+"/things" || e.QueryStringParameters["kind"] != "csv" || len(e.QueryStringParameters) != 1 {
		t.Errorf("path %s, query %v", e.Path, e.QueryStringParameters)
	}
	if want := `{"count":7,"mail":"` + samples.Email + `","name":"1aa","on":false,"parts":[1]}`; e.Body != want {
		t.Errorf("body %s", e.Body)
	}
	if _, err := samples.Sample(b, document, "unknown"); err == nil {
		t.Error("a function that nothing calls has an event")
	}
}

func read(t *testing.T, function string, event any) {
	t.Helper()
	encoded, err := os.ReadFile(filepath.Join(folder, function+".json"))
	if err == nil {
		err = json.Unmarshal(encoded, event)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func readDocument(t *testing.T) samples.Document {
	t.Helper()
	encoded, err := api.Document()
	if err != nil {
		t.Fatal(err)
	}
	document, err := samples.ReadDocument(encoded)
	if err != nil {
		t.Fatal(err)
	}
	return document
}
