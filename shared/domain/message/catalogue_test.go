package message_test

import (
	"strings"
	"testing"

	"anzen/shared/domain/message"
	"anzen/shared/text/texttest"
)

// The texts of failures that the server says, as the product's catalogue of errors has them: each
// with words of it in both languages.
func TestCatalogueOfErrors(t *testing.T) {
	for code, words := range map[message.Code][2]string{
		"plan.upload_limit":          {"登録上限", "plan"},
		"sheet.product_code_exists":  {"すでに使用されています", "already used"},
		"user.email_exists":          {"すでに登録されています", "already registered"},
		"token.unknown":              {"リンクが正しくありません", "not valid"},
		"token.expired":              {"有効期限が切れています", "expired"},
		"upload.too_large":           {"10MB", "10 MB"},
		"upload.not_pdf":             {"PDFファイルではありません", "PDF"},
		"attachment.too_large":       {"10MB", "10 MB"},
		"attachment.type":            {"添付できない形式", "cannot be attached"},
		"attachment.limit":           {"プラン", "plan"},
		"csv.not_csv":                {".csv", ".csv"},
		"csv.too_large":              {"2MB", "2 MB"},
		"csv.encoding":               {"文字コード", "character"},
		"batch.not_csv":              {".csv", ".csv"},
		"batch.too_large":            {"2MB", "2 MB"},
		"batch.too_many_rows":        {"{limit}件まで", "{limit}"},
		"batch.id_missing":           {"SDS IDを入力", "SDS ID"},
		"batch.id_unknown":           {"存在しません", "there is no SDS"},
		"batch.name_missing":         {"SDS名を入力", "SDS name"},
		"batch.department_unknown":   {"存在しません", "department"},
		"batch.tag_unknown":          {"登録されていません", "tag"},
		"batch.tag_invalid":          {"タグ名", "tag"},
		"batch.twice":                {"重複しています", "more than once"},
		"batch.product_code_taken":   {"すでに使用されています", "already used"},
		"batch.product_code_twice":   {"重複しています", "another row"},
		"batch.assignee_unknown":     {"登録されていません", "assignee"},
		"batch.other_department":     {"他部署", "another department"},
		"batch.date":                 {"YYYY/MM/DD", "YYYY/MM/DD"},
		"batch.no_changes":           {"変更された項目がありません", "No changes"},
		"address.invalid":            {"IPアドレスの形式が正しくありません", "IP address"},
		"address.csv_duplicate":      {"同じIPアドレス", "same IP address"},
		"signup.free_mail":           {"フリーメール", "free"},
		"password.weak":              {"8文字以上", "8"},
		"password.guessable":         {"推測されやすい", "easy to guess"},
		"password.personal":          {"会社名", "company"},
		"input.required":             {"必須", "required"},
		"input.phone":                {"10〜15桁", "10 to 15"},
		"input.leading_character":    {"先頭に記号は使用できません", "first character"},
		"company.meaningless_name":   {"正式な会社名", "registered name"},
		"input.forbidden_characters": {"カンマ、改行", "Commas, line breaks"},
		"input.too_long":             {"{length}文字", "{length} characters"},
		"criteria.name_exists":       {"すでに登録されています", "already"},
		"option.checklists":          {"お問い合わせ", "contact"},
		"option.ip_restriction":      {"お問い合わせ", "contact"},
		"option.saml":                {"お問い合わせ", "contact"},
		"option.change_history":      {"お問い合わせ", "contact"},
		"option.attachments":         {"お問い合わせ", "contact"},
		"option.periodic_export":     {"お問い合わせ", "contact"},
		"option.bulk_download":       {"お問い合わせ", "contact"},
	} {
		if !message.Known(code) {
			t.Errorf("%s has no text", code)
			continue
		}
		ja, en := message.Text("ja", code, nil), message.Text("en", code, nil)
		if !strings.Contains(ja, words[0]) || !strings.Contains(strings.ToLower(en), strings.ToLower(words[1])) {
			t.Errorf("%s: %q, %q do not say %q", code, ja, en, words)
		}
	}
}

func TestSpelling(t *testing.T) {
	for _, code := range message.Codes() {
		if words := texttest.British(message.Text("en", code, nil)); len(words) > 0 {
			t.Errorf("%s: %q", code, words)
		}
		if words := texttest.OtherTerms(message.Text("ja", code, nil)); len(words) > 0 {
			t.Errorf("%s: %q", code, words)
		}
	}
}
