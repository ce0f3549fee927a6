package tags_test

import (
	"fmt"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/tags"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func TestTags(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	editor, viewer := w.User(t, c, access.Editor), w.User(t, c, access.DownloadableViewer)
	stranger := w.User(t, w.Company(t), access.Admin)
	request := func(method, path string, as *company.User, name string) apitest.Request {
		q := apitest.Request{Method: method, Path: "/companies/{id}/tags" + path, As: as, Lang: "ja"}
		if name != "" {
			q.Body = tags.TagName{Name: name}
		}
		return q
	}
	withKey := func(q apitest.Request, key string) apitest.Request { q.Key = key; return q }
	withVersion := func(q apitest.Request, version string) apitest.Request { q.IfMatch = version; return q }

	var tag tags.Tag
	w.Run(t,
		apitest.Scenario{Name: "a viewer may not", Request: request("POST", "", &viewer, "重要"), Status: 403, Code: "permission.denied", Contains: []string{"権限がありません"}},
		apitest.Scenario{Name: "created", Request: withKey(request("POST", "", &editor, "★重要"), "k"), Status: 201, After: func(t *testing.T, _ *apitest.World, r apitest.Response) { r.Into(t, &tag) }},
		apitest.Scenario{Name: "the same request again", Request: withKey(request("POST", "", &editor, "★重要"), "k"), Status: 201, After: func(t *testing.T, w *apitest.World, r apitest.Response) {
			if !strings.Contains(r.Body, string(tag.ID)) {
				t.Errorf("another tag: %s", r.Body)
			}
		}},
		apitest.Scenario{Name: "the same key with another body", Request: withKey(request("POST", "", &editor, "x"), "k"), Status: 422, Code: "idempotency.reused"},
		apitest.Scenario{Name: "the name exists", Request: request("POST", "", &editor, "★重要 "), Status: 409, Code: "tag.name_exists", Contains: []string{"同じ名前のタグ"}},
		apitest.Scenario{Name: "45 characters", Request: request("POST", "", &editor, strings.Repeat("札", 45)), Status: 201},
		apitest.Scenario{Name: "46 characters", Request: request("POST", "", &editor, strings.Repeat("札", 46)), Status: 400, Field: "name input.too_long"},
		apitest.Scenario{Name: "a line break", Request: request("POST", "", &editor, "a\nb"), Status: 400, Field: "name text.control"},
		apitest.Scenario{Name: "listed for a viewer", Request: request("GET", "", &viewer, ""), Status: 200, Contains: []string{`"total":2`, "★重要"}},
		apitest.Scenario{Name: "not for another company", Request: request("GET", "", &stranger, ""), Status: 200, Contains: []string{`"total":0`}, Lacks: []string{"★重要"}},
	)
	at := fmt.Sprintf("/%s", tag.ID)
	w.Run(t,
		apitest.Scenario{Name: "renamed", Request: withVersion(request("PUT", at, &editor, "要確認"), "1"), Status: 200, Contains: []string{`"version":2`, "要確認"}},
		apitest.Scenario{Name: "stale", Request: withVersion(request("PUT", at, &editor, "x"), "1"), Status: 412, Code: "version.stale"},
		apitest.Scenario{Name: "another company's", Request: withVersion(request("PUT", at, &stranger, "x"), "2"), Status: 404},
		apitest.Scenario{Name: "deleted by a viewer", Request: request("DELETE", at, &viewer, ""), Status: 403},
		apitest.Scenario{Name: "deleted from another company", Request: request("DELETE", at, &stranger, ""), Status: 404},
		apitest.Scenario{
			Name: "deleted, and taken off the sheets", Request: request("DELETE", at, &editor, ""), Status: 204,
			Before: func(t *testing.T, w *apitest.World) {
				for range 3 {
					w.Sheet(t, c, func(s *sds.Sheet) { s.Tags = []sds.TagID{"other", tag.ID} })
				}
			},
			After: func(t *testing.T, w *apitest.World, _ apitest.Response) {
				records, err := w.Table.SheetRecordsByID(t.Context(), c.ID)
				if err != nil || len(records) != 3 {
					t.Fatalf("%d sheets, %v", len(records), err)
				}
				for _, s := range records {
					if len(s.Tags) != 1 || s.Tags[0] != "other" {
						t.Errorf("tags of a sheet: %v", s.Tags)
					}
				}
			},
		},
		apitest.Scenario{Name: "its name is free", Request: request("POST", "", &editor, "要確認"), Status: 201},
		apitest.Scenario{Name: "several spaces are one", Request: request("POST", "", &editor, "秋  の　　棚卸"), Status: 201, Contains: []string{`"秋 の　棚卸"`}},
	)
}
