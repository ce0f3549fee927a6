package extract

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/analyze/doc"
	"anzen/shared/chem"
)

// property is a quantity of section 9: the labels under which it stands and the units that it may have.
type property struct {
	key    string
	labels []string
	dims   []chem.Dimension
	// plain tells that a number without a unit will do.
	plain bool
}

var quantities = []property{
	{"ph", []string{"ph"}, nil, true},
	{"melting_point", []string{"melting_point"}, []chem.Dimension{chem.Temperature}, true},
	{"boiling_point", []string{"boiling_point"}, []chem.Dimension{chem.Temperature}, true},
	{"flash_point", []string{"flash_point"}, []chem.Dimension{chem.Temperature}, true},
	{"auto_ignition", []string{"auto_ignition"}, []chem.Dimension{chem.Temperature}, true},
	{"decomposition_temperature", []string{"decomposition"}, []chem.Dimension{chem.Temperature}, false},
	{"vapor_pressure", []string{"vapor_pressure"}, []chem.Dimension{chem.Pressure}, false},
	{"density", []string{"density"}, []chem.Dimension{chem.Density}, false},
	{"relative_density", []string{"density"}, nil, true},
	{"vapor_density", []string{"vapor_density"}, []chem.Dimension{chem.Density}, true},
	{"viscosity_kinematic", []string{"viscosity_kinematic", "viscosity"}, []chem.Dimension{chem.Kinematic}, false},
	{"viscosity_dynamic", []string{"viscosity_dynamic", "viscosity"}, []chem.Dimension{chem.Dynamic}, false},
	{"log_kow", []string{"log_kow"}, nil, true},
}

// properties reads section 9.
func (s *sheet) properties() {
	list := s.itemsOf(9)
	keyed := 0
	for _, it := range list {
		if it.key != "" && it.value != "" {
			keyed++
		}
	}
	if keyed < 2 {
		// Sheets of before GHS print the physical data under another number.
		for i := range s.d.Sections {
			if n := s.d.Sections[i].Number; n != 9 && n > 1 {
				list = append(list, itemsAs(&s.d.Sections[i], 9)...)
			}
		}
	} else if len(first(list, "flash_point")) == 0 {
		for i := range s.d.Sections {
			if s.d.Sections[i].Number == 5 {
				for _, it := range itemsAs(&s.d.Sections[i], 9) {
					if it.key == "flash_point" {
						list = append(list, it)
					}
				}
			}
		}
	}
	if len(list) == 0 {
		return
	}
	s.parts = s.partNames()
	s.appearance(list)
	for _, p := range quantities {
		s.property(list, p)
	}
	s.explosiveLimits(list)
	s.solubility(list)
}

var (
	reference    = regexp.MustCompile(`(?i)[(\[]?(?:空気|水|air|water|h2 ?o|酢酸(?:n-)?ブチル|butyl acetate)[ ]*=[ ]*[0-9.]+(?:,? at [0-9]+ ?°?[CF])?[)\]]?`)
	decomposesAt = regexp.MustCompile(`(?i)(?:から|以上で|付近で?|で)(?:徐々に)?分解|^ *分解|^[^0-9]*decompos`)
	method       = regexp.MustCompile(`(?i)(?:ASTM|JIS|ISO|OECD|DIN|EN|EU|EC|IP|Method|Test)[ -]*(?:No\.?|Guideline|[A-Z]{1,2})?[ -]*[0-9][0-9.\-:]*`)
)

