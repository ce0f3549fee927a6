package extract

import (
	"math"
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/unnumber"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// modes matches the names of the rules for each mode of transport, as printed in or beside
// labels.
var modes = pattern.MustCompile(`(?i)[(\[]?\b(?:US[ -]?DOT|DOT|D\.O\.T|TDG|T\.D\.G|ADR|RID|ADN|ADNR|IMDG(?:[ -]Code)?|IMO|IATA(?:-DGR)?|ICAO(?:-TI)?|UNRTDG|MEX|AND|US|UN RTDG|IMDG/IMO|IATA/ICAO|land|sea|air|ground|water|road|rail|marine|cargo|Code)\b[)\]]?[ /,&:;.\-]*|(?:海上|航空|陸上|国連勧告|国内|国際)(?:輸送|規制|規制情報)?[ ()/]*`)

// transportKey is the key of a label without its mode of transport.
func transportKey(label string) (key string, onlyMode bool) {
	if k := labelKey(14, label); k != "" && k != "other" {
		return k, false
	}
	bare := withoutModes(label)
	if bare == "" {
		return "", true
	}
	k := labelKey(14, bare)
	if k == "other" {
		k = ""
	}
	return k, false
}

// withoutModes is a text without the modes of transport and the marks around them.
func withoutModes(text string) string {
	return strings.Trim(modes.ReplaceAllString(fold.Printed(text), " "), " ()[]/:-,·•")
}

// transport reads section 14. The first rules count; UN and IMDG are usually first.
func (s *sheet) transport() {
	list, lines := s.transportParts()
	if len(lines)+len(list) == 0 {
		return
	}
	list = behindModes(byModes(list, lines))
	regulated := s.unNumber(list, lines)
	s.marine(list, lines)
	if !regulated {
		s.shipping(list) // a name may be told of goods that are not regulated
		if s.out.Get("un_number") == nil {
			s.numbered(lines)
		}
		return
	}
	s.shipping(list)
	for _, it := range first(list, "transport_class") {
		class, sub := unnumber.ReadClass(firstColumn(it))
		if class == "" || noData(it.value) {
			continue
		}
		s.choice(it, "transport_class", class, "label", 0.93)
		if len(sub) > 0 {
			s.add(Value{Section: 14, Key: "subsidiary_risks", Row: NoRow, Kind: Codes, List: sub, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "beside the class", Confidence: 0.85})
		}
		break
	}
	for _, it := range first(list, "transport_class") {
		if words := classInWords.FindString(it.value); words != "" && s.out.Get("transport_class") == nil && !strings.Contains(strings.ToLower(it.label), "classification") {
			s.text(it, "transport_class", words, "label", 0.7)
		}
	}
	for _, it := range first(list, "subsidiary_risks") {
		if s.out.Get("subsidiary_risks") != nil || noData(it.value) {
			continue
		}
		var sub []string
		for _, c := range unnumber.ReadClasses(firstColumn(it)) {
			if !slices.Contains(sub, c) {
				sub = append(sub, c)
			}
		}
		s.add(Value{Section: 14, Key: "subsidiary_risks", Row: NoRow, Kind: Codes, List: sub, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "label", Confidence: 0.9})
	}
	for _, it := range first(list, "packing_group") {
		if group := unnumber.ReadGroup(firstColumn(it)); group != "" && s.out.Get("packing_group") == nil {
			s.choice(it, "packing_group", group, "label", 0.93)
		}
	}
	if s.out.Get("transport_class") == nil || s.out.Get("shipping_name") == nil {
		if found, ok := s.shipmentElsewhere(lines); ok {
			s.fill(found)
		}
	}
}

// carriage matches a line on transport where the sheet has no section of it.
var carriage = pattern.MustCompile(`(?i)\bD\.?O\.?T\b|\bT\.?D\.?G\b|shipping name|\bUN[ -]?(?:no\.?|number)?[: ]*[0-9]{4}\b|\bPIN\b|^ *UN ?:|^ *transport(?:ation)? information ?:|\b49 ?CFR ?17[0-9]\b`)

// transportParts are the items and lines of section 14, or those on transport of a sheet without one, as old ones
// print them in their first or last section.
func (s *sheet) transportParts() (list []item, lines []doc.Line) {
	for i := range s.d.Sections {
		if s.d.Sections[i].Number == 14 {
			list = append(list, transportItems(&s.d.Sections[i])...)
		}
	}
	if lines = s.allLines(14); len(lines)+len(list) > 0 || s.ja {
		return list, lines
	}
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		of := map[int]bool{}
		for k, l := range sec.Lines {
			if of[k] = carriage.MatchString(l.Text); of[k] {
				lines = append(lines, l)
			}
		}
		if len(lines) == 0 {
			continue
		}
		for _, it := range transportItems(as(sec, 14)) {
			near := it.key != "un_number" && (of[it.at-1] || of[it.at+1] || of[it.at-2] || of[it.at+2])
			if it.at >= 0 && (of[it.at] || near) && slices.Contains(transportKeys, it.key) {
				list = append(list, it)
			}
		}
	}
	return list, lines
}

