package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/pattern"
)

// biologicalQuantity matches a value of a biological limit with its unit: per volume of urine or
// blood, per weight or amount of creatinine, a share of haemoglobin.
var biologicalQuantity = pattern.MustCompile(`(?i)((?:[<>≤≥] ?)?\b[0-9][0-9.,]*) ?((?:[mμµun]?(?:g|mol))/(?:d?l|100 ?ml|ml|g|kg|mm?ol)\b(?:[ -]?\(?(?:creatinine?|creat\.?|h(?:a?e)moglobin|hb|クレアチニン)\)?)?|% ?(?:of h(?:a?e)moglobin)?)`)

// biologicalLimit is one biological limit as read.
type biologicalLimit struct {
	substance, authority, determinant, specimen, time string
	number, unit                                      string
	lines                                             []doc.Line
}

// biologicalHeader says what the columns of a table hold.
type biologicalHeader struct {
	table   int // number of a ruled table; -1 for columns of lines
	roles   map[int]string
	columns []limitColumn
}

// biologicalRoles are the words of headings.
var biologicalRoles = []struct {
	role string
	re   *pattern.Pattern
}{
	{"specimen", pattern.MustCompile(`(?i)specimen|test material|medium|\bsample\b|^biological|試料|検体`)},
	{"time", pattern.MustCompile(`(?i)sampling|\btime\b|採取`)},
	{"authority", pattern.MustCompile(`(?i)basis|source|authority|origin|機関|出典`)},
	{"value", pattern.MustCompile(`(?i)^value|permissi|concentration|\bBEI\b|\blimit|許容値|指数`)},
	{"determinant", pattern.MustCompile(`(?i)determina|parame|^control|biomarker|測定(?:対象|物質)|指標`)},
	{"cas", pattern.MustCompile(`(?i)^cas\b`)},
	{"substance", pattern.MustCompile(`(?i)component|substance|ingredient|chemical|\bname\b|物質|成分`)},
}

func biologicalRole(heading string) string {
	for _, r := range biologicalRoles {
		if r.re.MatchString(heading) {
			return r.role
		}
	}
	return ""
}

// biologicalRow reads a row of a block of biological limits.
func (r *otherReader) biologicalRow(row valueRow) {
	found := biologicalQuantity.FindAllStringSubmatchIndex(row.text, -1)
	if len(found) == 0 {
		if !r.biologicalHeading(row) {
			r.continued(row)
		}
		return
	}
	m := found[0]
	l := &biologicalLimit{number: row.text[m[2]:m[3]], unit: row.text[m[4]:m[5]], lines: row.lines, authority: r.authority}
	cells := r.biologicalCells(row)
	for i, c := range cells {
		if q := biologicalQuantity.FindStringSubmatch(c.text); q != nil {
			l.number, l.unit = q[1], q[2]
			if rest := strings.TrimSpace(strings.Replace(c.text, q[0], "", 1)); rest != "" && r.role(c) != "value" {
				cells[i].text = rest
			} else {
				cells[i].column = -1
			}
		}
	}
	r.fill(l, cells)
	l.takeLabelled(row.text)
	if l.substance == "" {
		l.substance = orElse(r.substanceOf(row.text[:m[0]]), r.substance)
	}
	r.substance = l.substance
	r.open = l
	r.limits = append(r.limits, l)
}

func (r *otherReader) role(c bodyCell) string { return r.header.roles[c.column] }

// fill takes the texts of cells by the roles of their columns.
func (r *otherReader) fill(l *biologicalLimit, cells []bodyCell) {
	join := func(to *string, text string) {
		if text = strings.Trim(text, " *-|"); text != "" {
			*to = strings.TrimSpace(*to + " " + text)
		}
	}
	for _, c := range cells {
		switch r.role(c) {
		case "determinant":
			join(&l.determinant, c.text)
		case "specimen":
			join(&l.specimen, c.text)
		case "time":
			join(&l.time, c.text)
		case "authority":
			l.authority = orElse(authorityIn(c.text), l.authority)
		case "substance":
			join(&l.substance, c.text)
		}
	}
}

