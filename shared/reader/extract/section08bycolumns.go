package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/pattern"
)

// Limits of what may be a table of limits without closed cells.
const (
	mostHeadingRows = 6
	tableGap        = 4.5 // line heights between two rows
	longProse       = 110 // characters of a line that is no row
)

// byColumns reads the tables of limits of a section by the place of each figure below the headings,
// whatever the cells are, and takes this reading of a table where it is fuller than that by
// cells and lines, which begins at from.
func (w *limitWriter) byColumns(sec *doc.Section, from int) {
	rows := textRows(sec.Lines)
	other := false // in a table of other values: DNEL, biological limits
	for i := 0; i < len(rows); {
		if text := rows[i].text; otherValues(text) {
			other = true
		} else if speaksOfLimits(text) && (ownLimits.MatchString(text) || authorityIn(text) != "" || kindIn(text) != "") {
			other = false
		}
		if other {
			i++
			continue
		}
		found, end := w.tableAt(rows, i)
		if len(found) > 0 {
			w.fuller(from, found, rows[i:end])
		}
		i = max(end, i+1)
	}
}

// ownLimits are words of a heading of limits in air, not of other values.
var ownLimits = pattern.MustCompile(`(?i)occupational|workplace|control parameters|guideline`)

// tableAt reads the table whose headings begin at a row, with as many rows of headings as give the
// most limits, and returns where it ends.
func (w *limitWriter) tableAt(rows []textRow, i int) (best []limit, end int) {
	n := 0
	for i+n < len(rows) && n < mostHeadingRows && mayHead(rows[i+n], n) && (n == 0 || adjacent(rows[i+n-1], rows[i+n])) {
		n++
	}
	if !slices.ContainsFunc(rows[i:i+n], func(r textRow) bool { return r.states }) {
		return nil, i
	}
	for ; n > 0; n-- {
		cols := columnsOf(rows[i : i+n])
		if !ofLimits(cols) {
			continue
		}
		if found, to := w.body(cols, rows, i+n); len(found) > len(best) {
			best, end = found, to
		}
	}
	return best, end
}

// ofLimits reports whether columns are those of a table of limits.
func ofLimits(cols []limitColumn) bool {
	limits, others := 0, 0
	for _, c := range cols {
		if c.limits {
			limits++
		} else if headingWords.MatchString(c.text) {
			others++
		}
	}
	return limits >= 2 || limits == 1 && others > 0
}

// mayHead reports whether a row may be the n-th heading of a table.
func mayHead(r textRow, n int) bool {
	if n == 0 {
		return r.first
	}
	return r.later
}

// statesLimits reports whether a part of a row of headings may say anything of limits.
func statesLimits(r textRow) bool {
	if exposureWord.MatchString(r.text) {
		return true
	}
	for _, c := range headingCells(r.words) {
		var column limitColumn
		if column.state(c.text); column.authority != "" || column.kind != "" {
			return true
		}
	}
	return false
}

// exposureWord matches the words of headings of limits, whatever row they are on.
var exposureWord = pattern.MustCompile(`(?i)exposure|limit|\bOEL|\bWEL|\bOES|value|control`)

// headingRow reports whether a row may be a heading of a table: the first one, which speaks of
// what a table of limits has, or a later one, which may be any short text.
func headingRow(r textRow) (first, later bool) {
	text, found := r.text, r.figures
	if found > 1 && found == len(numberedHeading.FindAllString(text, -1)) {
		found = 0
	}
	if found > 0 || len(text) > 160 || strings.Contains(text, ";") || strings.HasSuffix(strings.TrimSpace(text), ".") && len(text) > 40 || isSentence(text) {
		return false, false
	}
	if rowFigures.MatchString(text) || len(noFigure.FindAllString(text, 2)) > 1 || otherValues(text) || chem.FindCAS(text) != nil {
		return false, false
	}
	speaks := headingWords.MatchString(text) || speaksOfLimits(text) || authorityIn(text) != "" || kindIn(text) != "" || bareUnits(text)
	alone := strings.Contains(text, ":") && len(gaps(r.words, 0.6)) < 2 // a label
	return speaks && !alone, speaks || len(text) < 60
}

// rowFigures matches figures of a row of values: decimals, or several numbers.
var rowFigures = pattern.MustCompile(`(?:^| )[<>]? ?[0-9]+\.[0-9]+(?: |$)|(?:^| )[0-9]+ +[0-9]{2,}(?: |$)`)

// noFigure matches what a row of values prints for no limit.
var noFigure = pattern.MustCompile(`(?i)(?:^| )(?:n/?e|n/?a|n/?est|n\.[aed]\.|none|-{1,4})(?: |$)`)

// numberedHeading matches a heading with the number of a note before its unit: "TLV (1) mg/m3".
var numberedHeading = pattern.MustCompile(`(?i)\b(?:TLV|PEL|WELs?|OELs?|TWA|STEL) ?\(?[1-9]\)? ?(?:mg/m3|ppm)`)

