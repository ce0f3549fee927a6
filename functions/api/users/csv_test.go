package users_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"

	"anzen/functions/api/apitest"
	"anzen/functions/api/users"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

func csvUpload(t *testing.T, as *company.User, content string) apitest.Request {
	t.Helper()
	q := apitest.Request{Method: "POST", Path: "/companies/{id}/users/csv/upload", As: as, Lang: "ja"}
	return q.Upload(t, "users.csv", content)
}

func everybody(t *testing.T, w *apitest.World, c company.Company) map[string]company.User {
	t.Helper()
	all, err := w.Table.Users(t.Context(), c.ID)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]company.User{}
	for _, u := range all {
		by[u.Email] = u
	}
	return by
}

func TestDownloadAndUploadRoundTrip(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	lab, plant := department(t, w, c, "研究所"), department(t, w, c, "第1工場;倉庫")
	admin := w.User(t, c, access.Admin, func(u *company.User) { u.Email = "a@midori.example" })
	w.User(t, c, access.DownloadableViewer, func(u *company.User) {
		u.Email, u.FirstName, u.LastName, u.MiddleName, u.Phone, u.Position = "b@midori.example", "Hugo", "'t Hooft", "K.", "+81 3 1234 5678", "主任研究員"
		u.Departments, u.Locale, u.Subscribed = []sds.DepartmentID{plant.ID, sds.NewID[sds.DepartmentID](), lab.ID}, company.LocaleEnglish, true
	})
	w.User(t, c, access.Editor, func(u *company.User) { u.Email, u.Active = "c@midori.example", false })
	before := everybody(t, w, c)
	for lang, heading := range map[string]string{
		"ja": "メールアドレス,姓,名,ミドルネーム,電話番号,役職,部署,権限,お知らせメール,言語,状態", "en": "Email,Last name,First name,Middle name,Phone,Position,Departments,Role,News by email,Language,Status",
	} {
		r := w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/users/csv/download", As: &admin, Lang: lang})
		if r.Status != 200 || !strings.HasPrefix(r.Body, "\ufeff"+heading+"\r\n") || strings.Count(r.Body, "\r\n") != 4 {
			t.Fatalf("%+v", r)
		}
		if h := r.Headers; h.Get("Content-Type") != "text/csv; charset=utf-8" || !strings.HasPrefix(h.Get("Content-Disposition"), `attachment; filename="users_20`) {
			t.Errorf("headers %v", h)
		}
		if lang == "ja" && !strings.Contains(r.Body, "b@midori.example,'t Hooft,Hugo,K.,'+81 3 1234 5678,主任研究員,\"研究所,第1工場;倉庫\",閲覧者（ダウンロード可）,受け取る,英語,有効\r\n") {
			t.Errorf("%s", r.Body)
		}
		sjis, err := japanese.ShiftJIS.NewEncoder().String(strings.TrimPrefix(r.Body, "\ufeff"))
		if err != nil {
			t.Fatal(err)
		}
		for encoding, content := range map[string]string{"UTF-8": r.Body, "UTF-8 without a mark": strings.TrimPrefix(r.Body, "\ufeff"), "Shift_JIS": sjis} {
			up := w.Do(t, csvUpload(t, &admin, content))
			if up.Status != 200 || !strings.Contains(up.Body, `"invited":0,"updated":0,"unchanged":3`) {
				t.Errorf("%s in %s: %+v", lang, encoding, up)
			}
		}
	}
	if after := everybody(t, w, c); !reflect.DeepEqual(after, before) || len(w.Mailbox.Mails) != 0 {
		t.Errorf("changed: %+v, %d mails", after, len(w.Mailbox.Mails))
	}
	editor := w.User(t, c, access.Editor)
	w.Run(t,
		apitest.Scenario{Name: "an editor may not download", Request: apitest.Request{Method: "GET", Path: "/companies/{id}/users/csv/download", As: &editor}, Status: 403},
		apitest.Scenario{Name: "nor upload", Request: csvUpload(t, &editor, "メールアドレス\na@midori.example\n"), Status: 403},
	)
}

