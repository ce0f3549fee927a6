package sdses_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/functions/api/sdses"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func pdfLink(as *company.User, s sds.SheetID) apitest.Request {
	return apitest.Request{Method: "GET", Path: "/companies/{id}/sds/" + string(s) + "/pdf", As: as}
}

// A form is valid for a quarter of an hour. An upload to it after its object was registered is another version of the
// object, which is not read.
func TestAFormThatIsUsedAgainChangesNothing(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	old := w.Sheet(t, c, nil)
	stopped := w.Sheet(t, c, func(s *sds.Sheet) { s.Status = sds.StatusImpossible })
	ups := allow(t, w, &admin, "新規.pdf", "改訂.pdf", "再確認.pdf", "後着.pdf")
	for i, u := range ups[:3] {
		w.Bucket.Put("uploads/"+string(u)+".pdf", []byte("%PDF-1.7 "+strconv.Itoa(1000+i)))
	}
	var made sdses.RegisterBody
	w.Do(t, register(&admin, "", nil, ups[0], ups[3])).Into(t, &made)
	var revised sdses.ReviseBody
	w.Do(t, revise(&admin, "", string(old.ID), string(ups[1]))).Into(t, &revised)
	if r := w.Do(t, reconfirm(&admin, stopped, stopped.Version, body{"action": "resume", "upload_id": ups[2]})); r.Status != 200 {
		t.Fatal(r.Body)
	}
	for _, u := range ups[:3] {
		w.Bucket.Put("uploads/"+string(u)+".pdf", []byte("%PDF-1.7 other"))
	}
	for what, id := range map[string]sds.SheetID{"registered": made.Items[0].ID, "revised": revised.Items[0].ID, "sent again": stopped.ID} {
		if f := recordOf(t, w, c.ID, id).File; f.Version != apitest.FirstVersion || f.Size != 13 {
			t.Errorf("%s: %+v", what, f)
		}
		if r := w.Do(t, pdfLink(&admin, id)); r.Status != 200 || !strings.Contains(r.Body, "versionId="+apitest.FirstVersion) {
			t.Errorf("%s: the link is of whatever came last: %s", what, r.Body)
		}
	}
	w.Run(t,
		apitest.Scenario{Name: "a PDF that has not come", Request: pdfLink(&admin, made.Items[1].ID), Status: 409, Code: "sheet.pdf_not_arrived"},
		apitest.Scenario{Name: "the upload for another sheet", Request: revise(&admin, "", string(made.Items[0].ID), string(ups[0])), Status: 400, Field: "sds_list[0].upload_id upload.used"},
	)
}

