package company

import (
	_ "embed"
	"net/mail"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/text"
)

// Codes of refused names, addresses and passwords.
const (
	CodeLeadingCharacter message.Code = "input.leading_character"
	CodeMeaningless      message.Code = "company.meaningless_name"
	CodeForbiddenChars                = input.CodeForbidden
	CodeFreeMail         message.Code = "signup.free_mail"
	CodePhone            message.Code = "input.phone"
	CodeWeakPassword     message.Code = "password.weak"
)

// The longest names, in characters.
const (
	MaxPersonName = 46
	MaxPosition   = 50
	MaxTagName    = 45
	MaxEmail      = 128 // the longest name of an account (AdminCreateUser in the API reference of Amazon Cognito user pools)
	MaxPassword   = 256
)

// Clean is a name as it is stored: that of text.Clean with a single space between words, the
// first of several.
func Clean(name string) string { return spaces.ReplaceAllString(text.Clean(name), "$1") }

// spaces are the plain and the ideographic space; text.Clean leaves no others.
var spaces = regexp.MustCompile(`([ \x{3000}])[ \x{3000}]+`)

// Fold makes names comparable (text.Fold): two names that differ only in width, case or
// invisible characters are the same.
func Fold(name string) string { return text.Fold(name) }

// Trouble is the code of an invalid input; empty for a valid one.
type Trouble = message.Code

// PersonName validates a first, middle or last name: required ones must not be empty.
func PersonName(name string, required bool) Trouble {
	if Clean(name) == "" {
		if required {
			return message.CodeRequired
		}
		return ""
	}
	// 't Hooft is a name.
	if first := []rune(Clean(name))[0]; !mayLead(first) && first != '\'' && first != '’' {
		return CodeLeadingCharacter
	}
	return characters(name)
}

// OrganisationName validates the name of a department or a position.
func OrganisationName(name string) Trouble {
	name = Clean(name)
	if name == "" {
		return message.CodeRequired
	}
	if !mayLead([]rune(name)[0]) {
		return CodeLeadingCharacter
	}
	return characters(name)
}

// TagName validates the name of a tag.
func TagName(name string) Trouble {
	if Clean(name) == "" {
		return message.CodeRequired
	}
	return characters(name)
}

// CriteriaName validates the name of a saved search, which may contain commas.
func CriteriaName(name string) Trouble {
	if Clean(name) == "" {
		return message.CodeRequired
	}
	_, trouble := input.Line(name)
	return trouble
}

// Name validates the name of a company: as that of a department, and no placeholder word.
func Name(name string) Trouble {
	if Clean(name) != "" && meaningless[strings.Trim(Fold(name), " .。・*_/-‐‑–—―−ー")] {
		return CodeMeaningless
	}
	return OrganisationName(name)
}

// meaningless are placeholder names, folded.
var meaningless = set(`
なし 無し 無 ナシ 個人 個人事業 個人利用 個人事業主 該当なし 未定 未所属 無所属 所属なし 会社なし テスト てすと 会社 会社名 株式会社
none no non nothing null nil n/a na individual personal private self myself me test company unknown x xx xxx a aa aaa 1 123 0
`)

// set is the folded words of a text, with the empty one.
func set(text string) map[string]bool {
	words := map[string]bool{"": true}
	for _, w := range strings.Fields(text) {
		words[Fold(w)] = true
	}
	return words
}

// mayLead reports whether a name may begin with the character: a letter or a
// digit, an opening bracket or one of the enclosed signs (㈱, ㈲) with which
// Japanese companies' names begin. Characters that start a formula in a spreadsheet
// are not among them.
func mayLead(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune("(（「『【〔", r) || r >= 0x3200 && r <= 0x33FF
}

// characters refuses commas, line breaks and control characters, and links: names are
// printed in CSV files and in mails to others.
func characters(name string) Trouble {
	if folded := Fold(name); strings.Contains(folded, "://") || strings.Contains(folded, "www.") {
		return CodeForbiddenChars
	}
	line, trouble := input.Line(name)
	if trouble == "" && strings.ContainsAny(line, ",，") { // both separate names in CSV files
		trouble = CodeForbiddenChars
	}
	return trouble
}

