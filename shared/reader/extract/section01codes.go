package extract

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
)

// marginItems are the sheet's numbers in headers and footers.
func (s *sheet) marginItems() []item {
	var out []item
	add := func(it item) {
		if (it.key == "sds_number" || it.key == "control_number") && it.value != "" && len(it.value) < 60 {
			out = append(out, it)
		}
	}
	for _, p := range s.d.MarginPairs {
		add(item{section: 1, key: labels()[1][squeezeLabel(p.Label)], label: p.Label, value: fold.Printed(p.Value), lines: p.ValueLines, kind: p.Kind, at: -1})
	}
	for _, l := range append(append([]doc.Line{}, s.d.Headers...), s.d.Footers...) {
		for _, g := range segments(l) {
			key, label, rest := splitLabel(1, g.text)
			if i := strings.IndexByte(rest, ' '); i > 0 {
				rest = rest[:i]
			}
			add(item{section: 1, key: key, label: label, value: rest, lines: []doc.Line{l}, kind: doc.Colon, at: -1})
		}
	}
	return out
}

var codeSeparators = regexp.MustCompile(`[,、;]|[ ]{1,}(?:and|or|&)[ ]|及び|または`)

func (s *sheet) codes(list []item) {
	sds := s.sheetNumber(list)
	codes := first(list, "product_codes")
	control := first(list, "control_number")
	// A sheet may print several labels of codes: product code and SKU, item and order number.
	var all []string
	var from item
	for _, it := range slices.Concat(codes, s.codesAmongNames(), meansAlone(list)) {
		if len(it.lines) > 0 && otherCode.MatchString(fold.Printed(it.lines[0].Raw)) && !otherCode.MatchString(it.value) {
			continue
		}
		for _, code := range s.codesIn(it) {
			if slices.ContainsFunc(all, func(known string) bool { return strings.EqualFold(known, code) }) {
				continue
			}
			if len(all) == 0 {
				from = it
			} else if !slices.ContainsFunc(from.lines, func(l doc.Line) bool { return len(it.lines) > 0 && l.Text == it.lines[0].Text }) {
				from.lines, from.value = slices.Concat(from.lines, it.lines), from.value+"; "+it.value
			}
			all = append(all, code)
		}
	}
	if len(all) == 0 && !s.ja {
		from, all = s.codesInTable()
	}
	if len(all) == 0 && len(control) == 0 && !s.ja {
		from, all = s.codesBeside()
	}
	if len(all) == 0 && len(control) == 0 && !s.ja {
		from, all = s.codesInMargin()
	}
	if len(all) == 0 && len(control) == 0 && !s.ja {
		from, all = s.codeAsIdentifier(list)
	}
	if len(all) > 0 {
		s.out.Values = slices.DeleteFunc(s.out.Values, func(v Value) bool { return v.Key == "product_codes" && v.Extractor == beforeName })
		s.setCodes(from, all, 0.85)
	}
	for _, it := range control {
		got := splitCodes(cutAtLabel(it.value))
		if len(got) == 0 {
			continue
		}
		if ofSheet := sheetsOwn.MatchString(got[0]); s.out.Get("product_codes") == nil && !ofSheet {
			s.setCodes(it, got, 0.7)
		} else if !sds && (!ofSheet || strings.IndexFunc(got[0], isDigitRune) >= 0) {
			s.text(it, "sds_number", got[0], "control number", 0.7)
		}
		break
	}
}

// sheetsOwn matches a document's number that names the sheet: "SDS-LR".
var sheetsOwn = regexp.MustCompile(`(?i)^m?sds\b`)

// codeAsIdentifier is a code that stands as the product's identifier where another label has its name.
func (s *sheet) codeAsIdentifier(list []item) (item, []string) {
	name := s.out.Text("product_name")
	for _, it := range list {
		if strings.EqualFold(it.label, "product identifier") && identifierCode.MatchString(it.value) && name != "" && !strings.Contains(name, it.value) {
			return it, []string{it.value}
		}
	}
	return item{}, nil
}

