package api_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"anzen/functions/api/apitest"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// failure is an error of the catalogue: the request that provokes it, and how it is answered.
type failure struct {
	name    string
	request apitest.Request
	status  int
	code    string
	// field is the path and the code of a field's error, whose texts follow; empty: the texts are the answer's.
	field  string
	ja, en string
}

// Each error of the catalogue, provoked by a request, has its status, its code and its text in either language.
func TestCatalogueOfErrors(t *testing.T) {
	s := newSite(t)
	for _, f := range slices.Concat(s.failuresOfRequests(t), s.failuresOfAccounts(t), s.failuresOfSheets(t), s.failuresOfTables(t), s.failuresOfPlans(t)) {
		t.Run(f.name, func(t *testing.T) {
			for lang, want := range map[string]string{"ja-JP": f.ja, "en-US": f.en} {
				f.request.Lang = lang
				r := s.Do(t, f.request)
				p := r.Problem(t)
				if r.Status != f.status || p.Code != f.code {
					t.Fatalf("%s: %d %s, want %d %s: %.300s", lang, r.Status, p.Code, f.status, f.code, r.Body)
				}
				got := p.Detail
				if f.field != "" {
					got = ""
					for _, one := range p.Fields {
						if one.Path+" "+one.Code == f.field {
							got = one.Detail
						}
					}
				}
				if got != want {
					t.Errorf("%s: %q, want %q: %.300s", lang, got, want, r.Body)
				}
			}
		})
	}
}

// to is a request of the administrator of the site.
func (s *site) to(method, path, version string, body any) apitest.Request {
	q := s.request(method, path, version, body)
	q.Lang = ""
	return q
}

func by(u *company.User, q apitest.Request) apitest.Request { q.As = u; return q }

const (
	invalidJa = "入力内容に誤りがあります。"
	missing   = "5d0e7a1c-5d8b-4f0e-9a51-3f5c1d0b7a11"
)

func (s *site) failuresOfRequests(t *testing.T) []failure {
	t.Helper()
	viewer := s.User(t, s.c, access.Viewer)
	foreign := s.Sheet(t, s.c, func(r *sds.Sheet) { r.Name, r.Departments = "他部署", []sds.DepartmentID{s.department} })
	sheet := "/companies/{id}/sdses/" + string(s.sheet.ID)
	gone := s.User(t, s.c, access.Viewer, func(u *company.User) { u.Active = false })
	key := s.to("POST", "/companies/{id}/tags", "", fields{"name": "鍵"})
	key.Key = "catalogue"
	if r := s.Do(t, key); r.Status != 201 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	key.Body = fields{"name": "鍵２"}
	return []failure{
		{"400 inactive", by(&gone, s.to("GET", "/users/me", "", nil)), 400, "session.inactive", "", "このユーザーは無効です。", "Inactive user."},
		{"403", by(&viewer, s.to("POST", "/companies/{id}/tags", "", fields{"name": "x"})), 403, "permission.denied", "", "この操作を行う権限がありません。", "You do not have permission to do this."},
		{"403 of another department", by(&s.user, s.to("PUT", "/companies/{id}/sdses/"+string(foreign.ID), version(foreign.Version), fields{"note": "x"})), 403, "permission.other_department", "", "他部署のSDSに対してこの操作を行う権限がありません。", "You do not have permission to do this for SDSs of other departments."},
		{"404", s.to("GET", "/companies/{id}/sdses/"+missing, "", nil), 404, "not_found", "", "対象が見つかりません。", "This item could not be found."},
		{"400 of a read", s.to("GET", "/companies/{id}/sdses?page=0", "", nil), 400, "input.invalid", "", invalidJa, "Please check what you entered."},
		{"400 of an update", s.to("PUT", sheet, version(s.sheet.Version), "{"), 400, "input.malformed", "", "リクエストの形式が正しくありません。", "The request could not be read."},
		{"412", s.to("PUT", sheet, version(s.sheet.Version+7), fields{"note": "x"}), 412, "version.stale", "", "ほかのユーザーが先に更新しました。最新の内容を確認してから、もう一度操作してください。", "Somebody else has changed this in the meantime. Please look at the latest version and try again."},
		{"413", s.to("POST", "/companies/{id}/tags", "", `{"name":"`+strings.Repeat("x", 1<<20)+`"}`), 413, "input.too_large", "", "データのサイズが大きすぎます。", "The data is too large."},
		{"422", key, 422, "idempotency.reused", "", "同じ操作キーで異なる内容が送信されました。画面を再読み込みしてください。", "The same operation key was sent with different content. Please reload the page."},
	}
}

