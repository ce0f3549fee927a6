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

var (
	// modesFirst matches the modes of transport at the start of a line, before their value.
	modesFirst = pattern.MustCompile(`^[·•\-* ]*((?:(?:US[ -]?)?DOT|TDG|ADR|RID|ADN|IMDG|IMO|IATA|ICAO)(?:[ -](?:Code|DGR|TI))?(?:[ ,/&]+(?:and )?(?:(?:US[ -]?)?DOT|TDG|ADR|RID|ADN|IMDG|IMO|IATA|ICAO)(?:[ -](?:Code|DGR|TI))?)*) *:? *(.*)$`)
	// headNumber is the number of a heading: "14.2.", "· 14.2".
	headNumber = pattern.MustCompile(`^[·•\-* ]*(?:14\.[0-9]\.?)? *`)
	// numberFirst is a UN number before a shipping name, as the rules for roads print it.
	// condition is what stands in brackets before a name: "(below 96 %): ".
	condition   = pattern.MustCompile(`^\([^)]*\) *:? *`)
	numberFirst = pattern.MustCompile(`^(?:UN ?)?[0-9]{4},? +`)
)

// modeItems reads the lines of a section on which the modes of transport stand before a value,
// below the heading that says which: "14.4 Packing group", "DOT, IMDG II".
func modeItems(lines []doc.Line) []item {
	var out []item
	heading, open := "", false
	for _, l := range inRows(lines) {
		text := fold.Printed(l.Text)
		bare := headNumber.ReplaceAllString(text, "")
		if key, only := transportKey(bare); key != "" && !only {
			heading, open = key, false
			continue
		}
		m := modesFirst.FindStringSubmatch(text)
		switch {
		case m != nil && heading != "":
			if open = m[2] != ""; open {
				out = append(out, item{section: 14, key: heading, label: m[1], value: m[2], lines: []doc.Line{l}, at: -1, whole: true})
			}
		case m == nil && open && heading == "shipping_name" && text == bare:
			last := &out[len(out)-1]
			last.value, last.lines = doc.JoinText(last.value, text), append(last.lines, l)
		default:
			open = false
			if m == nil && text != bare {
				heading = "" // another item
			}
		}
	}
	for i := range out {
		if out[i].key == "shipping_name" {
			out[i].value = numberFirst.ReplaceAllString(condition.ReplaceAllString(out[i].value, ""), "")
		}
	}
	return out
}

// inRows joins lines that stand side by side, as those of two columns that the layout keeps apart, and has those of the second
// column between the rows of the first.
func inRows(lines []doc.Line) []doc.Line {
	var out []doc.Line
	for _, l := range lines {
		from := max(0, len(out)-columnDepth)
		near := out[from:]
		if k := slices.IndexFunc(near, func(o doc.Line) bool {
			return o.Page == l.Page && o.X1 < l.X0 && o.OverlapY(l.Box) > 0.7*math.Min(o.H(), l.H())
		}); k >= 0 {
			row := &near[k]
			row.Words = slices.Concat(row.Words, l.Words)
			row.Text = doc.JoinText(row.Text, l.Text)
			row.Box = row.Union(l.Box)
			continue
		}
		k := slices.IndexFunc(near, func(o doc.Line) bool { return o.Page == l.Page && o.Y0 > l.Y0 })
		if k < 0 {
			k = len(near)
		}
		out = slices.Insert(out, from+k, l)
	}
	return out
}

// columnDepth is how many lines of a column may stand before its neighbour's.
const columnDepth = 16

// behindModes are items without the modes of transport that stand between a label and its one value: "DOT, TDG, IATA: none".
func behindModes(list []item) []item {
	for i, it := range list {
		if m := modesFirst.FindStringSubmatch(it.value); m != nil && it.key != "" && m[2] != "" && strings.ContainsAny(m[1], ",/") && len(it.lines) == 1 {
			list[i].value, list[i].whole = m[2], true
		}
	}
	return list
}

// byModes adds to the items of labels what stands behind modes of transport, for labels that have
// no value of their own; a name by the sea rules comes first.
func byModes(list []item, lines []doc.Line) []item {
	var sea, others []item
	for _, it := range modeItems(lines) {
		if len(readable(list, it.key)) > 0 {
			continue
		}
		if strings.Contains(it.label, "IMDG") || strings.Contains(it.label, "IMO") {
			sea = append(sea, it)
		} else {
			others = append(others, it)
		}
	}
	return append(append(list, sea...), others...)
}

// readable are the items of a key whose value can be read as what it should be.
func readable(list []item, key string) []item {
	var out []item
	for _, it := range first(list, key) {
		switch key {
		case "shipping_name":
			if withoutModes(it.value) == "" || noName.MatchString(it.value) {
				continue
			}
		case "un_number":
			if _, ok := unnumber.Read(it.value); !ok && !noneAllocated.MatchString(it.value) {
				continue
			}
		case "transport_class":
			if class, _ := unnumber.ReadClass(it.value); class == "" {
				continue
			}
		case "packing_group":
			if unnumber.ReadGroup(it.value) == "" {
				continue
			}
		}
		out = append(out, it)
	}
	return out
}