// transportKeys are the fields that are read where a sheet has no section of transport.
var transportKeys = []string{"un_number", "shipping_name", "transport_class", "packing_group"}

// as is a section read by the labels of another one.
func as(sec *doc.Section, number int) *doc.Section {
	other := *sec
	other.Number = number
	return &other
}

// transportItems are the section's items without the mode of transport; a label that is
// only a mode belongs to the heading above it.
func transportItems(sec *doc.Section) []item {
	list := items(sec)
	heading := ""
	out := make([]item, 0, len(list))
	for _, it := range list {
		key, onlyMode := transportKey(it.label)
		switch {
		case key != "":
			it.key = key
			if it.value == "" {
				heading = key
			} else if it.kind != doc.Row {
				heading = ""
			}
		case onlyMode && heading != "" && it.value != "":
			it.key = heading
		case !onlyMode:
			heading = ""
		}
		out = append(out, it)
	}
	return out
}

// firstColumn is the part of a value in its first column, where a table prints the values
// of several modes of transport side by side.
func firstColumn(it item) string {
	if it.whole {
		return it.value
	}
	if len(it.lines) < 2 {
		if len(it.lines) == 1 {
			if segs := segmentsAt(it.lines[0], 1.5); len(segs) > 1 && strings.HasPrefix(it.value, segs[0].text) {
				return segs[0].text
			}
		}
		return it.value
	}
	var kept []doc.Line
	for _, l := range it.lines {
		if math.Abs(l.X0-it.lines[0].X0) < 8 {
			kept = append(kept, l)
		}
	}
	if len(kept) == len(it.lines) {
		return it.value
	}
	return fold.Printed(doc.Join(kept))
}

var unInText = pattern.MustCompile(`(?i)\bUN[ -]?(?:No\.? ?|Number:? ?|: ?)?([0-9]{4})\b`)

// unNumber reads the number, or that the product is not regulated; it reports whether the
// other items of the section are to be read.
func (s *sheet) unNumber(list []item, lines []doc.Line) bool {
	var not *item
	for _, it := range first(list, "un_number") {
		number, ok := unnumber.Read(it.value)
		if ok && number != unnumber.NotRegulated {
			s.choice(it, "un_number", number, "label", 0.96)
			return true
		}
		if (ok || noneAllocated.MatchString(it.value)) && not == nil {
			not = &it
		}
	}
	for _, l := range lines {
		text := fold.Printed(l.Text)
		if m := unInText.FindStringSubmatch(text); m != nil && len(unnumber.Lookup(m[1])) > 0 {
			s.choice(item{section: 14, value: text, lines: []doc.Line{l}}, "un_number", m[1], "UN in text", 0.85)
			return true
		}
	}
	if not != nil {
		s.choice(*not, "un_number", unnumber.NotRegulated, "label", 0.9)
		return false
	}
	for i, l := range lines {
		text := fold.Printed(l.Text)
		if i+1 < len(lines) {
			text += " " + fold.Printed(lines[i+1].Text)
		}
		if notRegulated.MatchString(text) {
			s.choice(item{section: 14, value: text, lines: []doc.Line{l}}, "un_number", unnumber.NotRegulated, "sentence", 0.8)
			return false
		}
	}
	if it := refusedByModes(list); it != nil {
		s.choice(*it, "un_number", unnumber.NotRegulated, "by modes", 0.75)
		return false
	}
	return len(first(list, "transport_class")) > 0
}

