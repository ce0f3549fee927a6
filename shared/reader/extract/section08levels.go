package extract

import (
	"slices"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/pattern"
)

// levelQuantity matches a value of DNEL or PNEC with its unit: per volume of air or water, per weight
// of the body or of dry soil, per area of skin.
var levelQuantity = pattern.MustCompile(`(?i)((?:[<>≤≥] ?)?\b[0-9][0-9.,]*(?:E-?[0-9]+)?) ?((?:[mμµun]?g|mL|ml)/(?:m3|kg|l|cm2|cm3|person)(?:[ /·.-]{0,2}\(?(?:bw|b\.w\.|body ?weight|d\.?w\.?t?|dry weight|w\.?w\.?t?|sediment|soil|food|feed)\b\.?\)?)*(?:[ /·.-]{0,2}(?:days?|d|24 ?h)\b)?|ppm\b|%)`)

// levelOf is the level that a heading names.
func levelOf(heading string) string {
	up := strings.ToUpper(heading)
	switch {
	case strings.HasPrefix(up, "PNEC"), strings.HasPrefix(up, "PREDICTED"), strings.HasPrefix(heading, "予測"):
		return "PNEC"
	case strings.HasPrefix(up, "DMEL"), strings.Contains(up, "MINIMAL"):
		return "DMEL"
	}
	return "DNEL"
}

var (
	workers   = pattern.MustCompile(`(?i)\bworkers?\b|\bprofessional|\bindustrial\b|作業者|労働者`)
	consumers = pattern.MustCompile(`(?i)\bconsumers?\b|\bgeneral\b|\bpublic\b|消費者|一般(?:住民|人口|公衆)`)
	routeWord = pattern.MustCompile(`(?i)\b(inhal[a-z]*)|\b(dermal|skin)|\b(oral[a-z]*|ingestion)\b|(吸入)|(経皮|皮膚)|(経口)`)
	longTerm  = pattern.MustCompile(`(?i)\blong\b|\bchronic|\bcronic|\bprolonged|\brepeated exposure|長期|慢性`)
	shortTerm = pattern.MustCompile(`(?i)\bshort\b|\bacute|短期|急性`)
	systemic  = pattern.MustCompile(`(?i)\bsystem(?:at)?ic|全身`)
	localWord = pattern.MustCompile(`(?i)\blocal|局所`)
)

// compartments are the parts of the environment, those that contain the words of others first.
var compartments = []struct {
	target string
	re     *pattern.Pattern
}{
	{"intermittent", pattern.MustCompile(`(?i)intermittent|sporadic|periodic|間欠|断続`)},
	{"treatment_plant", pattern.MustCompile(`(?i)sewage|\bSTP\b|treatment plant|depuration|waste ?water|下水`)},
	{"sediment_marine", pattern.MustCompile(`(?i)sediment.{0,20}(?:marine|sea|salt)|(?:marine|sea|salt).{0,12}sediment|海水.{0,6}底質|底質.{0,6}海`)},
	{"sediment_freshwater", pattern.MustCompile(`(?i)sediment.{0,20}fresh|fresh.{0,12}sediment|淡水.{0,6}底質|底質.{0,6}淡水`)},
	{"sediment", pattern.MustCompile(`(?i)sediment|底質|堆積物`)},
	{"soil", pattern.MustCompile(`(?i)\bsoil\b|土壌`)},
	{"marine_water", pattern.MustCompile(`(?i)marine|sea ?water|salt ?water|海水`)},
	{"freshwater", pattern.MustCompile(`(?i)fresh ?water|\baqua\b|淡水`)},
	{"predators", pattern.MustCompile(`(?i)secondary poisoning|\bfood\b|predator|food chain|二次毒性`)},
	{"air", pattern.MustCompile(`(?i)\bair\b|大気`)},
}

// targetIn is the population or part of the environment that a text names; empty for none.
func targetIn(text string) string {
	switch {
	case workers.MatchString(text):
		return "workers"
	case consumers.MatchString(text):
		return "consumers"
	}
	return compartmentIn(text)
}

func compartmentIn(text string) string {
	for _, c := range compartments {
		if c.re.MatchString(text) {
			return c.target
		}
	}
	return ""
}