// identifierCode matches a code that cannot be a name: "Z03618".
var identifierCode = regexp.MustCompile(`^[A-Z]{0,3}[0-9]{4,10}[A-Z]{0,2}$`)

// codesIn are the codes of an item: without the next item, the end of a longer label, and lines that hold none.
func (s *sheet) codesIn(it item) []string {
	value := it.value
	if !s.ja {
		lines := it.lines
		for n := 1; n < len(lines); n++ {
			if strings.IndexFunc(lines[n].Text, isDigitRune) < 0 || titleOnly.MatchString(fold.Printed(lines[n].Text)) {
				value, lines = fold.Printed(doc.Join(lines[:n])), lines[:n]
				if _, _, rest := splitLabel(1, value); rest != "" {
					value = rest
				}
			}
		}
		if len(lines) > 1 && eachBeginsWithCode(lines) {
			texts := make([]string, len(lines))
			for n, l := range lines {
				texts[n] = l.Text
			}
			value = fold.Printed(strings.Join(texts, ", "))
			if _, _, rest := splitLabel(1, value); rest != "" {
				value = rest
			}
		}
		if len(lines) == 1 {
			if segs := segments(lines[0]); len(segs) > 1 && strings.HasPrefix(value, segs[0].text) && len(segs[1].words) > 2 {
				value = segs[0].text // an address beside it
			}
		}
		value = dateBehindCodes.ReplaceAllString(ownPart(supersedes.ReplaceAllString(value, "")), "")
	}
	value = sheetLabel.ReplaceAllString(frenchRest.ReplaceAllString(value, ""), "")
	name := s.out.Text("product_name")
	var out []string
	for _, code := range splitCodes(cutAtLabel(value)) {
		if !s.ja && (len(strings.Fields(code)) > 2 && strings.EqualFold(code, name) || noCode.MatchString(code)) {
			continue
		}
		out = append(out, code)
	}
	return out
}

// eachBeginsWithCode reports lines with a code of their own each, perhaps with a size behind it.
func eachBeginsWithCode(lines []doc.Line) bool {
	return !slices.ContainsFunc(lines, func(l doc.Line) bool { return !codeFirst.MatchString(fold.Printed(l.Text)) })
}

// codeFirst matches a line that begins with a code of three figures at least, and goes on with a size.
var codeFirst = regexp.MustCompile(`(?i)^[A-Z0-9]*[0-9]{3,}[A-Z0-9\-]* (?:[-–] |\()?[0-9]+(?:\.[0-9]+)? ?(?:fl\.? ?)?(?:oz|gal|qt|pt|lb|ml|l|kg)\b`)

// noCode matches what stands in the place of codes: "All codes (see page 3)".
var noCode = regexp.MustCompile(`(?i)\bsee (?:page|section|below|attached|list)|^(?:all|various|multiple) (?:codes|products|items)\b|^(?:descriptions?|names?|sizes?|colou?rs?)$`)

// frenchRest is the rest of a French label, of which "Code" alone is known: "Code du produit : 49231".
var frenchRest = regexp.MustCompile(`(?i)^d(?:u|e|es|e la|e l['’]|['’]) ?(?:produits?|article|commande|mati[eè]re)(?: ?[:#\-–])? *`)

// sheetLabel is the label of the sheet's number before codes of the product.
var sheetLabel = regexp.MustCompile(`(?i)^[^A-Za-z0-9]*m?sds ?(?:no\.?|numbers?|#) ?: *`)

// dateBehindCodes matches the label of a date behind codes, and the date.
var dateBehindCodes = regexp.MustCompile(`(?i) +(?:(?:issued?|revision|revised|printed?|effective|prepared) )?date\b ?:?[ 0-9/.\-]*$`)

var supersedes = regexp.MustCompile(`(?i) +super[sc]ede.*$`)

