package mail_test

import (
	"regexp"
	"strings"
	"testing"

	"anzen/shared/domain/mail"
)

// A mail to a stranger quotes a company's name and no message: no link, no address, no
// telephone number, no second sentence.
func TestMailsToStrangersQuoteNames(t *testing.T) {
	host := regexp.MustCompile(`[A-Za-z0-9-]\.[A-Za-z]{2,}`)
	for company, want := range map[string]string{
		"緑化学株式会社": "緑化学株式会社", "㈱みどり": "㈱みどり", "AT&T": "AT&T", "Midori Co., Ltd.": "Midori Co., Ltd.", "Midori Inc.": "Midori Inc.", "価格.com": "価格．com", "3M Japan": "3M Japan",
		"evil.example/x へ": "evil．example／x へ",
		"当選しました。すぐに確認してください":        "当選しました",
		"You have won! Call us":     "You have won",
		"You have won! Call Ltd.":   "You have won",
		"A prize. Call us now Inc.": "A prize", "Notice: call us, Co., Ltd.": "Notice", "St. Mary Chemicals Ltd.": "St． Mary Chemicals Ltd.",
		"至急 03-1234-5678 へ電話":      "至急 … へ電話",
		"至急 ０３（１２３４）５６７８":          "至急 …",
		"a@evil.example":           "a＠evil．example",
		"x\r\nBcc: y\u202e":        "x Bcc",
		"Midori\n\nhttps://e.test": "Midori https：／／e．test",
		strings.Repeat("長", 100):   strings.Repeat("長", 40) + "…",
	} {
		for _, k := range []mail.Kind{mail.Activation, mail.Invitation, mail.InquiryReceived, mail.QuotationReceived} {
			for _, lang := range []string{"ja", "en"} {
				m := mail.Compose(lang, k, mail.Args{
					"company": company, "inviter": company, "name": "当選おめでとう", "message": "連絡ください", "hours": "24", "reference": "1", "link": "https://anzen.example/#/a", "title": "題",
				})
				all := m.Subject + "\n" + m.Text
				if !strings.Contains(all, "「"+want+"」") && !strings.Contains(all, "“"+want+"”") {
					t.Errorf("%s %s: %q is not quoted as %q in\n%s", k, lang, company, want, all)
				}
				for _, words := range []string{"当選おめでとう", "連絡ください", "題"} {
					if strings.Contains(all, words) {
						t.Errorf("%s %s: %q is quoted in\n%s", k, lang, words, all)
					}
				}
				if hosts := host.FindAllString(strings.ReplaceAll(all, "https://anzen.example", ""), -1); len(hosts) > 0 {
					t.Errorf("%s %s: %q is a link in\n%s", k, lang, hosts, all)
				}
			}
		}
	}
}
