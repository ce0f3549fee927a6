package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/law"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// lawUnit is the statement of section 15 under the name of a law.
type lawUnit struct {
	law     law.Law
	printed string
	content string
	lines   []doc.Line
	// stated is set where a sentence says outright that the law covers the product: it counts
	// beside others that deny a part.
	stated bool
}

// regulations lists the laws that section 15 names as applying: those that begin a pair, a
// line or a table's column, whose content does not deny it.
func (s *sheet) regulations() {
	lines := s.allLines(15)
	var others []lawUnit
	if len(lines) == 0 && !s.ja {
		others = s.lawsElsewhere()
	}
	columns := s.columnsOfAnswers()
	for _, u := range slices.Concat(others, columns) {
		lines = append(lines, u.lines...)
	}
	if len(lines) == 0 {
		return
	}
	a := lawAnswers{yes: map[string]lawUnit{}, no: map[string]bool{}, firm: map[string]bool{}}
	for _, u := range columns {
		a.take(u, false)
		a.firm[u.law.Code] = true
	}
	for i := range s.d.Sections {
		if sec := &s.d.Sections[i]; sec.Number == 15 {
			for _, u := range lawsOfLists(sec) {
				a.take(u, false)
			}
		}
	}
	for _, u := range slices.Concat(blockLaws(lines), proseLaws(lines), others) {
		a.take(u, true)
	}
	text := joined(lines)
	if s.ja {
		for _, u := range affirmedLaws(lines, text) {
			delete(a.no, u.law.Code) // one class that applies counts more than others that do not
			a.take(u, true)
		}
	}
	s.lawsNamed(inOrder(lines, a.order, a.yes), text)
}

// lawsOfLists are the laws of a section that stand in lists, tables and pairs, with what these say of each.
func lawsOfLists(sec *doc.Section) []lawUnit {
	ls := sec.Lines
	out := slices.Concat(columnLaws(sec), stateLists(sec), stateSentences(ls), listedBelow(ls), listsOfStates(ls), listsUnderStates(ls), statesBelow(ls), announcedByStates(ls), lettersOfStates(sec), rowLaws(sec), tickedHazards(ls), compliances(ls))
	for _, p := range sec.Pairs {
		out = append(out, labelLaws(p.Label, p.Value, p.LabelLines)...)
	}
	return out
}

// lawAnswers are what a sheet says of laws, by their codes.
type lawAnswers struct {
	yes   map[string]lawUnit
	no    map[string]bool
	firm  map[string]bool // by a column of answers
	order []string        // of yes
}

// take decides by what the sheet says of a law whether it applies; a fallback does not change what is decided.
func (a *lawAnswers) take(u lawUnit, fallback bool) {
	u = u.byContent()
	code := u.law.Code
	if fallback && (a.firm[code] || a.no[code] && !u.stated && !listsSubstances(u.content) || a.yes[code].printed != "") {
		return
	}
	content := strings.Trim(columnWords.ReplaceAllString(u.content, ""), " :.,;()*")
	if content == "" {
		return
	}
	if code == "US-TSCA" && strings.EqualFold(content, "exempt") {
		content = "listed" // of all ingredients, or needs not be
	}
	if negative(content) || code == "CA-CEPA" && domesticList.MatchString(content) || code != "US-TSCA" && inventoryStatus.MatchString(content) {
		a.no[code] = true
		return
	}
	if _, seen := a.yes[code]; !seen {
		a.yes[code] = u
		a.order = append(a.order, code)
	}
}

// lawsNamed records the laws by the names that the text of the section prints.
func (s *sheet) lawsNamed(units []lawUnit, text string) {
	var names, raw []string
	var source []doc.Line
	found := law.Find(text)
	for _, u := range units {
		if onlyBasis(text, found, u.law.Code) {
			continue
		}
		u.printed = withSubstances(fullName(u, text, found), text)
		if u.law.Code == "US-SARA-311" && !strings.Contains(text, "312") {
			u.law.Ja = "SARA 311"
		}
		if name := s.planningAct(u); name != "" {
			u.law.Ja = name
		}
		if u.law.Code == "US-P65" && strings.Contains(strings.ToLower(text), "california proposition 65") {
			u.printed = u.law.Ja
		}
		names = append(names, lawName(u))
		source = append(source, u.lines...)
		raw = append(raw, u.printed)
	}
	s.add(Value{Section: 15, Key: "laws", Row: NoRow, Kind: Codes, List: names, Raw: strings.Join(raw, " / "), Source: doc.SourcesOf(source), Extractor: "law names", Confidence: 0.85})
}