func (s *site) failuresOfAccounts(t *testing.T) []failure {
	t.Helper()
	open := func(method, path string, body any) apitest.Request {
		return apitest.Request{Method: method, Path: path, Body: body}
	}
	signUp := func(member, text string) apitest.Request {
		body := fields{"company_name": "みどり化学", "first_name": "太郎", "last_name": "山田", "email": "b@midori.example", "phone": "03-1234-5678", "locale": "ja-JP"}
		body[member] = text
		return open("POST", "/signup", body)
	}
	invite := func(member string, value any) apitest.Request {
		body := fields{"email": "a@midori.example", "first_name": "太郎", "last_name": "山田", "role_id": 90}
		body[member] = value
		return s.to("POST", "/companies/{id}/users", "", body)
	}
	unknown := failure{"", apitest.Request{}, 400, "token.unknown", "", "リンクが正しくありません。メールに記載されたURLをもう一度ご確認ください。", "This link is not valid. Please check the URL in the email."}
	link := func(name string, q apitest.Request) failure { f := unknown; f.name, f.request = name, q; return f }
	field := func(name string, q apitest.Request, field, ja, en string) failure {
		return failure{name, q, 400, "input.invalid", field, ja, en}
	}
	copies := s.export("x")
	copies["cc_recipient_ids"] = slices.Repeat([]string{string(s.admin.ID)}, 11)
	freeMail := []string{"フリーメールや携帯電話のアドレスは使用できません。会社のメールアドレスを入力してください。", "Free and mobile carrier addresses cannot be used. Please enter your company email address."}
	return []failure{
		link("a token that is no link's", open("POST", "/verify-token", fields{"token": "x"})),
		link("reset with it", open("POST", "/reset-password/", fields{"token": "x", "new_password": "Quiet-Harbour-71"})),
		link("activation with it", open("PUT", "/signup/activation", fields{"token": "x", "password": "Quiet-Harbour-71"})),
		field("recovery of no address", open("POST", "/password-recovery", fields{"email": "x"}), "email input.email", "メールアドレスの形式が正しくありません。", "Please enter a valid email address."),
		field("sign-up from a free address", signUp("email", "a@gmail.com"), "email signup.free_mail", freeMail[0], freeMail[1]),
		field("sign-up of no company", signUp("company_name", "なし"), "company_name company.meaningless_name", "正式な会社名を入力してください。", "Please enter the registered name of your company."),
		field("a name with a sign first", signUp("company_name", "-みどり"), "company_name input.leading_character", "先頭に記号は使用できません。", "The first character must be a letter or a digit."),
		field("a name with a comma", signUp("first_name", "a,b"), "first_name input.forbidden_characters", "カンマ、改行、制御文字、URLは使用できません。", "Commas, line breaks, control characters and URLs cannot be used."),
		field("a short telephone number", signUp("phone", "12"), "phone input.phone", "電話番号は10〜15桁の数字で入力してください。", "Please enter a phone number of 10 to 15 digits."),
		field("nothing entered", open("POST", "/info/inquiry", fields{}), "email input.required", "必須項目です。", "This field is required."),
		field("an invitation to a free address", invite("email", "a@gmail.com"), "email signup.free_mail", freeMail[0], freeMail[1]),
		field("no such role", invite("role_id", 5), "role_id input.choice", "選択肢から選んでください。", "Please choose one of the options."),
		{"an invited address with an account", invite("email", s.user.Email), 409, "user.email_exists", "", "このメールアドレスはすでに登録されています。", "This email address is already registered."},
		{"the last administrator", s.to("DELETE", "/companies/{id}/users/"+string(s.admin.ID), "", nil), 409, "user.last_admin", "", "管理者が1人もいなくなるため、実行できません。先に別のユーザーを管理者に設定してください。", "The company needs at least one administrator. Please make another user an administrator first."},
		{"a tag's name", s.to("POST", "/companies/{id}/tags", "", fields{"name": "要確認"}), 409, "tag.name_exists", "", "同じ名前のタグがすでに登録されています。", "A tag with this name already exists."},
		{"a department's name", s.to("POST", "/companies/{id}/departments", "", fields{"name": "研究"}), 409, "department.name_exists", "", "同じ名前の部署がすでに登録されています。", "A department with this name already exists."},
		{"a department in use", s.to("DELETE", "/companies/{id}/departments/"+string(s.department), "", nil), 409, "department.in_use", "", "この部署は使用中のため削除できません（ユーザー0名、SDS 2件）。", "This department is still in use (users: 0, SDSs: 2)."},
		field("a long tag", s.to("POST", "/companies/{id}/tags", "", fields{"name": strings.Repeat("あ", 46)}), "name input.too_long", "45文字以内で入力してください。", "Please use at most 45 characters."),
		field("a long name of a filter", s.to("POST", "/companies/{id}/users/"+string(s.admin.ID)+"/search-criteria", "", fields{"name": strings.Repeat("あ", 49), "criteria": "h_code=H225"}), "name input.too_long", "48文字以内で入力してください。", "Please use at most 48 characters."),
		{"a filter's name", s.to("POST", "/companies/{id}/users/"+string(s.admin.ID)+"/search-criteria", "", fields{"name": "危険物", "criteria": "h_code=H225"}), 409, "criteria.name_exists", "", "同じ名前のマイフィルターがすでに登録されています。", "You already have a filter with this name."},
		field("no IP address", s.to("POST", "/companies/{id}/whitelist_ips", "", fields{"ip_address": "1.2.3"}), "ip_address address.invalid", "IPアドレスの形式が正しくありません。単一のアドレス（例：203.0.113.7）またはCIDR（例：203.0.113.0/24）で入力してください。", "The IP address is not valid. Please enter a single address (203.0.113.7) or a CIDR range (203.0.113.0/24)."),
		field("more than ten copies", s.to("POST", "/companies/{id}/periodic_export/settings", "", copies), "cc_recipient_ids input.too_many_items", "10件以内にしてください。", "Please give at most 10."),
	}
}

