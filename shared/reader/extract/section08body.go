package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/pattern"
)

// bodyState is what the rows read so far have stated.
type bodyState struct {
	w         *limitWriter
	cols      []limitColumn
	substance string
	authority string
	list      string // the authority whose list the last title was that of
	// open is the number of the last limit of a column, whose unit or kind may follow below.
	open map[int]int
	// cut are the figures at the ends of the last cells of columns, whose units may follow below.
	cut map[int]string
}

// bodyCell is a text of a row in a column.
type bodyCell struct {
	column int
	text   string
}

// placeholders match texts that stand for no limit.
var placeholder = pattern.MustCompile(`(?i)^(?:[-–—*.]+|n/?[aedl]\.?|n\.[aed]\.?|n/?est\.?|none.*|not .*|no .*)$`)

// row reads one row.
func (b *bodyState) row(r textRow, out []limit) []limit {
	if b.nextList(r) {
		return out
	}
	cells := b.inOrder(r)
	if cells == nil {
		cells = b.cells(r)
	}
	b.wrapped(cells)
	authority, kind, named := "", "", false
	for _, c := range cells {
		if c.column >= 0 && b.cols[c.column].limits {
			continue
		}
		if name := b.w.part(c.text); name != "" {
			b.substance = name
		}
		if c.column >= 0 && b.cols[c.column].country {
			if authority == "" || authority == "ACGIH" && !strings.Contains(r.text, "ACGIH") {
				authority = undated(c.text) // "TLV CZE" is no limit of ACGIH
			}
		} else if a := ofList(authorityIn(c.text), c.text, b.list); a != "" && authority == "" {
			authority = a
		} else if c.column >= 0 && b.cols[c.column].names && authority == "" && len(c.text) < 50 && !placeholder.MatchString(c.text) {
			authority, named = undated(c.text), true
		}
		if k := kindIn(c.text); k != "" && len(c.text) < 40 {
			kind = k
		}
	}
	if named {
		b.authority = authority // also of the rows below that name none
	}
	figures, unit := 0, b.unit(cells)
	for _, c := range cells {
		if c.column < 0 || !b.cols[c.column].limits {
			continue
		}
		col := b.cols[c.column]
		col.unit = orElse(col.unit, unit)
		st := limitState{authority: orElse(col.authority, orElse(authority, b.authority)), kind: orElse(col.kind, kind), substance: b.substance, list: b.list, on: true}
		n := len(out)
		if a := authorityIn(c.text); a != "" && len(airborne(c.text)) == 0 {
			if col.authority == "" {
				b.authority = a
			} else if a == c.text && col.authority != a {
				b.cols[c.column].authority = a // the column has another heading from here on
			}
		}
		if out = b.cell(c, col, st, r, out); len(out) > n {
			figures++
			b.open[c.column] = len(out) - 1
		}
	}
	if figures == 0 && authority != "" && len(cells) == 1 {
		b.authority = authority
	}
	return out
}

// wrapped puts a figure that ended a cell before its unit, which is the first word of the next row:
// "0.02 ppm, 0.2" over "mg/m3".
func (b *bodyState) wrapped(cells []bodyCell) {
	for i := range cells {
		c := &cells[i]
		if c.column < 0 || !b.cols[c.column].limits {
			continue
		}
		if figure := b.cut[c.column]; figure != "" && unitFirst.MatchString(c.text) {
			c.text = figure + " " + c.text
		}
		b.cut[c.column] = ""
		if m := figureLast.FindStringSubmatch(c.text); m != nil {
			b.cut[c.column] = m[1]
		}
	}
}

var (
	unitFirst  = pattern.MustCompile(`(?i)^(?:ppm|mg ?/ ?m3|μg/m3)\b`)
	figureLast = pattern.MustCompile(`[,;] ?([0-9]+(?:\.[0-9]+)?)$`)
)

// unit is what the column of units of a row says.
func (b *bodyState) unit(cells []bodyCell) string {
	for _, c := range cells {
		if c.column >= 0 && b.cols[c.column].units && bareUnit.MatchString(c.text) {
			return unitName(c.text)
		}
	}
	return ""
}

// undated is the name of a list without its date: "BC 9/2010".
func undated(name string) string { return strings.TrimSpace(listDate.ReplaceAllString(name, "")) }

var listDate = pattern.MustCompile(` ?[0-9]{1,2}/[0-9]{4}$`)

