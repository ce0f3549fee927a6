package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// limitState is what the words before a number have stated.
type limitState struct {
	authority, kind, substance string
	// list is the authority whose list the last title was that of.
	list string
	on   bool
}

// limits reads the exposure limits of section 8: table cells by their headings, running
// lines by the words before each number. DNEL, PNEC and biological limits are read by otherLimits.
func (s *sheet) limits() {
	st := limitState{on: true}
	w := &limitWriter{s: s, parts: s.partNames(), numbers: s.partNumbers(), commas: decimalCommas(s.allLines(3, 8, 9))}
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		from := len(w.found)
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
		default:
			continue
		}
		w.byColumns(sec, from)
	}
	if len(w.found) == 0 {
		w.besideIngredients()
	}
	if kind := kindStated.FindString(joined(s.allLines(8))); kind != "" {
		for i := range w.found {
			w.found[i].kind = orElse(w.found[i].kind, kindIn(kind))
		}
	}
	if m := listStated.FindStringSubmatch(joined(s.allLines(8))); m != nil {
		name := orElse(authorityIn(m[1]), strings.ToUpper(m[1]))
		if name == "WEL" {
			name = "EH40" // as printed: the list that has them
		}
		for i := range w.found {
			w.found[i].authority = orElse(w.found[i].authority, name)
		}
	}
	w.write()
}

// listStated matches a sentence with the list from which all limits come that name none.
var listStated = pattern.MustCompile(`(?i)\b(?:OELs?|limits?|values?)\b(?: shown| given)? (?:are|were) (?:taken|quoted|published|listed|set out)(?: from| in| by)? (?:the )?(?:(?:current|latest) (?:version|edition|list)s? of |HSE ?|document )*(EH ?40|ACGIH|OSHA|NIOSH|TRGS 900)\b`)

// kindStated matches a sentence with the kind of all limits that name none.
var kindStated = pattern.MustCompile(`(?i)\ball (?:values|limits|figures)\b[a-z ,]{0,30}(?:[0-9]-?[ ]?h(?:ou)?rs?[a-z -]{0,12}(?:time|average)|time[- ]weighted)`)

type limitWriter struct {
	s     *sheet
	parts []string
	// numbers are the ingredients' names by their CAS numbers.
	numbers map[string]string
	found   []limit
	// inTable is set while the cells of a table are read.
	inTable bool
	// commas is set where the sheet writes 0,5 for a half, so that 1.000 is a thousand.
	commas bool
	// other is set below a heading of other values: DNEL, biological limits.
	other bool
	// unit of figures without one, where a caption states it.
	unit string
	// before is how the last table ended.
	before tableEnd
}

func (w *limitWriter) section(sec *doc.Section, st *limitState) {
	done, tables := map[int]bool{}, tablesOf(sec)
	var stack nameStack
	for i := 0; i < len(sec.Lines); i++ {
		l := sec.Lines[i]
		if k := tables.of(l); k >= 0 {
			if !done[k] && !(w.other && !limitsInHeadings(sec.Tables[k])) {
				done[k] = true
				w.before.list = ""
				w.table(sec.Tables[k], *st)
				if list := w.before.list; list != "" && list != st.list {
					st.list, st.authority = list, list // its title ends the table, or stands in it
				}
			}
			continue
		}
		text := w.fold(l.Text)
		next := ""
		if i+1 < len(sec.Lines) {
			next = w.fold(sec.Lines[i+1].Text)
			text = withUnit(text, next)
		}
		if names := w.stackedNames(sec.Lines[i:], tables); len(names) > 1 {
			stack = nameStack{names: names, lines: sec.Lines[i : i+len(names)], before: st.substance}
			i += len(names) - 1
			continue
		}
		if name, ok := stack.beside(l); ok {
			st.substance = name
		} else if w.part(text) != "" {
			stack = nameStack{} // a name of its own in their column, or on another page
		}
		w.line(text, next, l, st)
	}
}

// limitsInHeadings reports a table whose first rows speak of limits in air.
func limitsInHeadings(t doc.Table) bool {
	for _, row := range t.Rows[:min(3, len(t.Rows))] {
		for _, c := range row {
			if text := fold.Printed(c.Text()); !otherValues(text) && (speaksOfLimits(text) || authorityIn(text) != "") {
				return true
			}
		}
	}
	return false
}