// quantityOf picks the quantity of a value that has a wanted unit, else, where plain allows, the first without
// one. A unit in the label serves for a number without.
func quantityOf(it item, p property) (chem.Quantity, bool) {
	value := reference.ReplaceAllString(it.value, " ")
	value = method.ReplaceAllString(value, " ")
	found := chem.FindQuantities(value)
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

// isCondition tells numbers that say under what condition another holds: "at 20 °C", "@5%", "(20/4".
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
		for _, it := range first(list, label) {
			if p.key != "ph" && noData(it.value) || saysNothing.MatchString(it.value) || s.perPart(it.value) || strings.HasSuffix(p.key, "_point") && decomposesAt.MatchString(it.value) {
				continue
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

var saysNothing = regexp.MustCompile(`(?i)^(?:n/?a|n/?d|n\.a\.|n\.d\.|none|not |no data|no info|nil\b|unknown)`)

// partNames are the names of the ingredients, to tell values that are given for each of them.
func (s *sheet) partNames() []string {
	var out []string
	for _, r := range s.out.Rows("composition") {
		if n := r["name"]; n != nil && len([]rune(n.Text)) > 1 && !slices.Contains(out, n.Text) {
			out = append(out, n.Text)
		}
	}
	return out
}

// perPart tells values that are no value of the product: one for each ingredient.
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

var (
	lowerWords = regexp.MustCompile(`(?i)下限|lower|\blel\b|\blfl\b`)
	upperWords = regexp.MustCompile(`(?i)上限|upper|\buel\b|\bufl\b`)
)

// explosiveLimits reads the two limits from their own labels, or from one value that holds both.
func (s *sheet) explosiveLimits(list []item) {
	p := property{dims: []chem.Dimension{chem.Fraction}, plain: true}
	for _, key := range []string{"explosive_low", "explosive_high"} {
		for _, it := range first(list, key) {
			if noData(it.value) {
				continue
			}
			if q, ok := quantityOf(it, p); ok && q.LowOp == chem.Equal {
				if q.Unit == "" {
					for _, above := range list {
						if above.key == "explosive_limits" && q.Unit == "" {
							q.Unit = volumeUnit(above.label)
						}
					}
				}
				s.limit(it, key, q)
				break
			}
		}
	}
	for _, it := range first(list, "explosive_limits") {
		if s.perPart(it.value) {
			continue
		}
		found := chem.FindQuantities(it.value)
		unit := volumeUnit(it.label)
		var kept []chem.Measured
		for _, m := range found {
			if m.Dimension == chem.Fraction || m.Unit == "" {
				kept = append(kept, m)
				if m.Unit != "" {
					unit = m.Unit
				}
			}
		}
		for i, m := range kept {
			q := m.Quantity
			if q.Unit == "" {
				q.Unit = unit
			}
			single := func(v float64) chem.Quantity {
				return chem.Quantity{Low: v, LowOp: chem.Equal, High: v, HighOp: chem.Equal, Unit: q.Unit}
			}
			from := 0
			if i > 0 {
				from = kept[i-1].End
			}
			before := it.value[from:m.Start]
			switch {
			case q.LowOp != "" && q.HighOp != "" && q.LowOp != chem.Equal:
				s.limit(it, "explosive_low", single(q.Low))
				s.limit(it, "explosive_high", single(q.High))
			case q.LowOp != chem.Equal:
			case lowerWords.MatchString(before):
				s.limit(it, "explosive_low", q)
			case upperWords.MatchString(before):
				s.limit(it, "explosive_high", q)
			case len(kept) == 2 && i == 0 && kept[1].Low > m.Low:
				s.limit(it, "explosive_low", q)
			case len(kept) == 2 && i == 1 && kept[0].Low < m.Low:
				s.limit(it, "explosive_high", q)
			}
		}
	}
}

// volumeUnit is the unit that a heading gives to the limits: "(vol%)", "(Approximate volume % in air)".
func volumeUnit(label string) string {
	if unit, dim := chem.UnitIn(label); dim == chem.Fraction {
		return unit
	}
	if strings.Contains(label, "%") {
		return "%"
	}
	return ""
}

func (s *sheet) limit(it item, key string, q chem.Quantity) {
	if s.out.Get(key) != nil {
		return
	}
	q.Approximate = false
	s.add(Value{Section: it.section, Key: key, Row: NoRow, Kind: Quantity, Quantity: q, Raw: it.value, Source: doc.SourcesOf(it.lines), Extractor: "label", Confidence: 0.88})
}

// states lists the words for each state; the one that stands first in a text counts.
var states = []struct{ word, state string }{
	{"液化ガス", "gas"},
	{"液化石油ガス", "gas"},
	{"liquefied gas", "gas"},
	{"liquified gas", "gas"},
	{"compressed gas", "gas"},
	{"圧縮ガス", "gas"},
	{"液体", "liquid"},
	{"液状", "liquid"},
	{"ペースト", "liquid"},
	{"ゲル", "liquid"},
	{"グリース", "liquid"},
	{"クリーム", "liquid"},
	{"水溶液", "liquid"},
	{"溶液", "liquid"},
	{"油状", "liquid"},
	{"半固体", "liquid"},
	{"半固形", "liquid"},
	{"粘稠", "liquid"},
	{"懸濁", "liquid"},
	{"乳液", "liquid"},
	{"液", "liquid"},
	{"固体", "solid"},
	{"固形", "solid"},
	{"粉末", "solid"},
	{"粉体", "solid"},
	{"粉状", "solid"},
	{"結晶", "solid"},
	{"顆粒", "solid"},
	{"粒状", "solid"},
	{"ペレット", "solid"},
	{"塊", "solid"},
	{"フレーク", "solid"},
	{"板状", "solid"},
	{"線状", "solid"},
	{"糸状", "solid"},
	{"シート状", "solid"},
	{"フィルム", "solid"},
	{"テープ", "solid"},
	{"錠", "solid"},
	{"繊維", "solid"},
	{"粉", "solid"},
	{"成形品", "solid"},
	{"金属", "solid"},
	{"気体", "gas"},
	{"ガス", "gas"},
	{"エアゾール", "gas"},
	{"エアロゾル", "gas"},
	{"liquid", "liquid"},
	{"paste", "liquid"},
	{"gel", "liquid"},
	{"solution", "liquid"},
	{"oil", "liquid"},
	{"grease", "liquid"},
	{"cream", "liquid"},
	{"suspension", "liquid"},
	{"emulsion", "liquid"},
	{"dispersion", "liquid"},
	{"fluid", "liquid"},
	{"syrup", "liquid"},
	{"lotion", "liquid"},
	{"solid", "solid"},
	{"powder", "solid"},
	{"crystal", "solid"},
	{"pellet", "solid"},
	{"granul", "solid"},
	{"flake", "solid"},
	{"chunk", "solid"},
	{"lump", "solid"},
	{"wire", "solid"},
	{"bar", "solid"},
	{"tablet", "solid"},
	{"fiber", "solid"},
	{"fibre", "solid"},
	{"sheet", "solid"},
	{"film", "solid"},
	{"beads", "solid"},
	{"wax", "solid"},
	{"metal", "solid"},
	{"aerosol", "gas"},
	{"gas", "gas"},
	{"vapor", "gas"},
}

// stateOf tells the state that a text names first.
func stateOf(text string) string {
	t := strings.ToLower(text)
	best, state := -1, ""
	for _, w := range states {
		i := strings.Index(t, w.word)
		if i >= 0 && w.word[0] < 0x80 && i > 0 && isLetterRune(rune(t[i-1])) {
			i = -1
		}
		if i >= 0 && (best < 0 || i < best) {
			best, state = i, w.state
		}
	}
	return state
}

var (
	colorJa    = regexp.MustCompile(`[^、。・,;:()\s]*色(?:透明)?(?:[~～-][^、。・,;:()\s]*?色(?:透明)?)?|無色|透明`)
	stateJa    = regexp.MustCompile(`^(?:液体|固体|気体|粉末|粉体|ペースト状?|結晶|液状|粘稠液体?|粘性液体)[ ]?`)
	colorEn    = regexp.MustCompile(`(?i)\b(?:colou?rless|white|black|yellow\w*|amber|brown\w*|red\w*|blue|green\w*|orange|gr[ea]y\w*|pink|purple|violet|beige|tan|straw|silver\w*|golden|cream|ivory|hazy|water[- ]white|off-white|transparent|opaque)\b`)
	formWord   = regexp.MustCompile(`(?i)[,;]?\s*\b(?:viscous |clear |mobile |thick )?(?:liquid|solid|powder|crystal\w*|pellets?|granul\w*|flakes?|paste|gel|solution|oil|gas|fluid|lumps?|grease|aerosol|wax)\b`)
	odorPhrase = regexp.MustCompile(`(?i)(?:^|[.,;] ?)([^.,;]*?) odou?r\b\.?`)
	theWord    = regexp.MustCompile(`(?i)\s*\b(?:in )?colou?r(?:ed)?\b`)
)

// appearance reads state, colour and odour, each from its own label, else from the text on the appearance.
func (s *sheet) appearance(list []item) {
	looks := first(list, "appearance")
	for _, it := range append(first(list, "state"), looks...) {
		if state := stateOf(it.value); state != "" && s.out.Get("state") == nil {
			s.choice(it, "state", state, "label", 0.9)
		}
	}
	for _, it := range first(list, "color") {
		if color := sentenceOf(it.value); color != "" {
			s.text(it, "color", color, "label", 0.88)
			break
		}
	}
	if s.out.Get("color") == nil {
		for _, it := range append(looks, first(list, "state")...) {
			if color := colorOf(it.value); color != "" {
				s.text(it, "color", color, "appearance", 0.75)
				break
			}
		}
	}
	for _, it := range first(list, "odor") {
		if odor := sentenceOf(it.value); odor != "" {
			s.text(it, "odor", odor, "label", 0.88)
			break
		}
	}
	if s.out.Get("odor") == nil {
		for _, it := range looks {
			if odor := odorIn(it); odor != "" {
				s.text(it, "odor", odor, "appearance", 0.7)
				break
			}
		}
	}
}

// odorIn finds the odour in a text on the appearance: "faint odor", "刺激臭".
func odorIn(it item) string {
	if !strings.Contains(strings.ToLower(it.label), "odo") && !strings.Contains(it.label, "臭") {
		return ""
	}
	if m := odorPhrase.FindStringSubmatch(it.value); m != nil {
		return strings.TrimSpace(m[1])
	}
	return ""
}

// sentenceOf is a printed text without what says nothing.
func sentenceOf(value string) string {
	v := cleaned(value)
	if noData(v) {
		return ""
	}
	return strings.TrimRight(v, ".。 ")
}

// colorOf cuts the colour out of a text on the appearance.
func colorOf(value string) string {
	if m := colorJa.FindString(value); m != "" {
		if rest := stateJa.ReplaceAllString(m, ""); rest != "" {
			return rest
		}
		return m
	}
	at := colorEn.FindStringIndex(value)
	if at == nil {
		return ""
	}
	value = odorPhrase.ReplaceAllString(value, "")
	v, _, _ := strings.Cut(value, ". ")
	if !colorEn.MatchString(v) {
		v = value[at[0]:]
	}
	v = theWord.ReplaceAllString(formWord.ReplaceAllString(v, ""), "")
	return strings.Trim(cleaned(v), " .,;")
}

var (
	waterWord  = regexp.MustCompile(`(?i)水|water|h2o`)
	waterPart  = regexp.MustCompile(`(?:^|[、。;・ ])水(?:への溶解[度性])?(?:に対する溶解[度性])?[ ]?(?:[:;]|に(?:は)?)[ ]?([^;、。]+)`)
	otherMedia = regexp.MustCompile(`(?i)エタノール|アルコール|アセトン|エーテル|有機溶|油|alcohol|ethanol|acetone|solvent|ether`)
)

// waterRow reads a table of media: a line that says 水 or "water" alone, with the answer to its right.
func (s *sheet) waterRow() bool {
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		if sec.Number != 9 {
			continue
		}
		for _, l := range sec.Lines {
			switch chem.Squeeze(l.Text) {
			case "水", "冷水", "water", "coldwater":
			default:
				continue
			}
			for _, r := range sec.Lines {
				if r.Page == l.Page && r.X0 > l.X1 && r.OverlapY(l.Box) > 0.5*l.H() && !noData(r.Text) {
					s.text(item{section: 9, value: r.Text, lines: []doc.Line{r}}, "solubility_water", strings.TrimRight(cleaned(r.Text), ".。 "), "medium row", 0.8)
					return true
				}
			}
		}
	}
	return false
}

// solubility reads what is said of water.
func (s *sheet) solubility(list []item) {
	if s.waterRow() {
		return
	}
	for _, it := range first(list, "solubility") {
		value := cleaned(it.value)
		label := waterWord.MatchString(it.label)
		if s.perPart(value) {
			continue
		}
		// "Not determined. Miscible with water."
		var kept []string
		for _, part := range strings.Split(value, ". ") {
			if !noData(part) {
				kept = append(kept, part)
			}
		}
		value = strings.TrimRight(strings.Join(kept, ". "), ".。 ")
		if noData(value) {
			continue
		}
		if m := waterPart.FindStringSubmatch(value); m != nil && otherMedia.MatchString(value) {
			value = strings.TrimSpace(m[1])
			label = true
		}
		if !label && !s.ja && !waterWord.MatchString(value) || value == "" || noData(value) {
			continue
		}
		confidence := 0.85
		if !label {
			confidence = 0.7
		}
		s.text(it, "solubility_water", value, "label", confidence)
		return
	}
}
