package pattern_test

import (
	"math/rand/v2"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"anzen/shared/text/pattern"
)

// compare holds a pattern's answers against those of regexp, those of the whole expression and those of its alternatives.
func compare(t *testing.T, expr string, texts ...string) {
	t.Helper()
	want, err := regexp.Compile(expr)
	if err != nil {
		return
	}
	whole, split := pattern.MustCompile(expr), pattern.MustCompile(expr)
	split.Split()
	for _, text := range texts {
		compareTo(t, want, whole, text)
		compareTo(t, want, split, text)
	}
}

func compareTo(t *testing.T, want *regexp.Regexp, p *pattern.Pattern, text string) {
	t.Helper()
	upper := func(s string) string { return "<" + strings.ToUpper(s) + ">" }
	for _, c := range []struct {
		method    string
		got, want any
	}{
		{"MatchString", p.MatchString(text), want.MatchString(text)},
		{"FindString", p.FindString(text), want.FindString(text)},
		{"FindStringIndex", p.FindStringIndex(text), want.FindStringIndex(text)},
		{"FindStringSubmatch", p.FindStringSubmatch(text), want.FindStringSubmatch(text)},
		{"FindStringSubmatchIndex", p.FindStringSubmatchIndex(text), want.FindStringSubmatchIndex(text)},
		{"FindAllString", p.FindAllString(text, -1), want.FindAllString(text, -1)},
		{"FindAllStringIndex", p.FindAllStringIndex(text, 2), want.FindAllStringIndex(text, 2)},
		{"FindAllStringSubmatch", p.FindAllStringSubmatch(text, -1), want.FindAllStringSubmatch(text, -1)},
		{"FindAllStringSubmatchIndex", p.FindAllStringSubmatchIndex(text, -1), want.FindAllStringSubmatchIndex(text, -1)},
		{"ReplaceAllString", p.ReplaceAllString(text, "[$0]"), want.ReplaceAllString(text, "[$0]")},
		{"ReplaceAllStringFunc", p.ReplaceAllStringFunc(text, upper), want.ReplaceAllStringFunc(text, upper)},
	} {
		if !reflect.DeepEqual(c.got, c.want) {
			t.Errorf("%s of %q in %q: %v, regexp has %v", c.method, want, text, c.got, c.want)
		}
	}
}

// Each expression with texts at the border of what it matches.
var borders = []struct {
	expr  string
	texts []string
}{
	{`(?i)tasks?`, []string{"TASK", "ta\u017fk", "tas\u212a\u017f", "tak", "", "TA\u017fKS"}},
	{`(?i)[k-s]{2}x`, []string{"\u212a\u017fx", "KsX", "ksy"}},
	{`(?i)résumé|straße`, []string{"RÉSUMÉ", "resume", "STRAßE", "STRA\u1e9eE", "strasse"}},
	{`^[^a-z]*biological`, []string{"biological", "12 biological", "\xff\xfe biological", "a biological", "生物 biological"}},
	{`^[^0-9]`, []string{"\x80", "\xff", "a", "0", ""}},
	{`[^a]$`, []string{"b\x80", "a", "aa\xff", "é", ""}},
	{"\ufffd", []string{"\xff", "a\x80b", "\ufffd", "a"}},
	{`[` + "\ufffc-\ufffe" + `]$`, []string{"\xff", "a\x80", "b"}},
	{`a.c`, []string{"a\nc", "abc", "a\xffc", "a生c"}},
	{`(?s)a.c$`, []string{"a\nc", "xabc", "abcd"}},
	{`(?m)^b$`, []string{"a\nb\nc", "b", "ab", "b\n"}},
	{`\bC\b:|(?:^|[ (])C *$`, []string{"C", "a C ", "(C", "xC", "C :", "C:"}},
	{`(?:ab|cd)+e`, []string{"abcde", "cdabe", "abe", "ace", "e"}},
	{`(?:a?b*)+c`, []string{"c", "abc", "bbac", "ab"}},
	{`(?:ab){2,3}x?y`, []string{"ababy", "abababxy", "aby", "ababx"}},
	{`(?:ab){0,2}`, []string{"", "ab", "zz"}},
	{`x{0}y`, []string{"y", "xy", "x"}},
	{`(?:|a)b`, []string{"b", "ab", "a"}},
	{`mg ?/ ?m[3³]`, []string{"mg/m3", "mg / m³", "mg//m3", "mg m3"}},
	{`短時間|八[ ]?時間`, []string{"短時間", "八 時間", "八時間", "時間"}},
	{`^$`, []string{"", "a"}},
	{`^`, []string{"", "a"}},
	{`[^\x00-\x{10FFFF}]`, []string{"", "a"}},
	{strings.Repeat("(?:a|b|cc)", 12), []string{strings.Repeat("a", 12), strings.Repeat("cc", 12), "ab"}},
	{`date` + strings.Repeat(`|x[a-z]y`, 40), []string{"date", "xqy", "dat"}},
	{`ab|bc|cd`, []string{"abcd", "ab cd", "bcab", "abab", "cdbcab", "x"}},
	{`a(b)|(c)d|(?:e(f)|g(h))i`, []string{"ab", "cd ab", "efi ghi cd", "ghi ab", "ae"}},
	{`\b(?:a(b)?|ab(c)|(d))x`, []string{"abx", "abcx", "dx ax", "adx", "ax abx"}},
	{`^(?:ab|abc|b)$`, []string{"abc", "ab", "b", "cab"}},
	{`(?:a|ab)(?:c|bcd)`, []string{"abcd", "acd", "abc"}},
	{`(?i)(?:one|two|three|four|five|six|seven|eight) (\w)`, []string{"one two three four five six seven eight x", "SEVEN s one o", "none"}},
	{`end$`, []string{strings.Repeat("a ", 2000) + "end", strings.Repeat("a ", 2000)}},
	{`needle`, []string{strings.Repeat("hay ", 2000) + "needle", strings.Repeat("hay ", 2000)}},
}