// routeIn is the route of exposure that a text names.
func routeIn(text string) string {
	m := routeWord.FindStringSubmatch(text)
	switch {
	case m == nil:
		return ""
	case m[1]+m[4] != "":
		return "inhalation"
	case m[2]+m[5] != "":
		return "dermal"
	}
	return "oral"
}

// effectIn is the duration and place of the effect that a text names, as far as it does.
func effectIn(text string) string {
	long, short := longTerm.MatchString(text), shortTerm.MatchString(text)
	whole, local := systemic.MatchString(text), localWord.MatchString(text)
	var parts []string
	if long != short {
		parts = append(parts, map[bool]string{true: "long", false: "short"}[long])
	}
	if whole != local {
		parts = append(parts, map[bool]string{true: "systemic", false: "local"}[whole])
	}
	return strings.Join(parts, "_")
}

// runningLabel matches values told in running text: "DNEL Workers - Inhalation; Long term systemic
// effects: 0.49 mg/m3 Workers - Dermal; ...".
var runningLabel = pattern.MustCompile(`(?i)\b(?:DNEL|PNEC)s? *[:–-]? *(?:workers?|professional|industry|consumers?|general population|fresh ?water|marine water)\b[^|]{0,12}[-–;:]`)

// runningLevels is such a text over several lines.
type runningLevels struct {
	text string
	rows []runningRow
}

// runningRow is a row of such a text, and where it ends there.
type runningRow struct {
	end   int
	lines []doc.Line
}

func (l *runningLevels) add(text string, lines []doc.Line) {
	if l.text != "" {
		l.text += " "
	}
	l.text += text
	l.rows = append(l.rows, runningRow{len(l.text), lines})
}

// at are the lines that print the part of the text between two offsets: of its rows the one line with all of it, or all.
func (l *runningLevels) at(from, to int) (lines []doc.Line) {
	begin := 0
	for _, row := range l.rows {
		if from < row.end && begin < to {
			lines = append(lines, row.lines...)
		}
		begin = row.end
	}
	for _, line := range lines {
		if strings.Contains(line.Text, l.text[from:to]) {
			return []doc.Line{line}
		}
	}
	return lines
}

// levelRow reads a row of a block of DNEL or PNEC.
func (r *otherReader) levelRow(row valueRow) {
	text := row.text
	if row.table < 0 && runningLabel.MatchString(text) {
		r.flushRunning()
		r.running.add(text, row.lines)
		return
	}
	if r.running.text != "" && !levelQuantity.MatchString(text) && (casPrinted.MatchString(text) || slices.ContainsFunc(r.s.parts, func(p string) bool { return strings.EqualFold(p, text) })) {
		r.flushRunning() // the next substance
	}
	if row.table < 0 && r.running.text != "" && len(r.running.text) < 4000 {
		r.running.add(text, row.lines)
		return
	}
	found := levelQuantity.FindAllStringSubmatchIndex(text, -1)
	if row.table >= 0 {
		r.heads.row(row, len(found) > 0)
	}
	if len(found) == 0 {
		r.stated(text)
		return
	}
	if name := r.rowSubstance(row, found[0][0]); name != "" {
		r.substance = name
	}
	if row.table >= 0 {
		r.levelCells(row)
		return
	}
	for i, m := range found {
		part := text
		if len(found) > 1 { // the words before each value are its own
			from := 0
			if i > 0 {
				from = found[i-1][1]
			}
			part = text[from:m[0]]
		}
		r.writeLevel(part, text[m[2]:m[3]], text[m[4]:m[5]], row.lines)
	}
}

// tableHeads are the headings of a ruled table by column.
type tableHeads struct {
	table  int
	texts  map[int]string
	closed bool // a row of values has come
}

// row takes the headings of a row before the first one with values.
func (h *tableHeads) row(row valueRow, values bool) {
	if h.texts == nil || h.table != row.table {
		*h = tableHeads{table: row.table, texts: map[int]string{}}
	}
	if h.closed = h.closed || values; h.closed {
		return
	}
	for _, c := range row.cells {
		h.texts[c.column] = strings.TrimSpace(h.texts[c.column] + " " + c.text)
	}
}

