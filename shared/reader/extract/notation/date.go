// Package notation parses dates and telephone numbers as sheets print them.
package notation

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"anzen/shared/text/pattern"
)

// Order is the order of day and month in an all-numeric date with the year at its end.
type Order int

// The orders.
const (
	DayFirst Order = iota
	MonthFirst
)

// Date is a date in a text. Day is 0 where only the month is given.
type Date struct {
	Year, Month, Day int
	// Start and End are byte offsets in the folded text.
	Start, End int
	// Proven is the order that the digits prove, nil if ambiguous.
	Proven *Order
}

// String is the ISO form, YYYY-MM-DD or YYYY-MM.
func (d Date) String() string {
	if d.Day == 0 {
		return fmt.Sprintf("%04d-%02d", d.Year, d.Month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// foreign are the names of months in other languages that do not begin like the English
// ones.
const foreign = `januar|jänner|janvier|enero|januari|janeiro|ocak|februar|février|febrero|februari|fevereiro|şubat|märz|mars|marzo|maart|março|mart|avril|abril|nisan|mai|mayo|mei|maio|mayıs|juni|juin|junio|junho|haziran|juli|juillet|julio|julho|temmuz|août|agosto|augustus|ağustos|septembre|septiembre|setembro|eylül|oktober|octobre|octubre|outubro|ekim|novembre|noviembre|novembro|kasım|dezember|décembre|diciembre|dezembro|aralık`

// foreignMonths maps the names in foreign to months.
var foreignMonths = func() map[string]int {
	counts := []int{7, 6, 6, 3, 5, 5, 5, 4, 4, 5, 4, 5}
	names := strings.Split(foreign, "|")
	m := map[string]int{}
	for i, n := range counts {
		for _, name := range names[:n] {
			m[name] = i + 1
		}
		names = names[n:]
	}
	return m
}()

const months = foreign + `|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`

var (
	eraRE     = pattern.MustCompile(`(令和|平成|昭和|大正|[RHS])[ .]?(元|[0-9]{1,2})[ ]?(?:年|[./\-])[ ]?([0-9]{1,2})[ ]?(?:月|[./\-])[ ]?(?:([0-9]{1,2})[ ]?日?)?`)
	isoRE     = pattern.MustCompile(`((?:19|20)[0-9]{2})[ ]?(?:年|[./\-])[ ]?([0-9]{1,2})[ ]?(?:月|[./\-])[ ]?([0-9]{1,2})(?:[^0-9]|$)`)
	yearDayRE = pattern.MustCompile(`((?:19|20)[0-9]{2})[ ]?(?:年|[/.\-])[ ]?([0-9]{1,2})(?:[ ]?月|[^0-9./\-]|$)`)
	dayMonRE  = pattern.MustCompile(`(?i)([0-9]{1,2})(?:st|nd|rd|th)?[ ./,\-]{0,2}(` + months + `)\.?[ ./,\-]{1,2}((?:19|20)?[0-9]{2})(?:[^0-9]|$)`)
	monDayRE  = pattern.MustCompile(`(?i)(?:^|[^a-z])(` + months + `)\.?[ \-/]{0,2}([0-9]{1,2})(?:st|nd|rd|th)?[ ,\-/.]{1,3}((?:19|20)[0-9]{2})`)
	monYearRE = pattern.MustCompile(`(?i)(?:^|[^a-z])(` + months + `)\.?[ ,\-/]{1,2}((?:19|20)[0-9]{2})`)
	dayGlued  = pattern.MustCompile(`(?i)([0-9]{1,2})(` + months + `)((?:19|20)[0-9]{2})(?:[^0-9]|$)`)
	kanjiMon  = pattern.MustCompile(`([0-9]{1,2})[ /\-]([0-9]{1,2})[ ]?月[ /\-]?((?:19|20)[0-9]{2})`)
	namedDay  = pattern.MustCompile(`(?i)\b(day|month)[ :]*(` + months + `|[0-9]{1,2})[ ,/]*\b(day|month)[ :]*(` + months + `|[0-9]{1,2})[ ,/]*\byear[ :]*((?:19|20)[0-9]{2})`)
	yearKanji = pattern.MustCompile(`((?:19|20)[0-9]{2})[ /\-]([0-9]{1,2})[ ]?月[ /\-]?([0-9]{1,2})(?:[^0-9]|$)`)
	yearMonRE = pattern.MustCompile(`(?i)((?:19|20)[0-9]{2})[ ./\-](` + months + `)[ ./\-]([0-9]{1,2})(?:[^0-9]|$)`)
	numericRE = pattern.MustCompile(`(?:^|[^0-9])([0-9]{1,2})[ ]?([/.\-])[ ]?([0-9]{1,2})[ ]?[/.\-][ ]?((?:19|20)[0-9]{2}|[0-9]{2})(?:[^0-9]|$)`)
	compactRE = pattern.MustCompile(`(?:^|[^0-9])((?:19|20)[0-9]{2})(0[1-9]|1[0-2])([0-3][0-9])(?:[^0-9]|$)`)
	monthYear = pattern.MustCompile(`(?:^|[^0-9/.\-])(0?[1-9]|1[0-2])[/\-]((?:19|20)[0-9]{2})(?:[^0-9\-]|$)`)
)

var eras = map[string]int{"令和": 2018, "R": 2018, "平成": 1988, "H": 1988, "昭和": 1925, "S": 1925, "大正": 1911}

// FindDates finds all dates of a folded text (fold.Printed), in order of place.
func FindDates(s string, order Order) []Date {
	has := hints(s)
	if !has.digits {
		return nil
	}
	f := finder{s: s}
	f.eachIf(has.era, eraRE, func(g []string) (Date, bool) {
		year := 1
		if g[2] != "元" {
			year = number(g[2])
		}
		if len(g[1]) == 1 && !strings.ContainsAny(g[0], "./-年") {
			return Date{}, false
		}
		return Date{Year: eras[g[1]] + year, Month: number(g[3]), Day: number(g[4])}, true
	})
	f.eachIf(has.year, isoRE, func(g []string) (Date, bool) {
		return Date{Year: number(g[1]), Month: number(g[2]), Day: number(g[3])}, true
	})
	f.eachIf(has.kanji && has.year, yearKanji, func(g []string) (Date, bool) {
		return Date{Year: number(g[1]), Month: number(g[2]), Day: number(g[3])}, true
	})
	f.eachIf(has.kanji, kanjiMon, func(g []string) (Date, bool) {
		return Date{Year: number(g[3]), Month: number(g[2]), Day: number(g[1])}, true
	})
	f.eachIf(has.month && has.year, yearMonRE, func(g []string) (Date, bool) {
		return Date{Year: number(g[1]), Month: month(g[2]), Day: number(g[3])}, true
	})
	f.eachIf(has.month, dayMonRE, func(g []string) (Date, bool) {
		return Date{Year: century(g[3]), Month: month(g[2]), Day: number(g[1])}, number(g[1]) > 0
	})
	f.eachIf(has.month && has.year, dayGlued, func(g []string) (Date, bool) {
		return Date{Year: number(g[3]), Month: month(g[2]), Day: number(g[1])}, true
	})
	f.eachIf(has.month && has.year, monDayRE, func(g []string) (Date, bool) {
		return Date{Year: number(g[3]), Month: month(g[1]), Day: number(g[2])}, true
	})
	f.eachIf(has.year && strings.Contains(strings.ToLower(s), "year"), namedDay, apart)
	f.eachIf(has.month && has.year, monYearRE, func(g []string) (Date, bool) { return Date{Year: number(g[2]), Month: month(g[1])}, true })
	f.eachIf(has.marks, numericRE, func(g []string) (Date, bool) { return numeric(g, order) })
	f.eachIf(has.year, compactRE, func(g []string) (Date, bool) {
		return Date{Year: number(g[1]), Month: number(g[2]), Day: number(g[3])}, true
	})
	f.eachIf(has.year, yearDayRE, func(g []string) (Date, bool) { return Date{Year: number(g[1]), Month: number(g[2])}, true })
	f.eachIf(has.year && has.marks, monthYear, func(g []string) (Date, bool) { return Date{Year: number(g[2]), Month: number(g[1])}, true })
	sort.Slice(f.out, func(i, j int) bool { return f.out[i].Start < f.out[j].Start })
	return f.out
}

// apart reads day, month and year that stand apart, each behind its name.
func apart(g []string) (Date, bool) {
	value := func(s string) int {
		if digit(s[0]) {
			return number(s)
		}
		return month(s)
	}
	d := Date{Year: number(g[5]), Day: value(g[2]), Month: value(g[4])}
	if strings.EqualFold(g[1], "month") {
		d.Day, d.Month = d.Month, d.Day
	}
	return d, !strings.EqualFold(g[1], g[3])
}

// hinted are the forms of date that a text may contain; the patterns of others are skipped.
type hinted struct{ digits, year, era, kanji, month, marks bool }

func hints(s string) hinted {
	var h hinted
	n := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			n++
			if i+3 < len(s) && (c == '1' && s[i+1] == '9' || c == '2' && s[i+1] == '0') && digit(s[i+2]) && digit(s[i+3]) {
				h.year = true
			}
			if i > 0 && (s[i-1] == 'R' || s[i-1] == 'H' || s[i-1] == 'S') {
				h.era = true
			}
		case c == '/' || c == '-' || c == '.':
			h.marks = h.marks || i > 0 && digit(s[i-1]) || i > 1 && s[i-1] == ' ' && digit(s[i-2])
		}
	}
	h.era = h.era || strings.Contains(s, "和") || strings.Contains(s, "平成") || strings.Contains(s, "大正")
	h.digits = n >= 3 || h.era
	if h.digits {
		h.kanji = strings.Contains(s, "月")
		h.month = hasMonth(s)
	}
	return h
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// hasMonth reports whether a text contains three letters that begin the name of a month.
func hasMonth(s string) bool {
	const names = "janfebmaraprmayjunjulaugsepoctnovdecenemaaabrmaimeijuihaztemagoeyloktoutekikasdezdicaraavrnisoca"
	if strings.ContainsAny(s, "äéûçşğıÄÉÛÇŞĞ") {
		return true // rarer spellings: left to the patterns
	}
	for i := 0; i+3 <= len(s); i++ {
		a, b, c := s[i]|0x20, s[i+1]|0x20, s[i+2]|0x20
		if a < 'a' || a > 't' {
			continue
		}
		for k := 0; k < len(names); k += 3 {
			if names[k] == a && names[k+1] == b && names[k+2] == c {
				return true
			}
		}
	}
	return false
}

// numeric reads a/b/year.
func numeric(g []string, order Order) (Date, bool) {
	a, b := number(g[1]), number(g[3])
	d := Date{Year: century(g[4])}
	if len(g[4]) == 2 && g[2] == "." && len(g[1]) < 2 {
		return Date{}, false // a heading's number, 1.2.14
	}
	proven := func(o Order) *Order { return &o }
	switch {
	case a > 12 && b > 12:
		return Date{}, false
	case a > 12:
		d.Day, d.Month, d.Proven = a, b, proven(DayFirst)
	case b > 12:
		d.Day, d.Month, d.Proven = b, a, proven(MonthFirst)
	case g[2] == "." || order == DayFirst:
		d.Day, d.Month = a, b
	default:
		d.Day, d.Month = b, a
	}
	return d, true
}

// ParseDate reads the first date of a folded text.
func ParseDate(s string, order Order) (Date, bool) {
	if found := FindDates(s, order); len(found) > 0 {
		return found[0], true
	}
	return Date{}, false
}

// finder collects dates that do not overlap.
type finder struct {
	s   string
	out []Date
}

func (f *finder) eachIf(may bool, re *pattern.Pattern, read func(groups []string) (Date, bool)) {
	if may {
		f.each(re, read)
	}
}

func (f *finder) each(re *pattern.Pattern, read func(groups []string) (Date, bool)) {
	for at := 0; at < len(f.s); {
		m := re.FindStringSubmatchIndex(f.s[at:])
		if m == nil {
			return
		}
		g := make([]string, len(m)/2)
		for i := range g {
			if m[2*i] >= 0 {
				g[i] = f.s[at+m[2*i] : at+m[2*i+1]]
			}
		}
		from := at + m[2]
		to := at
		for i := 1; i < len(m)/2; i++ {
			to = max(to, at+m[2*i+1])
		}
		if strings.HasPrefix(f.s[to:], "日") || strings.HasPrefix(f.s[to:], "月") {
			to += len("日")
		}
		if d, ok := read(g); ok && d.real() && !f.taken(from, to) && !f.glued(from) {
			d.Start, d.End = from, to
			f.out = append(f.out, d)
		}
		at = max(to, at+1)
	}
}

func (f *finder) taken(from, to int) bool {
	for _, d := range f.out {
		if from < d.End && to > d.Start {
			return true
		}
	}
	return false
}

// glued reports whether a number continues digits or letters before it, as in a product
// code.
func (f *finder) glued(from int) bool {
	if from == 0 {
		return false
	}
	c := f.s[from-1]
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' && !strings.HasSuffix(strings.ToLower(f.s[:from]), "date")
}

func (d Date) real() bool {
	if d.Year < 1950 || d.Year > 2099 || d.Month < 1 || d.Month > 12 || d.Day < 0 || d.Day > 31 {
		return false
	}
	return d.Day == 0 || time.Date(d.Year, time.Month(d.Month), d.Day, 0, 0, 0, 0, time.UTC).Day() == d.Day
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0
	}
	return n
}

func century(s string) int {
	n := number(s)
	switch {
	case n >= 100:
		return n
	case n < 70:
		return 2000 + n
	}
	return 1900 + n
}

func month(s string) int {
	if m := foreignMonths[strings.ToLower(s)]; m > 0 {
		return m
	}
	const names = "janfebmaraprmayjunjulaugsepoctnovdec"
	return strings.Index(names, strings.ToLower(s[:3]))/3 + 1
}