// bareUnits reports a text that is units only.
func bareUnits(text string) bool {
	words := strings.Fields(text)
	for _, u := range words {
		if !bareUnit.MatchString(u) {
			return false
		}
	}
	return len(words) > 0
}

// adjacent reports whether a row follows another one closely.
func adjacent(a, b textRow) bool {
	return a.page == b.page && a.col == b.col && b.Y0-a.Y1 < 1.8*a.H() || b.page == a.page+1
}

// body reads the rows below headings up to the end of the table, and returns where it ends.
func (w *limitWriter) body(cols []limitColumn, rows []textRow, at int) ([]limit, int) {
	var out []limit
	b := bodyState{w: w, cols: cols, open: map[int]int{}, cut: map[int]string{}, authority: captionAuthority(rows, at), list: captionList(rows, at)}
	end := at
	for i := at; i < len(rows); i++ {
		r := rows[i]
		if i > at && !sameTable(rows[i-1], r) || i == at && !sameTable(rows[max(at-1, 0)], r) {
			break
		}
		text := r.text
		if otherValues(text) || offRE.MatchString(text) || r.figures == 0 && (len(text) > longProse || isSentence(text)) {
			break
		}
		if r.first && limitHeadingRow(r) && !(i == end && kindsAlone(r)) {
			break
		}
		if notLimits.MatchString(text) {
			continue
		}
		n := len(out)
		out = b.row(r, out)
		if len(out) > n {
			end = i + 1
		}
		if i-end > 8 {
			break
		}
	}
	return out, max(end, at)
}

// notLimits matches rows of a table of limits that state none.
var notLimits = pattern.MustCompile(`(?i)\b(?:see|refer to) section\b|^(?:regulatory reference|local name|remarks?|notes?)\b`)

// captionAuthority is the authority that the lines above a table's figures name: "as published in
// EH40".
func captionAuthority(rows []textRow, at int) string {
	for i := at - 1; i >= max(0, at-5); i-- {
		if rows[i].figures > 0 {
			break
		}
		if a := authorityIn(rows[i].text); a != "" {
			return a
		}
	}
	return ""
}

// captionList is the authority whose list the nearest title above a table's figures is that of.
func captionList(rows []textRow, at int) string {
	for i := at - 1; i >= max(0, at-5) && rows[i].figures == 0; i-- {
		if title := titlesList(rows[i].text); title != "" {
			return title
		}
	}
	return ""
}

// limitHeadingRow reports a row with headings of limits in two of its parts or more.
func limitHeadingRow(r textRow) bool {
	n := 0
	for _, c := range headingCells(r.words) {
		if authorityIn(c.text) != "" || kindIn(c.text) != "" {
			n++
		}
	}
	return n > 1
}

// kindsAlone reports a row of kinds only, which belong to the figures above them.
func kindsAlone(r textRow) bool {
	for _, word := range r.words {
		if kindIn(word.Text) == "" || authorityIn(word.Text) != "" {
			return false
		}
	}
	return true
}

// sameTable reports whether a row may be of the same table as the one before.
func sameTable(a, b textRow) bool {
	if a.page != b.page {
		return b.page == a.page+1
	}
	return a.col == b.col && b.Y0-a.Y1 < tableGap*max(a.H(), b.H())
}

// fuller replaces the limits read from the lines of some rows by others, where these are more, or
// as many and state more.
func (w *limitWriter) fuller(from int, found []limit, rows []textRow) {
	inside := func(l limit) bool {
		return slices.ContainsFunc(l.lines, func(line doc.Line) bool {
			return slices.ContainsFunc(rows, func(r textRow) bool {
				return r.page == line.Page && line.CY() > r.Y0 && line.CY() < r.Y1 && r.OverlapX(line.Box) > 0
			})
		})
	}
	var before, rest []limit
	at := len(w.found)
	for i, l := range w.found[from:] {
		if inside(l) {
			if len(before) == 0 {
				at = from + i
			}
			before = append(before, l)
		} else {
			rest = append(rest, l)
		}
	}
	lines := !slices.ContainsFunc(before, func(l limit) bool { return l.cell })
	switch more := stated(found) - stated(before); {
	case len(found) >= len(before) && origins(before) <= 1 && origins(found) > 1:
		// One authority for all columns is the last of the headings, carried along.
	case len(found) < len(before), len(found) == len(before) && (more < 0 || more == 0 && !lines):
		return
	}
	split := min(at-from, len(rest))
	kept := append(append(append([]limit{}, rest[:split]...), found...), rest[split:]...)
	w.found = append(w.found[:from:from], kept...)
}

// origins counts the authorities that some limits name.
func origins(limits []limit) int {
	names := map[string]bool{}
	for _, l := range limits {
		if l.authority != "" {
			names[l.authority] = true
		}
	}
	return len(names)
}

// stated counts what some limits state beside their values.
func stated(limits []limit) int {
	n := 0
	for _, l := range limits {
		if l.authority != "" {
			n++
		}
		if l.kind != "" {
			n++
		}
		if l.quantity.Unit != "" {
			n++
		}
	}
	return n
}