// columnWords are headings of lists under a law, which state nothing by themselves.
var columnWords = pattern.MustCompile(`(?i)CAS[ -]?(?:No\.?|Number|#)?|Revision Date|Reportable Quantity(?: ?\(RQ\))?|Threshold Planning Quantity(?: ?\(TPQ\))?|%|Subpt\. ?[A-Z]`)

// inOrder sorts the laws by the place of their first mention.
func inOrder(lines []doc.Line, codes []string, units map[string]lawUnit) []lawUnit {
	var out []lawUnit
	seen := map[string]bool{}
	for _, l := range lines {
		for _, m := range law.Find(l.Text) {
			if u, ok := units[m.Law.Code]; ok && !seen[m.Law.Code] {
				seen[m.Law.Code] = true
				out = append(out, u)
			}
		}
	}
	for _, c := range codes {
		if !seen[c] {
			out = append(out, units[c])
		}
	}
	return out
}

// epcra matches a section's number under the act's other name.
var epcra = pattern.MustCompile(`^EPCRA (?:Section )?([0-9/]+)`)

// lawName is the name as printed, or the usual short name of laws with one.
func lawName(u lawUnit) string {
	switch u.law.Code {
	case "US-TSCA", "US-CERCLA", "EU-REACH", "US-SARA-302", "US-SARA-304", "US-SARA-311", "US-SARA-313", "US-SARA-355":
		if number := epcra.FindStringSubmatch(u.printed); number != nil {
			return "EPCRA " + number[1]
		}
		return u.law.Ja
	}
	if u.law.Code == "US-P65" && !strings.Contains(strings.ToLower(u.printed), "prop") {
		return u.law.Ja
	}
	name := strings.ReplaceAll(cleaned(u.printed), " - ", " ")
	if strings.HasSuffix(name, "に関する法") {
		name += "律" // broken over two lines
	}
	if strings.Count(name, "(") > strings.Count(name, ")") {
		name += ")"
	}
	return name
}

var beforeLaw = pattern.MustCompile(`^(?i:[\s·・•*■●◆□\-–(（【\[<0-9.]*(?:(?:U\.?S\.?A?\.?|EU|E\.U\.|Canada|Canadian|United States|Germany|Japan|日本|米国|State(?: of)?|Federal|EPA|EPCRA)[\s.\-–:(]*){0,3}(?:inventory|inventories)?[\s.\-–:(]*|Community Right[- ]to[- ]Know Act(?: of 1986)?[\s)]*)$`)

// actOfUS matches the codes of the acts whose titles are told in many words.
var actOfUS = pattern.MustCompile(`^US-(?:SARA|CERCLA)`)

// inBracketsOf matches the words of a title in whose brackets a law stands: "Toxic Chemical Release Reporting (".
var inBracketsOf = pattern.MustCompile(`^[\s·•*\-0-9.]*(?:[A-Z][A-Za-z/\-]+,? (?:(?:and|of|to) )?){2,9}\($`)

// labelLaws returns the laws that a label names; all of them share the content.
func labelLaws(label, content string, lines []doc.Line) []lawUnit {
	folded := fold.Printed(label)
	if legendLine.MatchString(folded) && legendLine.MatchString(content) {
		return nil // "CAP65- California Prop65", "NJ- New Jersey Right to Know List"
	}
	if hazardRow.MatchString(folded) {
		return nil // an answer of the list above, with the next heading below it
	}
	var out []lawUnit
	found := law.Find(folded)
	for _, m := range found {
		if exempted(folded, m) {
			continue
		}
		out = append(out, lawUnit{law: m.Law, printed: folded[m.Start:m.End], content: content, lines: lines})
	}
	if name := unlisted(folded); len(found) == 0 && name != "" {
		out = append(out, lawUnit{law: law.Law{Code: fold.Squeezed(name), Ja: name, En: name}, printed: name, content: content, lines: lines})
	}
	return out
}