func TestUpload(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	lab := department(t, w, c, "研究所")
	admin := w.User(t, c, access.Admin, func(u *company.User) { u.Email = "a@midori.example" })
	w.User(t, c, access.Editor, func(u *company.User) { u.Email, u.Position = "b@midori.example", "課長" })
	w.User(t, c, access.Viewer, func(u *company.User) { u.Email = "c@midori.example" })
	r := w.Do(t, csvUpload(t, &admin, strings.Join([]string{
		"権限,メールアドレス,姓,名,部署,電話番号",
		"閲覧者,b@midori.example,山田,花子,研究所,",
		"",
		"0,C@Midori.example,山田,花子,,",
		"編集者,d@midori.example,田中,三郎,\"研究所, 研究所\",０３−１２３４−５６７８",
		"Admin,e@midori.example,㈱,四郎,,",
	}, "\r\n")))
	var got users.UserUpload
	r.Into(t, &got)
	if r.Status != 200 || got.Invited != 2 || got.Updated != 1 || got.Unchanged != 1 || len(got.Rows) != 4 {
		t.Fatalf("%+v", r)
	}
	if row := got.Rows[1]; row.Row != 4 || row.Result != "unchanged" || row.MailSent != nil {
		t.Errorf("%+v", row)
	}
	if row := got.Rows[2]; row.Row != 5 || row.Result != "invited" || !*row.MailSent {
		t.Errorf("%+v", row)
	}
	all := everybody(t, w, c)
	b, d := all["b@midori.example"], all["d@midori.example"]
	switch {
	case len(all) != 5 || b.Role != access.Viewer || b.Version != 2 || len(b.Departments) != 1 || b.Departments[0] != lab.ID || b.Position != "課長":
		t.Errorf("edited: %+v", b)
	case d.Active || d.Role != access.Editor || d.Phone != "03-1234-5678" || len(d.Departments) != 1 || d.Locale != company.LocaleJapanese:
		t.Errorf("invited: %+v", d)
	case all["e@midori.example"].Role != access.Admin:
		t.Errorf("%+v", all["e@midori.example"])
	case len(w.Mailbox.Mails) != 2:
		t.Errorf("%d mails", len(w.Mailbox.Mails))
	}
	// The same file again changes nothing more.
	w.Mailbox.Mails, w.Mailbox.Fail = nil, errors.New("SES is down")
	r = w.Do(t, csvUpload(t, &admin, "email,last name,first name,role\nf@midori.example,A,B,viewer\na@midori.example,山田,花子,管理者\n"))
	if r.Status != 200 || !strings.Contains(r.Body, `"mail_sent":false`) || !strings.Contains(r.Body, `"unchanged":1`) {
		t.Errorf("a mail that is not sent: %+v", r)
	}
}