var (
	commaDecimal = pattern.MustCompile(`(?:^|[^0-9.,])[0-9]{1,3},[0-9]{1,2}(?:[^0-9,]|$)`)
	pointDecimal = pattern.MustCompile(`[^0-9.,][0-9]+\.[0-9]{1,2}(?:[^0-9.]|$)`)
	pointGroups  = pattern.MustCompile(`\b([0-9]{1,3})\.([0-9]{3})\b`)
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
	text = markedFigures.ReplaceAllString(fold.Printed(text), "$1 $3, $2 $3")
	text = spacedThousands.ReplaceAllString(text, "$1$2 $3")
	text = footnoteMark.ReplaceAllString(text, "$1")
	for _, r := range rareFigures {
		text = r.re.ReplaceAllString(text, r.as)
	}
	text = gluedKind.ReplaceAllString(text, "$1 $2")
	text = sharedUnit.ReplaceAllString(text, "$1 $3, $2 $3")
	text = unitBefore.ReplaceAllString(text, "$1 $2 / $3 $2 $4")
	text = kindBetween.ReplaceAllString(text, "$1 $2 / $3 $4 $2$5")
	text = cubed.ReplaceAllString(text, "mg/m3")
	if w.commas {
		text = pointGroups.ReplaceAllString(text, "$1$2")
	}
	return text
}

var (
	// spacedThousands matches a figure with a blank before its thousands: "30 000 ppm".
	spacedThousands = pattern.MustCompile(`\b([1-9][0-9]{0,2}) (000) ?(ppm|mg/m3)\b`)
	// footnoteMark is a mark behind a figure: "15*, 5** mg/m3".
	footnoteMark = pattern.MustCompile(`([0-9])\*{1,3}`)
	// gluedKind matches a kind with the next figure glued to it: "TWA50 ppm".
	gluedKind = pattern.MustCompile(`(?i)(TWA|STEL|TWAEV|STEV|LMPE-PPT|LMPE-CT\]|ceiling|IDLH)([0-9.]+ ?(?:ppm|mg ?/))`)
	// markedFigures matches two figures with a mark each and one unit: "15*; 5** mg/m3".
	markedFigures = pattern.MustCompile(`\b([0-9]+(?:[.,][0-9]+)?)\*{1,2}[;,]? ?([0-9]+(?:[.,][0-9]+)?)\*{1,2} ?(mg/m3|ppm)\b`)
	// unitBefore matches a figure of a kind that has the unit of the one before: "750 ppm/1000 STEL".
	unitBefore = pattern.MustCompile(`(?i)\b([0-9]+(?:\.[0-9]+)?) ?(ppm|mg/m3) ?[/;,] ?([0-9]+(?:\.[0-9]+)?) ?(STEL|C\b|ceiling)`)
	// kindBetween matches a figure behind its kind that has the unit of the one before: "750 ppm/STEL 1000".
	kindBetween = pattern.MustCompile(`(?i)\b([0-9]+(?:\.[0-9]+)?) ?(ppm|mg/m3) ?[/;,] ?(STEL|ceiling):? ([0-9]+(?:\.[0-9]+)?)( *$| *[;,])`)
	cubed       = pattern.MustCompile(`(?i)\bmg ?(?:/|\.) ?m\^?3\b`)
	// sharedUnit matches two figures with one unit behind the second.
	sharedUnit = pattern.MustCompile(`\b([0-9]+(?:\.[0-9]+)?), ([0-9]+(?:\.[0-9]+)?) (mg/m3|ppm)\b`)
)

// rareFigures are ways to print figures that few sheets have.
var rareFigures = []struct {
	re *pattern.Pattern
	as string
}{
	// A note that touches the unit: "150 ppmskin".
	{pattern.MustCompile(`(ppm|mg/m3)(skin)`), "$1 $2"},
	// A figure that is divided by a content before its unit: "80/(SiO2) mg/m3".
	{pattern.MustCompile(`\b([0-9]+(?:\.[0-9]+)?) ?/ ?\((%? ?SiO2[^()]*)\) ?mg/m3`), "$1 mg/m3/($2)"},
	// A note on cancer behind a figure: "1880,A4 mg/m3".
	{pattern.MustCompile(`([0-9]),A[1-5] +`), "$1 "},
	// A ceiling in brackets before the one that is to replace it, with one unit: "(C 50) NIC-C 25 ml/m3".
	{pattern.MustCompile(`\(C ([0-9.]+)\) ?((?:NIC-)?C [0-9.]+) ?(mg/m3|ml/m3|ppm)`), "C $1 $3, $2 $3"},
}