// hazardRow matches a hazard of SARA 311/312 with the heading of the next item behind it: "Acute Health Hazard SARA 313".
var hazardRow = pattern.MustCompile(`^(?:Acute|Chronic|Immediate|Delayed|Fire|Sudden|Pressure|Reactiv)[A-Za-z ()]{0,40}\b[Hh]azard (?:SARA|CWA|CERCLA)\b`)

var (
	// swissLaw matches a law with its number in the collection of federal law: "Major accidents ordinance, SR 814.012".
	swissLaw  = pattern.MustCompile(`^([A-Z][A-Za-z ]{5,80}),? (?:SR )?[0-9]{3}(?:\.[0-9]+){1,4}(?:;.*)?$`)
	lawNounEn = pattern.MustCompile(`(?i)\b(?:ordinance|act|law|regulation|decree)\b`)

	lawWordEn  = pattern.MustCompile(`\b(?:Act|Rules?|Regulations?|Ordinance|Law|Directive|Decree|Order)\b(?:,? \(?(?:19|20)[0-9]{2}\)?)?$`)
	lawWordJa  = pattern.MustCompile(`(?:法|法律|条例|政令|法施行令)$`)
	commonWord = pattern.MustCompile(`(?i)^(?:the|and|of|on|for|in|to|under|other|eu|e\.u\.|us|u\.s\.|usa|uk|european|union|federal|state|national|international|local|regional|canadian|japanese|safety|health|environmental|regulatory|applicable|relevant|specific|chemical|domestic|foreign|canada|u\.s|right-to-know|right|know|country|transport|additional|special|general|regulations?|legislation|rules?|laws?|acts?|information|product|control|or|epa|osha|dot|ghs|who|oecd|un|/)$`)
)

// unlisted is the name of a law that is not in the table of names: a proper name that ends
// like a law's.
func unlisted(label string) string {
	name := strings.Trim(label, " :;,.()")
	if m := swissLaw.FindStringSubmatch(name); m != nil && lawNounEn.MatchString(m[1]) {
		return m[1]
	}
	if lawWordJa.MatchString(name) {
		if n := len([]rune(name)); n >= 3 && n <= 30 && !strings.ContainsAny(name, "。、 ") && !lawNoun.MatchString(name) {
			return name
		}
		return ""
	}
	if rulesOfState.MatchString(name) || len(name) > 80 || name == "" || name[0] < 'A' || name[0] > 'Z' || !lawWordEn.MatchString(name) {
		return ""
	}
	for _, w := range strings.FieldsFunc(lawWordEn.ReplaceAllString(name, ""), func(r rune) bool { return r == ' ' || r == ',' || r == '/' || r == '-' }) {
		if !commonWord.MatchString(w) && w[0] >= 'A' && w[0] <= 'Z' {
			if endsKnownLaw(name) {
				return ""
			}
			return name
		}
	}
	return ""
}

// rulesOfState matches the heading of a state's laws, which names none.
var rulesOfState = pattern.MustCompile(`(?i)^(?:u\.?s\.? )?state of [a-z]+(?: [a-z]+)? (?:state )?(?:regulations?|laws?|rules?)$`)

// endsKnownLaw reports the end of a known law's name, whose beginning stands on the line above.
func endsKnownLaw(name string) bool {
	return slices.ContainsFunc(law.All(), func(l law.Law) bool {
		return slices.ContainsFunc(l.Names, func(n string) bool { return strings.HasSuffix(n, " "+name) })
	})
}

// lawNoun matches words that end like a law's name but are none: methods, and kinds of
// laws.
var lawNoun = pattern.MustCompile(`(?:方法|処理法|用法|製法|測定法|試験法|手法|対策法|国内法|関連法|関係法|諸法|適用法)$`)

// sheetComplies matches what the sheet itself, not the product, follows.
var sheetComplies = pattern.MustCompile(`(?i)\b(?:m?sds|sheet)\b[a-z ]{0,20}\bcompl(?:y|ies) with\b`)