func TestAnswersAreThoseOfRegexp(t *testing.T) {
	for _, b := range borders {
		compare(t, b.expr, b.texts...)
	}
}

// Expressions and texts are made of few parts, so that many of the texts match, or nearly do.
func TestMadeExpressions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2_000 {
		expr := made(r, 4)
		if r.IntN(2) == 0 {
			expr = "(?i)" + expr
		}
		compare(t, expr, text(r), text(r), text(r), text(r))
	}
}

// atoms are the parts of which expressions and texts are made.
var atoms = []string{"a", "b", "K", "s", "ab", "ks", "1", " ", "-", "é", "ſ", "\u212a", "時", "間", "\ufffd"}

func made(r *rand.Rand, depth int) string {
	if depth == 0 {
		return atoms[r.IntN(len(atoms))]
	}
	sub := func() string { return made(r, depth-1) }
	switch r.IntN(14) {
	case 0, 1, 2:
		return sub() + sub()
	case 3, 4:
		return "(?:" + sub() + "|" + sub() + ")"
	case 5:
		return "(" + sub() + ")?"
	case 6:
		return "(?:" + sub() + ")*"
	case 7:
		return "(?:" + sub() + ")+"
	case 8:
		return "(?:" + sub() + "){" + []string{"0", "1,2", "2", "2,"}[r.IntN(4)] + "}"
	case 9:
		return []string{"[ab]", "[^a]", "[a-z]", "[0-9]", "[ks-]", "[é-í]", "[^\\x{80}-\\x{10ffff}]", "."}[r.IntN(8)]
	case 10:
		return []string{`\b`, `\B`, "^", "$", "(?m:^)", "(?m:$)"}[r.IntN(6)] + sub()
	case 11:
		return sub() + []string{"$", `\b`, "(?m:$)"}[r.IntN(3)]
	case 12:
		return "(?-i:" + sub() + ")"
	}
	return atoms[r.IntN(len(atoms))]
}

func text(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(8) {
		switch r.IntN(12) {
		case 0:
			b.WriteString("\xff")
		case 1:
			b.WriteString("\n")
		default:
			b.WriteString([]func(string) string{strings.ToUpper, strings.ToLower}[r.IntN(2)](atoms[r.IntN(len(atoms))]))
		}
	}
	return b.String()
}

func FuzzAnswersAreThoseOfRegexp(f *testing.F) {
	for _, b := range borders {
		for _, text := range b.texts {
			f.Add(b.expr, text)
		}
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		if len(expr) < 200 && len(text) < 2000 {
			compare(t, expr, text)
		}
	})
}

// BenchmarkNoMatch asks a line that matches nothing, as most lines do.
func BenchmarkNoMatch(b *testing.B) {
	const expr = `(?i)\b(?:date of (?:issue|revision)|issued on|revised|prepared by) ?:? ?[0-9]{1,4}`
	line := "Wear suitable gloves and eye protection. In case of insufficient ventilation, wear suitable respiratory equipment."
	p, re := pattern.MustCompile(expr), regexp.MustCompile(expr)
	b.Run("regexp", func(b *testing.B) {
		for b.Loop() {
			re.MatchString(line)
		}
	})
	b.Run("pattern", func(b *testing.B) {
		for b.Loop() {
			p.MatchString(line)
		}
	})
}

// BenchmarkMatch asks a line that has one of many words.
func BenchmarkMatch(b *testing.B) {
	words := strings.Fields("january february march april may june july august september october november december")
	expr := `(?i)\b(?:` + strings.Join(words, "|") + `)(?: [0-9]{1,2})?,? (?:19|20)[0-9]{2}\b`
	line := "This sheet was prepared by the department for the safety of products, last on November 28, 2026, for all who use it."
	p, re := pattern.MustCompile(expr), regexp.MustCompile(expr)
	p.Split()
	b.Run("regexp", func(b *testing.B) {
		for b.Loop() {
			re.FindStringSubmatchIndex(line)
		}
	})
	b.Run("pattern", func(b *testing.B) {
		for b.Loop() {
			p.FindStringSubmatchIndex(line)
		}
	})
}