// besideCode matches a code whose label stands within a line, or that another label names.
var besideCode = regexp.MustCompile(`(?:(?i:\b(?:code|item|product|part|stock|catalog(?:ue)?) ?(?:(?:no\.?|number|#|code)s?(?: ?\(s\))? ?[:#]|#) ?|^(?:other )?means of identification ?:? ?)([A-Z0-9]*[0-9][A-Z0-9\-./]*(?:, ?[A-Z0-9]*[0-9][A-Z0-9\-./]*)*)| ITEM ([A-Z]{2,4}|[A-Z0-9]*[0-9][A-Z0-9\-./]*))(?:$| [^0-9])`)

// otherCode matches codes that are not the product's.
var otherCode = regexp.MustCompile(`(?i)\b(?:access|postal|zip|area|country|hazchem|kemler|ERG|tunnel) code\b`)

// codesBeside finds codes that are in no item: with their label within a line, also of the sheet's last ones, and as
// another means of identification.
func (s *sheet) codesBeside() (item, []string) {
	for _, l := range append(s.allLines(0, 1), s.ending()...) {
		text := cleaned(fold.Printed(l.Text))
		m := besideCode.FindStringSubmatch(text)
		if m == nil || otherCode.MatchString(text) || len(notation.FindDates(m[1], notation.DayFirst)) > 0 {
			continue
		}
		if codes := splitCodes(m[1] + m[2]); !slices.ContainsFunc(codes, func(code string) bool { return len(code) >= 16 }) {
			return item{section: 1, value: text, lines: []doc.Line{l}}, codes
		}
	}
	return item{}, nil
}

// codesInTable are the codes of a table of section 1 that has a column of them beside one of descriptions.
func (s *sheet) codesInTable() (item, []string) {
	var out []string
	from := item{section: 1}
	for i := range s.d.Sections {
		if s.d.Sections[i].Number > 1 {
			continue
		}
		for _, t := range s.d.Sections[i].Tables {
			if len(t.Rows) < 2 {
				continue
			}
			column := codeColumn(t)
			if column < 0 {
				continue
			}
			for r := 1; r < len(t.Rows); r++ {
				cell := t.Rows[r][column]
				code := fold.Printed(cell.Text())
				if cell.Covered || len(code) > 30 || strings.IndexFunc(code, isDigitRune) < 0 || strings.Contains(code, ":") || slices.Contains(out, code) {
					continue
				}
				out, from.lines = append(out, code), append(from.lines, cell.Lines...)
			}
		}
	}
	from.value = strings.Join(out, "; ")
	return from, out
}

// codeColumn is the column of a table whose first row heads it as one of codes, and another one as one of what they are; -1
// where there is none.
func codeColumn(t doc.Table) int {
	column, described := -1, false
	for c, cell := range t.Rows[0] {
		switch text := fold.Printed(cell.Text()); {
		case codeHeading.MatchString(text) && column < 0:
			column = c
		case describedBy.MatchString(text):
			described = true
		}
	}
	if !described {
		return -1
	}
	return column
}

var (
	codeHeading = regexp.MustCompile(`(?i)^` + codeWords + `$|^sku$|^n[°º] de mod[eè]le$`)
	describedBy = regexp.MustCompile(`(?i)^(?:product |item )?(?:description|name|size|colou?r)s?$`)
)

// codesInMargin are the codes that a header or footer gives with their label.
func (s *sheet) codesInMargin() (item, []string) {
	for _, l := range slices.Concat(s.d.Headers, s.d.Footers) {
		if m := productCodes.FindStringSubmatch(fold.Printed(l.Text)); m != nil {
			return item{section: 1, value: m[1], lines: []doc.Line{l}}, splitCodes(m[1])
		}
		for _, g := range segments(l) {
			if key, label, rest := splitLabel(1, g.text); key == "product_codes" && len(label) > 5 && strings.IndexFunc(rest, isDigitRune) >= 0 && len(rest) < 40 {
				return item{section: 1, value: rest, lines: []doc.Line{l}}, splitCodes(rest)
			}
		}
		if before, _, ok := strings.Cut(withoutSigns(fold.Printed(l.Text)), " "+s.out.Text("product_name")); ok {
			if code := before[strings.LastIndexByte(before, ' ')+1:]; marginCode.MatchString(code) {
				return item{section: 1, value: code, lines: []doc.Line{l}}, []string{code}
			}
		}
	}
	return item{}, nil
}

