package extract

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// authorities are the words that name the authority of a limit, longer ones before those
// they contain. Every match of the expression contains one of the needles, once its points
// are removed and its letters lowered; testing for these first is faster.
var authorities = []struct {
	name    string
	needles []string
	re      *regexp.Regexp
}{
	{"MHLW", []string{"管理濃度", "濃度基準値", "作業環境評価基準", "厚生労働"}, regexp.MustCompile(`管理濃度|濃度基準値|作業環境評価基準|厚生労働(?:省|大臣)`)},
	{"JSOH", []string{"日本産", "産業衛生学会", "産衛", "jsoh"}, regexp.MustCompile(`(?i)日本産業(?:衛生)?|産業衛生学会|産衛学会|産衛|\bJSOH\b|日本産衛`)},
	{"Cal/OSHA", []string{"osha"}, regexp.MustCompile(`(?i)\bCal(?:ifornia)?[ /-]*OSHA\b`)},
	{"ACGIH", []string{"acgih", "tlv"}, regexp.MustCompile(`(?i)\bA\.?C\.?G\.?I\.?H\b|\bTLV`)},
	{"NIOSH", []string{"niosh", "idlh", "rel"}, regexp.MustCompile(`(?i)\bNIOSH\b|\bIDLH\b|\bREL\b`)},
	{"OSHA", []string{"osha", "pel"}, regexp.MustCompile(`(?i)\bOSHA\b|\bP\.?E\.?L\b`)},
	{"AIHA", []string{"aiha"}, regexp.MustCompile(`\bAIHA\b`)},
	{"WEEL", []string{"weel"}, regexp.MustCompile(`(?i)\bWEEL\b`)},
	{"EH40 WEL", []string{"eh40"}, regexp.MustCompile(`\bEH40(?:/[0-9]{4})? WELs?\b`)},
	{"EH40 OES", []string{"eh40"}, regexp.MustCompile(`\bEH40 OES\b`)},
	{"WEL", []string{"wel", "eh"}, regexp.MustCompile(`\bWELs?\b|\bEH ?40\b`)},
	{"EU", []string{"eu", "ioel", "directive 20"}, regexp.MustCompile(`(?i)\bEuropean Union\b|\bIOELV\b|\bEU\b|\bEurope\b|Directive 2009/148|Directive 2000/39|\bIOEL\b`)},
	{"TRGS 900", []string{"trgs"}, regexp.MustCompile(`^TRGS 900\b`)},
	{"RCP", []string{"rcp"}, regexp.MustCompile(`\bRCP\b`)},
	{"INRS (FR)", []string{"inrs"}, regexp.MustCompile(`INRS ?\(FR\)`)},
	{"VLA (ES)", []string{"vla"}, regexp.MustCompile(`VLA ?\(ES\)`)},
}

const countries = `Argentina|Australia|Austria|Belgium|Bulgaria|Canada|Chile|China|Croatia|Cyprus|Czech Republic|Denmark|Estonia|Finland|France|Germany \((?:DFG|AGS)\)|Germany - TRGS 900|Germany|Greece|Hungary|Iceland|India|Ireland|Israel|Italy|Japan|Korea|South Korea|Latvia|Lithuania|Luxembourg|Malaysia|Malta|Mexico|The Netherlands|Netherlands|New Zealand|Norway|Poland|Portugal|Romania|Russia|Singapore|Slovakia|Slovenia|South Africa|Spain|Sweden|Switzerland|Taiwan|Thailand|Turkey|(?:The )?United Kingdom|Vietnam|` + provinces

// provinces are the parts of countries with limits of their own.
const provinces = `Alberta|British Columbia|Manitoba|New Brunswick|Newfoundland(?: and Labrador)?|Nova Scotia|Ontario|Prince Edward Island|Quebec|Québec|Saskatchewan|Yukon|Northwest Territories|Nunavut|Minnesota|Michigan|Hawaii|Tennessee|Vermont|Washington`

