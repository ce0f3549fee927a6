package notation

import (
	"strings"

	"anzen/shared/text/pattern"
)

// Phone is a telephone number in a text.
type Phone struct {
	// Number as printed, reduced to digits, "+" and "-": blanks, dots and brackets become
	// hyphens.
	Number string
	// Fax is set where the text calls it a fax number.
	Fax bool
	// Called is set where the words before it call it a telephone number; Bare where its form
	// alone does not show one: digits without a separator, or nine of them without a prefix.
	Called, Bare bool
	// Start and End are byte offsets in the folded text.
	Start, End int
}

var phoneRE = pattern.MustCompile(`(?:\+|\(\+?|00)?[0-9](?:[0-9]|[ ]?[().\-/][ ]?\(?|[ ]){5,22}[0-9]`)

var faxRE = pattern.MustCompile(`(?i)(?:fax|ファックス|ファクシミリ|ファクス)`)

var telRE = pattern.MustCompile(`(?i)(?:tel|phone|電話|連絡|\bph\b|\bcall\b)`)

// FindPhones finds the telephone numbers of a folded text: 9 to 15 digits, or 8 in two or more groups with
// a leading zero or plus.
func FindPhones(s string) []Phone {
	var out []Phone
	last := 0
	for _, at := range phoneRE.FindAllStringIndex(s, -1) {
		if plus := strings.LastIndexByte(s[at[0]:at[1]], '+'); plus > 1 {
			// An item's number before it: "1.4. +44 1530 000000".
			if again := phoneRE.FindStringIndex(s[at[0]+plus:]); again != nil && again[0] == 0 {
				at = []int{at[0] + plus, at[0] + plus + again[1]}
			}
		}
		at = clipped(s, at)
		printed := s[at[0]:at[1]]
		if at[0] > 0 && (isWord(s[at[0]-1]) || s[at[0]-1] == '.' || strings.HasSuffix(strings.TrimRight(s[:at[0]], " "), "〒")) || at[1] < len(s) && isLetter(s[at[1]]) || at[1]+1 < len(s) && s[at[1]] == '-' && isLetter(s[at[1]+1]) {
			last = at[1]
			continue
		}
		if p, ok := phone(trimmed(printed, s[at[1]:])); ok {
			between := s[last:at[0]]
			fax, tel := lastIndex(faxRE, between), lastIndex(telRE, between)
			if zipRE.MatchString(p) && stateRE.MatchString(s[:at[0]]) {
				last = at[1]
				continue
			}
			out = append(out, Phone{Number: p, Fax: fax > tel, Called: tel >= 0, Bare: bare(p), Start: at[0], End: at[1]})
			last = at[1]
		}
	}
	return out
}

// northAmerican is a whole number of the United States or Canada before the next figures.
var northAmerican = pattern.MustCompile(`^(?:\+?1[ .\-]{0,2})?\(?[2-9][0-9]{2}\)?[ .\-/]{0,2}[0-9]{3}[ .\-][0-9]{4} [0-9]`)

// zipAhead is a postal code of the United States before a whole number: "27216 336-555-0116".
var zipAhead = pattern.MustCompile(`^[0-9]{5} +(?:1[-. ])?\(?[2-9][0-9]{2}\)?[ .\-/]{1,2}[0-9]{3}[ .\-][0-9]{4}$`)

// clipped is the place of a number without the hours of service in brackets behind it, without the figures of
// what follows a whole number, and with a country's code joined to it by a plus ("1+504-...").
func clipped(s string, at []int) []int {
	from, to := at[0], at[1]
	if open := strings.LastIndexByte(s[from:to], '('); open > 8 && to < len(s) && isLetter(s[to]) {
		to = from + len(strings.TrimRight(s[from:from+open], " "))
	}
	if to < len(s) && isLetter(s[to]) && hourRE.MatchString(s[to:]) {
		to -= len(hoursBehind.FindString(s[from:to])) // "+44 191 555 0111 24hr"
	}
	if m := northAmerican.FindString(s[from:to]); m != "" {
		to = from + len(m) - 2
	}
	if m := zipAhead.FindString(s[from:to]); m != "" && stateRE.MatchString(s[:from]) {
		from += len(m) - len(strings.TrimLeft(m[5:], " "))
	}
	if s[from] == '+' && from > 0 && s[from-1] == '1' && (from == 1 || !isWord(s[from-2])) {
		from--
	}
	return []int{from, to}
}

