package company_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

func TestName(t *testing.T) {
	tests := map[string]message.Code{
		"株式会社みどり": "", "㈱みどり": "", "(株)みどり": "", "（有）みどり": "", "「安全」研究会": "", "3M": "", "Ｍｉｄｏｒｉ": "", "AT&T": "", "ソニー": "", "個人情報保護協会": "", "Nonesuch Ltd.": "",
		"": message.CodeRequired, "　": message.CodeRequired,
		"-": company.CodeMeaningless, "――": company.CodeMeaningless, "−": company.CodeMeaningless, "なし": company.CodeMeaningless, "無し": company.CodeMeaningless,
		"個人": company.CodeMeaningless, "個人。": company.CodeMeaningless, "none": company.CodeMeaningless, "None.": company.CodeMeaningless, "N/A": company.CodeMeaningless, "ｎｏｎｅ": company.CodeMeaningless,
		"individual": company.CodeMeaningless, "株式会社": company.CodeMeaningless, "...": company.CodeMeaningless,
		"=1": company.CodeLeadingCharacter, "+81": company.CodeLeadingCharacter, "@x": company.CodeLeadingCharacter, "!x": company.CodeLeadingCharacter, "★x": company.CodeLeadingCharacter, "-midori": company.CodeLeadingCharacter,
		"a,b": company.CodeForbiddenChars, "a\nb": input.CodeControl, "a\x00b": input.CodeControl, "外字\ue000": input.CodeUnknown, "み\u200bどり": "", "\u202eみどり": "", "な\u200bし": company.CodeMeaningless, "\u200b": message.CodeRequired, "w\u200bww.b.jp": company.CodeForbiddenChars, "a http://b": company.CodeForbiddenChars, "a ＷＷＷ．b.jp": company.CodeForbiddenChars,
	}
	for name, want := range tests {
		if got := company.Name(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestClean(t *testing.T) {
	for name, want := range map[string]string{
		"  品質  保証 ": "品質 保証", "品質\u3000\u3000保証": "品質\u3000保証", "R&D\u00a0 \u2003Lab": "R&D Lab", "山田\u3000 太郎": "山田\u3000太郎", "a \u200b b": "a b",
	} {
		if got := company.Clean(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestPersonName(t *testing.T) {
	for name, want := range map[string]message.Code{"花子": "", "'t Hooft": "", "O’Neil": "", "Anne-Marie": "", "": message.CodeRequired, "=1": company.CodeLeadingCharacter, "a\tb": input.CodeControl} {
		if got := company.PersonName(name, true); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
	if got := company.PersonName(" ", false); got != "" {
		t.Errorf("no middle name: %q", got)
	}
}

func TestPhone(t *testing.T) {
	for phone, want := range map[string]message.Code{
		"": "", "03-1234-5678": "", "０３−１２３４ー５６７８": "", "+81 3 1234 5678": "", "(03) 1234 5678": "", "09012345678": "", "123456789012345": "",
		"123456789": company.CodePhone, "1234567890123456": company.CodePhone, "03-1234-567x": company.CodePhone, "81+312345678": company.CodePhone, "内線 1234567890": company.CodePhone,
	} {
		if got := company.Phone(phone); got != want {
			t.Errorf("%q: %q, want %q", phone, got, want)
		}
	}
	if got := company.CleanPhone(" ０３−１２３４ー５６７８ "); got != "03-1234-5678" {
		t.Error(got)
	}
}

func TestEmail(t *testing.T) {
	for address, want := range map[string]string{
		"Taro@Midori.co.jp": "taro@midori.co.jp", "\u200btaro@midori.co.jp\ufeff": "taro@midori.co.jp", "tаro@midori.co.jp": "", "taro@みどり.jp": "", "taro\x7f@midori.jp": "", " taro.y+sds@midori.co.jp ": "taro.y+sds@midori.co.jp", "o'neil@midori.ie": "o'neil@midori.ie",
		"": "", "taro": "", "taro@": "", "@midori.jp": "", "taro@midori": "", "taro@.jp": "", "taro@midori.": "", "a@b@c.jp": "", "a b@c.jp": "", `"a b"@c.jp`: "", "T <a@b.jp>": "", "a@b.jp, c@d.jp": "",
		"a@b.jp\r\nBcc: x@y.jp": "", strings.Repeat("a", 250) + "@b.jp": "",
		// The user pool takes names of 128 characters.
		strings.Repeat("a", 123) + "@b.jp": strings.Repeat("a", 123) + "@b.jp", strings.Repeat("a", 124) + "@b.jp": "",
	} {
		got, trouble := company.Email(address)
		if got != want || (trouble == "") != (want != "") {
			t.Errorf("%q: %q %q, want %q", address, got, trouble, want)
		}
	}
}

func TestFreeMail(t *testing.T) {
	for address, want := range map[string]bool{
		"a@gmail.com": true, "a@yahoo.co.jp": true, "a@outlook.com": true, "a@outlook.jp": true, "a@hotmail.com": true, "a@icloud.com": true, "a@docomo.ne.jp": true, "a@ezweb.ne.jp": true,
		"a@softbank.ne.jp": true, "a@i.softbank.jp": true, "a@sub.gmail.com": true, "a@qq.com": true, "a@mailinator.com": true,
		"a@midori.co.jp": false, "a@notgmail.com": false, "a@gmail.com.midori.jp": false, "a@softbank.co.jp": false, "a@yahoo-corp.jp": false,
	} {
		if got := company.FreeMail(address); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

func TestPassword(t *testing.T) {
	for password, ok := range map[string]bool{
		"Passw0rd!": true, "aA1 aA1aA1": true, "Ａａ1!aA1!あ": true, "パスワードaA1!": true,
		"": false, "Pass0r!": false, "password1!": false, "PASSWORD1!": false, "Password!!": false, "Passw0rdd": false, " Passw0rd!": false, "Passw0rd! ": false,
		"Aa1!" + strings.Repeat("x", 253): false,
	} {
		if got := company.Password(password) == ""; got != ok {
			t.Errorf("%q: %v, want %v", password, got, ok)
		}
	}
}

func TestFoldIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// x/text composes characters beyond the first plane as if they were in it.
		name := rapid.StringOf(rapid.Rune().Filter(func(r rune) bool { return r < 0x10000 })).Draw(t, "name")
		once := company.Fold(name)
		if twice := company.Fold(once); twice != once {
			t.Errorf("%q folds to %q, then to %q", name, once, twice)
		}
	})
}

func TestLocaleOf(t *testing.T) {
	for accept, want := range map[string]string{"ja": "ja-JP", "ja-JP": "ja-JP", "en": "en-US", "en-US": "en-US", "": "en-US"} {
		if got := company.LocaleOf(accept); got != want {
			t.Errorf("%q: %s", accept, got)
		}
	}
}

func TestNameOf(t *testing.T) {
	for address, want := range map[string][2]string{
		"hanako.sato@midori.example": {"Hanako", "Sato"}, "h-y.sato@midori.example": {"H", "Sato"}, "info@midori.example": {"Info", "Info"},
		"...@midori.example": {"...", "..."}, strings.Repeat("x", 60) + "@midori.example": {"X" + strings.Repeat("x", 45), "X" + strings.Repeat("x", 45)},
	} {
		if first, last := company.NameOf(address); first != want[0] || last != want[1] {
			t.Errorf("%s: %q %q", address, first, last)
		}
	}
}