var (
	countryRE = regexp.MustCompile(`^(?:[·•\-] ?)?(` + countries + `)(?:[^A-Za-z]|$)`)
	// provinceRE matches a province or state behind its country: "Canada. Alberta OELs".
	provinceRE = regexp.MustCompile(`^(?:[·•\-] ?)?(?:Canada|USA?|U\.S\.A?\.?|United States)[ .,:\-–]+(` + provinces + `)\b`)
	// localOEL matches a list of limits by its name and country: "TRGS900 AGW (Germany, 6/2016)".
	localOEL = regexp.MustCompile(`((?:[A-Z][A-Z0-9./\-]+[a-z]?)(?: [A-Z][A-Z0-9./\-]*[a-z]?)*) ?\((?:` + countries + `)\b`)
	namedOEL = regexp.MustCompile(`^([A-Z][A-Za-z. &]{2,30}?) ?-? OELs?\b`)
	kindRE   = regexp.MustCompile(`(?i)(\bSTELs?\b|\bSTV\b|短時間|15 ?-?min|short[- ]?term|\bVLE\b|\bVLA-EC\b|(?-i:\bST\b)(?: ?[:=]| [0-9]|$|[ )]*$))|(\bceil(?:ing)?s?\b|\bTLV-C\b|天井|最大許容|\bPEAK\b|上限値|\bC\b:|(?:^|[ (])C *$)|(\bTWAs?\b|\b8[- ]?h(?:ou)?rs?\b|eight[- ]hours?|[8八][ ]?時間|時間加重|long[- ]?term|\bOEL-M\b|\bVME\b|\bVLA-ED\b|\bTWAEV\b|\bLTELs?\b|Schichtmittelwert)`)
	skipRE   = regexp.MustCompile(`(?i)\bDNELs?\b|\bPNECs?\b|\bDMEL\b|\bBEIs?\b|\bBAT\b|^[^a-z]*biological|biological (?:limit|exposure|monitor|guidance|toleran|indic|index|standard)|生物学的|derived (?:no|minimal)|predicted no`)
	limitRE  = regexp.MustCompile(`(?i)許容濃度|管理濃度|濃度基準|ばく露限界|曝露限界|暴露限界|exposure limit|\bTLV|\bTWA\b|\bSTEL\b|\bPEL\b|control parameters|exposure guidelines|limit value|\bOELs?\b|作業環境評価基準`)
	offRE    = regexp.MustCompile(`(?i)^(?:[^a-z]*)(?:engineering|appropriate engineering|personal protect|individual protect|exposure controls|respiratory|hand protection|eye|skin|hygiene)|設備対策|保護具|工学的|局所排気`)
)

// aboutLimits matches sentences on what to do where limits are exceeded, which state none.
var aboutLimits = regexp.MustCompile(`(?i)\b(?:exceed(?:s|ed|ing)?|below|compliance with|levels above) (?:the |any |all )?(?:applicable |recommended |established |occupational |workplace |permissible )*(?:exposure )?limits?\b|limits? (?:is|are|may be) exceeded`)

// limitState is what the words before a number have stated.
type limitState struct {
	authority, kind, substance string
	on                         bool
}

// limits reads the exposure limits of section 8: table cells by their headings, running
// lines by the words before each number. Limits for other purposes (DNEL, PNEC, biological
// ones) are left out.
func (s *sheet) limits() {
	st := limitState{on: true}
	w := &limitWriter{s: s, parts: s.partNames(), commas: decimalCommas(s.allLines(3, 8, 9))}
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		switch sec.Number {
		case 8:
			w.section(sec, &st)
		case 3:
			// Sheets from before GHS print the limits beside the ingredients.
			for _, t := range sec.Tables {
				if limitColumns(t) > 0 {
					w.table(t, limitState{on: true})
				}
			}
		}
	}
}

type limitWriter struct {
	s     *sheet
	row   int
	parts []string
	// commas is set where the sheet writes 0,5 for a half, so that 1.000 is a thousand.
	commas bool
	// unit of figures without one, where a caption states it.
	unit string
}

func (w *limitWriter) section(sec *doc.Section, st *limitState) {
	done := map[int]bool{}
	for i := 0; i < len(sec.Lines); i++ {
		l := sec.Lines[i]
		if k := tableOf(sec, l); k >= 0 {
			if !done[k] {
				done[k] = true
				w.table(sec.Tables[k], *st)
			}
			continue
		}
		text := w.fold(l.Text)
		next := ""
		if i+1 < len(sec.Lines) {
			next = w.fold(sec.Lines[i+1].Text)
		}
		w.line(text, next, l, st)
	}
}

