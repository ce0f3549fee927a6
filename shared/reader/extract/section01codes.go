package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
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
var sheetsOwn = pattern.MustCompile(`(?i)^m?sds\b`)

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
var identifierCode = pattern.MustCompile(`^[A-Z]{0,3}[0-9]{4,10}[A-Z]{0,2}$`)

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
var codeFirst = pattern.MustCompile(`(?i)^[A-Z0-9]*[0-9]{3,}[A-Z0-9\-]* (?:[-–] |\()?[0-9]+(?:\.[0-9]+)? ?(?:fl\.? ?)?(?:oz|gal|qt|pt|lb|ml|l|kg)\b`)

// noCode matches what stands in the place of codes: "All codes (see page 3)".
var noCode = pattern.MustCompile(`(?i)\bsee (?:page|section|below|attached|list)|^(?:all|various|multiple) (?:codes|products|items)\b|^(?:descriptions?|names?|sizes?|colou?rs?)$`)

// frenchRest is the rest of a French label, of which "Code" alone is known: "Code du produit : 49231".
var frenchRest = pattern.MustCompile(`(?i)^d(?:u|e|es|e la|e l['’]|['’]) ?(?:produits?|article|commande|mati[eè]re)(?: ?[:#\-–])? *`)

// sheetLabel is the label of the sheet's number before codes of the product.
var sheetLabel = pattern.MustCompile(`(?i)^[^A-Za-z0-9]*m?sds ?(?:no\.?|numbers?|#) ?: *`)

// dateBehindCodes matches the label of a date behind codes, and the date.
var dateBehindCodes = pattern.MustCompile(`(?i) +(?:(?:issued?|revision|revised|printed?|effective|prepared) )?date\b ?:?[ 0-9/.\-]*$`)

var supersedes = pattern.MustCompile(`(?i) +super[sc]ede.*$`)

// besideCode matches a code whose label stands within a line, or that another label names.
var besideCode = pattern.MustCompile(`(?:(?i:\b(?:code|item|product|part|stock|catalog(?:ue)?) ?(?:(?:no\.?|number|#|code)s?(?: ?\(s\))? ?[:#]|#) ?|^(?:other )?means of identification ?:? ?)([A-Z0-9]*[0-9][A-Z0-9\-./]*(?:, ?[A-Z0-9]*[0-9][A-Z0-9\-./]*)*)| ITEM ([A-Z]{2,4}|[A-Z0-9]*[0-9][A-Z0-9\-./]*))(?:$| [^0-9])`)

// otherCode matches codes that are not the product's.
var otherCode = pattern.MustCompile(`(?i)\b(?:access|postal|zip|area|country|hazchem|kemler|ERG|tunnel) code\b`)

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
	codeHeading = pattern.MustCompile(`(?i)^` + codeWords + `$|^sku$|^n[°º] de mod[eè]le$`)
	describedBy = pattern.MustCompile(`(?i)^(?:product |item )?(?:description|name|size|colou?r)s?$`)
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
var productCodes = pattern.MustCompile(`(?i) product codes?(?: ?\(s\))? ?: ?([A-Z0-9\-]*[0-9][A-Z0-9\-]*(?:, ?[A-Z0-9\-]*[0-9][A-Z0-9\-]*)*)$`)

// marginCode is a code before the product's name in a margin: "Material: 10002062 Brightol".
var marginCode = pattern.MustCompile(`^[A-Z]{0,3}-?[0-9]{5,10}$`)

// otherNames is the label of a product's other names.
var otherNames = pattern.MustCompile(`(?i)^(?:synonyms?|other names?)(?: ?\(s\))? ?:? ?`)

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
	bracketsOf  = pattern.MustCompile(` ?\([^()]*\)`)
	plainNumber = pattern.MustCompile(`^[0-9]{5,8}$`)
)

// codesLabel is a label of codes and nothing else.
var codesLabel = pattern.MustCompile(`(?i)^` + codeWords + `$`)

func (s *sheet) setCodes(it item, codes []string, confidence float64) {
	s.add(Value{Section: it.section, Key: "product_codes", Row: NoRow, Kind: Codes, List: codes, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "label", Confidence: confidence})
}