// refusedByModes is the first of several items whose label is a mode of transport and whose value is that there is nothing for
// it: "DOT N/A", "IATA N/A"; nil for fewer than two, and beside an item with a value.
func refusedByModes(list []item) *item {
	var refused []*item
	for i, it := range list {
		if _, only := transportKey(it.label); !only || it.value == "" {
			continue
		}
		if !noneAllocated.MatchString(it.value) {
			return nil
		}
		refused = append(refused, &list[i])
	}
	if len(refused) < 2 {
		return nil
	}
	return refused[0]
}

// noneAllocated is the answer under a label of the UN number that there is none.
var noneAllocated = pattern.MustCompile(`(?i)^(?:none(?: (?:allocated|assigned|required))?|void)\b|^n\.?/?a\.?$`)

var notRegulated = pattern.MustCompile(`(?i)no (?:international |transport(?:ation)? )*(?:regulations or )?restrictions|not a (?:DOT|TDG) controlled|not hazardous (?:for transport|per 49 ?CFR)|not controlled under TDG|no classification assigned|do(?:es)? not regulate\b|not (?:be )?(?:(?:DOT|TDG|IATA|IMDG) regulated|regulated|restricted|subject to|classified as (?:a )?(?:dangerous|hazardous)|classified for|considered (?:as )?(?:a )?(?:dangerous|hazardous)|a? ?dangerous goods?|a? ?hazardous material|classified dangerous)|non[- ]?(?:regulated|hazardous|dangerous)|unrestricted|no dangerous goods?|is not (?:a )?dangerous|not dangerous|規制されていない|規制されない|規制対象外|危険物に該当しない|危険物ではない|危険物でない|非危険物|国連番号[ :]*(?:なし|該当しない|非該当)|(?:輸送|規制|国連).{0,30}(?:該当しない|非該当)|^[^:]{0,20}(?:該当しない|非該当)[。. ]*$`)

// itemNumber matches the number of the next item, where a name should be.
var itemNumber = pattern.MustCompile(`^14\.[0-9]`)

// noName matches what stands where a name should be: a refusal, or the words of another label.
var noName = pattern.MustCompile(`(?i)^\W*(?:class(?:es)?|hazard|transport|name|number)\W*$|^(?:not? |limited quantit|contact\b|see\b|refer\b|consult\b|n\.?/?a\b)`)

// nameRefused matches a name with the remark behind it that it is not regulated: "Cleaning compound, not regulated."
var nameRefused = pattern.MustCompile(`^([A-Z][A-Za-z /\-]{5,60})[.,;] ?(?i:is )?(?i:not (?:DOT )?(?:regulated|restricted))\b`)

// classInWords matches a class of the older rules of the United States, which has no number: "Combustible liquid".
var classInWords = pattern.MustCompile(`(?i)^(?:combustible liquid|flammable (?:liquid|solid|gas)|non-?flammable gas|corrosive material)\b`)

// shipping reads the proper shipping name of the first mode; of two forms of a name that of
// the sea rules.
func (s *sheet) shipping(list []item) {
	var found []item
	for _, it := range first(list, "shipping_name") {
		if m := nameRefused.FindStringSubmatch(it.value); m != nil && !notRegulated.MatchString(m[1]) {
			it.value, it.lines = m[1], it.lines[:min(1, len(it.lines))]
		}
		if it.value = cleaned(untilNote(firstColumn(it))); withoutModes(it.value) != "" && !noData(it.value) && len(it.value) < 250 && !noName.MatchString(it.value) && !notRegulated.MatchString(it.value) && !noneAllocated.MatchString(it.value) && !itemNumber.MatchString(it.value) && !strings.EqualFold(it.label, "description") {
			found = append(found, it)
		}
	}
	if len(found) == 0 {
		return
	}
	for i := range found {
		if f, ok := shipmentIn(found[i].value); ok && f.name != "" {
			found[i].value = f.name // a whole description under the label of the name
		}
	}
	it := found[0]
	for _, other := range found[1:] {
		if it.whole {
			break // by modes, in order
		}
		if strings.EqualFold(other.value, it.value) {
			continue
		}
		if strings.Contains(strings.ToUpper(other.label), "IMDG") || s.underIMDG(other) {
			it = other
			break
		}
	}
	if len(it.lines) > 1 && it.kind == doc.Gap && strings.HasPrefix(it.value, fold.Printed(it.lines[0].Text)) && strings.Contains(it.value, "(each") {
		it.value = cleaned(it.lines[0].Text)
	}
	s.text(it, "shipping_name", it.value, "label", 0.85)
}

