package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// identification reads section 1, and the lines before the first heading where section 1
// lacks a value.
func (s *sheet) identification() {
	var list []item
	for i := range s.d.Sections {
		if sec := &s.d.Sections[i]; sec.Number == 1 {
			list = append(list, rowsOfLabels(sec, 1, labelsOverNames)...)
		}
	}
	list = append(append(append(list, s.itemsOf(1)...), s.itemsOf(0)...), s.marginItems()...)
	s.companyNames(list)
	s.productName(list)
	s.codes(list)
	s.codeBeforeName()
	s.supplier(list)
	s.maker(list)
	s.phones(list)
	s.recommendedUse(list)
	s.texts(list, 1, []string{"recommended_use", "product_name", "sds_number", "supplier_name", "supplier_phone", "emergency_phone", "manufacturer_name"})
	s.address()
}

// companyNames are items labelled "name" only, right below the heading of the supplier's details.
func (s *sheet) companyNames(list []item) {
	for i, it := range list {
		if it.key != "product_name" || squeezeLabel(it.label) != "name" || it.at < 1 {
			continue
		}
		sec := s.d.Section(it.section)
		if sec == nil || it.at >= len(sec.Lines) {
			continue
		}
		above := fold.Printed(sec.Lines[it.at-1].Text)
		if key, _, _ := splitLabel(1, above); key == "supplier_name" || supplierDetails.MatchString(above) {
			list[i].key = "supplier_name"
		}
	}
}

var supplierDetails = pattern.MustCompile(`(?i)\b(?:details of the supplier|supplier'?s? details|company identification|manufacturer)\b`)

func (s *sheet) productName(list []item) {
	if it, name := s.nameBesideMiddle(); name != "" {
		s.text(it, "product_name", asPrinted(name, it.lines), "label", 0.8)
		return
	}
	var code *item
	for _, it := range describedLast(first(list, "product_name")) {
		name := s.nameOf(&it)
		if !s.ja {
			name = s.withoutTranslation(ownPart(name))
		}
		if !namesProduct(name) || s.otherLabel(it) || s.out.Language == "en" && namedCompany.MatchString(name) {
			continue
		}
		if !s.ja && it.kind == doc.Below && sortBelow.MatchString(name) {
			continue // "Product form: Mixture" below the heading of the identifiers
		}
		if code == nil && !s.ja && !strings.Contains(strings.ToLower(it.label), "name") && identifier.MatchString(name) {
			code = &it // "Product identifier 1039B1NL" over "Product name ..."
			continue
		}
		if code != nil && !strings.Contains(strings.ToLower(it.label), "name") {
			continue
		}
		if s.namedBelow(it, list) || codeOfNamed(it, list) {
			continue // "Product identifier: Cleaners" over "Product name: Brightol"
		}
		name = s.withoutCodes(it, name)
		s.text(it, "product_name", asPrinted(name, it.lines), "label", 0.9)
		if code != nil && len(first(list, "product_codes")) == 0 {
			s.setCodes(*code, []string{ownPart(cutAtLabel(cleaned(code.value)))}, 0.6)
		}
		return
	}
	if code != nil {
		s.text(*code, "product_name", ownPart(s.nameOf(code)), "label", 0.9)
		return
	}
	if it, name := s.aroundLabel(); name != "" {
		s.text(it, "product_name", asPrinted(name, it.lines), "label", 0.8)
		return
	}
	if it, name := s.wordyCode(list); name != "" {
		s.text(it, "product_name", asPrinted(name, it.lines), "label", 0.8)
		return
	}
	// The running header names the product where section 1 does not.
	for _, l := range append(append([]doc.Line{}, s.d.Headers...), s.d.Footers...) {
		if key, _, rest := splitLabel(1, l.Text); key == "product_name" && rest != "" {
			it := item{value: rest, lines: []doc.Line{l}}
			if name := cutAtLabel(cleaned(rest)); namesProduct(name) {
				s.text(it, "product_name", name, "header", 0.6)
				return
			}
		}
	}
	if l, name := s.titleName(); name != "" {
		it := item{value: l.Text, lines: []doc.Line{l}}
		s.text(it, "product_name", s.withoutTitleCode(it, withoutTradeMarks(name, it.lines)), "title", 0.5)
		return
	}
	for _, it := range first(list, "synonyms") {
		if name := ownPart(s.nameOf(&it)); !s.ja && namesInstead.MatchString(it.label) && namesProduct(name) && strings.IndexFunc(name, isLetterRune) >= 0 {
			s.text(it, "product_name", asPrinted(name, it.lines), "label", 0.5)
			return
		}
	}
}

// sortBelow matches what is told of a product in the place of its name.
var sortBelow = pattern.MustCompile(`(?i)^(?:(?:[a-z]+ ){0,2}` + sortNouns + `\b[^:]{0,20}:|(?:mixture|substance)$)`)

// describedLast are items with those at the end that are labelled as descriptions, where another label asks for a name.
func describedLast(list []item) []item {
	if slices.ContainsFunc(list, func(it item) bool { return asksForName.MatchString(it.label) }) {
		slices.SortStableFunc(list, func(a, b item) int { return described(a) - described(b) })
	}
	return list
}

// asksForName matches labels that say that they ask for a name or what stands for it.
var asksForName = pattern.MustCompile(`(?i).\b(?:names?|identity)\b|\b(?:identifiers?|designation|name of)\b|^trade ?names?\b`)

// described is 1 for an item labelled as a description, and 0 for others.
func described(it item) int {
	if squeezeLabel(it.label) == "productdescription" {
		return 1
	}
	return 0
}

// namesInstead are labels of names, and of the kind of product, that a sheet without a product's name has in its place.
var namesInstead = pattern.MustCompile(`(?i)^\W*(?:(?:common|chemical|brand) names?|chemical name[;/, ]+class|product types?)\W*$`)

// namedBelow reports an identifier of a product below which the sheet names the product.
func (s *sheet) namedBelow(it item, list []item) bool {
	if s.ja || it.kind == doc.Below || squeezeLabel(it.label) != "productidentifier" {
		return false
	}
	return slices.ContainsFunc(first(list, "product_name"), func(o item) bool {
		if squeezeLabel(o.label) != "productname" || o.section != it.section || o.at <= it.at {
			return false
		}
		name := ownPart(cutAtLabel(cleaned(o.value)))
		return namesProduct(name) && !s.otherLabel(o) && !identifier.MatchString(name)
	})
}

// codeOfNamed reports an identifier that is among the product's codes, of a product that has a name besides: "Product identifier: AB-1, AB-5" over
// "Trade name: Brightol" and "Item number: AB-1, AB-5".
func codeOfNamed(it item, list []item) bool {
	as := func(key string, same bool) bool {
		return slices.ContainsFunc(first(list, key), func(o item) bool { return (o.value == it.value) == same })
	}
	return !strings.Contains(strings.ToLower(it.label), "name") && as("product_codes", true) && as("product_name", false)
}

// withoutCodes is a product's name without a list of its codes in brackets behind it, which are kept.
func (s *sheet) withoutCodes(it item, name string) string {
	if s.ja {
		return name
	}
	m := codesBehind.FindStringSubmatch(name)
	if m == nil {
		m = labelledBehind.FindStringSubmatch(name)
	}
	if m == nil && nameAndNumber.MatchString(it.label) {
		if m = codeBehindName.FindStringSubmatch(name); m == nil {
			if m = codeBeforeIt.FindStringSubmatch(name); m != nil {
				m[1], m[2] = m[2], m[1]
			}
		}
	}
	if m == nil {
		return name
	}
	if s.out.Get("product_codes") == nil {
		s.setCodes(it, splitCodes(m[2]), 0.7)
	}
	return m[1]
}

// nameAndNumber is a label that asks for the name and the code at once, codeBehindName and codeBeforeIt are the answers to it: "Brightol / 12345",
// "12345 Brightol".
var (
	nameAndNumber  = pattern.MustCompile(`(?i)\bname\b.{1,8}\b(?:number|no|code)\b|\b(?:number|no|code)\b.{1,16}\bname\b`)
	codeBehindName = pattern.MustCompile(`^([^()]*[A-Za-z][^()]*?) *(?:[/#,:(–]|- ) *(?:(?i:no)\.? ?|# ?)?([A-Z0-9\-]*[0-9][A-Z0-9\-]*)\)?$`)
	codeBeforeIt   = pattern.MustCompile(`^([A-Z0-9\-]*[0-9][A-Z0-9\-]*)(?: ?[/,:–]| -)? +([A-Za-z].*)$`)
)

// codesBehind matches a name with two codes or more in brackets behind it: "Brightol (4291-01, 4291-05)".
var codesBehind = pattern.MustCompile(`^(.{3,}?) ?\(((?:[A-Z]{0,4}-?[0-9][0-9A-Z\-]{2,}, ?)+(?:and |& ?)?[A-Z]{0,4}-?[0-9][0-9A-Z\-]{2,})\)$`)