// zipRE is a postal code of the United States with its four further digits, stateRE what
// stands before one: a state, or a country.
var (
	zipRE   = pattern.MustCompile(`^[0-9]{5}-[0-9]{4}$`)
	stateRE = pattern.MustCompile(`(?:\b[A-Z]{2}|\b[A-Z]\.[A-Z]\.|[a-z]{3})[., \-]*$`)
)

// bare reports whether a number has no form of its own.
func bare(number string) bool {
	if number[0] == '+' || number[0] == '0' && strings.Contains(number, "-") {
		return false
	}
	digits := len(number) - strings.Count(number, "-")
	if itemRE.MatchString(number) {
		return true
	}
	last := number[strings.LastIndexByte(number, '-')+1:]
	return digits == len(number) || digits == 9 || len(last) > 8
}

// itemRE has the form of an item's number: two groups of five figures, or one of seven and more first.
var itemRE = pattern.MustCompile(`^(?:[1-9][0-9]{4}-[0-9]{5}|[1-9][0-9]{6,}-[0-9]+)$`)

func lastIndex(re *pattern.Pattern, s string) int {
	all := re.FindAllStringIndex(s, -1)
	if len(all) == 0 {
		return -1
	}
	return all[len(all)-1][0]
}

// reachRE is a REACH registration number.
var reachRE = pattern.MustCompile(`^0[1-9]-[0-9]{10}-[0-9]{2}`)

// singleRE is a group of one figure, not the zero of a trunk, between others.
var singleRE = pattern.MustCompile(`[0-9]-[1-9](?:-|$)`)

// dayRE is a date written with hyphens.
var dayRE = pattern.MustCompile(`^[0-9]{1,2}-[0-9]{1,2}-(?:19|20)[0-9]{2}$`)

var hourRE = pattern.MustCompile(`(?i)^(?::[0-9]{2}|[ ]?[ap]\.?m\b|[ ]?時|[ ]?h(?:ou)?rs?\b|-?h\b)`)

// hoursBehind is the figure of hours behind a number.
var hoursBehind = pattern.MustCompile(` [0-9]{1,2}$`)

// trimmed cuts off what does not belong to a number: a bracket after it ("(24時間)"), the
// hours of service ("8:00").
func trimmed(printed, after string) string {
	digits := 0
	for i := 0; i < len(printed); i++ {
		if c := printed[i]; c >= '0' && c <= '9' {
			digits++
		} else if c == '(' && digits >= 8 {
			return strings.TrimRight(printed[:i], " -./")
		}
	}
	if hourRE.MatchString(after) {
		if i := strings.LastIndexAny(printed, " (/"); i > 0 && len(printed)-i <= 3 {
			return strings.TrimRight(printed[:i], " -./(")
		}
	}
	return printed
}

// phone validates a candidate and reduces it to digits, plus and hyphens.
func phone(printed string) (string, bool) {
	// Two numbers side by side: "03-1234-5678 / 06-1234-5678".
	for _, sep := range []string{" / ", "  "} {
		if i := strings.Index(printed, sep); i > 8 && digitsIn(printed[:i]) > 7 {
			printed = printed[:i]
		}
	}
	var b strings.Builder
	digits := 0
	for _, c := range printed {
		switch {
		case c >= '0' && c <= '9':
			b.WriteRune(c)
			digits++
		case c == '+' && digits == 0:
			b.WriteRune(c)
		default:
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "-") && !strings.HasSuffix(b.String(), "+") {
				b.WriteByte('-')
			}
		}
	}
	number := b.String()
	groups := strings.Count(number, "-") + 1
	if digits > 15 || digits < 8 || digits == 8 && (groups < 2 || number[0] != '0' && number[0] != '+') {
		return "", false
	}
	if groups == 1 && number[0] != '0' && number[0] != '+' && digits != 10 && digits != 11 {
		return "", false
	}
	if single := singleRE.FindAllString(number, -1); len(single) > 1 {
		return "", false // a formula's number
	}
	if reachRE.MatchString(printed) || dayRE.MatchString(number) {
		return "", false
	}
	for _, order := range []Order{DayFirst, MonthFirst} {
		if d := FindDates(printed, order); len(d) > 0 && (d[0].End-d[0].Start >= len(printed)-2 || strings.Contains(printed[d[0].Start:d[0].End], "/")) {
			return "", false
		}
	}
	return number, true
}

// digitsIn is the number of figures in a text.
func digitsIn(s string) (n int) {
	for i := 0; i < len(s); i++ {
		if s[i] >= '0' && s[i] <= '9' {
			n++
		}
	}
	return n
}

func isWord(c byte) bool {
	return isLetter(c) || c >= '0' && c <= '9' || c == '-'
}

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }
