package api_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"anzen/functions/api"
	"anzen/functions/api/apitest"
	"anzen/functions/api/rest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
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

// Every parameter is described in the API's document.
func TestParametersAreDescribed(t *testing.T) {
	for path, item := range rest.Document(api.Routes()).Paths {
		for _, operation := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if operation == nil {
				continue
			}
			for _, p := range operation.Parameters {
				if p.Description == "" {
					t.Errorf("%s %s: %s %s", operation.Method, path, p.In, p.Name)
				}
			}
		}
	}
}

// An id of a wrong form in a path names nothing, as an unknown one does.
func TestIDsOfAWrongFormAreNotFound(t *testing.T) {
	w := apitest.New(t)
	admin := w.User(t, w.Company(t), access.Admin)
	for _, path := range []string{"/companies/{id}/sdses/x", "/companies/{id}/jobs/x", "/dynamic_lists/x", "/laws/x", "/companies/{id}/periodic_export/settings/1"} {
		if r := w.Do(t, apitest.Request{Method: "GET", Path: path, As: &admin}); r.Status != 404 || r.Problem(t).Code != "not_found" {
			t.Errorf("%s: %d %s", path, r.Status, r.Body)
		}
	}
}

// Lists that are short are answered whole, and by pages where a page is asked for.
func TestShortListsHavePages(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.Features = []plan.Feature{plan.FeatureIPRestriction} })
	admin := w.User(t, c, access.Admin)
	of := func(name string) string { return "/companies/{id}/" + name }
	for i := range 3 {
		w.Do(t, apitest.Request{Method: "POST", Path: of("tags"), As: &admin, Body: map[string]string{"name": "t" + strconv.Itoa(i)}})
		w.Do(t, apitest.Request{Method: "POST", Path: of("departments"), As: &admin, Body: map[string]string{"name": "d" + strconv.Itoa(i)}})
		w.User(t, c, access.Viewer)
	}
	for _, path := range []string{"tags", "tags/usage", "departments", "departments/usage", "users", "periodic_export/sendable-users", "periodic_export/settings", "whitelist_ips", "users/" + string(admin.ID) + "/search-criteria"} {
		var whole, part struct {
			Items              []any
			Total, Page, Limit int
		}
		w.Do(t, apitest.Request{Method: "GET", Path: of(path), As: &admin}).Into(t, &whole)
		w.Do(t, apitest.Request{Method: "GET", Path: of(path) + "?page=2&limit=2", As: &admin}).Into(t, &part)
		if whole.Page != 1 || whole.Limit != max(whole.Total, 1) || len(whole.Items) != whole.Total {
			t.Errorf("%s: %+v", path, whole)
		}
		if part.Page != 2 || part.Limit != 2 || part.Total != whole.Total || len(part.Items) != min(max(whole.Total-2, 0), 2) {
			t.Errorf("%s: %+v", path, part)
		}
	}
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

// A POST that makes something takes an Idempotency-Key, so that a repeated request makes nothing twice. Those listed here
// cannot: the document has the reason. A new one belongs to the first kind, unless its reason is as good.
func TestWhatARepeatedRequestMakes(t *testing.T) {
	var keyless []string
	for _, r := range api.Routes() {
		if r.Method == http.MethodPost && (r.Status == http.StatusCreated || r.Status == http.StatusAccepted) && !r.Creates {
			keyless = append(keyless, r.ID)
		}
	}
	slices.Sort(keyless)
	want := []string{
		"addPasskey", "createAttachmentUploads", "createBatchUpload", "createUploads", "makeMyRecoveryCodes", "makeProvisioningToken",
		"requestQuotation", "retryJob", "sendEnglishInquiry", "sendInquiry", "signUp",
	}
	if !slices.Equal(keyless, want) {
		t.Errorf("without an Idempotency-Key: %v, want %v", keyless, want)
	}
	paths := rest.Document(api.Routes()).Paths
	for _, r := range api.Routes() {
		if r.Method != http.MethodPost {
			continue
		}
		op := paths[r.FullPath()].Post
		keyed := slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == "Idempotency-Key" })
		if keyed == strings.HasPrefix(op.Description, "No Idempotency-Key. When repeated: ") {
			t.Errorf("%s: the document says %q of repeated requests, and takes a key: %v", r.ID, op.Description, keyed)
		}
	}
}

// The answer to too many requests says when to try again.
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