var (
	commaDecimal = regexp.MustCompile(`(?:^|[^0-9.,])[0-9]{1,3},[0-9]{1,2}(?:[^0-9,]|$)`)
	pointDecimal = regexp.MustCompile(`[^0-9.,][0-9]+\.[0-9]{1,2}(?:[^0-9.]|$)`)
	pointGroups  = regexp.MustCompile(`\b([0-9]{1,3})\.([0-9]{3})\b`)
)

// decimalCommas reports whether a sheet writes its decimals with a comma.
func decimalCommas(lines []doc.Line) bool {
	commas, points := 0, 0
	for _, l := range lines {
		if commaDecimal.MatchString(l.Text) {
			commas++
		}
		if pointDecimal.MatchString(l.Text) {
			points++
		}
	}
	return commas > points
}

func (w *limitWriter) fold(text string) string {
	text = footnoteMark.ReplaceAllString(fold.Printed(text), "$1")
	text = sharedUnit.ReplaceAllString(text, "$1 $3, $2 $3")
	if w.commas {
		text = pointGroups.ReplaceAllString(text, "$1$2")
	}
	return text
}

var (
	// footnoteMark is a mark behind a figure: "15*, 5** mg/m3".
	footnoteMark = regexp.MustCompile(`([0-9])\*{1,3}`)
	// sharedUnit matches two figures with one unit behind the second.
	sharedUnit = regexp.MustCompile(`\b([0-9]+(?:\.[0-9]+)?), ([0-9]+(?:\.[0-9]+)?) (mg/m3|ppm)\b`)
)

// unitStated matches a caption with the unit of a table's figures.
var unitStated = regexp.MustCompile(`(?i)(?:limits?|values?|figures|concentrations?)[a-z ,()]{0,30} in (mg/m3|ppm)\b|単位 ?[:=(]? ?(mg/m3|ppm)`)

// line reads a running line. Words of authority and kind apply to the numbers after them;
// an authority also to the following lines, a kind only where the next line has numbers
// only.
func (w *limitWriter) line(text, next string, l doc.Line, st *limitState) {
	limit := speaksOfLimits(text) && !aboutLimits.MatchString(text)
	if !limit && (!st.on || offRE.MatchString(text)) {
		st.on = false
		return
	}
	if skipRE.MatchString(text) {
		st.on = false
		return
	}
	if limit {
		st.on = true
	}
	if name := w.part(text); name != "" {
		st.substance = name
	}
	own := *st
	found := airborne(text)
	before := text
	if len(found) > 0 {
		before = text[:found[0].Start]
	}
	words := own.read(before)
	if !words && len(found) > 0 && strings.TrimSpace(strings.Trim(before, ":-(")) != "" && w.part(before) == "" {
		own.kind = ""
	}
	if words || len(found) == 0 {
		if a := authorityIn(before); a != "" {
			st.authority = a
		}
	}
	if n := len(found); n > 0 && authorityIn(before) == "" {
		// The authority follows the value: "TWA 3 ppm ACGIH".
		if a := authorityIn(strings.TrimLeft(text[found[n-1].End:], " .,;:-")); a != "" && !strings.HasPrefix(strings.TrimLeft(text[found[n-1].End:], " "), "(") {
			own.authority, st.authority = a, a
		}
	}
	if unit := unitStated.FindStringSubmatch(text); unit != nil {
		w.unit = orElse(unit[1], unit[2])
	}
	if !st.on {
		return
	}
	after := kindsAfter(text, found)
	authorities := authoritiesAfter(text, found)
	for i, m := range found {
		if i > 0 {
			own.read(text[found[i-1].End:m.Start])
		}
		if after != nil {
			own.kind = after[i]
		}
		if authorities != nil && authorities[i] != "" {
			own.authority, st.authority = authorities[i], authorities[i]
		}
		if tail := strings.TrimLeft(text[m.End:], " "); strings.HasPrefix(tail, "(") {
			// "0.5 mg/m3 (Cal/OSHA)"
			inner, _, _ := strings.Cut(tail[1:], ")")
			if a := authorityIn(inner); a != "" && !strings.Contains(inner, "許容濃度") {
				own.authority = a
			}
		}
		if own.kind == "" && i == len(found)-1 {
			// The kind may follow: "6 ppm STEL", or on the next line by itself.
			tail := text[m.End:]
			if strings.TrimSpace(tail) == "" && len(airborne(next)) == 0 && len(next) < 12 {
				tail = next
			}
			own.kind = kindIn(tail)
		}
		w.emit(own, m, text, []doc.Line{l})
	}
	st.kind = own.kind
	if len(found) == 0 && !words && len(text) > 15 {
		st.kind = ""
	}
}

