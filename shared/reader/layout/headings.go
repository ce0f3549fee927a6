package layout

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"anzen/shared/reader/doc"
	"anzen/shared/text/numeral"
	"anzen/shared/text/pattern"
)

// heading is a line that may begin a section.
type heading struct {
	item   int // its index among the body's items
	skip   int // number of items it takes (2 where number and title are separate lines)
	number int
	title  string
	lang   string
	weight float64
}

// Weights: the certainty of a heading. From strong on it is accepted anywhere; others must
// keep the order of the numbers.
const (
	sure   = 10.0 // number and title
	strong = 8.0  // number and the beginning of a title, the rest short
	fair   = 4.0  // title alone on a line
	likely = 3.0  // number and a title of other words on the section's subject
	weak   = 1.5  // number with "section" or the like, title unknown
	faint  = 0.8  // number and bold print, title unknown: fills a gap in the sequence
)

const longestHeading = 160 // characters

// headings that the items may be, in order.
func headings(items []item) []heading {
	var out []heading
	for i := range items {
		t := items[i].Text
		if len(t) > 3*longestHeading {
			continue
		}
		if h, n := cellHeading(items, i); n > 0 {
			h.item, h.skip = i, n
			out = append(out, h)
			continue
		}
		if h := items[i].heading; items[i].begins {
			h.item, h.skip = i, 1
			out = append(out, h)
			continue
		}
		// "2." and the title in the next cell.
		if n, rest, mark := number(t); n > 0 && strings.TrimSpace(rest) == "" && i+1 < len(items) && beside(items[i], items[i+1]) {
			if tt, exact, _ := match(items[i+1].Text); exact && (mark || len(t) <= 4) {
				out = append(out, heading{item: i, skip: 2, number: tt.number, title: items[i+1].Text, lang: tt.lang, weight: sure})
			}
		}
	}
	return out
}

// cellHeading reads a title broken over lines by a narrow cell, and returns the number of
// lines; 0 if none.
func cellHeading(items []item, i int) (heading, int) {
	it := items[i]
	if it.table == nil || items[i].begins && it.heading.weight >= strong || i > 0 && items[i-1].table == it.table && items[i-1].row == it.row && items[i-1].col == it.col {
		return heading{}, 0
	}
	texts := []string{it.Text}
	for j := i + 1; j < len(items) && items[j].table == it.table && items[j].row == it.row && items[j].col == it.col; j++ {
		texts = append(texts, items[j].Text)
	}
	if len(texts) < 2 || len(texts) > 5 {
		return heading{}, 0
	}
	joined := doc.JoinText(texts...)
	if len(joined) > longestHeading {
		return heading{}, 0
	}
	h, ok := parse(joined, it.Bold)
	if !ok || h.weight < sure {
		return heading{}, 0
	}
	return h, len(texts)
}

// headingOf reads a line as a heading; ok is false where it is none.
func headingOf(l doc.Line) (heading, bool) {
	if len(l.Text) > 3*longestHeading || utf8.RuneCountInString(l.Text) > longestHeading {
		return heading{}, false
	}
	h, ok := parse(l.Text, l.Bold)
	if !ok && len(l.Words) > 0 && l.Words[0].OCR {
		h, ok = misread(l.Text)
	}
	return h, ok
}

// misread reads a recognised line as a heading where a speck beside it was taken for a character, or its number for another
// that no section has: "19【安定性及び反応性】".
func misread(text string) (heading, bool) {
	if first, rest, found := strings.Cut(text, " "); found && utf8.RuneCountInString(first) <= 2 {
		if h, ok := parse(rest, false); ok && h.weight >= strong {
			return h, true
		}
	}
	title := strings.TrimLeft(text, "0123456789OoIl|")
	if k := len(text) - len(title); k < 1 || k > 2 {
		return heading{}, false
	}
	title = strings.Trim(title, " .,:【】[]")
	if t, exact, _ := match(title); exact && !strings.Contains(text, "%") {
		return heading{number: t.number, title: title, lang: t.lang, weight: strong}, true
	}
	return heading{}, false
}