// levelCells reads the values of a row of a ruled table: the other cells of the row and the heading
// of the column say what each is.
func (r *otherReader) levelCells(row valueRow) {
	var words []string
	for _, c := range row.cells {
		if !levelQuantity.MatchString(c.text) {
			words = append(words, c.text)
		}
	}
	beside := strings.Join(words, " ")
	for _, c := range row.cells {
		found := levelQuantity.FindAllStringSubmatchIndex(c.text, -1)
		from := 0
		for _, m := range found {
			r.writeLevel(c.text[from:m[0]]+" "+beside+" "+r.heads.texts[c.column], c.text[m[2]:m[3]], c.text[m[4]:m[5]], row.lines)
			from = m[1]
		}
	}
}

// rowSubstance is the substance that a row names before its value.
func (r *otherReader) rowSubstance(row valueRow, at int) string {
	if row.table < 0 {
		return r.substanceOf(row.text[:at])
	}
	for _, c := range row.cells {
		if name := r.substanceOf(c.text); name != "" {
			return name
		}
	}
	if first := row.cells[0]; first.column == 0 && targetIn(first.text) == "" && routeIn(first.text) == "" && effectIn(first.text) == "" && !levelQuantity.MatchString(first.text) && levelHeading.FindString(first.text) == "" && len(first.text) > 2 {
		return first.text
	}
	return ""
}

// flushRunning reads the running text collected.
func (r *otherReader) flushRunning() {
	running := r.running
	text := running.text
	r.running = runningLevels{}
	from := 0
	for _, m := range levelQuantity.FindAllStringSubmatchIndex(text, -1) {
		part := text[from:m[0]]
		if level := levelHeading.FindString(part); level != "" {
			r.level = levelOf(level)
		}
		r.writeLevel(part, text[m[2]:m[3]], text[m[4]:m[5]], running.at(m[0], m[1]))
		from = m[1]
	}
}

// writeLevel writes a row with a value and what the words beside it say.
func (r *otherReader) writeLevel(words, number, unit string, lines []doc.Line) {
	q, err := chem.ParseQuantity(number)
	if err != nil || strings.Contains(unit, "%") || q.Low == 0 && q.High == 0 && q.LowOp == chem.Equal {
		return
	}
	q.Unit, q.Approximate = strings.ReplaceAll(strings.ReplaceAll(unit, "µ", "μ"), "ug/", "μg/"), false
	level := r.level
	target, route := targetIn(words), routeIn(words)
	if c := compartmentIn(words); level == "DNEL" && c != "" && route == "" && target == c {
		level = "PNEC" // a block of both
	}
	if strings.Contains(words, "DMEL") && !strings.Contains(words, "DNEL") {
		level = "DMEL"
	}
	if level == "PNEC" {
		if target = orElse(compartmentIn(words), compartmentIn(unit)); target == "" && route == "oral" {
			target = "predators"
		}
		route = ""
	} else if target != "workers" && target != "consumers" {
		target = r.target
	} else {
		r.target = target
	}
	base := Value{Section: 8, Row: r.rows, Kind: Text, Raw: strings.TrimSpace(words), Source: doc.SourcesOf(lines), Extractor: "level", Confidence: levelConfidence(level, target, route, effectIn(words))}
	add := func(key string, kind Kind, text string) {
		v := base
		v.Key, v.Kind, v.Text = "no_effect_levels."+key, kind, text
		r.s.add(v)
	}
	add("substance", Text, r.substance)
	add("level", Choice, level)
	add("target", Choice, target)
	add("route", Choice, route)
	if level != "PNEC" {
		add("effect", Choice, effectIn(words))
	}
	v := base
	v.Key, v.Kind, v.Quantity = "no_effect_levels.value", Quantity, q
	r.s.add(v)
	r.rows++
}

// levelConfidence is the share of values that were right, on the sheets of the wild that print them in
// rows: 194 of 195 where the words beside a value say all that its level has, for whom, by which route
// and for which effect; few of those that lack some of it, which is then that of another line.
func levelConfidence(level, target, route, effect string) float64 {
	if target != "" && (level == "PNEC" || route != "" && strings.Contains(effect, "_")) {
		return 0.95
	}
	return 0.75
}