// underIMDG reports whether the nearest mode of transport above an item is the sea rules.
func (s *sheet) underIMDG(it item) bool {
	if it.at < 0 {
		return false
	}
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		if sec.Number != 14 || it.at >= len(sec.Lines) {
			continue
		}
		for k := it.at; k >= 0; k-- {
			t := strings.Trim(modes.ReplaceAllString(fold.Printed(sec.Lines[k].Text), ""), " ()")
			if t == "" {
				return strings.Contains(strings.ToUpper(sec.Lines[k].Text), "IMDG")
			}
		}
	}
	return false
}

// notMarine matches a sentence that denies it.
var notMarine = pattern.MustCompile(`(?i)\bnot (?:designated|classified|considered|listed|regulated)\b[^.;:]{0,80}marine pollutant`)

var marineWords = pattern.MustCompile(`(?i)marine pollutant|海洋汚染物質`)

// marine reads whether the product is a marine pollutant.
func (s *sheet) marine(list []item, lines []doc.Line) {
	for _, it := range first(list, "marine_pollutant") {
		if notMarine.MatchString(it.value + " marine pollutant") {
			s.marineFlag(it, false, 0.85)
			return
		}
		if yes, ok := yesOrNo(firstColumn(it)); ok {
			s.marineFlag(it, yes, 0.9)
			return
		}
	}
	for i, l := range lines {
		text := fold.Printed(l.Text)
		if !marineWords.MatchString(text) {
			continue
		}
		if strings.Contains(text, "MARPOL") || strings.Contains(text, "附属書") {
			continue
		}
		if i+1 < len(lines) {
			text += " " + fold.Printed(lines[i+1].Text)
		}
		before := ""
		if i > 0 {
			before = fold.Printed(lines[i-1].Text) + " "
		}
		lower := strings.ToLower(text)
		switch {
		case notMarine.MatchString(before+text) || strings.Contains(lower, "not a marine") || strings.Contains(lower, "no marine") || strings.Contains(text, "該当しない") || strings.Contains(text, "非該当") || strings.Contains(lower, "pollutant: no") || strings.Contains(lower, "pollutant no"):
			s.marineFlag(item{section: 14, value: text, lines: []doc.Line{l}}, false, 0.75)
			return
		case strings.Contains(lower, "meets") || strings.Contains(lower, "is a marine") || strings.Contains(text, "該当") || strings.Contains(lower, "yes") || strings.HasSuffix(strings.ToLower(fold.Printed(l.Text)), "marine pollutant"):
			s.marineFlag(item{section: 14, value: text, lines: []doc.Line{l}}, true, 0.7)
			return
		}
	}
}

func (s *sheet) marineFlag(it item, yes bool, confidence float64) {
	text := "false"
	if yes {
		text = "true"
	}
	s.add(Value{Section: 14, Key: "marine_pollutant", Row: NoRow, Kind: Flag, Text: text, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "label", Confidence: confidence})
}

// yesOrNo reads the answer to a label that is a question.
func yesOrNo(value string) (yes, ok bool) {
	t := strings.ToLower(strings.Trim(fold.Squeezed(value), " .。:()"))
	switch {
	case strings.HasPrefix(t, "非該当"), strings.HasPrefix(t, "該当しない"), strings.HasPrefix(t, "該当せず"), strings.HasPrefix(t, "該当なし"), strings.HasPrefix(t, "なし"), strings.HasPrefix(t, "いいえ"), strings.HasPrefix(t, "対象外"), strings.HasPrefix(t, "適用外"), strings.HasPrefix(t, "notamarine"), strings.HasPrefix(t, "no") && !strings.HasPrefix(t, "nodata") && !strings.HasPrefix(t, "noinfo") && !strings.HasPrefix(t, "not"), strings.HasPrefix(t, "false"), strings.HasPrefix(t, "notmarine"), strings.Contains(t, "isnotamarine"), t == "×":
		return false, true
	case strings.HasPrefix(t, "該当"), strings.HasPrefix(t, "yes"), strings.HasPrefix(t, "はい"), strings.HasPrefix(t, "true"), t == "p", strings.HasPrefix(t, "marinepollutant"), strings.Contains(t, "meetsthe"), strings.HasPrefix(t, "有"), t == "○":
		return true, true
	}
	return false, false
}
