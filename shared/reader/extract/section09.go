package extract

import (
	"slices"
	"strings"
	"unicode"

	"anzen/shared/domain/sds"
	"anzen/shared/reader/doc"
	"anzen/shared/reference/chem"
	"anzen/shared/text/pattern"
)

// property is a quantity of section 9, with its labels and units.
type property struct {
	key    string
	labels []string
	dims   []chem.Dimension
	// plain is set where a number without a unit is accepted.
	plain bool
}

// dimensions maps the dimensions of fields to those of units.
var dimensions = map[sds.Dimension]chem.Dimension{
	"temperature": chem.Temperature, "pressure": chem.Pressure, "density": chem.Density,
	"kinematic_viscosity": chem.Kinematic, "dynamic_viscosity": chem.Dynamic, "fraction": chem.Fraction,
}

// ownRule are the fields of section 9 with rules of their own.
var ownRule = []string{"explosive_low", "explosive_high", "color", "odor", "solubility_water"}

// quantities are the fields of section 9 that are read from beside their labels. Unless
// configured otherwise, a field is under its own labels, and a number without a unit is
// accepted for fields without a unit and for temperatures.
var quantities = func() (all []property) {
	for _, d := range sds.Definitions {
		if d.Section != 9 || d.Group != "" || d.Kind != sds.KindQuantity || slices.Contains(ownRule, d.Key) {
			continue
		}
		p := property{key: d.Key, labels: []string{d.Key}, plain: d.Dimension == "" || d.Dimension == "temperature"}
		if dim, ok := dimensions[d.Dimension]; ok {
			p.dims = []chem.Dimension{dim}
		}
		switch d.Key {
		case "decomposition_temperature":
			p.plain = false
		case "vapor_pressure":
			p.plain = true
		case "relative_density":
			p.labels = []string{"density"}
		case "vapor_density":
			p.dims = []chem.Dimension{chem.Density}
		case "viscosity_kinematic":
			p.labels = append(p.labels, "viscosity", "viscosity_dynamic") // the unit says which it is
		case "viscosity_dynamic":
			p.labels = append(p.labels, "viscosity", "viscosity_kinematic")
		}
		all = append(all, p)
	}
	return all
}()

// labelsOverValues reports a row of a table that has labels of section 9 only, three at least, above a row of values and before the
// next row of labels or the end: old forms print the physical data so.
func labelsOverValues(t doc.Table, row int) bool {
	return labelledCells(t.Rows[row]) >= 3 && labelledCells(t.Rows[row+1]) == 0 && (row+2 == len(t.Rows) || labelledCells(t.Rows[row+2]) > 0)
}

// labelledCells counts the cells of a row, where all that hold a text are labels of section 9; 0 for another row.
func labelledCells(row []doc.Cell) int {
	n := 0
	for _, c := range row {
		if c.Covered || c.Empty() {
			continue
		}
		if key := labels()[9][squeezeLabel(c.Text())]; key == "" || key == "other" {
			return 0
		}
		n++
	}
	return n
}

// properties reads section 9.
func (s *sheet) properties() {
	list := s.itemsOf(9)
	for i := range s.d.Sections {
		if s.d.Sections[i].Number == 9 {
			list = append(rowsOfLabels(&s.d.Sections[i], 9, labelsOverValues), list...)
		}
	}
	keyed := 0
	for _, it := range list {
		if it.key != "" && it.value != "" {
			keyed++
		}
	}
	if keyed < 2 {
		// Sheets from before GHS print the physical data under another number.
		for i := range s.d.Sections {
			if n := s.d.Sections[i].Number; n != 9 && n > 1 {
				list = append(list, itemsAs(&s.d.Sections[i], 9)...)
			}
		}
	} else {
		list = append(append(list, s.fireData(list)...), s.looksAbove(list)...)
	}
	if len(list) == 0 {
		return
	}
	list = repaired(list, decimalCommas(s.allLines(9)))
	s.appearance(list)
	for _, p := range quantities {
		s.property(list, p)
	}
	s.explosiveLimits(list)
	s.limitsInText()
	s.solubility(list)
	s.texts(list, 9, ownRule)
}

// fireData are the items of section 5 that belong to section 9: the flash point where that section has none, and all
// data of fire where the sheet has the order from before GHS, physical data before fire.
func (s *sheet) fireData(list []item) (out []item) {
	order := func(number int) int {
		return slices.IndexFunc(s.d.Sections, func(sec doc.Section) bool { return sec.Number == number })
	}
	keys := []string{"explosive_low", "explosive_high", "explosive_limits", "auto_ignition"}
	if order(9) > order(5) {
		keys = nil
	}
	if len(first(list, "flash_point")) == 0 {
		keys = append(keys, "flash_point")
	}
	for i := range s.d.Sections {
		if s.d.Sections[i].Number != 5 || len(keys) == 0 {
			continue
		}
		for _, it := range itemsAs(&s.d.Sections[i], 9) {
			if slices.Contains(keys, it.key) {
				out = append(out, it)
			}
		}
	}
	return out
}

