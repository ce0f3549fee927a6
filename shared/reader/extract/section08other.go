package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// valueRow is a row of section 8 as otherLimits reads it: of a ruled table, or what stands on a line.
type valueRow struct {
	text  string
	cells []bodyCell // of a ruled table by column
	words []doc.Word // of a line
	lines []doc.Line
	table int // the number of the ruled table; -1 for a line
}

// otherReader reads the values of section 8 that are no limits in air: DNEL, DMEL and PNEC, and
// biological limits.
type otherReader struct {
	s *sheet
	// level is DNEL, DMEL or PNEC within their blocks, biological within one of those.
	level                        string
	biological                   bool
	substance, target, authority string
	header                       biologicalHeader
	// open are the fields of the last biological limit that further lines may continue.
	open    *biologicalLimit
	running runningLevels
	heads   tableHeads
	rows    int // rows of DNEL and PNEC written
	limits  []*biologicalLimit
}

// otherLimits reads DNEL, PNEC and biological limits. A heading begins a block of them; the next one
// of limits in air or of protection ends it.
func (s *sheet) otherLimits() {
	r := &otherReader{s: s}
	for i := range s.d.Sections {
		if sec := &s.d.Sections[i]; sec.Number == 8 && otherValuesIn(sec) {
			for _, row := range valueRows(sec) {
				r.row(row)
			}
			r.end()
		}
	}
	r.writeBiological()
}

// otherValuesIn reports whether a section may have such values, which most have not.
func otherValuesIn(sec *doc.Section) bool {
	for _, l := range sec.Lines {
		if otherValues(fold.Printed(l.Text)) {
			return true
		}
	}
	return false
}

// valueRows are the rows of the ruled tables of a section, and the lines between them, in order.
func valueRows(sec *doc.Section) (out []valueRow) {
	var run []doc.Line
	flush := func() {
		for _, r := range textRows(run) {
			out = append(out, valueRow{text: fold.Printed(r.text), words: r.words, lines: r.lines, table: -1})
		}
		run = nil
	}
	done, tables := map[int]bool{}, tablesOf(sec)
	for _, l := range sec.Lines {
		k := tables.of(l)
		if k < 0 || sec.Tables[k].Kind != doc.Lattice {
			run = append(run, l)
			continue
		}
		if done[k] {
			continue
		}
		done[k] = true
		flush()
		out = append(out, ruledRows(sec.Tables[k], k)...)
	}
	flush()
	return out
}

// ruledRows are the rows of a ruled table. A cell over several rows belongs to all of them.
func ruledRows(t doc.Table, number int) (out []valueRow) {
	rows := t.Rows
	t.Rows = nil
	for _, row := range rows {
		t.Rows = append(t.Rows, unstackedRow(row, stackedValues, 1)...)
	}
	for r := range t.Rows {
		row := valueRow{table: number}
		var texts []string
		for c := range t.Rows[r] {
			if t.Rows[r][c].Covered && c > 0 && spansFrom(t, r, c) {
				continue
			}
			cell := t.At(r, c)
			text := fold.Printed(cell.Text())
			if text == "" {
				continue
			}
			texts = append(texts, text)
			row.cells = append(row.cells, bodyCell{c, text})
			row.lines = append(row.lines, cell.Lines...)
		}
		if row.text = strings.Join(texts, " | "); row.text != "" {
			out = append(out, row)
		}
	}
	return out
}

// stackedValues reports a cell with a value on each line.
func stackedValues(c doc.Cell) bool {
	return !slices.ContainsFunc(c.Lines, func(l doc.Line) bool {
		text := fold.Printed(l.Text)
		m := levelQuantity.FindString(text)
		return m == "" || len(text)-len(m) > 4
	})
}

var (
	levelHeading      = pattern.MustCompile(`(?i)\b(DNEL|DMEL|PNEC)s?\b|derived (no|minimal)[- ]effect|predicted (no)[- ]effect|導出(無)影響|予測(無)影響`)
	biologicalHeading = pattern.MustCompile(`(?i)\bBEIs?\b|\bBAT\b|biological (?:limit|exposure|occupational|tolerance|guidance|indic)|生物学的(?:許容|ばく露|曝露|暴露|モニタ)`)
	// nothingStated matches what a heading says where a sheet has no such values.
	nothingStated = pattern.MustCompile(`(?i)\bno(?:ne|t)?\b.*(?:available|noted|limits?|data|applicable|established|information|listed)|該当なし|データなし|情報なし|設定されていない`)
)

