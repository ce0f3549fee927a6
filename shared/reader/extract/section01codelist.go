package extract

import (
	"slices"
	"strings"

	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var codeSeparators = pattern.MustCompile(`[,、;]|[ ]{1,}(?:and|or|&)[ ]|及び|または`)

// packaging is the size of a pack after its code: "4571-0012(18kg)", "DS-37-20L 20Lポリ容器".
var packaging = pattern.MustCompile(`(?i)\([^()]*[0-9] ?(?:kg|g|mg|l|ml|m3|t|缶|本)[^()]*\)|(?:^| )[0-9.,]+ ?(?:kg|g|l|ml|m3|t|oz|gal)\b[^ ,、/;]*`)

// withoutPackaging is a code without the size of its pack. In a list, a number of three figures and more before a unit
// is a code by itself: "151 8oz, 152 Gal".
func withoutPackaging(code string, listed bool) string {
	code = strings.TrimSpace(code)
	if m := sizedCode.FindStringSubmatch(code); m != nil && listed {
		return m[1]
	}
	return strings.TrimSuffix(cleaned(packaging.ReplaceAllString(code, " ")), " -")
}

var sizedCode = pattern.MustCompile(`(?i)^([0-9]{3,})[ \-](?:[0-9]{1,3} ?)?(?:oz|gal(?:lon)?|qt|pt)\b\.?$`)

// codeLabel is a label of codes within the value of another one: "Part #151", "Item No. 4711".
var codeLabel = pattern.MustCompile(`(?i)^` + codeWords + ` ?[:#]? ?`)

// codeWords are the words that label codes of products.
const codeWords = `(?:part|item|product|stock|model|article|order|cat(?:alogu?e?|\.)?|sku)s? ?(?:colou?rs? ?/ ?)?(?:codes?|no(?:\.|s\.?)?|numbers?|#)(?: ?\(s\))?`

// outsideBrackets divides a list at its separators but for those in brackets: "8723 (Red and Black)" is one.
func outsideBrackets(value string) []string {
	var out []string
	from := 0
	for _, m := range codeSeparators.FindAllStringIndex(value, -1) {
		if before := value[from:m[0]]; strings.Count(before, "(") > strings.Count(before, ")") && strings.Contains(value[m[1]:], ")") {
			continue
		}
		out = append(out, value[from:m[0]])
		from = m[1]
	}
	return append(out, value[from:])
}

// splitCodes parses a list of product codes.
func splitCodes(value string) []string {
	value = cleaned(fold.Printed(value))
	if len(value) > longCodes {
		return runOfCodes(value)
	}
	if noData(value) {
		return nil
	}
	parts := outsideBrackets(value)
	for i, p := range parts {
		parts[i] = withoutPackaging(p, len(parts) > 1)
	}
	value = strings.Join(parts, " ")
	if len(parts) == 1 {
		words := strings.Fields(value)
		all := len(words) > 1
		for _, w := range words {
			all = all && len(w) >= 5 && strings.IndexFunc(w, isDigitRune) >= 0
		}
		if all {
			parts = words
		}
	}
	var out []string
	for _, p := range parts {
		p = strings.TrimSuffix(strings.TrimLeft(strings.TrimSpace(p), "#"), "TM")
		if at := strings.Index(p, ": "); at > 0 && at < 12 && strings.IndexFunc(p[:at], isDigitRune) >= 0 {
			p = p[:at] // "95G: 1-gallon bottle"
		}
		p = strings.TrimLeft(strings.TrimSpace(codeLabel.ReplaceAllString(strings.TrimSpace(p), "")), "# ")
		p = strings.TrimRight(p, ". ")
		if p == "" || noData(p) || sentenceWords(p) || strings.IndexByte("&=*%", p[0]) >= 0 || strings.IndexFunc(p, func(r rune) bool { return isDigitRune(r) || r >= 'A' && r <= 'Z' }) < 0 {
			continue
		}
		out = append(out, p)
	}
	return out
}

// A text of more than longCodes bytes is a list of codes where it begins with a run of fewestCodes at least; mostCodes are read.
const (
	longCodes   = 400
	fewestCodes = 8
	mostCodes   = 1000
)

// runOfCodes are the codes with which a long text begins, those joined that a line divides at their hyphen.
func runOfCodes(value string) (out []string) {
	value = dividedCode.ReplaceAllString(remarkOfCode.ReplaceAllString(value[:min(len(value), 20*mostCodes)], "; "), "$1$2")
	for _, part := range codeSeparators.Split(value, -1) {
		code := strings.Trim(part, " .")
		if code == "" {
			continue
		}
		if len(code) > 20 || !identifier.MatchString(code) || len(out) == mostCodes {
			break
		}
		if !slices.Contains(out, code) {
			out = append(out, code)
		}
	}
	if len(out) < fewestCodes {
		return nil
	}
	return out
}

var (
	// dividedCode matches a hyphen at which a line divides a code.
	dividedCode = pattern.MustCompile(`([0-9A-Z]-) ([0-9])`)
	// remarkOfCode matches what is said of a code in brackets, "04-0208 (all colours)", and a colon for a semicolon.
	remarkOfCode = pattern.MustCompile(` ?\([^()]*\)|:`)
)

// sentenceWords reports words in the place of a code.
func sentenceWords(p string) bool {
	return len(p) > 60 || len(strings.Fields(p)) > 4 && !strings.ContainsAny(p, "0123456789") || strings.HasPrefix(strings.ToLower(p), "no other")
}

func isDigitRune(r rune) bool { return r >= '0' && r <= '9' }