func digest(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// Only the announced content is accepted: the form makes S3 check it, and the registration compares it.
func TestOnlyWhatWasAnnouncedIsTaken(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	s := w.Sheet(t, c, nil)
	var forms struct{ Items []sdses.UploadLink }
	file := body{"name": "安全.pdf", "size": 5, "sha256": digest("right")}
	w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/get_signed_url", As: &admin, Body: body{"files": []body{file}}}).Into(t, &forms)
	fields := forms.Items[0].Fields
	sum, err := base64.StdEncoding.DecodeString(fields["x-amz-checksum-sha256"])
	if err != nil || hex.EncodeToString(sum) != digest("right") || fields["x-amz-checksum-algorithm"] != "SHA256" {
		t.Errorf("the form requires no digest: %v", fields)
	}
	policy, err := base64.StdEncoding.DecodeString(fields["policy"] + fields["Policy"])
	if err != nil || !strings.Contains(string(policy), `["eq","$x-amz-checksum-sha256","`+fields["x-amz-checksum-sha256"]) {
		t.Errorf("the policy requires no digest: %s", policy)
	}
	id := forms.Items[0].UploadID
	w.Bucket.Put(fields["key"], []byte("wrong"))
	send := register(&admin, "", nil, id)
	send.Lang = "ja"
	w.Run(t, apitest.Scenario{Name: "something else came", Request: send, Status: 400, Field: "sds_list[0].upload_id upload.changed", Contains: []string{"もう一度アップロード"}})
	w.Bucket.Put(fields["key"], []byte("right"))
	w.Run(t, apitest.Scenario{Name: "sent again", Request: send, Status: 201})

	var attached struct{ Items []sdses.AttachmentLink }
	w.Do(t, attachmentForms(&admin, s, body{"name": "a.txt", "size": 5, "sha256": digest("right")})).Into(t, &attached)
	w.Bucket.Put(attached.Items[0].Fields["key"], []byte("wrong"))
	one := attached.Items[0].AttachmentID
	w.Run(t, apitest.Scenario{Name: "another attachment came", Request: attach(&admin, s, one), Status: 400, Field: "attachment_ids[0] attachment.changed", Contains: []string{"「a.txt」"}})
	w.Bucket.Put(attached.Items[0].Fields["key"], []byte("right"))
	w.Run(t, apitest.Scenario{Name: "the right one", Request: attach(&admin, s, one), Status: 201})
}

// A form cannot be revoked; an upload by it cannot be registered by others either.
func TestFormsOfPeopleWhoMayNoLongerSendAreDead(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	for what, gone := range map[string]func(company.User){
		"removed":     func(u company.User) { w.Remove(t, u) },
		"deactivated": func(u company.User) { w.Edit(t, u, func(u *company.User) { u.Active = false }) },
		"demoted":     func(u company.User) { w.Edit(t, u, func(u *company.User) { u.Role = access.DownloadableViewer }) },
	} {
		editor := w.User(t, c, access.Editor, func(u *company.User) { u.Departments = []sds.DepartmentID{"mine"} })
		old, stopped := w.Sheet(t, c, nil), w.Sheet(t, c, func(s *sds.Sheet) { s.Status = sds.StatusImpossible })
		s := w.Sheet(t, c, func(s *sds.Sheet) { s.Departments = []sds.DepartmentID{"mine"} })
		ups := allow(t, w, &editor, "a.pdf", "b.pdf")
		attached, _ := sent(t, w, &editor, s, "c.txt")
		var csv struct {
			UploadID sds.UploadID `json:"upload_id"`
		}
		w.Do(t, apitest.Request{Method: "POST", Path: "/companies/{id}/sdses/batch_patch/get_signed_url", As: &editor, Body: body{"name": "a.csv", "size": 4}}).Into(t, &csv)
		w.Bucket.Put("uploads/"+string(csv.UploadID)+".csv", []byte("SDS ID"))
		if r := w.Do(t, register(&admin, "", nil, ups[1])); r.Status != 201 {
			t.Errorf("%s: a colleague's upload while they are there: %s", what, r.Body)
		}
		gone(editor)
		w.Run(t,
			apitest.Scenario{Name: what + ": registered", Request: register(&admin, "", nil, ups[0]), Status: 400, Field: "sds_list[0].upload_id upload.void"},
			apitest.Scenario{Name: what + ": revised", Request: revise(&admin, "", string(old.ID), string(ups[0])), Status: 400, Field: "sds_list[0].upload_id upload.void"},
			apitest.Scenario{Name: what + ": sent again", Request: reconfirm(&admin, stopped, stopped.Version, body{"action": "resume", "upload_id": ups[0]}), Status: 400, Field: "upload_id upload.void"},
			apitest.Scenario{Name: what + ": attached", Request: attach(&admin, s, attached...), Status: 400, Field: "attachment_ids[0] attachment.void"},
			apitest.Scenario{Name: what + ": edited by CSV", Request: apitest.Request{Method: "PATCH", Path: "/companies/{id}/sdses/batch_patch", As: &admin, Body: body{"upload_id": csv.UploadID}}, Status: 400, Field: "upload_id upload.void"},
			apitest.Scenario{Name: what + ": one that was registered before", Request: register(&admin, "", nil, ups[1]), Status: 201},
		)
	}
}

// An attachment's content matches its name, is served with its type, and stays the registered one.
func TestAttachmentsAreWhatTheirNamesSay(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin)
	s := w.Sheet(t, c, nil)
	ids, keys := sent(t, w, &admin, s, "page.pdf", "picture.png", "notes.txt")
	w.Bucket.Put(keys[0], []byte("<html><script>alert(1)</script>"))
	w.Bucket.Put(keys[1], []byte("MZ\x90\x00"))
	w.Bucket.Put(keys[2], []byte{0x88, 0xC0, 0x91, 0x53}) // 安全
	w.Run(t,
		apitest.Scenario{
			Name: "two that are not", Request: attach(&admin, s, ids...), Status: 400, Field: "attachment_ids[0] attachment.content", Contains: []string{"「page.pdf」", "「picture.png」"}, Lacks: []string{"notes.txt"},
		},
		apitest.Scenario{Name: "nothing was registered", Request: get(&admin, s, ""), Status: 200, Contains: []string{`"attachment_count":0`}},
		apitest.Scenario{Name: "text", Request: attach(&admin, s, ids[2]), Status: 201, Contains: []string{"text/plain; charset=shift_jis"}},
	)
	w.Bucket.Put(keys[2], []byte("something else"))
	w.Run(t,
		apitest.Scenario{
			Name: "what was registered, in its encoding", Request: attachmentAt("GET", &admin, s, ids[2]), Status: 200,
			Contains: []string{"response-content-type=text%2Fplain%3B%20charset%3Dshift_jis", "versionId=v2"},
		},
		apitest.Scenario{Name: "put right", Before: func(t *testing.T, w *apitest.World) { w.Bucket.Put(keys[0], contentOf(t, "page.pdf")) }, Request: attach(&admin, s, ids[0]), Status: 201},
	)
}
