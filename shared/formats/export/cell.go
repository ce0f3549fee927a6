package export

import (
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Kind is what a cell holds.
type Kind byte

// The kinds. The zero value is an empty cell.
const (
	None   Kind = iota
	Text        // Text
	Number      // Number
	Date        // Number: days since 1970-01-01
	Moment      // Number: seconds since 1970-01-01, UTC; shown as in Japan
)

// Cell is one value of a row. Rows are kept by the names of its fields (Pack).
type Cell struct {
	Kind   Kind
	Text   string
	Number float64
}

// Row is a line of the table, one cell a column.
type Row []Cell

// MaxText is how many characters (UTF-16 code units) a cell of Excel can hold.
const MaxText = 32767

// TextOf is a cell with a text: line ends are "\n", what spreadsheets and XML
// cannot hold is left out.
func TextOf(s string) Cell {
	if s == "" {
		return Cell{}
	}
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\u2028' || r == '\u2029' || r == '\u0085':
			return '\n'
		case unicode.IsControl(r), r == unicode.ReplacementChar, r == '\uFEFF', r == '\uFFFE', r == '\uFFFF':
			return -1
		}
		return r
	}, strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n"))
	if s == "" {
		return Cell{}
	}
	return Cell{Kind: Text, Text: s}
}

// NumberOf is a cell with a number; one that is none is empty.
func NumberOf(v float64) Cell {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Cell{}
	}
	return Cell{Kind: Number, Number: v}
}

// DateOf is a cell with a day given as YYYY-MM-DD. A month alone, or anything
// else, stays a text, written with slashes.
func DateOf(s string) Cell {
	day, err := time.Parse(time.DateOnly, s)
	if err != nil {
		if _, err := time.Parse("2006-01", s); err == nil {
			s = strings.ReplaceAll(s, "-", "/")
		}
		return TextOf(s)
	}
	return Cell{Kind: Date, Number: float64(day.Unix() / secondsADay)}
}

// MomentOf is a cell with a time.
func MomentOf(t time.Time) Cell {
	if t.IsZero() {
		return Cell{}
	}
	return Cell{Kind: Moment, Number: float64(t.Unix())}
}

const secondsADay = 24 * 60 * 60

// Japan is where the customers are: Japan has no summer time, so the offset is fixed.
var Japan = time.FixedZone("JST", 9*60*60)

// time is the date or moment of a cell, in UTC with the clock of Japan.
func (c Cell) time() time.Time {
	if c.Kind == Date {
		return time.Unix(int64(c.Number)*secondsADay, 0).UTC()
	}
	return time.Unix(int64(c.Number), 0).UTC().Add(9 * time.Hour)
}

// String is the cell as text, before Defuse.
func (c Cell) String() string {
	switch c.Kind {
	case Text:
		return c.Text
	case Number:
		return strconv.FormatFloat(c.Number, 'f', -1, 64)
	case Date:
		return c.time().Format("2006/01/02")
	case Moment:
		return c.time().Format("2006/01/02 15:04:05")
	default:
		return ""
	}
}

// Defuse keeps a text from being taken for a formula by a spreadsheet: where it
// begins with = + - @ in any width, a tab or a carriage return, an apostrophe is
// put before it, as OWASP's page on CSV injection advises. Plain numbers such as -20
// and rows of hyphens, which stand for "none" on many sheets, are no formulas and
// stay as they are.
func Defuse(s string) string {
	first := strings.TrimLeftFunc(s, func(r rune) bool {
		return r == '\u200B' || r == '\uFEFF' || unicode.IsSpace(r) && r != '\t' && r != '\r'
	})
	if first == "" || !strings.ContainsRune(starters, []rune(first)[0]) || harmless(s) {
		return s
	}
	return "'" + s
}

// starters begin a formula. A minus sign as printed (U+2212) counts, because it
// becomes another in Shift_JIS.
const starters = "=+-@\t\r＝＋－＠−﹣﹢﹦﹫"

func harmless(s string) bool {
	if strings.Trim(s, "-－−") == "" {
		return true
	}
	digits := strings.TrimLeft(s, "+-")
	if len(s)-len(digits) > 1 || digits == "" {
		return false
	}
	dots := 0
	for i := range len(digits) {
		switch c := digits[i]; {
		case c == '.' && i > 0 && i < len(digits)-1:
			dots++
		case c < '0' || c > '9':
			return false
		}
	}
	return dots <= 1
}