// biologicalCells are the texts of a row by column.
func (r *otherReader) biologicalCells(row valueRow) []bodyCell {
	if row.table >= 0 {
		if r.header.table != row.table {
			return nil
		}
		return append([]bodyCell(nil), row.cells...)
	}
	if len(r.header.columns) == 0 {
		return nil
	}
	b := bodyState{w: &limitWriter{s: r.s}, cols: r.header.columns}
	return b.cells(textRow{words: row.words})
}

// biologicalHeading takes a row of headings, and reports whether it is one. A heading may continue
// on further lines.
func (r *otherReader) biologicalHeading(row valueRow) bool {
	roles := map[int]string{}
	var columns []limitColumn
	known := 0
	if row.table >= 0 {
		for _, c := range row.cells {
			if roles[c.column] = biologicalRole(c.text); roles[c.column] != "" {
				known++
			}
		}
	} else {
		for i, c := range headingCells(row.words) {
			columns = append(columns, limitColumn{from: c.from, to: c.to, text: c.text})
			if roles[i] = biologicalRole(c.text); roles[i] != "" {
				known++
			}
		}
	}
	if known < 3 {
		return false
	}
	if r.open == nil && len(r.header.roles) > 0 && r.header.table == row.table && row.table < 0 {
		return true // the second line of the headings
	}
	r.header = biologicalHeader{table: row.table, roles: roles, columns: columns}
	r.open = nil
	return true
}

// labelled matches the labels of parts of a limit: "200 mg/g creatinine Medium: urine Time: end of shift".
var labelled = pattern.MustCompile(`(?i)\b(Medium|Specimen|Sampling time|Time|Parameter|Determinant) ?: ?`)

// takeLabelled takes the parts that a text names by their labels, and reports whether it has any.
func (l *biologicalLimit) takeLabelled(text string) bool {
	found := labelled.FindAllStringSubmatchIndex(text, -1)
	for i, m := range found {
		end := len(text)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		part := strings.Trim(text[m[1]:end], " |,;")
		switch strings.ToLower(text[m[2]:m[3]]) {
		case "medium", "specimen":
			l.specimen = part
		case "parameter", "determinant":
			l.determinant = part
		default:
			l.time = part
		}
	}
	return len(found) > 0
}

// continued adds a row without a value to the limit above it, or takes the substance or authority
// that it names.
func (r *otherReader) continued(row valueRow) {
	text := row.text
	if r.open != nil {
		if r.open.takeLabelled(text) {
			r.open.lines = append(r.open.lines, row.lines...)
			return
		}
	}
	if a := authorityIn(text); a != "" && len(text) < 160 {
		r.authority, r.open = a, nil
		return
	}
	if r.open == nil || strings.HasPrefix(text, "*") || len(text) > longProse || isSentence(text) {
		if name := r.substanceOf(text); name != "" && len(text) < longProse {
			r.substance = name
		}
		r.open = nil
		return
	}
	r.fill(r.open, r.biologicalCells(row))
	r.open.lines = append(r.open.lines, row.lines...)
}

// writeBiological writes the rows read, whose substances are ingredients by their names.
func (r *otherReader) writeBiological() {
	row := 0
	for _, l := range r.limits {
		q, err := chem.ParseQuantity(l.number)
		if err != nil || l.determinant == "" && l.specimen == "" {
			continue
		}
		q.Unit, q.Approximate = strings.TrimSpace(strings.ReplaceAll(l.unit, "µ", "μ")), false
		base := Value{Section: 8, Row: row, Kind: Text, Raw: l.number + " " + l.unit, Source: doc.SourcesOf(l.lines), Extractor: "biological", Confidence: 0.8}
		add := func(key, text string) {
			v := base
			v.Key, v.Text = "biological_limits."+key, text
			r.s.add(v)
		}
		add("substance", orElse(r.substanceOf(l.substance), l.substance))
		add("authority", l.authority)
		add("determinant", l.determinant)
		add("specimen", l.specimen)
		add("sampling_time", l.time)
		v := base
		v.Key, v.Kind, v.Quantity = "biological_limits.value", Quantity, q
		r.s.add(v)
		row++
	}
}
