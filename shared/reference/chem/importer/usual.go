package main

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lists of laws give a substance's names in one cell: with another name in brackets, several
// parted by a semicolon, with the contents of the solution that they mean, or in the order of
// an index ("Aniline, 4-nitro-"). A dictionary shows the name that people use.
var (
	// 次亜塩素酸ナトリウム (有効塩素濃度:6~15%の水溶液)
	contents = regexp.MustCompile(` *\([^()]*%[^()]*\)$|,? *(solution )?(\.\.\.|…) *%.*$`)
	// シンナムアルデヒド, of 3-フェニルアクリルアルデヒド(別名シンナムアルデヒド)
	alias = regexp.MustCompile(` *\(別名[:;]? ?(.+)\)$`)
	// ブチルセロソルブ, of エチレングリコールモノブチルエーテル【ブチルセロソルブ】
	bracketed = regexp.MustCompile(`^([^【]+[^ 【]) *【([^【】]+)】$`)
	// the parent and what replaces its hydrogen, of an index name
	inverted = regexp.MustCompile(`^((?:[0-9,]+-)?\pL[^,]*), ([^ ]*[\pL)\]]-)$`)
	// the names in an alias or a bracket
	partsOfAlias = regexp.MustCompile(`[;、]|又は`)
	// the group that an index leads with, but for those of elements (indium(3+), chromate(2-))
	plainParent = regexp.MustCompile(`^[A-Za-z0-9,'() -]*[a-z]$`)
)

// prefixes of isomers as laws write them, and as everybody else does.
var prefixes = strings.NewReplacer("ノルマル-", "n-", "ターシャリ-", "tert-", "セカンダリ-", "sec-", "オルト-", "o-", "メタ-", "m-", "パラ-", "p-")

// shortEnough is how many characters of a Japanese name need no shorter one.
const shortEnough = 10

// usualJa is the usual one of the Japanese names of a cell: the other name instead of a long one.
func usualJa(cell string) string {
	names := namesJa(cell)
	usual := names[0]
	if len(names) > 1 && utf8.RuneCountInString(usual) > shortEnough && !notInWords(names[1]) {
		usual = shorter(usual, names[1])
	}
	return prefixes.Replace(usual)
}

// namesJa are the Japanese names of a cell, at least one.
func namesJa(cell string) []string {
	cell = contents.ReplaceAllString(cell, "")
	if m := alias.FindStringSubmatchIndex(cell); m != nil {
		return append(parts(cell[:m[0]]), trimmed(partsOfAlias.Split(cell[m[2]:m[3]], -1))...)
	}
	if m := bracketed.FindStringSubmatch(cell); m != nil {
		return append(parts(m[1]), trimmed(partsOfAlias.Split(m[2], -1))...)
	}
	return parts(cell)
}

// notInWords reports whether a name has no Japanese word, or words in brackets.
func notInWords(name string) bool {
	letters := strings.IndexFunc(name, func(r rune) bool { return unicode.In(r, unicode.Katakana, unicode.Han) })
	return letters < 0 || strings.ContainsAny(name, "()[]")
}

// usualEn is the usual one of the English names of a cell, the shortest one in words.
func usualEn(cell string) string {
	names := namesEn(cell)
	usual := names[0]
	for _, name := range names[1:] {
		if strings.ContainsFunc(name, unicode.IsLower) && !strings.HasPrefix(name, "(") {
			usual = shorter(usual, name)
		}
	}
	return capital(upright(usual))
}

// namesEn are the English names of a cell, at least one.
func namesEn(cell string) []string {
	names := parts(cell)
	for i, name := range names {
		names[i] = contents.ReplaceAllString(strings.TrimSuffix(name, " (ISO)"), "")
	}
	return names
}

// upright is a name in the order in which it is spoken: 4-nitroaniline, of "Aniline, 4-nitro-".
func upright(name string) string {
	m := inverted.FindStringSubmatch(name)
	if m == nil || !plainParent.MatchString(m[1]) || strings.HasPrefix(m[2], "(") {
		return name
	}
	parent, rest := m[1], m[2]
	at := len(locants.FindString(parent))
	if at == 0 && len(locants.FindString(rest)) < len(rest) {
		rest = strings.TrimSuffix(rest, "-")
	}
	return rest + parent[:at] + strings.ToLower(parent[at:at+1]) + parent[at+1:]
}

// streams are mixtures whose second name is that of their group.
var streams = regexp.MustCompile(`(?i)petroleum|coal|reaction mass|hydrocarbons|fuel oil|unspecified|distillate|gasoline`)

// parts are the names of a cell, which semicolons outside of brackets part.
func parts(cell string) []string {
	if strings.Contains(cell, "reaction mass") {
		return []string{cell}
	}
	var names []string
	depth, from := 0, 0
	for i, r := range cell {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ';':
			if depth == 0 {
				names = append(names, cell[from:i])
				from = i + 1
			}
		}
	}
	names = trimmed(append(names, cell[from:]))
	if streams.MatchString(cell) {
		return names[:1]
	}
	return names
}

// trimmed are names without spaces around, and without empty ones but for the first.
func trimmed(names []string) []string {
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	return append(names[:1], slices.DeleteFunc(names[1:], func(name string) bool { return name == "" })...)
}

// shorter is the shorter one of two names, a where they are equally long.
func shorter(a, b string) string {
	if utf8.RuneCountInString(b) < utf8.RuneCountInString(a) {
		return b
	}
	return a
}

// locants stand before the word of a name that has the capital: 4-, N,N-, (R)-, tert-, alpha-.
var locants = regexp.MustCompile(`^(?:(?:[0-9A-Zα-ω'’,:.()\[\]{}±+-]+|[a-z]|tert|sec|cis|trans|rac|meso|syn|anti|alpha|beta|gamma|delta|omega|dl|[0-9]+[aHR])[-,)]+|[(\[{])*`)

// capital gives the first word of a name its capital letter: tert-Butyl acetate.
func capital(name string) string {
	at := len(locants.FindString(name))
	first, size := utf8.DecodeRuneInString(name[at:])
	second, _ := utf8.DecodeRuneInString(name[at+size:])
	if !unicode.IsLower(first) || !unicode.IsLower(second) {
		return name
	}
	return name[:at] + strings.ToUpper(name[at:at+size]) + name[at+size:]
}