// productCodes matches codes with their label at the end of a line, whatever stands before it: "March 2006 Product Code(s): 2001, 2002".
var productCodes = regexp.MustCompile(`(?i) product codes?(?: ?\(s\))? ?: ?([A-Z0-9\-]*[0-9][A-Z0-9\-]*(?:, ?[A-Z0-9\-]*[0-9][A-Z0-9\-]*)*)$`)

// marginCode is a code before the product's name in a margin: "Material: 10002062 Brightol".
var marginCode = regexp.MustCompile(`^[A-Z]{0,3}-?[0-9]{5,10}$`)

// otherNames is the label of a product's other names.
var otherNames = regexp.MustCompile(`(?i)^(?:synonyms?|other names?)(?: ?\(s\))? ?:? ?`)

// codesAmongNames are the codes that stand with their label among the product's other names.
func (s *sheet) codesAmongNames() (out []item) {
	for _, l := range s.allLines(0, 1) {
		text := cleaned(fold.Printed(l.Text))
		label := otherNames.FindString(text)
		if value := text[len(label):]; label != "" && codeLabel.MatchString(value) {
			out = append(out, item{section: 1, value: value, lines: []doc.Line{l}})
		}
	}
	for i := range s.d.Sections {
		if s.d.Sections[i].Number > 1 {
			continue
		}
		for _, p := range s.d.Sections[i].Pairs {
			// "...; FUSION; PRODUCT CODES: 03-1601; 03-4101"
			if at := strings.LastIndexByte(p.Label, ';'); at > 0 && codesLabel.MatchString(strings.TrimSpace(p.Label[at+1:])) {
				out = append(out, item{section: 1, value: fold.Printed(p.Value), lines: p.ValueLines})
			}
		}
	}
	return out
}

// meansAlone are the other means of identification of a product that are numbers and nothing else: "1432909, 1551126 (Lemon)".
func meansAlone(list []item) (out []item) {
	for _, it := range list {
		if !strings.EqualFold(it.label, "other means of identification") || len(it.lines) == 0 {
			continue
		}
		parts := splitCodes(bracketsOf.ReplaceAllString(it.value, ""))
		if len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return !plainNumber.MatchString(p) }) {
			out = append(out, item{section: it.section, value: strings.Join(parts, ", "), lines: it.lines[:1]})
		}
	}
	return out
}

var (
	bracketsOf  = regexp.MustCompile(` ?\([^()]*\)`)
	plainNumber = regexp.MustCompile(`^[0-9]{5,8}$`)
)

// codesLabel is a label of codes and nothing else.
var codesLabel = regexp.MustCompile(`(?i)^` + codeWords + `$`)

func (s *sheet) setCodes(it item, codes []string, confidence float64) {
	s.add(Value{Section: it.section, Key: "product_codes", Row: NoRow, Kind: Codes, List: codes, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "label", Confidence: confidence})
}

// packaging is the size of a pack after its code: "4571-0012(18kg)", "DS-37-20L 20Lポリ容器".
var packaging = regexp.MustCompile(`(?i)\([^()]*[0-9] ?(?:kg|g|mg|l|ml|m3|t|缶|本)[^()]*\)|(?:^| )[0-9.,]+ ?(?:kg|g|l|ml|m3|t|oz|gal)\b[^ ,、/;]*`)

// withoutPackaging is a code without the size of its pack. In a list, a number of three figures and more before a unit
// is a code by itself: "151 8oz, 152 Gal".
func withoutPackaging(code string, listed bool) string {
	code = strings.TrimSpace(code)
	if m := sizedCode.FindStringSubmatch(code); m != nil && listed {
		return m[1]
	}
	return strings.TrimSuffix(cleaned(packaging.ReplaceAllString(code, " ")), " -")
}