func (s *site) failuresOfSheets(t *testing.T) []failure {
	t.Helper()
	file := func(name string, size int) fields {
		return fields{"name": name, "size": size, "sha256": strings.Repeat("a", 64)}
	}
	send := func(files ...fields) apitest.Request {
		return s.to("POST", "/companies/{id}/get_signed_url", "", fields{"files": files})
	}
	attach := func(files ...fields) apitest.Request {
		return s.to("POST", "/companies/{id}/sdses/"+string(s.sheet.ID)+"/attachments/get_signed_url", "", fields{"files": files})
	}
	code := func(sheet sds.Sheet) apitest.Request {
		return s.to("PUT", "/companies/{id}/sdses/"+string(sheet.ID), version(sheet.Version), fields{"fields": []fields{{"section": 1, "id": "product_codes", "action": "edit", "value": fields{"kind": "list", "list": []string{"A-1"}}}}})
	}
	first, second := s.Sheet(t, s.c, nil), s.Sheet(t, s.c, nil)
	if r := s.Do(t, code(first)); r.Status != 200 {
		t.Fatalf("%d %s", r.Status, r.Body)
	}
	foreign := s.Sheet(t, s.c, func(r *sds.Sheet) { r.Name, r.Departments = "トルエン", []sds.DepartmentID{s.other(t)} })
	const most = 10 << 20
	field := func(name string, q apitest.Request, field, ja, en string) failure {
		return failure{name, q, 400, "input.invalid", field, ja, en}
	}
	return []failure{
		field("a file that is no PDF", send(file("a.doc", 9)), "files[0].name upload.not_pdf", "「a.doc」はPDFファイルではありません。拡張子が .pdf のファイルを選択してください。", "“a.doc” is not a PDF. Please choose files ending in .pdf."),
		field("a file over 10 MB", send(file("a.pdf", most+1)), "files[0].name upload.too_large", "「a.pdf」は10MBを超えています。10MB以下のファイルを選択してください。", "“a.pdf” is larger than 10 MB. Please choose files of up to 10 MB."),
		field("more than 50 files", send(slices.Repeat([]fields{file("a.pdf", 9)}, 51)...), "files input.too_many_items", "50件以内にしてください。", "Please give at most 50."),
		field("an attachment over 10 MB", attach(file("a.pdf", most+1)), "files[0].name attachment.too_large", "「a.pdf」は10MBを超えています。10MB以下のファイルを選択してください。", "“a.pdf” is larger than 10 MB. Please choose files of up to 10 MB."),
		field("an attachment that is a program", attach(file("a.exe", 9)), "files[0].name attachment.type", "「a.exe」は添付できない形式のファイルです。PDF、Office文書、画像、テキスト、CSV、メール、ZIPのいずれかを選択してください。", "“a.exe” is of a type that cannot be attached. Please choose a PDF, an Office document, an image, a text, CSV, mail or ZIP file."),
		field("an upload that is none", s.to("POST", "/companies/{id}/sdses", "", fields{"department_id_list": []sds.DepartmentID{s.department}, "sds_list": []fields{{"upload_id": missing}}}), "sds_list[0].upload_id upload.unknown", "アップロードの有効期限が切れたか、存在しません。もう一度アップロードしてください。", "This upload has expired or does not exist. Please upload the file again."),
		{"the product code of another sheet", code(second), 409, "sheet.product_code_exists", "", "製品コード「a-1」は、ほかのSDSですでに使用されています。", "The product code “a-1” is already used by another SDS."},
		{"deletion of a sheet of another department", by(&s.user, s.to("PUT", "/companies/{id}/sdses/delete", "", fields{"sds_ids": []sds.SheetID{foreign.ID}})), 400, "deletion.denied", "", "削除する権限のないSDSが1件含まれているため、削除しませんでした。一覧のSDSを確認してください。", "Nothing was deleted, because 1 of these SDSs may not be deleted by you. Please check those listed."},
		{"export of a sheet that is none", s.to("POST", "/companies/{id}/sdses/export", "", fields{"sds_ids": []string{missing}}), 400, "export.denied", "", "出力できないSDSが1件含まれています。削除されたか、存在しないSDSです。選択から外してください。", "1 of the SDSs cannot be exported (deleted meanwhile, or unknown). Please take those listed out of your selection."},
		field("a day to come", s.to("PUT", "/companies/{id}/sdses/"+string(second.ID), version(second.Version), fields{"assessed_at": "2999-01-01"}), "assessed_at input.future", "未来の日付は入力できません。", "A date in the future cannot be entered."),
	}
}