// labelledBehind matches a name with a number behind it that its label tells: "Brightol Wipe DIN# 02510111".
var labelledBehind = pattern.MustCompile(`^(.{3,}?)[ ,(\-–]+(?:DIN|SKU|P/N|REF|(?i:(?:product |item |article )?code)|(?i:art(?:icle)?|cat(?:alog(?:ue)?)?|part|item|stock)\.? ?(?i:no\.?|numbers?|#))[ #:.]*([A-Z0-9\-]*[0-9][A-Z0-9\-]*(?:, ?[A-Z0-9\-]*[0-9][A-Z0-9\-]*)*)\)?$`)

// codeBeforeName cuts a product's code off its name, where the sheet gives it by itself too.
func (s *sheet) codeBeforeName() {
	name := s.out.Get("product_name")
	if name == nil {
		return
	}
	for _, code := range s.out.List("product_codes") {
		rest, ok := strings.CutPrefix(name.Text, code+" ")
		if rest = strings.TrimLeft(rest, " ,-:"); ok && strings.ContainsAny(code, "0123456789") && strings.IndexFunc(rest, isLetterRune) >= 0 {
			name.Text = rest
			return
		}
	}
}

// identifier has the form of a code, not of a name: no blank, capitals and figures.
var identifier = pattern.MustCompile(`^[A-Z0-9][A-Z0-9\-./]*[0-9][A-Z0-9\-./]*$`)

var (
	// leadingCode matches a code before a name: "83021 Cleaner", "151, Cleaner".
	leadingCode = pattern.MustCompile(`^((?:[A-Z]{1,3}-)?[0-9]{4,8}(?: [A-Z])?|[0-9]{3,8},) +([^0-9 ].{3,})$`)
	// apartCode matches a long code of capitals and figures with a dash between it and a name, or one of two long numbers: "F090E-0092A - Primer",
	// "5400-0017 Primer".
	apartCode = pattern.MustCompile(`^([A-Z]{0,3}(?:-?[0-9]+[A-Z]{0,3}){2,5}) [-–] ([^0-9 ].{3,})$|^([0-9]{4,6}-[0-9]{3,6}) ([^0-9 ].{3,})$`)
)

// namedCompany matches a company's name with its legal form, in the place of a product's.
var namedCompany = pattern.MustCompile(`(?i)\b(?:inc|corp|ltd|llc|gmbh|corporation)\.?(?:$| ?,| No\b)|\bco ?\. ?, ?ltd\b`)

// nameOf cleans a product's name: a code before it and other labels after it are cut off.
func (s *sheet) nameOf(it *item) string {
	own, done := s.withoutNeighbours(firstCell(*it))
	if len(own.lines) == 2 && own.kind != doc.Below && s.saysUse(own.lines[0], own.lines[1]) {
		own.lines, done = own.lines[:1], true
		own.value = fold.Printed(doc.Join(own.lines))
	}
	*it = own
	name := cutAtLabel(cleaned(it.value))
	if it.kind == doc.Below && len(it.lines) > 0 {
		if n := s.linesBelow(*it); n > 1 {
			it.lines = it.lines[:n]
			name = cutAtLabel(cleaned(doc.Join(it.lines)))
			return s.withoutLeadingCode(*it, withoutTradeMarks(s.unbroken(name, it.lines), it.lines))
		}
		name = cutAtLabel(cleaned(it.lines[0].Text))
		if len(it.lines) > 1 && codeAlone.MatchString(name) && s.out.Get("product_codes") == nil && s.mayBeName(it.lines[1].Text) {
			s.setCodes(item{section: it.section, value: name, lines: it.lines[:1]}, []string{name}, 0.65)
			name = cutAtLabel(cleaned(it.lines[1].Text))
		}
	}
	if value := besideOtherLabel(*it); value != "" {
		it.lines = it.lines[:1]
		return s.withoutLeadingCode(*it, cutAtLabel(value))
	}
	if own := underValue(it.lines); own != nil {
		it.lines = own
		name = cutAtLabel(cleaned(doc.Join(own)))
	}
	if n := nameLines(*it); n < len(it.lines) {
		it.lines = it.lines[:n]
		name = cutAtLabel(cleaned(doc.Join(it.lines)))
	}
	if n := s.ofOneProduct(*it); n < len(it.lines) {
		it.lines = it.lines[:n]
		return cutAtLabel(cleaned(doc.Join(it.lines)))
	}
	for range 8 {
		more := s.nameBelow(*it, name)
		if more == nil {
			more = s.nameInNextRow(*it)
		}
		if more == nil || done {
			break
		}
		it.lines = append(it.lines[:len(it.lines):len(it.lines)], *more)
		if strings.HasSuffix(it.lines[len(it.lines)-2].Text, ",") {
			name += ","
		}
		name = cutAtLabel(cleaned(doc.JoinText(name, more.Text)))
	}
	return s.withoutLeadingCode(*it, withoutTradeMarks(s.unbroken(name, it.lines), it.lines))
}