func TestUploadRefuses(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin, func(u *company.User) { u.Email = "a@midori.example" })
	stranger := w.User(t, w.Company(t), access.Viewer)
	before := everybody(t, w, c)
	const head = "メールアドレス,姓,名,権限,部署,電話番号,お知らせメール,役職\n"
	good := "n@midori.example,鈴木,次郎,編集者,,,,\n"
	many := func(n int) string {
		var b strings.Builder
		b.WriteString(head)
		for i := range n {
			fmt.Fprintf(&b, "n%d@midori.example,鈴木,次郎,編集者,,,,\n", i)
		}
		return b.String()
	}
	for name, tt := range map[string]struct {
		content string
		status  int
		want    []string
	}{
		"free mail":                 {head + good + "x@gmail.com,鈴木,次郎,編集者\n", 400, []string{`"path":"rows[3].email","code":"signup.free_mail"`, `"row":3,"column":"メールアドレス"`}},
		"no address":                {head + ",鈴木,次郎,編集者\n", 400, []string{`"path":"rows[2].email","code":"input.required"`}},
		"no such address":           {head + "x,鈴木,次郎,編集者\n", 400, []string{`"rows[2].email","code":"input.email"`}},
		"an address twice":          {head + good + "\nN@midori.example,鈴木,次郎,編集者\n", 400, []string{`"rows[4].email","code":"user.csv_duplicate","detail":"2行目と同じメールアドレスです。"`}},
		"another company's":         {head + stranger.Email + ",鈴木,次郎,編集者\n", 400, []string{`"rows[2].email","code":"user.email_exists"`}},
		"no names":                  {head + "n@midori.example,, ,編集者\n", 400, []string{`"rows[2].last_name","code":"input.required"`, `"rows[2].first_name"`, `"column":"名"`}},
		"no role":                   {head + "n@midori.example,鈴木,次郎,\n", 400, []string{`"rows[2].role_id","code":"input.required"`}},
		"everything of a row":       {head + "x@gmail.com,,次郎,社長\n", 400, []string{`"rows[2].email"`, `"rows[2].last_name"`, `"rows[2].role_id"`}},
		"a role that there is not":  {head + "n@midori.example,鈴木,次郎,社長\n", 400, []string{`"rows[2].role_id","code":"csv.choice"`}},
		"no such department":        {head + "n@midori.example,鈴木,次郎,編集者,宇宙部\n", 400, []string{`"rows[2].department_id_list","code":"department.unknown"`, `"column":"部署"`}},
		"a bad phone number":        {head + "a@midori.example,鈴木,次郎,管理者,,123\n", 400, []string{`"rows[2].phone","code":"input.phone"`}},
		"neither yes nor no":        {head + "a@midori.example,鈴木,次郎,管理者,,,maybe\n", 400, []string{`"rows[2].is_subscribe","code":"csv.choice"`}},
		"a formula for a name":      {head + "a@midori.example,=1+1,次郎,管理者\n", 400, []string{`"rows[2].last_name","code":"input.leading_character"`}},
		"too long a name":           {head + "a@midori.example," + strings.Repeat("あ", 47) + ",次郎,管理者\n", 400, []string{`"rows[2].last_name","code":"csv.too_long"`}},
		"too long a position":       {head + "a@midori.example,鈴木,次郎,管理者,,,," + strings.Repeat("あ", 51) + "\n", 400, []string{`"rows[2].position","code":"csv.too_long"`}},
		"an unknown column":         {"メールアドレス,住所\na@midori.example,x\n", 400, []string{`"code":"csv.unknown_column","detail":"列「住所」は使用できません。列名を確認してください。","row":1,"column":"住所"`}},
		"a column twice":            {"メールアドレス,姓,Last name\na@midori.example,x,y\n", 400, []string{`csv.column_twice`}},
		"no column of addresses":    {"姓,名\nx,y\n", 400, []string{`csv.column_missing`, "メールアドレス"}},
		"new people without a role": {"メールアドレス,姓,名\nn@midori.example,x,y\n", 400, []string{`"rows[2].role_id","code":"input.required"`}},
		"no rows":                   {head, 400, []string{`"code":"csv.empty"`}},
		"nothing":                   {"", 400, []string{`"code":"csv.empty"`}},
		"no text":                   {"\x89PNG\r\n\x1a\n\x00\x00", 400, []string{`"code":"csv.encoding"`, "Shift_JIS"}},
		"a quote too many":          {head + "\"a,b\n", 400, []string{`"code":"csv.malformed"`, "2行目", `"row":2`}},
		"over 2 MB":                 {head + strings.Repeat("x", 2<<20), 413, []string{`"code":"csv.too_large"`}},
		"too many rows":             {many(5001), 400, []string{`"code":"csv.too_many_rows"`, "5000行"}},
		"too many changes":          {many(201), 400, []string{`"code":"user.csv_too_many_changes"`, "200名", "201名"}},
		"the last administrator":    {head + "a@midori.example,山田,花子,閲覧者\n" + good, 409, []string{`"code":"user.last_admin"`}},
		"the first hundred of many": {head + strings.Repeat("x,y\n", 300), 400, []string{`"rows[34].email"`}},
	} {
		r := w.Do(t, csvUpload(t, &admin, tt.content))
		if r.Status != tt.status {
			t.Errorf("%s: %+v", name, r)
		}
		for _, text := range tt.want {
			if !strings.Contains(r.Body, text) {
				t.Errorf("%s: no %s in %s", name, text, r.Body)
			}
		}
	}
	upload := apitest.Request{Method: "POST", Path: "/companies/{id}/users/csv/upload", As: &admin}
	json, other := upload, upload
	json.Body = "{}"
	other = other.Upload(t, "users.csv", head+good)
	other.Body = strings.ReplaceAll(other.Body.(string), `name="file"`, `name="csv"`)
	w.Run(t,
		apitest.Scenario{Name: "no form", Request: json, Status: 400, Code: "input.malformed"},
		apitest.Scenario{Name: "no body", Request: upload, Status: 400},
		apitest.Scenario{Name: "another field", Request: other, Status: 400, Field: "file input.required"},
	)
	if after := everybody(t, w, c); !reflect.DeepEqual(after, before) || len(w.Mailbox.Mails) != 0 {
		t.Errorf("a refused file changed something: %+v", after)
	}
}