// Phone validates a telephone number, which may be empty. It has 10 to 15 digits
// (ITU-T E.164 allows 15; Japanese numbers have 10 or 11).
func Phone(phone string) Trouble {
	if Clean(phone) == "" {
		return ""
	}
	digits := 0
	for i, r := range CleanPhone(phone) {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case r == '+' && i == 0, r == '-' || r == ' ' || r == '(' || r == ')':
		default:
			return CodePhone
		}
	}
	if digits < 10 || digits > 15 {
		return CodePhone
	}
	return ""
}

// CleanPhone is a telephone number in ASCII without surrounding spaces. Japanese
// keyboards produce many kinds of hyphens.
func CleanPhone(phone string) string { return hyphens.Replace(norm.NFKC.String(Clean(phone))) }

var hyphens = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-", "ー", "-", "─", "-")

// Email is an address in its stored form: lower case, no display name. The trouble is
// empty for a valid one.
func Email(address string) (string, Trouble) {
	address = strings.ToLower(Clean(address))
	if address == "" {
		return "", message.CodeRequired
	}
	parsed, err := mail.ParseAddress(address)
	if err != nil || parsed.Address != address || len(address) > MaxEmail || strings.ContainsFunc(address, notInEmail) {
		return "", message.CodeEmail
	}
	_, domain, _ := strings.Cut(address, "@")
	if !strings.Contains(domain, ".") || strings.Contains(domain, "..") || strings.HasPrefix(domain, ".") || strings.HasSuffix(domain, ".") {
		return "", message.CodeEmail
	}
	return address, ""
}

// notInEmail reports whether a character is refused in an address: spaces, and all
// beyond ASCII, such as letters that only look like Latin ones.
func notInEmail(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"<>,", r) }

// NameOf is a person's first and last name as an e-mail address (hanako.sato@...) has them;
// both are the part before the @ where it has no two.
func NameOf(address string) (first, last string) {
	local, _, _ := strings.Cut(address, "@")
	parts := strings.FieldsFunc(local, func(r rune) bool { return strings.ContainsRune("._-+", r) })
	if len(parts) == 0 {
		parts = []string{local}
	}
	shown := func(text string) string {
		if len(text) > MaxPersonName {
			text = text[:MaxPersonName]
		}
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return shown(parts[0]), shown(parts[len(parts)-1])
}

//go:embed freemail.txt
var freeMailDomains string

var freeMail = set(freeMailDomains)

// FreeMail reports whether an address is of a free mail provider's domain, or of one
// below it.
func FreeMail(email string) bool {
	_, domain, _ := strings.Cut(email, "@")
	for domain != "" {
		if freeMail[domain] {
			return true
		}
		_, domain, _ = strings.Cut(domain, ".")
	}
	return false
}

// passwordSymbols are what Amazon Cognito counts as symbols in a password
// ("Adding user pool password requirements" in its developer guide).
const passwordSymbols = "^$*.[]{}()?-\"!@#%&/\\,><':;|_~`+= "

// Password validates a password: at least 8 characters with an upper-case and a
// lower-case letter, a digit and a symbol, no space at its ends. The user pool has
// the same policy.
func Password(password string) Trouble {
	var upper, lower, digit, symbol bool
	for _, r := range password {
		switch {
		case r >= 'A' && r <= 'Z':
			upper = true
		case r >= 'a' && r <= 'z':
			lower = true
		case r >= '0' && r <= '9':
			digit = true
		case strings.ContainsRune(passwordSymbols, r):
			symbol = true
		}
	}
	if len([]rune(password)) < 8 || len(password) > MaxPassword || !upper || !lower || !digit || !symbol || strings.TrimSpace(password) != password {
		return CodeWeakPassword
	}
	return ""
}

// LocaleOf is the locale of a language tag or an Accept-Language header: ja, ja-JP, en,
// en-US.
func LocaleOf(accept string) string {
	if message.Locale(accept) == "ja" {
		return LocaleJapanese
	}
	return LocaleEnglish
}