func beside(a, b item) bool {
	return a.Page == b.Page && a.OverlapY(b.Box) > 0.3*min(a.H(), b.H()) || a.Page == b.Page && b.Y0-a.Y1 < a.H() && b.Y0 >= a.Y0 && a.table == nil
}

// parse a line as a heading.
func parse(text string, bold bool) (heading, bool) {
	h, ok := parsed(text, bold)
	if ok && h.weight >= strong {
		return h, true
	}
	for _, v := range variants(text) {
		if w, ok := parsed(v, bold); ok && w.weight >= strong {
			return w, true
		}
	}
	return h, ok
}

func parsed(text string, bold bool) (heading, bool) {
	n, rest, mark := number(text)
	body := text
	if n > 0 {
		body = rest
	}
	t, exact, tail := match(body)
	if strings.Trim(tail, "0123456789") == "" && tail != "" && t.number == n { // "SECTION 1: Identification 1."
		body, exact, tail = strings.TrimRight(body, " .0123456789"), true, ""
	}
	h := heading{number: t.number, title: strings.Trim(body, " -=*_~"), lang: t.lang}
	switch {
	case n == 0 && numberedBehind(body, &h):
		h.weight = sure
	case n > 0 && t.number > 0 && exact:
		h.weight = sure
	case n > 0 && t.number == n && (len(tail) <= 60 || mark) && !sentence(body):
		h.weight = strong
	case n > 0 && mark && t.number > 0 && len(tail) <= 45 && !sentence(body):
		h.weight = strong
	case n > 0 && titled(body) == n:
		h.number, h.weight = n, strong
	case n > 0 && t.number == 0 && misspelt(body, n):
		h.number, h.weight = n, strong
	case n > 0 && t.number > 0 && len(tail) <= 45 && headline(body):
		h.weight = strong
	case n > 0 && t.number == 0 && !speaksOf(body, n) && (mark || headline(body)) && otherSection(body, n) > 0:
		h.number, h.weight = otherSection(body, n), strong
	case n > 0 && speaksOf(body, n) && utf8.RuneCountInString(body) <= 48 && !sentence(body) && !strings.Contains(body, ":"):
		h.number, h.weight = n, likely
	case n == 0 && exact && utf8.RuneCountInString(body) >= 4:
		h.weight = fair
		if bold {
			h.weight++
		}
	case n > 0 && mark && strings.TrimSpace(body) != "" && !sentence(body):
		h.number, h.weight = n, weak
		if bold {
			h.weight++
		}
	case n > 0 && bold && isLabel(body) && !strings.Contains(body, ":"):
		h.number, h.weight = n, faint
	default:
		return heading{}, false
	}
	return h, true
}

// headline reports a text in capital letters, as old forms print the titles of sections whose
// numbers are their own.
func headline(body string) bool {
	n := 0
	for _, r := range body {
		switch {
		case unicode.IsLower(r) || r == ':' || r == ';':
			return false
		case unicode.IsUpper(r):
			n++
		}
	}
	return n >= 8
}

// behindRE matches a section's number after its title: "化学品及び会社情報(1)".
var behindRE = pattern.MustCompile(`^(.{4,60}?) ?[(（\[【] ?([0-9]{1,2}) ?[)）\]】]$`)

func numberedBehind(body string, h *heading) bool {
	m := behindRE.FindStringSubmatch(body)
	if m == nil {
		return false
	}
	t, exact, _ := match(m[1])
	if !exact || strconv.Itoa(t.number) != strings.TrimLeft(m[2], "0") {
		return false
	}
	*h = heading{number: t.number, title: m[1], lang: t.lang}
	return true
}

// titled is the section whose title stands before a colon, 0 where there is none.
func titled(body string) int {
	at := strings.Index(body, ":")
	if at <= 0 {
		return 0
	}
	if t, exact, _ := match(body[:at]); exact {
		return t.number
	}
	return 0
}

// sentence reports running text by its end.
func sentence(s string) bool {
	s = strings.TrimSpace(s)
	return strings.HasSuffix(s, "。") || strings.HasSuffix(s, ".") && len(s) > 60 || strings.Contains(s, "参照") || strings.HasSuffix(s, ",")
}

