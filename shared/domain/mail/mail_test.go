package mail_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"anzen/shared/domain/mail"
	"anzen/shared/text/texttest"
)

var args = mail.Args{
	"limit":   "300",
	"account": "緑化学グループ", "description": "説明", "name": "山田 花子", "company": "緑化学株式会社", "inviter": "佐藤 太郎", "link": "https://anzen.example/#/signup/activation?token=abc_-1", "hours": "24", "minutes": "15",
	"reference": "261120-ABCDEF", "language": "ja-JP", "email": "taro@midori.example", "phone": "03-1234-5678", "message": "一行目\nline 2",
	"file": "SDS一覧.csv", "count": "120", "notes": "-", "reason": "?", "days": "7", "sheets": "500", "users": "20", "options": "saml", "title": "月次",
	"lists":  "消防法: 2",
	"by":     "鈴木 Suzuki",
	"factor": "認証アプリ / authenticator app", "passkey": "Chrome（Windows）",
	"device": "Chrome (Windows)", "at": "23 November 2026 10:00 (Japan time)",
	"recovery": "https://anzen.example/#/password-recovery",
}

func TestEveryMailIsWholeInBothLanguages(t *testing.T) {
	japanese := func(s string) bool {
		return strings.ContainsFunc(s, func(r rune) bool { return unicode.In(r, unicode.Hiragana) })
	}
	hole := regexp.MustCompile(`\{[a-z_]+\}`)
	for _, k := range mail.Kinds {
		used := map[string][]string{}
		for locale, want := range map[string]bool{"ja-JP": true, "en-US": false} {
			m := mail.Compose(locale, k, args)
			switch {
			case m.Subject == "" || strings.ContainsAny(m.Subject, "\r\n") || !strings.Contains(m.Subject, "Anzen"):
				t.Errorf("%s %s: subject %q", k, locale, m.Subject)
			case japanese(m.Text) != want || japanese(m.HTML) != want:
				t.Errorf("%s %s: the wrong language\n%s", k, locale, m.Text)
			case hole.MatchString(m.Subject + m.Text):
				t.Errorf("%s %s: not filled: %s", k, locale, hole.FindString(m.Subject+m.Text))
			}
			if words := texttest.OtherTerms(m.Subject + "\n" + m.Text); len(words) > 0 {
				t.Errorf("%s %s: %q", k, locale, words)
			}
			for name := range args {
				if empty := mail.Compose(locale, k, mail.Args{}); strings.Contains(empty.Text, "{"+name+"}") {
					used[locale] = append(used[locale], name)
				}
			}
			slices.Sort(used[locale])
		}
		if !slices.Equal(used["ja-JP"], used["en-US"]) {
			t.Errorf("%s: %v in Japanese, %v in English", k, used["ja-JP"], used["en-US"])
		}
	}
}

func TestLinkIsALinkInHTML(t *testing.T) {
	m := mail.Compose("ja", mail.Activation, args)
	if !strings.Contains(m.Text, "\n"+args["link"]+"\n") {
		t.Errorf("the link is not on a line of its own:\n%s", m.Text)
	}
	if !strings.Contains(m.HTML, `href="https://anzen.example/#/signup/activation?token=abc_-1"`) {
		t.Errorf("no link in\n%s", m.HTML)
	}
	if !strings.Contains(m.HTML, `<html lang="ja">`) {
		t.Errorf("no language in\n%s", m.HTML)
	}
}

// Names entered by users are printed in mails to others.
func TestNameStaysAName(t *testing.T) {
	evil := mail.Args{}
	for name, value := range args {
		evil[name] = value
	}
	evil["name"] = "{link}<script>alert(1)</script>\r\nBcc: all@example.com\n\nsee"
	evil["company"] = "<b>x</b>\nX"
	m := mail.Compose("en", mail.Invitation, evil)
	if strings.Contains(m.HTML, "<script>") || strings.Contains(m.HTML, "<b>") {
		t.Errorf("markup in\n%s", m.HTML)
	}
	if strings.ContainsAny(m.Subject, "\r\n") || strings.Contains(m.Text, "\nBcc:") || strings.Contains(m.Text, "\r") {
		t.Errorf("a name adds lines in %q\n%s", m.Subject, m.Text)
	}
	if strings.Count(m.Text, args["link"]) != 1 {
		t.Errorf("a name was expanded:\n%s", m.Text)
	}
}