// part is the ingredient that a text names.
func (w *limitWriter) part(text string) string {
	best := ""
	for _, p := range w.parts {
		if len(p) > len(best) && strings.Contains(text, p) {
			best = p
		}
	}
	if best != "" {
		return best
	}
	if name := w.partOfNumber(text); name != "" {
		return name
	}
	first := ""
	for start := range w.s.nameStarts {
		if len(start) > len(first) && (text == start || strings.HasPrefix(text, start+" ")) {
			first = start
		}
	}
	return w.s.nameStarts[first]
}

// partOfNumber is the ingredient whose CAS number a text has, which may name it otherwise; another substance by the words
// before its number.
func (w *limitWriter) partOfNumber(text string) string {
	if strings.Count(text, "-") < 2 {
		return ""
	}
	found := chem.FindCAS(text)
	if len(found) != 1 || !found[0].Valid {
		return ""
	}
	if name := w.numbers[string(found[0].CAS)]; name != "" {
		return name
	}
	name := ingredientName(strings.TrimRight(casLabel.ReplaceAllString(text[:found[0].Start], ""), " ([:,;/"))
	if len(name) < 4 || len(name) > 60 || strings.IndexFunc(name, isLetterRune) != 0 || speaksOfLimits(name) || isSentence(name) || authorityIn(name) != "" {
		return ""
	}
	return name
}

// partNumbers are the names of the ingredients by their CAS numbers.
func (s *sheet) partNumbers() map[string]string {
	out := map[string]string{}
	for _, r := range s.out.Rows("composition") {
		if r["name"] == nil || r["cas"] == nil {
			continue
		}
		for _, cas := range r["cas"].List {
			out[cas] = r["name"].Text
		}
	}
	return out
}

// perShare is the part of a unit that divides by a content: "10 mg/m3 / (%SiO2 + 2)".
var perShare = pattern.MustCompile(`^ ?/ ?(?:\(%? ?[A-Za-z][^()]{1,16}\)|% ?[A-Z][A-Za-z0-9]{2,8}(?: ?\+ ?[0-9])?)`)

// limit is one exposure limit as read.
type limit struct {
	limitState
	quantity chem.Quantity
	// raw is the text around the figure.
	raw   string
	lines []doc.Line
	// cell is set where it was read from a cell of a table, not from a running line.
	cell bool
}

// emit keeps a limit that has an authority or a kind.
func (w *limitWriter) emit(st limitState, m chem.Measured, raw string, lines []doc.Line) {
	if st.authority == "" && st.kind == "" {
		return
	}
	w.found = append(w.found, limit{limitState: st, quantity: limitQuantity(m, raw), raw: raw, lines: lines, cell: w.inTable})
}

// limitQuantity is a quantity as the value of a limit.
func limitQuantity(m chem.Measured, raw string) chem.Quantity {
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
	return q
}

// write adds the values of the limits found to the sheet's, a row for each.
func (w *limitWriter) write() {
	for row, l := range w.found {
		base := Value{Section: 8, Row: row, Kind: Text, Raw: l.raw, Source: doc.SourcesOf(l.lines), Extractor: "limit", Confidence: 0.8}
		add := func(key string, kind Kind, text string) {
			v := base
			v.Key, v.Kind, v.Text = "exposure_limits."+key, kind, text
			w.s.add(v)
		}
		add("substance", Text, l.substance)
		add("authority", Text, l.authority)
		add("kind", Choice, l.kind)
		v := base
		v.Key, v.Kind, v.Quantity = "exposure_limits.value", Quantity, l.quantity
		w.s.add(v)
		if method := methodIn(l.raw); method != "" {
			add("method", Text, method)
		}
	}
}