// behindEach are the texts behind each quantity, up to the next one or the end.
func behindEach(text string, found []chem.Measured) []string {
	out := make([]string, len(found))
	for i, m := range found {
		end := len(text)
		if i+1 < len(found) {
			end = found[i+1].Start
		}
		out[i] = text[m.End:end]
	}
	return out
}

// kindsAfter are the kinds of several quantities where each stands behind its own: "10 ppm TWA;
// 20 ppm STEL". It is nil where they stand before, or nowhere.
func kindsAfter(text string, found []chem.Measured) []string {
	if len(found) < 2 || kindIn(text[:found[0].Start]) != "" {
		return nil
	}
	behind := behindEach(text, found)
	if kindIn(behind[len(behind)-1]) == "" {
		return nil
	}
	for i := len(behind) - 1; i >= 0; i-- {
		if behind[i] = kindIn(behind[i]); behind[i] == "" && i+1 < len(behind) {
			behind[i] = behind[i+1] // "10 ppm (20 mg/m3) TWA"
		}
	}
	return behind
}

// authoritiesAfter is kindsAfter for authorities: "5 mg/m3 OSHA PEL and 10 mg/m3 ACGIH". A
// quantity with none behind it has an empty one.
func authoritiesAfter(text string, found []chem.Measured) []string {
	if len(found) == 0 || authorityIn(text[:found[0].Start]) != "" {
		return nil
	}
	behind := behindEach(text, found)
	if last := behind[len(behind)-1]; authorityIn(last) == "" || strings.HasPrefix(strings.TrimLeft(last, " "), "(") {
		return nil
	}
	for i, t := range behind {
		behind[i] = authorityIn(strings.TrimLeft(t, " .,;:-"))
	}
	return behind
}

// read takes authority and kind from words, and reports whether there were any.
func (st *limitState) read(text string) bool {
	a, k := authorityIn(text), kindIn(text)
	if a != "" {
		if a != st.authority {
			st.kind = ""
		}
		st.authority = a
	}
	if k != "" {
		st.kind = k
	} else if a != "" {
		st.kind = ""
	}
	return a != "" || k != ""
}

// authorityIn is the last authority that a text names.
func authorityIn(text string) string {
	if m := provinceRE.FindStringSubmatch(text); m != nil {
		return m[1]
	}
	if m := countryRE.FindStringSubmatch(text); m != nil {
		if strings.Contains(text, "European Union") {
			return "EU"
		}
		return m[1]
	}
	best, name := -1, ""
	low := strings.ReplaceAll(strings.ToLower(text), ".", "")
	for _, a := range authorities {
		if !slices.ContainsFunc(a.needles, func(n string) bool { return strings.Contains(low, n) }) {
			continue
		}
		at := a.re.FindStringIndex(text)
		if at != nil && at[0] > best {
			best, name = at[0], a.name
		}
	}
	if name == "" || name == "TRGS 900" {
		if m := localOEL.FindStringSubmatch(text); m != nil {
			return m[1]
		}
	}
	if name == "" {
		if m := namedOEL.FindStringSubmatch(text); m != nil && !strings.Contains(m[1], "Exposure") {
			return strings.TrimSpace(m[1])
		}
		if strings.Contains(text, "許容濃度") {
			return "JSOH"
		}
	}
	if name == "WEEL" && strings.Contains(text, "AIHA") {
		return "AIHA"
	}
	if name == "OSHA" && strings.Contains(text, "Cal") && authorities[2].re.MatchString(text) {
		return "Cal/OSHA"
	}
	return name
}

// limitWords are the words that limitRE matches: as whole words, and as parts of words.
var limitWords = struct{ whole, part []string }{
	[]string{"許容濃度", "管理濃度", "濃度基準", "露限界", "exposure limit", "control parameters", "exposure guidelines", "limit value", "作業環境評価基準"},
	[]string{"tlv", "twa", "stel", "pel", "oel"},
}

