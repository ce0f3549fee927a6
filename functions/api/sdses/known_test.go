package sdses_test

import (
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
)

// A file is asked about by its digest before it is sent; registered regardless of that, it
// is refused by itself, unless the request accepts it.
func TestKnownFiles(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin, viewer := w.User(t, c, access.Admin), w.User(t, c, access.Viewer)
	stranger := w.User(t, w.Company(t), access.Admin)
	content := "%PDF-1.7 the same"
	known := w.Sheet(t, c, func(s *sds.Sheet) { s.Name, s.File.SHA256 = "トルエン", digest(content) })
	w.Sheet(t, c, func(s *sds.Sheet) { s.Name, s.File.SHA256, s.DeletedAt = "消したSDS", digest("gone"), &s.CreatedAt })
	ask := func(u apitest.Request) apitest.Request {
		u.Method, u.Path = "GET", "/companies/{id}/sdses/known_files?sha256="+digest(content)+"&sha256="+digest("gone")+"&sha256="+digest("new")
		return u
	}
	ups := allow(t, w, &admin, "新規.pdf", "同じ.pdf", "無関係.pdf")
	for i, data := range []string{"%PDF-1.7 new", content, "%PDF-1.7 other"} {
		w.Bucket.Put("uploads/"+string(ups[i])+".pdf", []byte(data))
	}
	accepted := register(&admin, "", nil, ups...)
	accepted.Body = body{"department_id_list": []string{}, "sds_list": []body{{"upload_id": ups[0]}, {"upload_id": ups[1], "accept_known_file": true}}}
	revision := revise(&admin, "", string(known.ID), string(ups[2]))
	w.Bucket.Put("uploads/"+string(ups[2])+".pdf", []byte(content))
	w.Run(t,
		apitest.Scenario{Name: "one is known", Request: ask(apitest.Request{As: &admin}), Status: 200, Contains: []string{`{"items":[{"sha256":"` + digest(content) + `","sds_list":[{"id":"` + string(known.ID) + `","name":"トルエン"`}, Lacks: []string{digest("gone"), digest("new")}},
		apitest.Scenario{Name: "by another company", Request: ask(apitest.Request{As: &stranger}), Status: 200, Contains: []string{`"items":[]`}},
		apitest.Scenario{Name: "by a viewer", Request: ask(apitest.Request{As: &viewer}), Status: 403},
		apitest.Scenario{Name: "no digest", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses/known_files?sha256=1", As: &admin}, Status: 400, Field: "sha256[0] input.pattern"},
		apitest.Scenario{Name: "registered", Request: register(&admin, "", nil, ups[:2]...), Status: 400, Field: "sds_list[1].upload_id upload.known", Contains: []string{`"denied_sds_list":[{"id":"` + string(known.ID)}},
		apitest.Scenario{Name: "as a newer version of itself", Request: revision, Status: 400, Field: "sds_list[0].upload_id upload.known"},
		apitest.Scenario{Name: "accepted", Request: accepted, Status: 201},
		apitest.Scenario{Name: "two are known", Request: ask(apitest.Request{As: &admin}), Status: 200, Contains: []string{`"name":"同じ"`, `"name":"トルエン"`}},
		apitest.Scenario{Name: "lists have no part of it", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/sdses", As: &admin}, Status: 200, Contains: []string{`"sha256":""`}, Lacks: []string{digest(content)[:8]}},
	)
}