// looksAbove are the items on the appearance that old forms print with the product's name, where section 9 has none.
func (s *sheet) looksAbove(list []item) (out []item) {
	keys := []string{"appearance", "state", "color"}
	if slices.ContainsFunc(list, func(it item) bool { return slices.Contains(append(keys, "odor"), it.key) }) {
		return nil
	}
	for i := range s.d.Sections {
		if s.d.Sections[i].Number > 1 {
			continue
		}
		for _, it := range itemsAs(&s.d.Sections[i], 9) {
			if slices.Contains(keys, it.key) {
				out = append(out, it)
			}
		}
	}
	return out
}

// texts reads the text fields of a section that are taken from beside their labels as they
// are.
func (s *sheet) texts(list []item, section int, but []string) {
	for _, d := range sds.Definitions {
		if d.Section != section || d.Group != "" || d.Kind != sds.KindText || slices.Contains(but, d.Key) {
			continue
		}
		for _, it := range first(list, d.Key) {
			if !noData(it.value) {
				s.text(it, d.Key, cleaned(cutAtLabel(it.value)), "label", 0.8)
				break
			}
		}
	}
}

var (
	// airReference matches the reference of a density that is one of a gas or vapour.
	airReference = pattern.MustCompile(`(?i)\bdensity\b.*\bair ?= ?1|\bgravity\b.*\bair ?= ?1`)
	reference    = pattern.MustCompile(`(?i)[(\[]?(?:空気|水|air|water|h2 ?o|酢酸(?:n-)?ブチル|butyl acetate)[ ]*=[ ]*[0-9.]+(?:,? at [0-9]+ ?°?[CF])?[)\]]?`)
	degreeMark   = pattern.MustCompile(`([0-9]) ?[oOºø◦˚∘\x{030A}\x{F0B0}] ?(?:\(([CF])\)|([CF])\b)`)
	decomposesAt = pattern.MustCompile(`(?i)(?:から|以上で|付近で?|で)(?:徐々に)?分解|^ *分解|^[^0-9]*decompos`)
	method       = pattern.MustCompile(`(?i)(?:ASTM|JIS|ISO|OECD|DIN|EN|EU|EC|IP|Method|Test)[ -]*(?:No\.?|Guideline|[A-Z]{1,2})?[ -]*[0-9][0-9.\-:]*`)
)

// quantityOf is the quantity of a value with an accepted unit, else, if plain allows, the
// first without one. A unit in the label applies to a number without one.
func quantityOf(it item, p property) (chem.Quantity, bool) {
	value := degreeMark.ReplaceAllString(reference.ReplaceAllString(it.value, " "), "$1 °$2$3")
	value = method.ReplaceAllString(value, " ")
	if m := smallDegree.FindStringSubmatch(value); m != nil && slices.Contains(p.dims, chem.Temperature) {
		value = m[1] + " °" + strings.ToUpper(m[2]) + value[len(m[0]):]
	}
	found := chem.FindQuantities(value)
	if len(found) > 1 && found[0].Unit == "" && firstBare.MatchString(value) && slices.Contains(p.dims, chem.Temperature) {
		if unit, dim := chem.UnitIn(it.label); dim == chem.Temperature {
			q := found[0].Quantity // "208° (97.7°C)" under "deg F/C"
			q.Unit = unit
			return q, true
		}
	}
	var plain *chem.Measured
	for i := range found {
		m := &found[i]
		for _, d := range p.dims {
			if m.Dimension == d && m.Unit != "" && !(d == chem.Temperature && isCondition(value, m)) {
				return m.Quantity, true
			}
		}
		if m.Unit == "" && plain == nil && !isCondition(value, m) {
			plain = m
		}
	}
	if plain == nil {
		return chem.Quantity{}, false
	}
	if len(p.dims) > 0 {
		if unit, dim := chem.UnitIn(it.label); unit != "" {
			for _, d := range p.dims {
				if d == dim {
					q := plain.Quantity
					q.Unit = unit
					return q, true
				}
			}
			return chem.Quantity{}, false
		}
	}
	return plain.Quantity, p.plain
}

// firstBare matches a temperature with a degree sign alone before another in brackets.
var firstBare = pattern.MustCompile(`^[<>]? ?[0-9.]+ ?° *\(`)