// withoutLeadingCode is a product's name without its code before it, which is kept where the sheet has given none so far.
func (s *sheet) withoutLeadingCode(it item, name string) string {
	if rest := s.withoutApartCode(it, name); rest != name {
		return rest
	}
	m := leadingCode.FindStringSubmatch(name)
	if m == nil || s.out.Get("product_codes") != nil {
		return name
	}
	s.codeFound(it, strings.TrimRight(m[1], ","))
	return m[2]
}

// leastApart is the number of characters of a code that tells itself from a word of a name.
const leastApart = 7

// withoutApartCode is a product's name without the code before it that is no part of it whatever other codes the sheet gives.
func (s *sheet) withoutApartCode(it item, name string) string {
	m := apartCode.FindStringSubmatch(name)
	if m == nil || len(m[1]+m[3]) < leastApart {
		return name
	}
	if s.out.Get("product_codes") == nil {
		s.codeFound(it, m[1]+m[3])
	}
	return m[2] + m[4]
}

// withoutTitleCode is the name that a title gives without the code before it, where a comma or dash tells it from the number of a name.
func (s *sheet) withoutTitleCode(it item, name string) string {
	if m := leadingCode.FindStringSubmatch(name); m != nil && strings.HasSuffix(m[1], ",") {
		return s.withoutLeadingCode(it, name)
	}
	return s.withoutApartCode(it, name)
}

// beforeName is the rule of a code that stands before the product's name, and is the product's where no label tells one.
const beforeName = "before the name"

// codeFound keeps a product's code that stands before its name.
func (s *sheet) codeFound(it item, code string) {
	s.add(Value{Section: it.section, Key: "product_codes", Row: NoRow, Kind: Codes, List: []string{code}, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: beforeName, Confidence: 0.7})
}

// nameLines is the number of an item's lines that belong to the name: beside a label, those
// under the value, and those at the margin only where the line before is full.
func nameLines(it item) int {
	if it.kind != doc.Colon && it.kind != doc.Gap || len(it.lines) < 2 {
		return len(it.lines)
	}
	first := it.lines[0]
	for i, l := range it.lines[1:] {
		if l.X0 > first.X0-first.Size {
			continue
		}
		if above := it.lines[i]; above.X1-l.X0 < 40*max(above.Size, 6) && !unfinished.MatchString(fold.Printed(above.Text)) {
			return i + 1
		}
	}
	return len(it.lines)
}

// underValue are the lines of a value without what other columns print beside its further ones;
// nil where there is nothing to leave out.
func underValue(lines []doc.Line) []doc.Line {
	if len(lines) < 2 {
		return nil
	}
	cut := false
	out := lines[:1:1]
	for _, l := range lines[1:] {
		segs := segmentsAt(l, 1)
		if len(segs) < 2 || l.X0 > lines[0].X0-3*lines[0].Size {
			out = append(out, l)
			continue
		}
		for _, s := range segs {
			if s.box.OverlapX(lines[0].Box) > 0 {
				part := l
				part.Box, part.Words, part.Text, part.Raw = s.box, s.words, s.text, s.text
				out = append(out, part)
			} else {
				cut = true
			}
		}
	}
	if !cut {
		return nil
	}
	return out
}

var codeAlone = pattern.MustCompile(`^[A-Z]{0,3}-?[0-9][0-9A-Z\-]{3,}(?: [A-Z])?$`)

// mayBeName reports whether a line may be a product's name: words, no label, no sentence.
func (s *sheet) mayBeName(text string) bool {
	key, _, _ := splitLabel(1, text)
	return key == "" && len(text) < 60 && strings.IndexFunc(text, isLetterRune) >= 0 && !strings.HasSuffix(text, ".") && !strings.ContainsAny(text, "@:")
}

// longestLabel is longer than any label, in bytes, with its blanks.
const longestLabel = 300

// cutAtLabel cuts a value at the next label of section 1 in it.
func cutAtLabel(value string) string {
	for i := 1; i < len(value); i++ {
		if value[i] != ':' {
			continue
		}
		// Words before the colon, from the longest.
		from := max(i-longestLabel, 0)
		from += strings.LastIndexAny(value[from:i], "。;") + 1
		for j := from; j < i; j++ {
			if j > 0 && value[j-1] != ' ' && value[j-1] != ')' && value[j] < 0x80 {
				continue
			}
			if figures.MatchString(value[j:i]) {
				continue
			}
			if k := labels()[1][squeezeLabel(value[j:i])]; k != "" && j > 0 {
				return strings.TrimSpace(value[:j])
			}
		}
	}
	return value
}
