package api_test

import (
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
)

// A parameter that a route does not have is refused: a misspelt filter would find, export or
// delete more than was meant.
func TestUnknownParametersAreRefused(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t), access.Admin)
	get := func(path string) apitest.Request { return apitest.Request{Method: "GET", Path: path, As: &admin} }
	w.Run(t,
		apitest.Scenario{Name: "a filter", Request: get("/companies/{id}/sdses?statusgroup=completed"), Status: 400, Field: "statusgroup input.unknown_field"},
		apitest.Scenario{Name: "a count", Request: get("/companies/{id}/sdses/count?h_kode=H225"), Status: 400, Field: "h_kode input.unknown_field"},
		apitest.Scenario{Name: "a download", Request: get("/companies/{id}/sdses/download/pdf_count?statusgroup=completed"), Status: 400, Field: "statusgroup input.unknown_field"},
		apitest.Scenario{Name: "known ones", Request: get("/companies/{id}/sdses?status_group=completed&page=1&order_by_name=asc"), Status: 200},
	)
}

// What was made is named in Location, also when the request is repeated with its key.
func TestLocationOfWhatWasMade(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	q := apitest.Request{Method: "POST", Path: "/companies/{id}/tags", As: &admin, Key: "k", Body: map[string]string{"name": "至急"}}
	for range 2 {
		r := w.Do(t, q)
		var tag struct{ ID string }
		r.Into(t, &tag)
		if want := rest.Base + "/companies/" + string(c.ID) + "/tags/" + tag.ID; r.Status != 201 || r.Headers.Get("Location") != want {
			t.Errorf("%d %q, want %s", r.Status, r.Headers.Get("Location"), want)
		}
	}
	if r := w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/tags", As: &admin}); r.Headers.Get("Location") != "" {
		t.Errorf("a list has the location %s", r.Headers.Get("Location"))
	}
}

// Who sends too much is told when to try again.
func TestTooManyRequestsTellWhen(t *testing.T) {
	w := apitest.New(t)
	q := apitest.Request{Method: "POST", Path: "/info/inquiry", Body: map[string]any{
		"company_name": "見本化学", "name": "山田", "email": "a@example.com", "message": "質問です",
	}}
	for range 30 {
		r := w.Do(t, q)
		if r.Status == 429 {
			if after := r.Headers.Get("Retry-After"); after != "60" {
				t.Errorf("Retry-After %q", after)
			}
			return
		}
		if r.Status == 400 {
			t.Fatal(r.Body)
		}
	}
	t.Fatal("there is no limit")
}

// Only files named as CSV files are taken.
func TestUploadsAreCSVFiles(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t), access.Admin)
	q := apitest.Request{Method: "POST", Path: "/companies/{id}/users/csv/upload", As: &admin}
	for name, refused := range map[string]bool{"users.txt": true, "users": true, "csv": true, "users.CSV": false} {
		r := w.Do(t, q.Upload(t, name, "x"))
		if is := strings.Contains(r.Body, "csv.not_csv"); is != refused || is && r.Status != 415 {
			t.Errorf("%s: %d %s", name, r.Status, r.Body)
		}
	}
}
