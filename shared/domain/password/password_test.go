package password_test

import (
	"strings"
	"testing"

	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/password"
)

func TestCheck(t *testing.T) {
	known := []string{"taro.yamazoe@kuroshio-works.example", "Taro", "Yamazoe", "Kuroshio Works, Ltd.", "株式会社くろしお"}
	for secret, want := range map[string]message.Code{
		"": company.CodeWeakPassword, "password": company.CodeWeakPassword, "Aa1!aaa": company.CodeWeakPassword,
		"Password1!": password.CodeGuessable, "P@ssw0rd1!": password.CodeGuessable, "Passw0rd!": password.CodeGuessable, "N3w-Passw0rd": password.CodeGuessable,
		"Anzen-2026": password.CodeGuessable, "Anzen-2026!": password.CodeGuessable, "Welcome2026!": password.CodeGuessable, "Tokyo2026!": password.CodeGuessable,
		"Sakura2026!": password.CodeGuessable, "Qwerty123!": password.CodeGuessable, "Zaq12wsx!": password.CodeGuessable, "!1drowssaP": password.CodeGuessable,
		"Abcd1234!": password.CodeGuessable, "Aa1!Aa1!Aa1!": password.CodeGuessable, "Kaisha1!": password.CodeGuessable, "Sakura-7392!": password.CodeGuessable, "Ｐａｓｓｗｏｒｄ１!aA1": password.CodeGuessable,
		"Kuroshio-2026": password.CodePersonal, "Kuroshio-Works1": password.CodePersonal, "Kuroshio2026!": password.CodePersonal, "Taro.Yamazoe1": password.CodePersonal, "株式会社くろしおaA1!": password.CodePersonal, "安全第一aA1!": password.CodeGuessable,
		"Quiet-Harbor-71": "", "correct horse Battery 9!": "", "v8#Tq!zL2m": "", "Xk7#mQ2v": "", "Sakura Neko Umi Yama 7!": "", "Kumo-Tegami-58": "", "N3w-Harbour-71": "", "パスワードをaA1!": "",
	} {
		if got := password.Validate(secret, known...); got != want {
			t.Errorf("%q: %q, want %q", secret, got, want)
		}
	}
}

// Estimating takes time by the cube of the length: of a long password only the beginning is estimated, so what follows a
// beginning that is guessed makes it no better.
func TestLongPasswordsAreEstimatedByTheirBeginning(t *testing.T) {
	strong := "v8#Tq!zL2mXk7#mQ2v-Quiet-Harbor-71"
	for _, part := range []string{"aA1!", "Passw0r!", "Qwerty1!"} {
		guessed := strings.Repeat(part, 64/len(part))
		if got := password.Validate(guessed + strong); got != password.CodeGuessable {
			t.Errorf("many times %q, and more: %q", part, got)
		}
		if got := password.Validate(part + strong); got != "" {
			t.Errorf("%q and more: %q", part, got)
		}
	}
}