// A file needs several transactions; where one of them is refused, the previous ones are
// rolled back.
func TestUploadIsAllOrNothing(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin, func(u *company.User) { u.Email = "a@midori.example" })
	second := w.User(t, c, access.Admin, func(u *company.User) { u.Email = "b@midori.example" })
	var b strings.Builder
	b.WriteString("メールアドレス,姓,名,権限,役職\nb@midori.example,改名,花子,編集者,\n")
	for i := range 150 {
		fmt.Fprintf(&b, "n%d@midori.example,鈴木,次郎,編集者,\n", i)
	}
	content := b.String()
	before := everybody(t, w, c)
	commits := 0
	w.Interfere = func() error { // the table's answer to a later transaction
		if commits++; commits == 4 {
			return table.ErrStale
		}
		return nil
	}
	if r := w.Do(t, csvUpload(t, &admin, content)); r.Status < 400 {
		t.Fatalf("%d commits: %+v", commits, r)
	}
	w.Interfere = nil
	after := everybody(t, w, c)
	undone := after["b@midori.example"]
	undone.Version, undone.UpdatedAt = second.Version, second.UpdatedAt
	after["b@midori.example"] = undone
	if !reflect.DeepEqual(after, before) || len(w.Mailbox.Mails) != 0 {
		t.Errorf("%d people, %d mails; %+v", len(after), len(w.Mailbox.Mails), undone)
	}
	r := w.Do(t, csvUpload(t, &admin, content))
	if r.Status != 200 || !strings.Contains(r.Body, `"invited":150,"updated":1,"unchanged":0`) || len(w.Mailbox.Mails) != 150 {
		t.Errorf("again: %+v, %d mails", r.Status, len(w.Mailbox.Mails))
	}
	if all := everybody(t, w, c); len(all) != 152 || all["b@midori.example"].Role != access.Editor {
		t.Errorf("%d people", len(all))
	}
}

func TestUploadMaySwapAdministrators(t *testing.T) {
	w := apitest.New(t)
	c := w.Company(t)
	admin := w.User(t, c, access.Admin, func(u *company.User) { u.Email = "a@midori.example" })
	w.User(t, c, access.Editor, func(u *company.User) { u.Email = "b@midori.example" })
	r := w.Do(t, csvUpload(t, &admin, "メールアドレス,権限\na@midori.example,編集者\nb@midori.example,管理者\n"))
	if all := everybody(t, w, c); r.Status != 200 || all["a@midori.example"].Role != access.Editor || all["b@midori.example"].Role != access.Admin {
		t.Errorf("%+v, %+v", r, all)
	}
	if r := w.Do(t, apitest.Request{Method: "GET", Path: "/companies/{id}/users/csv/download", As: &admin}); r.Status != 403 {
		t.Errorf("the demoted may still download: %+v", r)
	}
}

// A function's instance has a small disk and serves many requests.
func TestUploadLeavesNoFile(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	w := apitest.New(t)
	admin := w.User(t, w.Company(t), access.Admin)
	for _, content := range []string{strings.Repeat("x", 100_000), "email,last name\n" + strings.Repeat("a@midori.example,x\n", 10_000)} {
		if r := w.Do(t, csvUpload(t, &admin, content)); r.Status != 400 { // its rows were read
			t.Fatalf("%+v", r)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