// immediateDanger is the label of another kind of concentrations in air.
var immediateDanger = pattern.MustCompile(`(?i)^immediate(?:ly)? danger`)

// row reads one row.
func (r *otherReader) row(row valueRow) {
	text := row.text
	heading := levelHeading.FindString(text)
	quantities := levelQuantity.FindAllStringIndex(text, -1)
	switch {
	case heading != "" && (len(quantities) == 0 || row.table < 0):
		r.begin(levelOf(heading), false)
		if len(quantities) == 0 && !runningLabel.MatchString(text) {
			r.stated(text)
			return
		}
	case heading == "" && biologicalHeading.MatchString(text) && len(biologicalQuantity.FindAllStringIndex(text, -1)) == 0:
		if r.begin("", !nothingStated.MatchString(text)); r.biological {
			r.authority = orElse(authorityIn(text), r.authority)
			if strings.Contains(text, "(") && len(text) < 40 || !strings.Contains(text, " ") {
				return
			}
		}
		return
	case row.table < 0 && r.ends(text):
		r.end()
		return
	}
	switch {
	case r.biological:
		r.biologicalRow(row)
	case r.level != "":
		r.levelRow(row)
	}
}

// ends reports whether a line ends a block: it speaks of limits in air, or of protection.
func (r *otherReader) ends(text string) bool {
	if speaksOfLimits(text) && !otherValues(text) || immediateDanger.MatchString(text) || strings.HasPrefix(text, "8.2") {
		return true
	}
	return offRE.MatchString(text) && !routeWord.MatchString(text) && !levelQuantity.MatchString(text) && !biologicalQuantity.MatchString(text)
}

// begin begins a block.
func (r *otherReader) begin(level string, biological bool) {
	if r.level != level || r.biological != biological {
		r.end()
		r.target = ""
	}
	r.level, r.biological = level, biological
}

// end ends the block.
func (r *otherReader) end() {
	r.flushRunning()
	r.level, r.biological, r.open, r.header, r.authority = "", false, nil, biologicalHeader{}, ""
}

// stated takes the substance and the population from a row without a value.
func (r *otherReader) stated(text string) {
	if name := r.substanceOf(text); name != "" {
		r.substance = name
	}
	if t := targetIn(text); (t == "workers" || t == "consumers") && len(text) < 60 {
		r.target = t
	}
}

// substanceOf is the ingredient that a text names, by its name or its CAS number; the text beside a
// CAS number where it is none of the ingredients.
func (r *otherReader) substanceOf(text string) string {
	best := ""
	for _, p := range r.s.parts {
		if len(p) > len(best) && !waterName.MatchString(p) && strings.Contains(strings.ToLower(text), strings.ToLower(p)) {
			best = p
		}
	}
	if best != "" {
		return best
	}
	cas := casPrinted.FindString(text)
	if cas == "" {
		return ""
	}
	number := casNumber.FindString(cas)
	for _, row := range r.s.out.Rows("composition") {
		if v, name := row["cas"], row["name"]; v != nil && name != nil {
			for _, n := range v.List {
				if n == number {
					return name.Text
				}
			}
		}
	}
	if name := strings.Trim(strings.ReplaceAll(strings.ReplaceAll(text, cas, ""), "|", ""), " ,;:()"); len(name) > 2 && len(name) < 120 && !levelQuantity.MatchString(name) {
		return name
	}
	return number
}

var (
	// waterName is the ingredient whose name stands in those of parts of the environment.
	waterName  = pattern.MustCompile(`(?i)^(?:water|水|aqua|air)$`)
	casPrinted = pattern.MustCompile(`\(?(?:CAS(?:[ -]?(?:No|RN)\.?)?:? ?)?\b[0-9]{2,7}-[0-9]{2}-[0-9]\b\)?`)
	casNumber  = pattern.MustCompile(`[0-9]{2,7}-[0-9]{2}-[0-9]`)
)