// isCondition reports a number that states the condition of another: "at 20 °C", "@5%",
// "(20/4".
func isCondition(s string, m *chem.Measured) bool {
	before := strings.TrimRight(s[:m.Start], " ")
	if strings.HasSuffix(before, "@") || strings.HasSuffix(strings.ToLower(before), " at") {
		return true
	}
	after := strings.TrimLeft(s[m.End:], " ")
	return strings.HasPrefix(after, "で") || strings.HasPrefix(after, "における") || strings.HasPrefix(after, "水溶液") || strings.HasPrefix(after, "溶液")
}

func (s *sheet) property(list []item, p property) {
	for _, label := range p.labels {
		for _, it := range byLabel(first(list, label), p.key) {
			if otherLabel(it, p) {
				continue
			}
			if p.key != "ph" && (noData(it.value) || saysNoMore(it)) || saysNothing.MatchString(it.value) && !bound.MatchString(it.value) || s.perPart(it.value) || strings.HasSuffix(p.key, "_point") && decomposesAt.MatchString(it.value) {
				continue
			}
			if p.key == "relative_density" && labelDensity(it) {
				continue
			}
			if p.key == "ph" {
				it.value = phBefore.ReplaceAllString(it.value, "$1")
			}
			q, ok := quantityOf(it, p)
			if !ok || p.key == "ph" && (q.High > 16 || q.Low > 16) {
				continue
			}
			confidence := 0.9
			if it.kind == doc.Below {
				confidence = 0.75
			}
			s.add(Value{Section: it.section, Key: p.key, Row: NoRow, Kind: Quantity, Quantity: q, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "label", Confidence: confidence})
			return
		}
	}
}

// saysNoMore reports a value whose first line is that there is none: what follows below, such as the page's title, is not its own.
func saysNoMore(it item) bool {
	return it.kind == doc.Colon && len(it.lines) > 1 && it.lines[0].Text != "" && noData(it.lines[0].Text)
}

// phBefore matches the sign of the quantity within its value: "Neutral (pH7)".
var phBefore = pattern.MustCompile(`\b[pP][hH] ?([0-9])`)

// byLabel are the candidates of a field; those of a relative density with labels that say so come first.
func byLabel(list []item, key string) []item {
	if key != "relative_density" {
		return list
	}
	relative := func(it item) int {
		if relativeWords.MatchString(it.label) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(list, func(a, b item) int { return relative(a) - relative(b) })
	return list
}

var relativeWords = pattern.MustCompile(`(?i)gravity|relative|比重|相対`)

// otherLabel reports a value that is the label beside an empty place: "Evaporation rate (water = 1)".
func otherLabel(it item, p property) bool {
	text := strings.TrimLeft(openBracket.ReplaceAllString(it.value, ""), " :")
	if text == "" || text[0] >= 0x80 || !unicode.IsLetter(rune(text[0])) {
		return false
	}
	key, label, _ := splitLabel(9, text)
	return key != "" && len(label) > 3 && !slices.Contains(p.labels, key)
}

// openBracket is a bracket at the start of a value.
var openBracket = pattern.MustCompile(`^\([^()]*\)`)

// labelDensity reports a label with a unit of density, up to its colon.
func labelDensity(it item) bool {
	rest, _, colon := strings.Cut(it.value, ":")
	if !colon {
		rest = ""
	}
	_, dim := chem.UnitIn(it.label + " " + rest)
	return dim == chem.Density
}

// bound matches words that state an end of a range, though they begin like a denial.
var bound = pattern.MustCompile(`(?i)^(?:not?|no) (?:(?:less|more|lower|higher|greater) than|(?:below|under|above|over) [0-9])`)

var saysNothing = pattern.MustCompile(`(?i)^(?:n/?a|n/?d|n\.a\.|n\.d\.|none|not |no data|no info|no flash|does not flash|nil\b|unknown)`)

// partNames are the names of the ingredients, by which values of single ingredients are
// recognised.
func (s *sheet) partNames() []string {
	var out []string
	for _, r := range s.out.Rows("composition") {
		if n := r["name"]; n != nil && len([]rune(n.Text)) > 1 && !slices.Contains(out, n.Text) {
			out = append(out, n.Text)
		}
	}
	return out
}

// perPart reports values of single ingredients rather than of the product.
func (s *sheet) perPart(value string) bool {
	if strings.Contains(value, "各成分") {
		return true
	}
	n := 0
	for _, name := range s.parts {
		if strings.Contains(value, name) {
			n++
		}
	}
	return n > 1
}
