package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// A label of more than longNameLabel bytes or mostNameWords words is none of a product's name.
const (
	longNameLabel = 70
	mostNameWords = 12
)

// nameWords are the words of which labels of a product's name are made, with their part in it: what is named, how it is named, and "" for
// words that join these or say where the name is used.
var nameWords = map[string]string{
	"product": "thing", "products": "thing", "product's": "thing", "material": "thing", "materials": "thing", "substance": "thing", "mixture": "thing",
	"preparation": "thing", "article": "thing", "item": "thing", "goods": "thing", "commodity": "thing", "trade": "thing", "commercial": "thing", "label": "thing", "tradename": "named",
	"sample": "thing", "formulation": "thing",
	"name": "name", "names": "name", "identifier": "name", "identifiers": "name", "indentifier": "name", "identity": "name", "identification": "name", "designation": "name",
	"chemical": "kind", "common": "kind", "technical": "kind", "generic": "kind", "manufacturer's": "of", "supplier's": "of", "manufacturer": "of", "supplier": "of",
	"number": "code", "numbers": "code", "no": "code", "code": "code", "codes": "code", "part": "", "catalog": "", "synonym": "", "synonyms": "", "description": "", "use": "use",
	"of": "", "the": "", "and": "", "or": "", "and/or": "", "as": "", "used": "", "shown": "", "printed": "", "it": "", "appears": "", "appearing": "", "on": "", "in": "", "list": "",
	"labeled": "", "labelled": "", "label's": "", "full": "", "finished": "", "brand": "", "registered": "", "proprietary": "", "marketing": "", "s": "", "ghs": "", "english": "",
}

// wordsOfName are the words of a label in small letters.
func wordsOfName(label string) []string {
	return strings.FieldsFunc(strings.ToLower(label), func(r rune) bool { return strings.ContainsRune("\t\n\f\r /&,:;()-–", r) })
}

// codeInBrackets matches the label of a code behind another one: "Product name (Product code)".
var codeInBrackets = pattern.MustCompile(`(?i)\([^)]*\b(?:codes?|no|numbers?)\b`)

// labelsName reports a label that asks for the name of a product in words of its own: "Name of the preparation", "Product/Trade name",
// "Product identifier as used on the label". A name that is only a chemical or common one, a company's, or a number is none.
func labelsName(label string) bool {
	if len(label) > longNameLabel || codeInBrackets.MatchString(label) {
		return false
	}
	words := wordsOfName(label)
	if len(words) > mostNameWords {
		return false
	}
	n := map[string]int{}
	for i, w := range words {
		part, known := nameWords[strings.Trim(w, ".")]
		if !known || part == "of" && i > 0 {
			return false
		}
		n[part]++
		if w == "name" || w == "names" {
			n["by name"]++
		}
	}
	if n["code"]+n["use"] > 0 && n["by name"] == 0 {
		return false // "Item identification number", "Product identification and use"
	}
	return n["named"] > 0 || n["thing"] > 0 && n["name"] > 0
}

// moreOfNameLabel matches what goes on a label of a name at its end: "or trade name", "(as labelled)", "/Identifier".
var moreOfNameLabel = pattern.MustCompile(`^(?i)(?:[/&,(\-–]|(?:or|and|and/or|as|used|on|of)\b)`)

// nameLabelEnd is where the label of a name ends that begins a text, of which the first bytes are a known one, or none: behind the longest run
// of whole words that labels a name, or behind the known one.
func nameLabelEnd(text string, known int) int {
	if known > 0 && !bareNoun[squeezeLabel(text[:known])] && !moreOfNameLabel.MatchString(strings.TrimLeft(text[known:], " ")) {
		return known
	}
	end := known
	for i := known + 1; i < len(text) && i <= longNameLabel; i++ {
		if text[i] != ' ' && text[i] != ':' && (text[i-1] != ')' || text[i] == ')') {
			continue
		}
		words := wordsOfName(text[:i])
		if len(words) == 0 {
			continue
		}
		last := strings.Trim(words[len(words)-1], ".")
		if part := nameWords[last]; (part == "name" || part == "code" || endsOfNameLabel[last]) && labelsName(text[:i]) {
			end = i
		}
	}
	if colon := strings.IndexByte(text, ':'); colon > end && wordsOnly.MatchString(text[end:colon]) {
		return known // "Product identification and use: ..."
	}
	return end
}

// endsOfNameLabel are the words with which a label ends that says where the name is used.
var endsOfNameLabel = map[string]bool{"label": true, "list": true, "labeled": true, "labelled": true, "synonyms": true, "description": true}

// nameOf is the key of the product's name for a label of section 1 that asks for it in words of its own; "" for others.
func nameOf(section int, label string) string {
	if section == 1 && labelsName(unnumbered(label)) {
		return "product_name"
	}
	return ""
}

