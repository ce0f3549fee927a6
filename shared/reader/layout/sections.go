package layout

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/parallel"
)

// outline assigns the candidates to sheets, each with its headings in the order printed.
func outline(all []heading) [][]heading {
	all = slices.Clone(all[:min(len(all), 3000)])
	all = dropReferences(dropContents(all))
	var sheets [][]heading
	var cur []heading
	top, seen := 0, map[int]bool{}
	for i, h := range all {
		if h.number == 1 && h.weight >= strong && top >= 10 && len(seen) >= 6 && another(all[i:]) {
			sheets = append(sheets, cur)
			cur, top, seen = nil, 0, map[int]bool{}
		}
		if h.weight >= strong {
			top = max(top, h.number)
			seen[h.number] = true
		}
		cur = append(cur, h)
	}
	sheets = append(sheets, cur)
	for i := range sheets {
		sheets[i] = chain(sheets[i])
	}
	return sheets
}

// another reports whether headings begin a further sheet: some of its sections have
// content. Lines below the last heading do not count, nor those after the beginning of one
// more sheet.
func another(hs []heading) bool {
	filled, top := map[int]bool{}, 0
	for i, h := range hs {
		if h.weight < strong {
			continue
		}
		if h.number == 1 && top >= 10 {
			break
		}
		top = max(top, h.number)
		if i+1 < len(hs) && hs[i+1].item > h.item+h.skip {
			filled[h.number] = true
		}
	}
	return len(filled) >= namedSections
}

// dropReferences removes lists of sections, one below the other, in which a sheet repeats
// their names: revised ones, or those to compare with another document. A single one may be
// a heading on the section's next page.
func dropReferences(hs []heading) []heading {
	seen := map[int]bool{}
	var out []heading
	for from := 0; from < len(hs); {
		to := from + 1
		for to < len(hs) && hs[to].item == hs[to-1].item+hs[to-1].skip && hs[to].number > hs[to-1].number {
			to++
		}
		run := hs[from:to]
		if len(run) == 1 || slices.ContainsFunc(run, func(h heading) bool { return !seen[h.number] }) {
			out = append(out, run...)
		}
		for _, h := range run {
			if h.weight >= strong {
				seen[h.number] = true
			}
		}
		from = to
	}
	return out
}

// dropContents leaves out a table of contents: many headings one below the other.
func dropContents(hs []heading) []heading {
	for from := 0; from < len(hs); from++ {
		to := from + 1
		for to < len(hs) && hs[to].item == hs[to-1].item+1 && hs[to].number > hs[to-1].number {
			to++
		}
		if to-from < 8 {
			continue
		}
		// A sheet may have sections without content; a contents page precedes the real
		// ones.
		later := 0
		for _, h := range hs[to:] {
			if h.weight >= strong {
				later++
			}
		}
		if later >= 6 {
			hs = slices.Delete(hs, from, to)
			from--
		}
	}
	return hs
}

// chain selects the headings of one sheet: the heaviest sequence of rising numbers, and
// those that are strong but out of order.
func chain(hs []heading) []heading {
	if len(hs) == 0 {
		return nil
	}
	best, from := make([]float64, len(hs)), make([]int, len(hs))
	end := 0
	for i, h := range hs {
		best[i], from[i] = h.weight, -1
		for j := range i {
			if hs[j].number < h.number && best[j]+h.weight > best[i] {
				best[i], from[i] = best[j]+h.weight, j
			}
		}
		// An earlier equal chain is kept: a later heading of the same number is a continuation.
		if best[i] > best[end] {
			end = i
		}
	}
	taken := map[int]bool{}
	var out []heading
	for i := end; i >= 0; i = from[i] {
		taken[hs[i].number] = true
		out = append(out, hs[i])
	}
	// A sheet without numbers may have an order of its own: its titles are accepted
	// anywhere.
	least := strong
	if len(out) >= 5 && !slices.ContainsFunc(hs, func(h heading) bool { return h.weight >= strong }) {
		least = fair
	}
	for _, h := range hs {
		if h.weight >= least && !taken[h.number] {
			taken[h.number] = true
			out = append(out, h)
		}
	}
	// Titles without numbers are accepted only beside numbered headings, or most of the
	// others.
	slices.SortFunc(out, func(a, b heading) int { return a.item - b.item })
	if len(out) < 3 && !slices.ContainsFunc(out, func(h heading) bool { return h.weight >= strong }) {
		return nil
	}
	return out
}

// behind is the text after a colon in a heading's line: "13. 廃棄上の注意：法令に従う。"
func behind(it item) (item, bool) {
	_, rest, _ := number(it.Text)
	at := strings.Index(rest, ":")
	if at <= 0 {
		return item{}, false
	}
	if t, exact, _ := match(rest[:at]); !exact || t.number == 0 {
		return item{}, false
	}
	text := strings.TrimSpace(rest[at+1:])
	ws := it.Find(len(it.Text)-len(text), len(it.Text))
	if text == "" || len(ws) == 0 {
		return item{}, false
	}
	if t, exact, _ := match(text); exact && t.number > 0 {
		return item{}, false // the title in another language
	}
	return newItem(line(ws), nil, -1, -1), true
}

// sections cuts the items at the headings.
func sections(items []item, hs []heading, until int) []doc.Section {
	first := until
	if len(hs) > 0 {
		first = hs[0].item
	}
	out := make([]doc.Section, len(hs)+1)
	parallel.Do(len(out), func(i int) {
		if i == 0 {
			out[i] = section(items[:first], doc.Section{})
			return
		}
		h, to := hs[i-1], until
		if i < len(hs) {
			to = hs[i].item
		}
		body := items[min(h.item+h.skip, to):to]
		if h.skip == 1 && h.weight == strong {
			if it, ok := behind(items[h.item]); ok {
				body = append([]item{it}, body...)
			}
		}
		l := items[h.item].Line
		out[i] = section(body, doc.Section{Number: h.number, Title: h.title, Heading: &l, First: l.Page, Last: l.Page})
	})
	return out
}

// section adds what the items of a section hold.
func section(body []item, s doc.Section) doc.Section {
	for _, it := range body {
		s.Lines = append(s.Lines, it.Line)
		if s.First == 0 {
			s.First = it.Page
		}
		s.Last = max(s.Last, it.Page)
	}
	s.Tables = tables(body)
	s.Pairs = pairs(body)
	return s
}