// cell reads the text of a row in a column of limits.
func (b *bodyState) cell(c bodyCell, col limitColumn, st limitState, r textRow, out []limit) []limit {
	text := ownWords(c.text, col.authority)
	found := airborne(text)
	if len(found) == 0 {
		if figures := b.figures(text); figures != nil && !isPart(text) && !isYear(text, r) {
			st.kind = orElse(st.kind, kindIn(text))
			for _, q := range figures {
				if q.Unit = orElse(col.unit, b.w.unit); q.Unit != "" || otherUnits.MatchString(col.text) {
					out = append(out, limit{limitState: st, quantity: q, raw: text, lines: r.lines, cell: true})
				}
			}
			return out
		}
		if i, ok := b.open[c.column]; ok && i < len(out) && len(text) < 20 {
			if k := kindIn(text); k != "" && col.kind == "" && out[i].kind == "" {
				out[i].kind = k
			}
		}
		return out
	}
	last := 0
	after, named := kindsAfter(text, found), authoritiesAfter(text, found)
	for i, m := range found {
		own := st
		own.read(text[last:m.Start])
		own.kind = orElse(own.kind, st.kind)
		if after != nil && col.kind == "" {
			own.kind = after[i]
		} else if len(found) == 1 && own.kind == "" {
			own.kind = kindIn(text[m.End:])
		}
		if named != nil && named[i] != "" {
			own.authority = named[i]
		}
		out = append(out, limit{limitState: own, quantity: limitQuantity(m, text), raw: text, lines: r.lines, cell: true})
		last = m.End
	}
	return out
}

// ownWords is the text of a cell without words that are limits of another authority than its column's: "25 ppm PEL" below
// "California".
func ownWords(text, authority string) string {
	switch authority {
	case "", "OSHA", "ACGIH", "NIOSH", "Cal/OSHA":
		return text
	}
	return strings.TrimRight(limitWord.ReplaceAllString(text, ""), " ")
}

var limitWord = pattern.MustCompile(` ?\b(?:PEL|TLV|REL)s?\b`)

// figures are the figures of a text without units: one with a remark behind it, or several.
func (b *bodyState) figures(text string) []chem.Quantity {
	if several := bareFigures(text); len(several) > 1 {
		return several
	}
	if of := figuresOfForms(text); of != nil {
		return of
	}
	q, err := chem.ParseQuantity(strings.TrimSpace(remark.ReplaceAllString(text, "")))
	if err != nil || q.Unit != "" || !q.Stated() || strings.Contains(text, "-") {
		return nil
	}
	return []chem.Quantity{q}
}

// figureOfForm matches a figure with the form of the substance that it is for, behind a dash: "15 - Total dust".
var figureOfForm = pattern.MustCompile(`^([0-9]+(?:\.[0-9]+)?)(?:(?: [-–] ?| ?[-–] )[A-Za-z(]| [A-Za-z]).*$`)

// figuresOfForms are the figures of a text for several forms of a substance: "0.5 - Dust; 0.1 Fume", "15 - Dust (5 - Fume)"; nil
// where it is none.
func figuresOfForms(text string) (out []chem.Quantity) {
	parts := strings.FieldsFunc(strings.TrimRight(text, ") "), func(r rune) bool { return r == ';' || r == '(' })
	dashes := false
	for _, p := range parts {
		m := figureOfForm.FindStringSubmatch(strings.TrimSpace(p))
		if m == nil {
			if len(out) > 0 && strings.IndexFunc(p, isDigitRune) < 0 {
				continue // a remark in brackets
			}
			return nil
		}
		q, err := chem.ParseQuantity(m[1])
		if err != nil {
			return nil
		}
		dashes = dashes || strings.ContainsAny(p, "-–")
		out = append(out, q)
	}
	if !dashes {
		return nil
	}
	return out
}

// remark is what stands in brackets behind a figure: how it is measured.
var remark = pattern.MustCompile(` ?\([^()]*\)$`)

// otherUnits is the heading of a column of figures in units that are not printed.
var otherUnits = pattern.MustCompile(`(?i)\bother$`)

// isYear reports the year of a note below a table.
func isYear(text string, r textRow) bool {
	return yearAlone.MatchString(text) && len(r.text) > 60
}

var yearAlone = pattern.MustCompile(`^(?:19|20)[0-9]{2}$`)

// isPart reports a CAS number or a share.
func isPart(text string) bool { return strings.Contains(text, "%") || chem.FindCAS(text) != nil }

// cells puts the words of a row into columns.
func (b *bodyState) cells(r textRow) []bodyCell {
	var out []bodyCell
	for _, group := range gaps(r.words, 0.6) {
		for _, part := range valueGroups(group) {
			text, at := textAt(part)
			col := nearestColumn(b.cols, at(0), at(len(text)))
			text = b.w.fold(text)
			if n := len(out); n > 0 && out[n-1].column == col {
				out[n-1].text += " " + text
				continue
			}
			out = append(out, bodyCell{col, text})
		}
	}
	return out
}

var (
	figureStarts = pattern.MustCompile(`^[<>≤≥]?[0-9]+(?:[.,][0-9]+)*(?:ppm|mg/m3)?\*?$`)
	emptyWord    = pattern.MustCompile(`(?i)^(?:n/?[ae]\.?|n\.[aed]\.?|n/?est\.?|none|[-–—]+)$`)
)

// valueGroups divides words without wide gaps between them where a figure follows a complete one
// or a placeholder: "20 PPM N/E 375 MG/M3".
func valueGroups(words []doc.Word) [][]doc.Word {
	var out [][]doc.Word
	from, full := 0, false
	for i, word := range words {
		starts := figureStarts.MatchString(word.Text) || emptyWord.MatchString(word.Text)
		if starts && (full || i > from && from == 0 && len(out) == 0) {
			out = append(out, words[from:i])
			from = i
		}
		if starts {
			full = true
		}
	}
	return append(out, words[from:])
}