// other is a department of nobody.
func (s *site) other(t *testing.T) sds.DepartmentID {
	t.Helper()
	return sds.DepartmentID(s.made(t, "/companies/{id}/departments", fields{"name": "営業"}))
}

func (s *site) failuresOfTables(t *testing.T) []failure {
	t.Helper()
	patch := func(csv string) apitest.Request {
		return s.to("PATCH", "/companies/{id}/sdses/batch_patch", "", fields{"csv": csv})
	}
	upload := func(path, name, content string) apitest.Request {
		return apitest.Request{Method: "POST", Path: path, As: &s.admin}.Upload(t, name, content)
	}
	var failures []failure
	cell := func(heading, column, code, value, ja, en string) {
		english := map[string]string{"SDS ID": "SDS ID", "SDS名": "SDS name", "部署": "Departments", "タグ": "Tags", "担当者": "Assignees", "供給者確認日": "Confirmed by supplier on", "製品コード": "Product codes"}[heading]
		csv := "SDS ID," + heading + "\n" + string(s.sheet.ID) + "," + quoted(value) + "\n"
		if heading == "SDS ID" {
			csv = "SDS ID,SDS名\n" + quoted(value) + ",x\n"
		}
		failures = append(failures, failure{"bulk edit: " + code, patch(csv), 400, "batch.rows_invalid", "rows[2]." + column + " " + code, "2行目「" + heading + "」：" + ja, "Row 2, “" + english + "”: " + en})
	}
	cell("SDS ID", "id", "batch.id_missing", "", "SDS IDを入力してください。", "please enter the SDS ID.")
	cell("SDS ID", "id", "batch.id_unknown", "x", "SDS ID「x」のSDSは存在しません。", "there is no SDS with the ID “x”.")
	cell("SDS名", "name", "batch.name_missing", "", "SDS名を入力してください。", "please enter the SDS name.")
	cell("SDS名", "name", "batch.name_long", strings.Repeat("あ", 47), "SDS名は46文字以内で入力してください。", "the SDS name may have at most 46 characters.")
	cell("部署", "departments", "batch.department_unknown", "何", "部署「何」は存在しません。", "the department “何” does not exist.")
	cell("部署", "departments", "batch.twice", "研究,研究", "「研究」が重複しています。", "“研究” is there more than once.")
	cell("タグ", "tags", "batch.tag_unknown", "何", "タグ「何」は登録されていません。", "the tag “何” is not registered.")
	cell("タグ", "tags", "batch.tag_invalid", "@"+strings.Repeat("x", 45), "タグ名「@"+strings.Repeat("x", 45)+"」が正しくありません。使用できない文字を含まない45文字以内の名前を入力してください。", "the tag name “@"+strings.Repeat("x", 45)+"” is not valid. Please use at most 45 permitted characters.")
	cell("製品コード", "product_codes", "batch.twice", "B,B", "「B」が重複しています。", "“B” is there more than once.")
	cell("担当者", "assignees", "batch.assignee_unknown", "何", "担当者「何」は登録されていません。ユーザー名またはメールアドレスを入力してください。", "the assignee “何” is not registered. Please enter a user's name or email address.")
	cell("供給者確認日", "supplier_confirmed_at", "batch.date", "2026/02/30", "「2026/02/30」は日付として正しくありません。YYYY/MM/DDの形式で入力してください。", "“2026/02/30” is not a valid date. Please write it as YYYY/MM/DD.")
	many := "SDS ID,SDS名\n"
	for i := range 10_001 {
		many += strconv.Itoa(i) + ",x\n"
	}
	const tooLargeJa, tooLargeEn = "CSVファイルのサイズが2MBを超えています。", "The CSV file is larger than 2 MB."
	users, addresses := "/companies/{id}/users/csv/upload", "/companies/{id}/whitelist_ips/bulk_register"
	return append(failures,
		failure{"over 10,000 rows", patch(many), 400, "batch.too_many_rows", "", "10001行あります。一度に更新できるのは10000件までです。ファイルを分けてください。", "There are 10001 rows. At most 10000 SDSs can be edited at once. Please divide the file."},
		failure{"bulk edit over 2 MB", patch("SDS ID\n" + strings.Repeat("x", 2<<20)), 413, "csv.too_large", "", tooLargeJa, tooLargeEn},
		failure{"no changes", patch("SDS ID,SDS名\n" + string(s.sheet.ID) + "," + s.sheet.Name + "\n"), 400, "batch.no_changes", "", "変更された項目がありません。", "No changes were detected."},
		failure{"an encoding that is none", s.to("PATCH", "/companies/{id}/sdses/batch_patch", "", fields{"file": "U0RTIElELP/+gIEK"}), 400, "csv.encoding", "", "文字コードが正しくありません。UTF-8またはShift_JISのCSVファイルを選択してください。", "The character encoding is not valid. Please choose a CSV file in UTF-8 or Shift_JIS."},
		failure{"no CSV", upload(users, "u.txt", "x"), 415, "csv.not_csv", "", "「u.txt」はCSVファイルではありません。拡張子が .csv のファイルを選択してください。", "“u.txt” is not a CSV file. Please choose a file ending in .csv."},
		failure{"users over 2 MB", upload(users, "u.csv", strings.Repeat("x", 2<<20+1)), 413, "csv.too_large", "", tooLargeJa, tooLargeEn},
		failure{"an address twice", upload(addresses, "a.csv", "IPアドレス,名前\n203.0.113.7,a\n203.0.113.7,b\n"), 400, "input.invalid", "rows[3].ip_address address.csv_duplicate", "2行目と同じIPアドレスです。", "Row 2 has the same IP address."},
	)
}