var sizedCode = regexp.MustCompile(`(?i)^([0-9]{3,})[ \-](?:[0-9]{1,3} ?)?(?:oz|gal(?:lon)?|qt|pt)\b\.?$`)

// codeLabel is a label of codes within the value of another one: "Part #151", "Item No. 4711".
var codeLabel = regexp.MustCompile(`(?i)^` + codeWords + ` ?[:#]? ?`)

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
	dividedCode = regexp.MustCompile(`([0-9A-Z]-) ([0-9])`)
	// remarkOfCode matches what is said of a code in brackets, "04-0208 (all colours)", and a colon for a semicolon.
	remarkOfCode = regexp.MustCompile(` ?\([^()]*\)|:`)
)

// sentenceWords reports words in the place of a code.
func sentenceWords(p string) bool {
	return len(p) > 60 || len(strings.Fields(p)) > 4 && !strings.ContainsAny(p, "0123456789") || strings.HasPrefix(strings.ToLower(p), "no other")
}

func isDigitRune(r rune) bool { return r >= '0' && r <= '9' }

// edition is the country and language of a sheet behind its number: "F-01711 (US_EN)".
var edition = regexp.MustCompile(`^ \([A-Z]{2}[_\-][A-Z]{2}\)`)

var sheetNumberRE = regexp.MustCompile(`(?i)(?:M?SDS[ ]?(?:整理番号|管理番号|番号|No\.?|number|# ?|ID|code)|安全データシート番号|Sheet No\.?|Safety Data Sheet (?:No\.?|number|#))[ ]*[:.]?[ ]*([A-Z0-9][A-Z0-9\-./]*)`)

// sheetNumber reads the number of the sheet itself, also from headers and footers.
func (s *sheet) sheetNumber(list []item) bool {
	for _, it := range first(list, "sds_number") {
		v := pagesBehind.ReplaceAllString(cutAtLabel(cleaned(it.value)), "")
		if i := strings.IndexByte(v, ' '); i > 0 && strings.IndexFunc(v[:i], isDigitRune) >= 0 {
			v = v[:i] + edition.FindString(v[i:])
		}
		v = strings.TrimRight(v, ",;")
		if v == "" || noData(v) || strings.IndexFunc(v, isDigitRune) < 0 && it.section == 0 && !codeToo(list, v) {
			continue
		}
		s.text(it, "sds_number", asPrinted(v, it.lines), "label", 0.85)
		return true
	}
	lines := append(s.allLines(0, 1), append(append([]doc.Line{}, s.d.Headers...), s.d.Footers...)...)
	if one := s.d.Section(1); one != nil && one.Heading != nil {
		lines = append(lines, *one.Heading)
	}
	for _, l := range lines {
		m := sheetNumberRE.FindStringSubmatch(fold.Printed(l.Text))
		if m == nil || strings.IndexFunc(m[1], isDigitRune) < 0 {
			continue
		}
		s.text(item{section: 1, value: l.Text, lines: []doc.Line{l}}, "sds_number", m[1], "named number", 0.75)
		return true
	}
	// Some sheets have it among the dates at their end, on a line of its own.
	for _, l := range s.allLines(16) {
		text := fold.Printed(l.Text)
		if m := sheetNumberRE.FindStringSubmatch(text); m != nil && m[0] == text && strings.IndexFunc(m[1], isDigitRune) >= 0 {
			s.text(item{section: 16, value: l.Text, lines: []doc.Line{l}}, "sds_number", m[1], "named number", 0.75)
			return true
		}
	}
	return false
}

// pagesBehind is the number of pages behind the number of a sheet.
var pagesBehind = regexp.MustCompile(`(?i) (?:total )?pages?\b.*$`)

// codeToo reports whether a sheet's number without figures is the product's code too.
func codeToo(list []item, number string) bool {
	return slices.ContainsFunc(first(list, "product_codes"), func(it item) bool { return strings.EqualFold(it.value, number) })
}
