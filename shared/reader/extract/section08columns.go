package extract

import (
	"math"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// limitColumn is a column of a table of limits, as its headings state it on all their levels.
type limitColumn struct {
	from, to float64 // edges of its headings, in points
	limitState
	unit string
	// names is set where the column names the authority of each row, country where by its country.
	names, country bool
	// units is set where the column names the unit of each row.
	units bool
	// limits is set where figures below are limits.
	limits bool
	text   string
}

// headingCell is a part of one row of headings.
type headingCell struct {
	from, to float64
	text     string
}

var (
	// headingWords are the titles of columns beside those of limits.
	headingWords = pattern.MustCompile(`(?i)\bcas\b|c\.a\.s|ingredient|component|substance|chemical|material|\bname\b|\bremarks?\b|\bnotes?\b|comments?|weight|\bwt\b|%|percent|country|source|authority|agency|basis|\btype\b|\bform\b|\bvalue|\bunits?\b|vapou?r pressure|\bld ?/?50|\blc ?/?50|exposure|limit|8[- ]?h|15[- ]?min|hazard|skin|carcinogen|organization|agent`)
	// exposureHeading is the heading of a column of limits that names no authority and no kind.
	exposureHeading = pattern.MustCompile(`(?i)^values?$|exposure (?:limit|level|guideline|standard)|^ ?(?:OEL|WEL|OES|limits?)s?\b|limit values?|control parameters?`)
	// rowHeading ends like the heading of a column of names.
	rowHeading   = pattern.MustCompile(`(?i)(?:country|\bname|\bcas[a-z .#]*|type|%|source|authority|substance|ingredient|component|agent)\)? *$`)
	nameHeading  = pattern.MustCompile(`(?i)\bname\b|\bcas\b|ingredient|component|substance|\bld ?/?50|\blc ?/?50`)
	numberedKind = pattern.MustCompile(`(?i)\b(TWA|STEL|TLV|PEL)[0-9]\b`)
	// provinceHeading are the short names of Canada's provinces, as headings of columns.
	provinceHeading = pattern.MustCompile(`^(?:AB|BC|MB|NB|NL|NS|NT|NU|ON|PE|PEI|QC|SK|YT|YK)$`)
	bareUnit        = pattern.MustCompile(`(?i)^\(?(?:ppm|mg ?/ ?m ?3|mg/cu\.? ?m)\)?$`)
)

// verbsAndArticles are words of a sentence, which a heading has not.
var verbsAndArticles = map[string]bool{"is": true, "are": true, "was": true, "were": true, "been": true, "has": true, "have": true, "should": true, "must": true, "may": true, "can": true, "the": true, "this": true, "these": true, "that": true, "which": true, "where": true, "when": true, "if": true}

// isSentence reports whether a text has words of a sentence.
func isSentence(text string) bool {
	for word := range strings.FieldsFuncSeq(lowered(text), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' }) {
		if verbsAndArticles[word] {
			return true
		}
	}
	return false
}

// state is what a heading says of the figures below it.
func (c *limitColumn) state(text string) {
	text = numberedKind.ReplaceAllString(text, "$1")
	if provinceHeading.MatchString(text) {
		c.authority = text
	} else if a := authorityIn(text); a != "" {
		c.authority = a
	}
	if k := kindIn(text); k != "" {
		c.kind = k
	}
	low := strings.ToLower(fold.Squeezed(text))
	switch {
	case bareUnit.MatchString(text):
		c.unit = unitName(text)
	default:
		if unit, dim := chem.UnitIn(text); dim == chem.Airborne || unit == "ppm" {
			c.unit = unit
		}
	}
	switch low {
	case "country":
		c.names, c.country = true, true
	case "unit", "units":
		c.units = true
	case "listname", "list", "authority", "entity", "agency", "origin", "source", "organization", "organisation", "basis", "std", "standard", "regulation", "note/source", "reference":
		c.names = true
	}
	c.text = strings.TrimSpace(c.text + " " + text)
}

// unitName is the usual form of a unit printed alone.
func unitName(text string) string {
	if strings.Contains(strings.ToLower(text), "ppm") {
		return "ppm"
	}
	return "mg/m3"
}

// headingCells divides a row of headings at its gaps, and within run-together words where one
// column's words end and the next one's begin: "TLV-TWAACGIH TLV-STEL".
func headingCells(row []doc.Word) []headingCell {
	var out []headingCell
	for _, group := range gaps(row, 0.6) {
		text, at := textAt(group)
		from := 0
		add := func(to int) {
			if t := strings.TrimSpace(text[from:to]); t != "" {
				out = append(out, headingCell{at(from), at(to), fold.Printed(t)})
			}
			from = to
		}
		for _, cut := range headingCuts(text) {
			add(cut)
		}
		add(len(text))
	}
	return out
}

var headingPart = pattern.MustCompile(`(?i)(ACGIH|A\.C\.G\.I\.H\.?|NIOSH|Cal[ /]OSHA|OSHA)|(TWA|STEL|CEIL(?:ING)?|IDLH)|(\bppm\b|mg ?/ ?m ?[3³])`)

// headingCuts are the places where a new column begins within a text: at an authority behind
// the words of another column, at a kind or a unit behind another one.
func headingCuts(text string) []int {
	var out []int
	authority, kind, unit := "", "", ""
	for i, m := range headingPart.FindAllStringSubmatchIndex(text, -1) {
		word := text[m[0]:m[1]]
		before := strings.TrimSpace(text[:m[0]])
		var cut bool
		switch {
		case m[2] >= 0:
			cut = kind != "" || unit != "" || authority != "" && !strings.EqualFold(authority, word) || i == 0 && headingWords.MatchString(before)
			if cut {
				kind, unit = "", ""
			}
			authority = word
		case m[4] >= 0:
			if cut = kind != "" && !strings.HasSuffix(before, "-") && !strings.HasSuffix(before, "/") || i == 0 && rowHeading.MatchString(before); cut {
				authority, unit = "", ""
			}
			kind = word
		default:
			if cut = unit != "" && !strings.HasSuffix(before, "/"); cut {
				authority, kind = "", ""
			}
			unit = word
		}
		if cut {
			at := m[0]
			for at > 0 && text[at-1] == '(' {
				at--
			}
			out = append(out, at)
		}
	}
	return out
}

// columnsOf reads rows of headings into columns, from the lowest upwards: an upper heading
// belongs to the columns below it, and where it stands over the middle of several to all of
// these that lack what it states.
func columnsOf(rows []textRow) []limitColumn {
	var cols []limitColumn
	var whole limitColumn // what the titles above all columns state
	for r := len(rows) - 1; r >= 0; r-- {
		cells := headingCells(rows[r].words)
		if len(cells) == 1 && title(cells[0], cols) {
			whole = whole.titled(cells[0], cols)
			continue
		}
		taken := make([]bool, len(cells))
		for i := range cols {
			best, most := -1, 1.0
			for k, cell := range cells {
				if o := math.Min(cell.to, cols[i].to) - math.Max(cell.from, cols[i].from); o > most {
					best, most = k, o
				}
			}
			if best < 0 {
				continue
			}
			taken[best] = true
			upper := limitColumn{}
			upper.state(cells[best].text)
			cols[i].under(upper)
		}
		for i := range cols {
			cols[i].spread(cells)
		}
		for k, cell := range cells {
			if taken[k] {
				continue
			}
			c := limitColumn{from: cell.from, to: cell.to}
			c.state(cell.text)
			if len(cols) > 0 && c.unit == "" && c.kind == "" && c.authority != "" && amid(cell, cols) {
				continue // a heading over the gap between its columns
			}
			cols = insert(cols, c)
		}
	}
	for i := 1; i < len(cols); i++ {
		if left := cols[i-1]; cols[i].authority == "" && left.authority != "" && left.kind == "" && kindAlone.MatchString(cols[i].text) {
			cols[i].authority = left.authority // "ACGIH TLV", "STEL"
		}
	}
	for i := range cols {
		c := &cols[i]
		c.limits = !c.names && !c.units && !nameHeading.MatchString(c.text) && (c.authority != "" || c.kind != "" || exposureHeading.MatchString(c.text) || c.unit != "" && anyStated(cols))
		if c.limits {
			if whole := regulationOf.FindString(c.text); whole != "" {
				c.authority = whole // over two rows
			}
			c.authority, c.unit = orElse(c.authority, whole.authority), orElse(c.unit, whole.unit)
		}
	}
	return cols
}

// anyStated reports whether a column has an authority or a kind.
func anyStated(cols []limitColumn) bool {
	for _, c := range cols {
		if c.authority != "" || c.kind != "" {
			return true
		}
	}
	return false
}

// title reports whether a heading is that of the whole table.
func title(cell headingCell, cols []limitColumn) bool {
	over := 0
	for _, c := range cols {
		if math.Min(cell.to, c.to)-math.Max(cell.from, c.from) > 1 {
			over++
		}
	}
	return over != 1 && len(cols) > 1
}

// titled adds what a title states: to the columns of limits below it, else to all.
func (c limitColumn) titled(cell headingCell, cols []limitColumn) limitColumn {
	var upper limitColumn
	upper.state(cell.text)
	below := false
	for i := range cols {
		own := cols[i].authority != "" || cols[i].kind != "" || cols[i].unit != ""
		if own && math.Min(cell.to, cols[i].to)-math.Max(cell.from, cols[i].from) > 1 {
			cols[i].under(upper)
			below = true
		}
	}
	if !below {
		c.authority, c.unit = orElse(c.authority, upper.authority), orElse(c.unit, upper.unit)
	}
	return c
}

// under takes from an upper heading what the column lacks.
func (c *limitColumn) under(upper limitColumn) {
	c.authority = orElse(c.authority, upper.authority)
	c.kind = orElse(c.kind, upper.kind)
	c.unit = orElse(c.unit, upper.unit)
	c.names, c.country, c.units = c.names || upper.names, c.country || upper.country, c.units || upper.units
	c.text = strings.TrimSpace(upper.text + " " + c.text)
}

// spread takes the authority or kind of the nearest of several headings above, where none
// stands right above the column.
func (c *limitColumn) spread(cells []headingCell) {
	if c.unit == "" && c.kind == "" && c.authority == "" {
		return
	}
	nearest, distance := limitColumn{}, math.Inf(1)
	for _, cell := range cells {
		upper := limitColumn{}
		upper.state(cell.text)
		if d := math.Abs((cell.from+cell.to)/2 - (c.from+c.to)/2); d < distance {
			nearest, distance = upper, d
		}
	}
	if distance < 90 {
		c.authority = orElse(c.authority, nearest.authority)
		c.kind = orElse(c.kind, nearest.kind)
	}
}

// amid reports whether a heading stands within the columns below it.
func amid(cell headingCell, cols []limitColumn) bool {
	return cell.from > cols[0].from && cell.to < cols[len(cols)-1].to
}

func insert(cols []limitColumn, c limitColumn) []limitColumn {
	at := 0
	for at < len(cols) && cols[at].from < c.from {
		at++
	}
	return append(cols[:at], append([]limitColumn{c}, cols[at:]...)...)
}

// nearestColumn is the column of a text between two edges; -1 where none is near.
func nearestColumn(cols []limitColumn, from, to float64) int {
	best, least := -1, math.Inf(1)
	for i, c := range cols {
		d := math.Max(c.from, from) - math.Min(c.to, to) // negative: they overlap
		if d < 0 {
			d = -math.Min(-d, 10) // any good overlap; then by the middle
		}
		d = d*10 + math.Min(math.Abs((c.from+c.to)/2-(from+to)/2), math.Abs(c.from-from))
		if d < least {
			best, least = i, d
		}
	}
	if best >= 0 && math.Max(cols[best].from, from)-math.Min(cols[best].to, to) > 70 {
		return -1
	}
	return best
}
