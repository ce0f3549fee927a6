package company

import (
	_ "embed"
	"net/mail"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/text"
)

// The codes of names, addresses and passwords that are not accepted.
const (
	CodeLeadingCharacter message.Code = "input.leading_character"
	CodeMeaningless      message.Code = "company.meaningless_name"
	CodeForbiddenChars   message.Code = "input.forbidden_characters"
	CodeFreeMail         message.Code = "signup.free_mail"
	CodePhone            message.Code = "input.phone"
	CodeWeakPassword     message.Code = "password.weak"
)

// The longest names, in characters.
const (
	MaxPersonName = 46
	MaxPosition   = 50
	MaxTagName    = 45
	MaxEmail      = 254
	MaxPassword   = 256
)

// Clean is a name as it is kept (text.Clean).
func Clean(name string) string { return text.Clean(name) }

// Fold makes names comparable (text.Fold): two names that differ in width, case or
// in what nobody sees count as the same.
func Fold(name string) string { return text.Fold(name) }

// Trouble is what is wrong with an input; the empty one is nothing.
type Trouble = message.Code

// PersonName judges a first, middle or last name: required ones must not be empty.
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

// OrganisationName judges the name of a department or a position.
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

// TagName judges the name of a tag.
func TagName(name string) Trouble {
	if Clean(name) == "" {
		return message.CodeRequired
	}
	return characters(name)
}

// CriteriaName judges the name of a saved search, in which commas may stand.
func CriteriaName(name string) Trouble {
	if Clean(name) == "" {
		return message.CodeRequired
	}
	_, trouble := input.Line(name)
	return trouble
}

// Name judges the name of a company: that of a department, and not a word that
// only fills the field.
func Name(name string) Trouble {
	if Clean(name) != "" && meaningless[strings.Trim(Fold(name), " .。・*_/-‐‑–—―−ー")] {
		return CodeMeaningless
	}
	return OrganisationName(name)
}

// meaningless are names with which people skip the field, as Fold makes them.
var meaningless = set(`
なし 無し 無 ナシ 個人 個人事業 個人利用 個人事業主 該当なし 未定 未所属 無所属 所属なし 会社なし テスト てすと 会社 会社名 株式会社
none no non nothing null nil n/a na individual personal private self myself me test company unknown x xx xxx a aa aaa 1 123 0
`)

// set is the words of a text, with the empty one.
func set(text string) map[string]bool {
	words := map[string]bool{"": true}
	for _, w := range strings.Fields(text) {
		words[Fold(w)] = true
	}
	return words
}

// mayLead tells whether a name may begin with the character: a letter or a
// digit, an opening bracket or one of the enclosed signs (㈱, ㈲) with which
// Japanese companies' names begin. What starts a formula in a spreadsheet may not.
func mayLead(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || strings.ContainsRune("(（「『【〔", r) || r >= 0x3200 && r <= 0x33FF
}

// characters refuses what would break a name apart in a CSV file or on a line,
// and links: names are printed in mails to people who did not write them.
func characters(name string) Trouble {
	if folded := Fold(name); strings.Contains(folded, "://") || strings.Contains(folded, "www.") {
		return CodeForbiddenChars
	}
	line, trouble := input.Line(name)
	if trouble == "" && strings.Contains(line, ",") {
		trouble = CodeForbiddenChars
	}
	return trouble
}

// Phone judges a telephone number; an empty one is none. Digits count 10 to 15
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
// keyboards write the hyphen in many ways.
func CleanPhone(phone string) string { return hyphens.Replace(norm.NFKC.String(Clean(phone))) }

var hyphens = strings.NewReplacer("‐", "-", "‑", "-", "‒", "-", "–", "-", "—", "-", "―", "-", "−", "-", "ー", "-", "─", "-")

// Email is an address in the one form in which it is kept: lower case, no
// display name. The trouble is empty for a good one.
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

// notInEmail tells whether a character cannot stand in an address: letters that only
// look like Latin ones are as little in it as spaces.
func notInEmail(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\"<>,", r) }

//go:embed freemail.txt
var freeMailDomains string

var freeMail = set(freeMailDomains)

// FreeMail tells whether an address is of a provider that gives mailboxes to
// anybody, at its domain or one below it.
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

// Password judges a password: at least 8 characters with an upper-case and a
// lower-case letter, a digit and a symbol, no space at its ends. The user pool
// holds the same policy.
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

// LocaleOf is the locale for what a browser or a person asked: ja, ja-JP, en, en-US.
func LocaleOf(asked string) string {
	if message.Locale(asked) == "ja" {
		return LocaleJapanese
	}
	return LocaleEnglish
}