// speaksOfLimits reports whether a text is about exposure limits. It tests for single words
// first, since the expression is slow where it has no match.
func speaksOfLimits(text string) bool {
	low := lowered(text)
	within := func(word string) bool { return strings.Contains(low, word) }
	return (slices.ContainsFunc(limitWords.whole, within) || slices.ContainsFunc(limitWords.part, within)) && limitRE.MatchString(text)
}

// kindWords are parts of every text that names a kind; so is a single C.
var kindWords = []string{"st", "15", "vl", "ceil", "tlv", "peak", "twa", "8", "eight", "long", "short", "oel", "vme", "lt", "schicht", "短時間", "天井", "最大", "上限", "八", "時間"}

// kindIn is the first kind that a text names.
func kindIn(text string) string {
	low := lowered(text)
	ends := strings.TrimRight(low, " ")
	if !strings.HasSuffix(ends, "c") && !strings.Contains(low, "c:") && !slices.ContainsFunc(kindWords, func(w string) bool { return strings.Contains(low, w) }) {
		return ""
	}
	m := kindRE.FindStringSubmatch(text)
	switch {
	case m == nil:
		return ""
	case m[1] != "":
		return "STEL"
	case m[2] != "":
		return "C"
	}
	return "TWA"
}

// airborne returns the quantities of a text that may be limits in air.
func airborne(text string) []chem.Measured {
	var out []chem.Measured
	for _, m := range chem.FindQuantities(text) {
		if m.Dimension == chem.Airborne || m.Unit == "ppm" || m.Unit == "ppb" {
			out = append(out, m)
		}
	}
	return out
}

// methodRE matches how the dust or vapour of a limit is measured.
var methodRE = regexp.MustCompile(`(?i)\b(?:inhalable fraction and vapou?r|vapou?r and aerosol|(?:respirable|inhalable|thoracic)(?: (?:fraction|dust|particles|particulate(?: matter)?|aerosol))?|total dust)\b|(?:吸入性|吸引性|総)粉(?:じん|塵|ジン)|(?:レスピラブル|インハラブル)(?:粒子|粉じん|粉塵)?`)

// methodIn is how a limit is measured as a text prints it; empty where it prints no way, or
// several.
func methodIn(text string) string {
	found := methodRE.FindAllString(text, 2)
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// part is the ingredient that a text names.
func (w *limitWriter) part(text string) string {
	best := ""
	for _, p := range w.parts {
		if len(p) > len(best) && strings.Contains(text, p) {
			best = p
		}
	}
	return best
}

// perShare is the part of a unit that divides by a content: "10 mg/m3 / (%SiO2 + 2)".
var perShare = regexp.MustCompile(`^ ?/ ?(?:\(% ?[A-Za-z][^()]{1,16}\)|% ?[A-Z][A-Za-z0-9]{2,8}(?: ?\+ ?[0-9])?)`)

func (w *limitWriter) emit(st limitState, m chem.Measured, raw string, lines []doc.Line) {
	if st.authority == "" && st.kind == "" {
		return
	}
	q := m.Quantity
	q.Approximate = false
	if m.End > 0 && m.End <= len(raw) {
		if share := perShare.FindString(raw[m.End:]); share != "" && q.Unit == "mg/m3" {
			q.Unit += strings.ReplaceAll(share, " ", "")
		}
	}
	if q.Low < 0 && q.LowOp == chem.Equal { // "- 200 ppm": the dash of the empty cell before
		q.Low, q.High = -q.Low, -q.High
	}
	base := Value{Section: 8, Row: w.row, Kind: Text, Raw: raw, Source: doc.SourcesOf(lines), Extractor: "limit", Confidence: 0.8}
	add := func(key string, kind Kind, text string) {
		v := base
		v.Key, v.Kind, v.Text = "exposure_limits."+key, kind, text
		w.s.add(v)
	}
	add("substance", Text, st.substance)
	add("authority", Text, st.authority)
	add("kind", Choice, st.kind)
	v := base
	v.Key, v.Kind, v.Quantity = "exposure_limits.value", Quantity, q
	w.s.add(v)
	if method := methodIn(raw); method != "" {
		add("method", Text, method)
	}
	w.row++
}
