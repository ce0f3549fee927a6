package extract

import (
	"math"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

var (
	// titleOnly matches the title of a sheet and words that head a part of it, which name nothing.
	titleOnly = pattern.MustCompile(`(?i)^(?:(?:product |material )?(?:safety|health) (?:(?:data|information)[ -]*)?sheets?\b.*|m?sds|(?:(?:product|materials?) )?details?|and .*|&.*|identification|information|sales(?: ?/ ?purchasing)?|materials?|products?|(?:product |chemical )?(?:name|type|identifier)(?: .*classification)?|none|(?:company ?/ ?)?undertaking|section [0-9]+|page [0-9]+.*|[0-9]+ of [0-9]+|(?:CAS|class|type|form|size|status|group)\b[^:]{0,16}:.*|.{0,40}\bclassification)[ :.]*$`)
	// ofLabel matches the rest of a label that is longer than the known one.
	ofLabel = pattern.MustCompile(`^(?i:/? ?nom du produit ?|trade name or designation(?: of the (?:mixture|substance|product))?|nom commercial(?: ou)?|nome commerciale(?: o)?|identification of the (?:substance|product|mixture)(?: or mixture)?|identifier|names?|identity|numbers|(?:& ?|and )?syn(?:onyms?|\.)\.*|\(?as labell?ed\)?|designation)(?:[ :.\-–]+|$)`)
	// companyLabels matches the rest of a label that names the company in two ways.
	companyLabels = pattern.MustCompile(`^(?i)(?:manufacturer|supplier|distributor|importer|vendor|producer|fabricant|fournisseur|hersteller|lieferant)(?:'s)?(?: ?(?:and|or|/|&) ?(?:manufacturer|supplier|distributor|importer|vendor|producer)(?:'s)?)* *(?:name|details)?[ :]+`)
	// leaders are the dots and marks between a label and its value, and a bar drawn as a letter.
	leaders = pattern.MustCompile(`^(?:[ :.·•●|>\-–—=\x{e000}-\x{f8ff}]+|l (?:[A-Z0-9]))`)
	// nextItem matches where a value runs into the item after it: a bullet, the number of a
	// sub-heading, the words of another label.
	nextItem = pattern.MustCompile(` [·●■] ?| ?\b1\.[1-9]\.? +[A-Z]| [Rr]elevant identified uses| Details of the supplier| (?i:effective date|version|colou?r|date prepared|preparation date|revision date|item ?(?:number|no\.?)(?:\(s\))?|item #|emergency (?:tele)?phone ?[#:.]?|preparer|product (?:use|type|code|number|identification number)(?: \(PIN\))?|chemical family|code no\.?) ?[:#.0-9(]| ITEM [A-Z0-9\-]{1,12}$| 1\.[2-9]\.?$`)
	// dateBehind is a date behind a name.
	dateBehind = pattern.MustCompile(` +[0-9]{1,2}[/.\-][0-9]{1,2}[/.\-](?:19|20)[0-9]{2}$`)
	// markLetters are the letters of a trade mark's sign, raised in print, behind a word.
	markLetters = pattern.MustCompile(`([a-zà-ÿ])(?:TM|SM)(?:/M[CD])?\b`)
	// casBehind is a CAS number behind a name.
	casBehind = pattern.MustCompile(`(?i)[ ,;–\-(\[]+CAS(?:[ \-]?(?:reg(?:istry)?\.?)?[ ]?(?:no\.?|numbers?|nr\.?|#|rn))?[ :#]*[0-9]{2,7}-[0-9]{2}-[0-9][)\]]?$`)
	// bilingualMark is the sign of a trade mark in English and French.
	bilingualMark = pattern.MustCompile(` ?(?:TM|SM|®|™|\bR)/M[CD]\b`)
	// markGlyph is the letter that stands for a registered or trade mark where the symbol font's code was taken for text.
	markGlyph = pattern.MustCompile(`([A-Za-z]{3})[ÒÔâä]( |$)`)
	// seeElsewhere matches the remark where more is told.
	seeElsewhere = pattern.MustCompile(` ?\((?i:see (?:also )?(?:section|page|below|attached|list|table)\b[^()]*)\)$`)
	// continued matches the remark that a table goes on elsewhere.
	continued = pattern.MustCompile(` ?\((?i:contd|cont'?d|continued)\.? (?:on|of|from) page [0-9]+\).*$`)
)

// ownPart is the part of a value of section 1 that belongs to its own label: without the rest
// of a longer label before it, and without the next item behind it.
func ownPart(value string) string {
	v := strings.TrimSpace(value)
	for range 3 {
		before := v
		if at := leaders.FindStringIndex(v); at != nil {
			if v[0] == 'l' {
				v = v[2:]
			} else {
				v = v[at[1]:]
			}
		}
		v = companyLabels.ReplaceAllString(v, "")
		if at := ofLabel.FindStringIndex(v); at != nil && at[1] < len(v) {
			v = v[at[1]:]
		}
		if v == before {
			break
		}
	}
	if at := nextItem.FindStringIndex(v); at != nil && at[0] > 0 {
		v = v[:at[0]]
	}
	v = seeElsewhere.ReplaceAllString(continued.ReplaceAllString(v, ""), "")
	v = casBehind.ReplaceAllString(v, "")
	v = dateBehind.ReplaceAllString(v, "")
	v = bilingualMark.ReplaceAllString(v, "")
	v = markGlyph.ReplaceAllString(markLetters.ReplaceAllString(v, "$1"), "$1$2")
	return strings.TrimRight(v, " ,;:-–")
}

// namesProduct reports whether a text may be a product's name, and is no title, heading or
// sentence about the sheet.
func namesProduct(text string) bool {
	return text != "" && !nextLabel.MatchString(text) && !noData(text) && !titleOnly.MatchString(text) && !isHeadingWords(text) && !sentenceOn.MatchString(text)
}

// sentenceOn matches what goes on a sentence that only begins like a label: "Substance | of Very High Concern".
var sentenceOn = pattern.MustCompile(`^(?:of|is|are|was|were|has|have|had|that|which|who|may|can|shall|will|should|must|by|from) `)

// withoutTranslation is a name in an English sheet without the Chinese or Japanese words behind it, which say the same.
func (s *sheet) withoutTranslation(name string) string {
	at := strings.IndexFunc(name, doc.CJK)
	if s.out.Language != "en" || at < 4 || strings.IndexFunc(name[:at], isLetterRune) != 0 || strings.ContainsFunc(name[at:], isLatinRune) {
		return name
	}
	return strings.TrimRight(name[:at], " ,;:(-")
}

func isLatinRune(r rune) bool { return r < 0x80 && isLetterRune(r) }

// ofOneProduct is the number of an item's lines that name one product: the next one begins with the same words, or is a list
// of codes, which are kept.
func (s *sheet) ofOneProduct(it item) int {
	if s.ja || len(it.lines) < 2 || codesAlone.MatchString(fold.Printed(it.lines[0].Text)) {
		return len(it.lines)
	}
	first := strings.Fields(fold.Printed(it.lines[0].Text))
	n := len(it.lines)
	var codes []string
	for i, l := range it.lines[1:] {
		text := fold.Printed(l.Text)
		words := strings.Fields(text)
		if found := codesAlone.FindString(text); found != "" {
			codes, n = append(codes, splitCodes(strings.TrimSuffix(found, "etc."))...), min(n, i+1)
		} else if len(first) > 2 && len(words) > 2 && len(first[0]+first[1]) > 6 && first[0] == words[0] && first[1] == words[1] {
			n = min(n, i+1)
		}
	}
	if len(codes) > 0 && s.out.Get("product_codes") == nil {
		s.setCodes(it, codes, 0.65)
	}
	return n
}

// codeForm is a code of a product within a name: letters behind a hyphen, or three figures at least.
const codeForm = `(?:[A-Z]{1,4}-[0-9A-Z]{1,8}|[A-Z]{0,4}[0-9]{3,}[0-9A-Z\-]*)`

// codesAlone matches a line that begins with codes, two at least.
var codesAlone = pattern.MustCompile(`^` + codeForm + `(?:, ?` + codeForm + `)+(?:, ?etc\.?)?`)

// nextLabel matches the label of the next item, or a numbered sub-heading, in the place of a name.
var nextLabel = pattern.MustCompile(`^1\.[1-9]\.?(?: |$)|(?i)^(?:product use|upc number|recommended use)\b|(?i)^(?:revision|issue|print|preparation) date$`)

// isHeadingWords reports a text that is made of labels of section 1 only.
func isHeadingWords(text string) bool {
	if strings.ContainsAny(text, "0123456789") {
		return false // "Formula 2051"
	}
	key := labelKey(1, text)
	return key != "" && key != "other" && len(text) > 3
}

var (
	// street matches an address: a house number with a street.
	street = pattern.MustCompile(`(?i)^(?:no\.? ?)?[0-9]{1,6}[ ,\-–](?:.{2,40}\b)?(?:ave(?:nue)?|st(?:reet)?|road|rd|dr(?:ive)?|blvd|bd|boulevard|lane|ln|way|court|ct|circle|parkway|pkwy|highway|hwy|suite|p\.?o\.? box|place|square|strasse|straße)\b\.?|^p\.?o\.? box`)
	// noCompany matches words beside a supplier's label that are no name.
	noCompany = pattern.MustCompile(`(?i)^(?:or|and|of|for|to|/|&|see|refer)\b|^(?:an )?(?:details?|information|address|name|contact|none|[a-z]+ headquarters|mfg\.? for)[ :.]*$|^[a-z]+ headquarters\b|^\(?[0-9]{3}\)?[ \-][0-9]|^\([0-9]{3}\)[0-9]|\b[A-Z]{2},? +[0-9]{5}(?:-[0-9]{4})?$|\b[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]$|^copyright\b|emergency|telephone|^numbers?$|\bdates?\b|hazard rating|safety data sheet|fiche signal|product use|^[^A-Za-z\x{80}-\x{10ffff}]*$`)
)

// namesCompany reports whether a text may be a company's name, and is no address, no rest of a
// label and no heading.
func namesCompany(text string) bool {
	return text != "" && !street.MatchString(text) && !noCompany.MatchString(text) && !titleOnly.MatchString(text)
}

// titleName takes the name of a product that has no label: the largest line above the first
// heading, or of the first lines below it, that is no title of the sheet, company or address.
func (s *sheet) titleName() (doc.Line, string) {
	if l, name := s.titleBut(s.namesMaker); name != "" {
		return l, name
	}
	return s.titleBut(func(string) bool { return false })
}

// titleBut is the name that titleName takes, of texts that are not left out.
func (s *sheet) titleBut(out func(text string) bool) (doc.Line, string) {
	var best doc.Line
	name := ""
	take := func(lines []doc.Line) {
		found := false
		for _, l := range lines {
			if text := titleText(l); text != "" && (name == "" || l.Size > best.Size*1.05) && !out(text) {
				best, name, found = l, text, true
			}
		}
		if more := titleBelow(lines, best); found && more != "" {
			name = doc.JoinText(name, more)
		}
	}
	if s.ja || s.out.Language != "en" {
		return best, ""
	}
	if one := s.d.Section(1); one != nil && len(one.Lines) < 3 {
		if take(one.Lines); name != "" {
			return best, name // all that the section says
		}
		if len(one.Lines) == 1 {
			if m := nameWithCodes.FindStringSubmatch(fold.Printed(one.Lines[0].Text)); m != nil && namesProduct(m[1]) && !companyForm(m[1]) {
				s.setCodes(item{section: 1, value: m[2], lines: one.Lines}, splitCodes(m[2]), 0.6)
				return one.Lines[0], m[1]
			}
		}
	}
	take(titleColumns(withoutCompanies(s.allLines(0))))
	if one := s.d.Section(1); one != nil {
		take(one.Lines[:min(2, len(one.Lines))])
	}
	if name == "" {
		best, name = s.titledSheet()
	}
	if name == "" {
		take(titleColumns(s.d.Headers))
	}
	if name == "" {
		take(titleColumns(s.d.Footers))
	}
	return best, name
}

// namesMaker reports a text that is the name of a company in section 1 or the beginning of it: the words of a letterhead.
func (s *sheet) namesMaker(text string) bool {
	text = strings.ToLower(text)
	for _, l := range s.allLines(0, 1) {
		printed := fold.Printed(l.Text)
		key, _, rest := splitLabel(1, printed)
		switch {
		case key == "supplier_name" || key == "manufacturer_name":
			printed = rest
		case !companyForm(printed):
			continue
		}
		if rest, ok := strings.CutPrefix(strings.ToLower(printed), text); ok && (rest == "" || strings.ContainsAny(rest[:1], " ,®")) {
			return true
		}
	}
	return false
}

// titleText is a line of the first page without the marks around it, where it may be a product's name without a label; "" for others.
func titleText(l doc.Line) string {
	text := ownPart(cleaned(l.Text))
	key, _, rest := splitLabel(1, text)
	if key == "synonyms" && !strings.Contains(text, ":") && strings.Trim(rest, "0123456789") == "" {
		key = "" // "FORMULA 2180"
	}
	switch {
	case l.Page != 1, key != "", len(text) < 3, len(text) > 70, !namesProduct(text), !namesCompany(text):
	case companyForm(text), strings.ContainsAny(text, ":@©"), strings.HasSuffix(text, "."), speaksOfSheet.MatchString(text), hazardRating.MatchString(text):
	case len(notation.FindPhones(text)) > 0, len(notation.FindDates(text, notation.DayFirst)) > 0:
	case strings.IndexFunc(text, isLetterRune) >= 0:
		return text
	}
	return ""
}

// titleBelow is the text of the line that goes on a title: right below it, as large, and beginning where it begins or in its middle.
func titleBelow(lines []doc.Line, title doc.Line) string {
	for _, l := range lines {
		if l.Page != title.Page || l.Y0 < title.CY() || l.Y0-title.Y1 > 0.6*title.H() || math.Abs(l.Size-title.Size) > 0.05*title.Size {
			continue
		}
		if math.Abs(l.X0-title.X0) < 0.5*title.Size || math.Abs(l.X0+l.X1-title.X0-title.X1) < title.Size {
			return titleText(l)
		}
	}
	return ""
}

// titleColumns are lines without labels, each of its columns by itself.
func titleColumns(lines []doc.Line) []doc.Line {
	var out []doc.Line
	for _, l := range lines {
		segs := segmentsAt(l, wideGap)
		if key, _, _ := splitLabel(1, l.Text); len(segs) < 2 || key != "" {
			out = append(out, l)
			continue
		}
		for i := range segs {
			out = append(out, lineOf(l, segs[i:i+1]))
		}
	}
	return out
}

// wideGap is the gap between columns above the first heading, in the size of the letters.
const wideGap = 3

// hazardRating matches a line of a hazard rating by NFPA or HMIS: "Flammability 3", "Personal protection B".
var hazardRating = pattern.MustCompile(`(?i)^(?:flammability|fire|reactivity|instability|physical|personal protection|protective equipment)(?: hazards?)? ?[:=\-]? ?(?:[0-4]|[A-KX])$`)

// nameWithCodes matches a name with the codes of its sorts: "Plain tape: 204-00, 204-02".
var nameWithCodes = pattern.MustCompile(`^([A-Za-z][^:]{3,60}): ?((?:[A-Z]{0,3}[0-9][0-9A-Z\-]*(?:, ?|$))+)$`)

// withoutCompanies are lines without those that stand right above an address.
func withoutCompanies(lines []doc.Line) []doc.Line {
	var out []doc.Line
	for i, l := range lines {
		if i+1 < len(lines) && street.MatchString(fold.Printed(lines[i+1].Text)) {
			continue
		}
		out = append(out, l)
	}
	return out
}

// titledSheet takes the name of a product out of a title that names it: "Grit tape safety data sheet", "Safety Data
// Sheet for button cells", "Safety Data Sheet" over "For: NV-12345 Blackberry flavour".
func (s *sheet) titledSheet() (doc.Line, string) {
	for _, lines := range [][]doc.Line{s.allLines(0), s.d.Headers} {
		for i, l := range lines {
			text := fold.Printed(l.Text)
			named := ""
			if m := sheetOf.FindStringSubmatch(text); m != nil {
				named = m[1] + m[2] + m[3]
			} else if m := forProduct.FindStringSubmatch(text); m != nil && i > 0 && sheetTitle.MatchString(fold.Printed(lines[i-1].Text)) {
				named = m[1]
			}
			if named == "" || l.Page != 1 {
				continue
			}
			name := s.withoutLeadingCode(item{value: text, lines: lines[i : i+1]}, ownPart(cleaned(named)))
			if len(name) > 2 && namesProduct(name) && !companyForm(name) && !speaksOfSheet.MatchString(name) && strings.IndexFunc(name, isLetterRune) >= 0 {
				return l, name
			}
		}
	}
	return doc.Line{}, ""
}

// sheetTitle matches a line that begins with the title of a sheet, forProduct the next one where it names what the sheet is about.
var (
	sheetTitle = pattern.MustCompile(`(?i)^(?:material )?safety data sheet\b`)
	forProduct = pattern.MustCompile(`(?i)^for ?: *(.{3,60})$`)
)

// sheetOf matches the title of a sheet with the name of what it is about.
var sheetOf = pattern.MustCompile(`(?i)^(?:(.{3,60}?) (?:material )?safety data sheet|(?:material )?safety data sheet(?: for| of| ?[-–:]) (.{3,60})|m?sds ?[-–:] ?([^0-9]{3}.{0,57}))$`)

// speaksOfSheet matches lines above the first heading that are about the sheet.
var speaksOfSheet = pattern.MustCompile(`(?i)\bsheets?\b|\b(?:m?sds|osha|ghs|whmis|regulation|according|annex|version|revision|revised|page|www|health|hazard|emergency|nfpa|hmis|confidential|requirements?|supersedes|required|communication|section|click|form|date|prepared (?:to|by|in|for|according))\b|\.com\b|[0-9]{5}$`)

// labelsOverNames reports a row of a table with labels only, two at least and that of the product or company first:
// "Product name | Product type".
func labelsOverNames(t doc.Table, row int) bool {
	named := 0
	for _, c := range t.Rows[row] {
		if c.Empty() || c.Covered {
			continue
		}
		text := fold.Printed(c.Text())
		if key := labels()[1][squeezeLabel(text)]; named == 0 && key != "product_name" && key != "supplier_name" {
			return false
		}
		if key := labelKey(1, text); (key == "" || key == "other") && !strings.HasSuffix(text, ":") && !headerNoun.MatchString(text) {
			return false
		}
		named++
	}
	return named > 1
}

var headerNoun = pattern.MustCompile(`(?i)^[^0-9:]{0,40}\b(?:name|type|classification|code|number|numbers|use|family|address)$`)
