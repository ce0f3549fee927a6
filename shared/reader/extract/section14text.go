package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/unnumber"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// shipment is what one mode of transport prints of a product.
type shipment struct {
	number, name, class, group string
	sub                        []string
	lines                      []doc.Line
	raw                        string
}

var (
	classIn = pattern.MustCompile(`(?i)\b(?:hazard )?class(?: no\.?)?[ :]*([1-9](?:\.[1-6])?)\b ?(?:\(([1-9](?:\.[1-6])?)\))?|[,;] ?([1-9](?:\.[1-6])?)(?: ?\(([1-9](?:\.[1-6])?)\))? ?(?:[,;.]|$)`)
	groupIn = pattern.MustCompile(`(?i:\bP\.?G\.?|\b(?:pac?kag?ing )?group)\.?[ :]*(III|II|I)\b|[,;] ?(III|II|I)\b`)
	// describing is what stands before a shipping description: the mode, or a label.
	describing = pattern.MustCompile(`(?i)^.*(?:description|shipping data|shipping name|classification|name)[. ]*[:.]+ *|^[^:,;(]{0,60}:+ *|^[A-Z/ ]{3,30}(?:\([a-z]+\))? ?: *|^(?:(?:T\.?D\.?G|D\.?O\.?T)\.?|DOT|TDG|IMDG|IATA|ADR)[^A-Za-z]+(?:classification[^A-Za-z]+)?`)
	// notName matches what else stands in a description.
	notName = pattern.MustCompile(`(?i)\b(?:limited quantity|consumer commodity|RQ)\b[.,; ]*`)
)

// shipmentIn reads a shipping description on one line: "UN1219; ISOPROPANOL; CLASS 3; PG II", or
// with the name first, as older rules of the United States have it.
func shipmentIn(text string) (s shipment, ok bool) {
	number := unInText.FindStringSubmatchIndex(text)
	class := classIn.FindStringSubmatchIndex(text)
	if number == nil || class == nil {
		return s, false
	}
	s.number, s.raw = text[number[2]:number[3]], text
	sub := 4
	if class[2] < 0 {
		if at := class[0]; at > 0 && at != number[1] && text[at-1] >= '0' && text[at-1] <= '9' {
			return s, false // "1,1,1,2-tetra...": the places of a name
		}
		class[2], class[3], sub = class[6], class[7], 8
	}
	s.class = text[class[2]:class[3]]
	if class[sub] >= 0 {
		s.sub = []string{text[class[sub]:class[sub+1]]}
	}
	end := class[0]
	if g := groupIn.FindStringSubmatchIndex(text); g != nil {
		s.group = strings.TrimSpace(text[max(g[2], g[4]):max(g[3], g[5])])
		end = min(end, g[0])
	}
	if number[1] < end {
		s.name = text[number[1]:end]
	}
	if shippingName(s.name) == "" { // "AEROSOLS, UN1950, CLASS 2.1"
		s.name = describing.ReplaceAllString(text[:min(number[0], end)], "")
	}
	s.name = properName(shippingName(s.name), s.number)
	return s, len(unnumber.Lookup(s.number)) > 0
}

// properName is the part of a name before a comma that is the name of its number, where there is
// one: "Aerosols, for hair".
func properName(name, number string) string {
	before, _, more := strings.Cut(name, ",")
	for _, g := range unnumber.Lookup(number) {
		if more && strings.EqualFold(strings.TrimSpace(before), g.En) {
			return strings.TrimSpace(before)
		}
	}
	return name
}

// shippingName is the name within a part of a description; empty where it is none.
func shippingName(text string) string {
	name := strings.Trim(notName.ReplaceAllString(text, ""), " ,;:-")
	if strings.Count(name, "(") > strings.Count(name, ")") {
		name = strings.Trim(strings.TrimPrefix(name, "("), " ,;:")
	}
	if letters := strings.Count(strings.ToLower(name), "") - 1; letters < 4 || letters > 150 || noData(name) {
		return ""
	}
	return cleaned(name)
}