// Words that mark a number as a section's.
var markers = []string{
	"section", "sect.", "sec.", "セクション", "項目", "第", "§", "abschnitt", "rubrique", "sección", "seccion", "sezione", "rubriek", "seção", "secção",
	"bölüm", "avsnitt", "punkt", "sekcja", "oddíl", "раздел", "chapter",
}

// number reads the section number at the beginning of a line: "2.", "2 ", "第2項", "【2】",
// "SECTION 2:", "項目2:", "2【". marked is set where a word or bracket marks it. Other numbers
// give 0: "2.1", "2024", "2%".
func number(text string) (n int, rest string, marked bool) {
	s := strings.TrimLeftFunc(text, func(r rune) bool {
		return strings.ContainsRune("*#■●◆○□▼▽◇◎・•>|_⬛＊", r) || unicode.IsSpace(r)
	})
	low := strings.ToLower(s)
	for _, m := range markers {
		if strings.HasPrefix(low, m) && len(low) == len(s) {
			s = strings.TrimLeft(s[len(m):], " :-.–—№#")
			marked = true
			break
		}
	}
	if !marked {
		for _, b := range []string{"【", "[", "(", "<", "〔", "《"} {
			if r, ok := strings.CutPrefix(s, b); ok && len(r) > 0 && (r[0] >= '0' && r[0] <= '9') {
				s, marked = strings.TrimLeft(r, " "), b != "("
				break
			}
		}
	}
	n, s = digits(s, marked)
	if n < 1 || n > 16 {
		return 0, "", false
	}
	bare := s
	s = strings.TrimLeft(s, " ")
	for _, u := range []string{"項", "章", "節", "部分", "】", "]", ")", ">", "〕", "》"} {
		s = strings.TrimPrefix(s, u)
	}
	s = strings.TrimLeft(s, " ")
	if s == "" {
		return n, "", marked
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == '.' || r == ',' || r == '-' || r == '‐' || r == '−' || r == '–' || r == '—':
		s = strings.TrimLeft(s[size:], " .:-–—")
		if f, _ := utf8.DecodeRuneInString(s); f >= '0' && f <= '9' || s == "" && !marked && r != '.' {
			return 0, "", false // "2.1", "1-2"
		}
	case r == ':' || r == '、' || r == '。' || r == '・' || r == '/' || r == '|' || r == ';':
		s = strings.TrimLeft(s[size:], " .:")
		if f, _ := utf8.DecodeRuneInString(s); f >= '0' && f <= '9' {
			return 0, "", false
		}
	case r == '【' || r == '[' || r == '<' || r == '(' || r == '《' || r == '〔':
		marked = marked || r == '【'
	case r >= '0' && r <= '9' || r == '%' || r == '°' || r == '年' || r == '月' || r == '日' || r == '~' || r == '+':
		return 0, "", false
	case unicode.IsLetter(r) && len(bare) == len(s) && r < 0x2e80 && !marked:
		return 0, "", false // "2nd", "3M"
	}
	return n, s, marked
}

var romans = []string{"XVI", "XIII", "XIV", "XII", "VIII", "XV", "XI", "IX", "VII", "III", "IV", "VI", "II", "X", "V", "I"}

var romanValue = map[string]int{
	"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9, "X": 10, "XI": 11, "XII": 12, "XIII": 13, "XIV": 14, "XV": 15, "XVI": 16,
}

// digits reads a number at the beginning: Arabic, and after a marker also Roman or kanji.
func digits(s string, marked bool) (int, string) {
	k := 0
	for k < len(s) && s[k] >= '0' && s[k] <= '9' {
		k++
	}
	if k == 1 || k == 2 {
		n := int(s[k-1] - '0')
		if k == 2 {
			n += 10 * int(s[0]-'0')
		}
		return n, s[k:]
	}
	if k > 2 || !marked {
		return 0, s
	}
	for _, r := range romans {
		if rest, ok := strings.CutPrefix(s, r); ok {
			if f, _ := utf8.DecodeRuneInString(rest); !unicode.IsLetter(f) {
				return romanValue[r], rest
			}
		}
	}
	return numeral.Prefix(s)
}