// exempted reports headings that do not state that the law applies: an exemption from
// REACH, an export notice, an inventory of existing substances other than that of TSCA.
func exempted(label string, m law.Mention) bool {
	t, after := strings.ToLower(label), strings.ToLower(label[m.End:])
	switch {
	case m.Law.Code == "EU-REACH" && strings.HasPrefix(after, " registration n"):
		return true // a number of a substance
	case strings.HasPrefix(m.Law.Code, "US-SARA") && strings.HasPrefix(t[m.Start:], "section") && strings.Contains(t[:m.Start], "water act"):
		return true // a section of another act
	case strings.Contains(after, "annex iv") && strings.Contains(after, "exempt"):
		return true
	case m.Law.Code == "US-TSCA":
		return strings.Contains(after, "12(b)") || strings.Contains(after, "export notif")
	case strings.Contains(t, "complies with the requirements of"), sheetComplies.MatchString(label), strings.Contains(t, "in accordance with regulation"), strings.Contains(t, "according to regulation"):
		return true // what the sheet complies with
	case strings.Contains(t, "classification according"), strings.Contains(t, "labelling according"), strings.Contains(t, "labeling according"):
		return true
	case strings.HasPrefix(m.Law.Code, "JP-") && (englishInventory.MatchString(label) || strings.HasPrefix(after, "-encs")):
		return true
	case strings.Contains(t, "インベントリ"), strings.Contains(t, "existing and new chemical"):
		return true
	}
	return false
}

// englishInventory matches a line of an English sheet on an inventory of Japan.
var englishInventory = pattern.MustCompile(`(?i)\b(?:inventory|listed|listing)\b.*\b(?:ISHL|CSCL|ENCS)\b|\b(?:ISHL|CSCL|ENCS)\b.*\b(?:inventory|listed|listing)\b`)

// blockLaws reads lines that begin with a law as headings of the lines up to the next one.
func blockLaws(lines []doc.Line) []lawUnit {
	var out []lawUnit
	var open []lawUnit
	bare := 0 // lines in a row with nothing but a law's name: a list of laws that apply
	flush := func() {
		if len(open) > 0 && (open[0].content == "" || open[0].content == "listed") {
			if bare++; bare == 3 {
				for i := len(out) - 1; i >= 0 && i >= len(out)-2; i-- {
					out[i].content = "listed"
				}
			}
			if bare >= 3 {
				for i := range open {
					open[i].content = "listed"
				}
			}
		} else {
			bare = 0
		}
		out = append(out, open...)
		open = nil
	}
	inLegend, last := false, ""
	bullets := false // the open laws' line begins with a bullet
	for _, l := range lines {
		text := fold.Printed(l.Text)
		if inLegend = legend(text, inLegend); inLegend {
			continue
		}
		if bullets && bulleted(text) && len(open) > 0 && open[0].content != "" {
			flush() // the next item
		}
		if len(open) > 0 && open[0].content != "" && (chapter.MatchString(text) || strings.HasSuffix(text, ":") && (len(last) < 45 || strings.HasSuffix(last, "."))) {
			flush() // the heading of another item
		}
		before := last
		last = text
		if answers := itemAnswers(text, l); answers != nil {
			flush()
			out = append(out, answers...)
			continue
		}
		leading := leadingMentions(text)
		if len(leading) > 0 && text[0] >= 'a' && text[0] <= 'z' && unstopped.MatchString(before) {
			leading = nil // a sentence goes on
		}
		if len(leading) > 0 {
			flush()
			bullets = bulleted(text)
			for _, m := range leading {
				rest := strings.TrimLeft(text[leading[len(leading)-1].End:], " :)]】>-・")
				content := headingTail(rest)
				if content == "" && stateItem.MatchString(text) {
					content = "listed"
				}
				open = append(open, lawUnit{law: m.Law, printed: text[m.Start:m.End], content: content, lines: []doc.Line{l}})
			}
			continue
		}
		if actTitle.MatchString(text) {
			flush() // its sections follow, of which each is a law
			continue
		}
		for i := range open {
			if len(open[i].content) < 400 && (open[i].content == "" || !deniedWhole(strings.TrimSpace(open[i].content))) {
				open[i].content += " " + text
			}
		}
	}
	flush()
	return out
}