// shipmentRow reads the first row with a UN number of a table whose headings are the labels.
func shipmentRow(t doc.Table) (s shipment, ok bool) {
	for r := 0; r < min(3, len(t.Rows)); r++ {
		columns := map[string]int{}
		for c := range t.Cols() {
			text := t.At(r, c).Text()
			if len(text) > 60 {
				continue
			}
			key, _ := transportKey(text)
			if key == "" && strings.EqualFold(strings.TrimSpace(text), "class") {
				key = "transport_class"
			}
			if _, seen := columns[key]; !seen && key != "" {
				columns[key] = c
			}
		}
		at, numbered := columns["un_number"]
		if !numbered || len(columns) < 2 {
			continue
		}
		for _, row := range t.Rows[r+1:] {
			number, found := unnumber.Read(row[at].Text())
			if !found || number == unnumber.NotRegulated {
				continue
			}
			return cellsOf(row, columns, number), true
		}
	}
	return s, false
}

// cellsOf is the shipment of a table's row.
func cellsOf(row []doc.Cell, columns map[string]int, number string) shipment {
	s := shipment{number: number}
	text := func(key string) string {
		c, ok := columns[key]
		if !ok {
			return ""
		}
		s.lines = append(s.lines, row[c].Lines...)
		return fold.Printed(row[c].Text())
	}
	s.class, s.sub = unnumber.ReadClass(text("transport_class"))
	s.group = unnumber.ReadGroup(text("packing_group"))
	name := text("shipping_name")
	if i := lastLabel.FindStringIndex(name); i != nil {
		name = name[i[1]:] // after "by road: Proper shipping name:"
	}
	s.name = shippingName(untilNote(name))
	for _, l := range s.lines {
		s.raw = doc.JoinText(s.raw, l.Text)
	}
	return s
}

// untilNote is a name without what follows it in its cell.
func untilNote(name string) string {
	if at := behindName.FindStringIndex(name); at != nil {
		return name[:at[0]]
	}
	return name
}

var (
	lastLabel = pattern.MustCompile(`(?i)^.*proper shipping name ?:`)
	// behindName is what follows a name in its cell.
	behindName = pattern.MustCompile(`(?i) (?:NOTE:|Product packaged|Shipped as|Limited quantit|(?:· ?)?(?:land|maritime|air|sea) transport\b)`)
)

// shipmentElsewhere reads tables with a mode on each row and descriptions of one line, where the
// section has no labels with a class.
func (s *sheet) shipmentElsewhere(lines []doc.Line) (shipment, bool) {
	for i := range s.d.Sections {
		if s.d.Sections[i].Number != 14 {
			continue
		}
		for _, t := range s.d.Sections[i].Tables {
			if found, ok := shipmentRow(t); ok && found.class != "" {
				return found, true
			}
		}
	}
	for _, l := range lines {
		if found, ok := shipmentIn(fold.Printed(l.Text)); ok {
			found.lines = []doc.Line{l}
			return found, true
		}
	}
	return shipment{}, false
}

// numbered reads a section that has its UN number in a table only.
func (s *sheet) numbered(lines []doc.Line) {
	if found, ok := s.shipmentElsewhere(lines); ok {
		s.choice(item{section: 14, value: found.raw, lines: found.lines}, "un_number", found.number, "description", 0.85)
		s.fill(found)
	}
}

// fill adds the values of a shipment that the labels have not.
func (s *sheet) fill(f shipment) {
	it := item{section: 14, value: f.raw, lines: f.lines}
	if f.name != "" && s.out.Get("shipping_name") == nil {
		s.text(it, "shipping_name", f.name, "description", 0.75)
	}
	if f.class != "" && s.out.Get("transport_class") == nil {
		s.choice(it, "transport_class", f.class, "description", 0.8)
		if len(f.sub) > 0 && s.out.Get("subsidiary_risks") == nil {
			s.add(Value{Section: 14, Key: "subsidiary_risks", Row: NoRow, Kind: Codes, List: f.sub, Raw: f.raw, Source: doc.SourcesOf(f.lines), Extractor: "description", Confidence: 0.8})
		}
	}
	if f.group != "" && s.out.Get("packing_group") == nil {
		s.choice(it, "packing_group", f.group, "description", 0.8)
	}
}