// namesLoosely reports a label of section 1 in words of its own that asks for another kind of name too, "Chemical or trade name", or for the
// name of what is not known to be a product.
func namesLoosely(section int, label string) bool {
	return section == 1 && labels()[1][squeezeLabel(label)] == "" && (nameOf(1, label) != "" && otherKind.MatchString(label) || anyName(1, label) != "")
}

var otherKind = pattern.MustCompile(`(?i)\b(?:synonym|chemical|common|technical|generic)`)

// anyName is the key of the product's name for a label of section 1 that asks for the name of something other than a company, person,
// substance or place: "Gas name"; "" for others.
func anyName(section int, label string) string {
	if label = unnumbered(label); section != 1 || nameOf(1, label) != "" || !anyNameLabel.MatchString(label) || nameOfOther.MatchString(label) {
		return ""
	}
	return "product_name"
}

var (
	anyNameLabel = pattern.MustCompile(`^(?:[A-Za-z]+ ){1,3}(?i:names?)$|^(?i:products|designation)$`)
	nameOfOther  = pattern.MustCompile(`(?i)\b(?:compan|corporat|firm|business|suppl|manufactur|import|export|distribut|vendor|produc(?:er|ing)|contact|person|responsible|prepare|author|department|division|plant|site|facility|customer|user|emergency|telephone|chemical|common|generic|technical|brand|iupac|inci|cas|ec|scientific|systematic|synonym|other|alternat|former|shipping|component|ingredient|hazard|class|family|group|law|country|city|street|state|file|document|first|last|manager|officer|doctor|representative|agent|owner|hospital|carrier|trivial|molecular|botanical|latin|and|of)`)
)

// bareNoun are the labels of a name that begin many others.
var bareNoun = map[string]bool{"product": true, "material": true, "substance": true, "identity": true, "name": true}

// wordsOnly matches a few words between a bare noun and a colon, which are of the label.
var wordsOnly = pattern.MustCompile(`^ [A-Za-z]+(?: [A-Za-z]+){0,2} ?$`)

// lineLabel is the label with which a line begins. In section 1, a label of a name in the line's first column ends with the column, and a bare
// noun that begins another label there is none.
func lineLabel(section int, l doc.Line) (key, label, rest string) {
	key, label, rest = splitLabel(section, l.Text)
	if section != 1 || key != "" && key != "product_name" {
		return key, label, rest
	}
	segs := segmentsAt(l, 1)
	if len(segs) > 1 && numbering.FindString(segs[0].text+" ") == segs[0].text+" " {
		segs = segs[1:]
	}
	if len(segs) == 0 {
		return key, label, rest
	}
	column, _, colon := strings.Cut(segs[0].text, ":")
	column = strings.TrimSpace(column)
	if bareNoun[squeezeLabel(label)] {
		more := strings.TrimPrefix(unnumbered(column), unnumbered(label))
		if colon && wordsOnly.MatchString(more) || len(segs) > 1 && sortNoun.MatchString(more) {
			return "", "", "" // "Product series: ..."
		}
	}
	if len(segs) < 2 || colon || labels()[1][squeezeLabel(column)] != "" || len(column) <= len(label) || orElse(nameOf(1, column), anyName(1, column)) == "" {
		return key, label, rest
	}
	return "product_name", column, strings.TrimLeft(segmentsText(segs[1:]), " :=")
}

// besideOtherLabel is the name in the line below the heading of the product's identifiers that has a label beside it of which nothing is known:
// "Product series: Brightol 40"; "" where the line is no label with a value.
func besideOtherLabel(it item) string {
	if it.kind != doc.Below || !overIdentifiers[squeezeLabel(it.label)] || len(it.lines) == 0 {
		return ""
	}
	if label, value, ok := strings.Cut(cleaned(fold.Printed(it.lines[0].Text)), ":"); ok {
		if labelNoun.MatchString(strings.TrimSpace(label)) && strings.IndexFunc(value, isLetterRune) >= 0 {
			return strings.TrimSpace(value)
		}
		return ""
	}
	segs := segmentsAt(it.lines[0], 1)
	if len(segs) != 2 || !labelNoun.MatchString(segs[0].text) {
		return ""
	}
	return segs[1].text
}

// overIdentifiers are the labels that head the identifiers of a product.
var overIdentifiers = map[string]bool{"productidentifier": true, "productidentifiers": true, "productidentification": true}

// sortNouns are the nouns with which labels end that ask for the sort of a product, or a number of it.
const sortNouns = `(?:form|type|use|code|class|numbers?|no|state|category|group|family|line|range|size|colou?r|status|cas|ufi|reach|registration|date)`

var (
	// labelNoun matches a label of something that names a product.
	labelNoun = pattern.MustCompile(`(?i)^(?:[a-z]+ ){0,2}(?:names?|title|model|item|article|products?|reference|ref|series|description|designation)$`)
	// sortNoun matches the rest of a label that begins with a bare noun.
	sortNoun = pattern.MustCompile(`(?i)^ (?:[a-z]+ )?(?:` + sortNouns + `|title|model|reference|ref|series|description|information|safety|support|service|department|stewardship)$`)
)