// unstopped matches a line that ends without a stop: the next one may go on with its sentence (openEnded: has to).
var unstopped = pattern.MustCompile(`[a-zA-Z,] ?$`)

// actTitle matches the title of an act whose sections are told apart.
var actTitle = pattern.MustCompile(`(?i)^(?:U\.?S\.? ?[-.:]? ?(?:EPA )?)?Superfund Amendments? and Reauthorization Act\b`)

// bulleted reports an item of a list.
func bulleted(text string) bool {
	return strings.HasPrefix(text, "· ") || strings.HasPrefix(text, "・ ")
}

// chapter matches a heading of several items.
var chapter = pattern.MustCompile(`(?i)^(?:u\.?s\.?a?\.?|international|canad(?:a|ian)|state|federal|other|european|national)\b[a-z .\-]{0,50}(?:regulations?|legislation|inventories|laws)[ :]*$`)

// leadingMentions are the laws that begin a line: before its first other words, or all before
// its colon.
func leadingMentions(text string) []law.Mention {
	found := law.Find(text)
	if len(found) == 0 {
		return nil
	}
	var out []law.Mention
	end := 0
	for _, m := range found {
		gap := text[end:m.Start]
		atHead := len(out) == 0 && (beforeLaw.MatchString(gap) || inBracketsOf.MatchString(gap) && actOfUS.MatchString(m.Law.Code) && strings.HasPrefix(text[m.End:], ")")) || len(out) > 0 && len(strings.Trim(gap, " /,;()（）-")) == 0
		colon := strings.IndexByte(text[m.End:], ':')
		inLabel := colon >= 0 && colon < 70 && m.Start < 110
		if !atHead && !inLabel {
			continue
		}
		if exempted(text, m) {
			continue
		}
		out = append(out, m)
		end = m.End
	}
	return out
}

var tailWords = pattern.MustCompile(`(?i)^(?:components?|hazard categor(?:y|ies)|hazard class(?:es)?|hazards?|classification\b|status\b|r\.?q\.?\b|reportable quantit(?:y|ies)|lists?|substances?|substance list|extremely hazardous substances?|toxic (?:chemicals?|release inventory)|emission reporting|reportable|inventory|regulations?|section [0-9]+[a-z()]*|\([^)]*\)|hazardous|[0-9]+[a-z]?\(?[a-z]?\)?|[-–,.:/ ]|chemicals?|listings?|ghs hazard classes|reporting|tri|and|関係|施行令|政令|の規定)+`)

// headingTail drops the words that only continue a law's name.
func headingTail(rest string) string {
	return strings.TrimSpace(tailWords.ReplaceAllString(rest, ""))
}

// columnLaws reads tables with a law in the heading of a column.
func columnLaws(sec *doc.Section) []lawUnit {
	var out []lawUnit
	for _, t := range sec.Tables {
		if len(t.Rows) < 2 || t.Cols() < 3 || t.Kind == doc.Borderless {
			continue
		}
		for c := 1; c < t.Cols(); c++ {
			heading := t.Rows[0][c]
			for _, m := range law.Find(heading.Text()) {
				var below []string
				for r := 1; r < len(t.Rows); r++ {
					if text := t.Rows[r][c].Text(); strings.Trim(text, "- ") != "" {
						below = append(below, text)
					}
				}
				content := strings.Join(below, " ")
				if content == "" && m.Law.Code == "US-CERCLA" {
					content = reportable(t)
				}
				if content == "" {
					content = "not listed"
				}
				folded := fold.Printed(heading.Text())
				out = append(out, lawUnit{law: m.Law, printed: folded[m.Start:m.End], content: content, lines: heading.Lines})
			}
		}
	}
	return out
}

// reportable is the first reportable quantity in a table, whose columns split them by law.
func reportable(t doc.Table) string {
	for c := range t.Cols() {
		if !strings.Contains(t.Rows[0][c].Text(), "RQ") {
			continue
		}
		for r := 1; r < len(t.Rows); r++ {
			if text := t.Rows[r][c].Text(); strings.ContainsAny(text, "0123456789") {
				return text
			}
		}
	}
	return ""
}