// failuresOfPlans are those of a company on the free plan without options.
func (s *site) failuresOfPlans(t *testing.T) []failure {
	t.Helper()
	c := s.Company(t)
	admin := s.User(t, c, access.Admin)
	of := func(method, path string, body any) apitest.Request {
		return apitest.Request{Method: method, Path: path, As: &admin, Body: body}
	}
	option := func(code, ja, en string, q apitest.Request) failure {
		return failure{
			ja, q, 402, "option." + code, "", "「" + ja + "」はオプション機能です。ご利用を希望される場合は、お問い合わせください。",
			"“" + en + "” is an option that your company has not purchased. Please contact us if you would like to use it.",
		}
	}
	return []failure{
		option("checklists", "チェックリスト", "Checklists", of("POST", "/dynamic_lists", s.definition("x"))),
		option("ip_restriction", "IPアドレス制限", "IP address restriction", of("POST", "/companies/{id}/whitelist_ips", fields{"ip_address": "203.0.113.7"})),
		option("saml", "SAML認証", "SAML sign-in", of("PUT", "/companies/{id}/saml_connections", fields{"metadata": "<x/>", "mail_domains": []string{"midori.example"}})),
		option("bulk_download", "一括ダウンロード", "Bulk download", of("GET", "/companies/{id}/sdses/download/pdf", nil)),
	}
}
