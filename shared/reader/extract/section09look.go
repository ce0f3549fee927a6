package extract

import (
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// states lists the words for each state; the first one in a text counts.
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
	{"pasty", "liquid"},
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

// stateOf is the state that a text names first.
func stateOf(text string) string {
	t := strings.ToLower(text)
	if strings.Trim(t, " .") == "aerosol" {
		return "" // how it is packed, which says no state
	}
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

// appearance reads state, colour and odour, each from its own label, else from the text on the appearance.
func (s *sheet) appearance(list []item) {
	list = looksApart(list)
	looks := first(list, "appearance")
	for _, it := range append(first(list, "state"), looks...) {
		if state := stateOf(it.value); state != "" && s.out.Get("state") == nil {
			s.choice(it, "state", state, "label", 0.9)
		}
	}
	for _, it := range first(list, "color") {
		if color := withoutForm(it.label, sentenceOf(it.value)); color != "" && !formOnly.MatchString(color) {
			s.text(it, "color", color, "label", 0.88)
			break
		}
	}
	if s.out.Get("color") == nil {
		for _, it := range append(looks, first(list, "state")...) {
			if color := orElse(colorOf(it.value), clearForm(it)); color != "" {
				s.text(it, "color", color, "appearance", 0.75)
				break
			}
		}
	}
	for _, it := range first(list, "odor") {
		odor := sentenceOf(it.value)
		if bare := strings.Trim(it.value, " ."); strings.EqualFold(bare, "none") {
			odor = bare // an answer, as "odourless" is
		}
		if odor != "" {
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

// odorIn is the odour in a text on the appearance: "faint odor", "刺激臭".
func odorIn(it item) string {
	if !strings.Contains(strings.ToLower(it.label), "odo") && !strings.Contains(it.label, "臭") {
		return ""
	}
	odor, _ := smell(it.value)
	return orElse(odor, odorless.FindString(it.value))
}

// smell separates a text on the appearance into the words on its odour, without "odor"
// itself, and all others: "Clear blue liquid with a mild odor" is "mild" and "Clear blue
// liquid".
func smell(value string) (odor, others string) {
	var rest strings.Builder
	last := 0
	for _, at := range odorWord.FindAllStringIndex(value, -1) {
		before := value[last:at[0]]
		last = at[1]
		from, cut := 0, 0 // where the words on the odour begin, and what parts them from the others
		if bounds := odorBound.FindAllStringSubmatchIndex(before, -1); bounds != nil {
			b := bounds[len(bounds)-1]
			cut, from = b[0], b[1]
			if b[2] >= 0 {
				cut = b[3] // a word on the form belongs to the others
			}
		}
		words := strings.Trim(before[from:], " -")
		if words == "" {
			rest.WriteString(before)
			continue
		}
		if no := noWord.FindString(words); no != "" {
			words += strings.TrimRight(value[at[0]:at[1]], ".") // "no odor" is an answer
		}
		if odor == "" {
			odor = words
		}
		rest.WriteString(before[:cut])
	}
	rest.WriteString(value[last:])
	return odor, rest.String()
}

// sentenceOf is a printed text without phrases that state nothing.
func sentenceOf(value string) string {
	v := withoutRemarks(cleaned(value))
	if noData(v) {
		return ""
	}
	return strings.TrimRight(v, ".。 ")
}

// remarks are the words of the next columns or lines of a table in section 9, which belong to no
// value: its heading "Property Values Remarks", and what the column of remarks says of a value
// without one.
var remarks = pattern.MustCompile(`(?i)(?:^| )(?:Propert(?:y|ies)(?: +Values?.*)?|Values? +Remarks.*|Remarks(?: ?[•·] ?| +)Method.*|None known|AND (?:APPEARANCE|ODOU?R)\b:?.*| ?\((?:contd|cont'd|continued)\.? .*|· Change in condition.*)$`)

// withoutRemarks cuts the words of other columns off a value.
func withoutRemarks(v string) string {
	for {
		cut := strings.TrimRight(remarks.ReplaceAllString(v, ""), " ·,;:")
		if cut == v {
			return v
		}
		v = cut
	}
}

// withoutForm is a colour without the words on the form that its label asks for as well: "Clear liquid".
func withoutForm(label, color string) string {
	if !strings.Contains(strings.ToLower(label), "state") && !strings.Contains(strings.ToLower(label), "form") {
		return color
	}
	return orElse(strings.Trim(formNoun.ReplaceAllString(color, ""), " ,;"), color)
}

// formNoun is a word on the form without what tells of it.
var formNoun = pattern.MustCompile(`(?i)[,;]?\s*\b(?:liquid|solid|powder|paste|gel|solution|fluid)\b`)

// clearForm is the word "clear" before the form of a product of which no colour is told: "Clear liquid".
func clearForm(it item) string {
	word, form, _ := strings.Cut(it.value, " ")
	if strings.EqualFold(word, "clear") && (strings.Contains(strings.ToLower(it.label), "colo") || formNoun.MatchString(form)) {
		return word
	}
	return ""
}

// colorOf cuts the colour out of a text on the appearance.
func colorOf(value string) string {
	if m := colorJa.FindString(value); m != "" {
		if rest := stateJa.ReplaceAllString(m, ""); rest != "" {
			return rest
		}
		return m
	}
	_, value = smell(value)
	at := colorEn.FindStringIndex(value)
	if at == nil {
		if bare := strings.Trim(value, " ."); strings.EqualFold(bare, "clear") {
			return bare
		}
		return ""
	}
	v, _, _ := strings.Cut(value, ". ")
	if !colorEn.MatchString(v) {
		v = value[at[0]:]
	}
	v = clearApart.ReplaceAllString(v, "$1")
	if form := formWord.FindStringIndex(v); form != nil && colorEn.MatchString(v[:form[0]]) && !colorEn.MatchString(v[form[1]:]) {
		v = strings.TrimRight(v[:form[0]], " ,;/") // and what is said of the form
		v = beforeForm.ReplaceAllString(v, "")
	}
	v = formWord.ReplaceAllString(flowing.ReplaceAllString(v, ""), "")
	v = strings.Trim(cleaned(orElse(theWord.ReplaceAllString(v, ""), v)), " .,;")
	if inner, ok := strings.CutPrefix(v, "("); ok && strings.HasSuffix(inner, ")") {
		v = strings.TrimSuffix(inner, ")") // "Solid (white)"
	}
	return v
}

var (
	waterBelow      = pattern.MustCompile(`(?i)^[-· ]*(?:in )?(?:cold )?water ?: ?(.*[a-z0-9].*)$`)
	solubilityAbove = pattern.MustCompile(`(?i)(?:solubility(?:\(?ies\)?)?(?: in)?|miscibility(?: with)?)[ :]*$`)
)

// waterRow reads a table of media: a line with 水 or "water" alone, and the answer to its
// right; or "Water: soluble" below the label.
func (s *sheet) waterRow() bool {
	for i := range s.d.Sections {
		sec := &s.d.Sections[i]
		if sec.Number != 9 {
			continue
		}
		for k, l := range sec.Lines {
			if m := waterBelow.FindStringSubmatch(cutAtLabel(l.Text)); m != nil && len(m[1]) < 60 && k > 0 && solubilityAbove.MatchString(sec.Lines[k-1].Text) && !noData(m[1]) {
				s.text(item{section: 9, value: m[1], lines: []doc.Line{l}}, "solubility_water", strings.TrimRight(cleaned(m[1]), ".。 "), "medium row", 0.8)
				return true
			}
			switch fold.Squeezed(l.Text) {
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

// solubility reads the solubility in water.
func (s *sheet) solubility(list []item) {
	if s.waterRow() {
		return
	}
	for _, it := range first(list, "solubility_water") {
		value, named := withoutMedium(withoutRemarks(cleaned(it.value)))
		if it.kind != doc.Colon {
			value = temperatureAhead.ReplaceAllString(value, "")
		}
		label := named || waterWord.MatchString(it.label)
		if s.perPart(value) {
			continue
		}
		// "Not determined. Miscible with water."
		var kept []string
		for _, part := range strings.Split(value, ". ") {
			if !noData(part) || label && negligible.MatchString(part) {
				kept = append(kept, part)
			}
		}
		value = strings.TrimRight(strings.Join(kept, ". "), ".。 ")
		if noData(value) && !negligible.MatchString(value) {
			continue
		}
		if m := waterPart.FindStringSubmatch(value); m != nil && otherMedia.MatchString(value) {
			value = strings.TrimSpace(m[1])
			label = true
		}
		if !label && !s.ja && !waterWord.MatchString(value) || value == "" || noData(value) && !negligible.MatchString(value) {
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

// withoutMedium is an answer on solubility without the rest of its label before it, "in H2O: slight", "(water) complete", and whether
// that named water.
func withoutMedium(value string) (answer string, water bool) {
	if at := mediumAhead.FindStringIndex(value); at != nil && at[1] < len(value) {
		return value[at[1]:], true
	}
	return value, false
}

// temperatureAhead is the temperature of a solubility in brackets, the end of its label.
var temperatureAhead = pattern.MustCompile(`^\((?:@|at)? ?[0-9]+ ?°?[CF]\)[ :.]*`)

// mediumAhead matches the medium, with the conditions and the manner of the figure, before an answer.
var mediumAhead = pattern.MustCompile(`(?i)^(?:in (?:cold )?(?:water|h2 ?o)\b|\((?:in )?(?:water|h2 ?o)\)|(?:water|h2 ?o) ?:)(?: ?\([^()]*\))?(?: ?(?:@|at) [0-9]+ ?°?[CF]?)?[ :.]*`)

var (
	colorJa = pattern.MustCompile(`[^、。・,;:()\s]*色(?:透明)?(?:[~～-][^、。・,;:()\s]*?色(?:透明)?)?|無色|透明`)
	stateJa = pattern.MustCompile(`^(?:液体|固体|気体|粉末|粉体|ペースト状?|結晶|液状|粘稠液体?|粘性液体)[ ]?`)
	// clearApart matches "clear" behind a comma with the form: it tells of the colour, "colourless, clear liquid".
	clearApart = pattern.MustCompile(`(?i)(colou?rless, clear) (?:liquid|solution|gel|fluid)\b`)
	flowing    = pattern.MustCompile(`(?i)^free[- ]flowing,? +`)
	colorEn    = pattern.MustCompile(`(?i)\b(?:colou?rless|colou?red|white|black|yellow\w*|amber|brown\w*|red\w*|blue|green\w*|orange|gr[ea]y\w*|cyan|magenta|maroon|turquoise|teal|bronze|burgundy|charcoal|buff|khaki|mauve|crimson|scarlet|indigo|gold|milky|pink|purple|violet|beige|tan|straw|silver\w*|golden|cream|ivory|hazy|water[- ]white|off-white|transparent|opaque)\b`)
	formWord   = pattern.MustCompile(`(?i)[,;]?\s*\b(?:free[- ]flowing )?(?:slightly |highly |very )?(?:viscous |clear |mobile |thick )?(?:liquid|solid|dispersion|emulsion|suspension|powder|crystal\w*|pellets?|granul\w*|flakes?|paste|gel|solution|oil|gas|fluid|lumps?|grease|aerosol(?: spray)?|spray|lotion|wax|capsules?|tablets?|granules)\b`)
	beforeForm = pattern.MustCompile(`(?i)[ ,]+(?:dry|fine|soft|hard|heavy|light weight|thin)$`)
	odorWord   = pattern.MustCompile(`(?i) odou?r\b\.?`)
	odorBound  = pattern.MustCompile(`(?i)[.,;] ?| - | ?\b(?:with|w/|having|has)(?: an?)?\b|\b(liquid|solid|powder|crystals?|pellets?|granules|flakes|paste|gel|solution|oil|gas|fluid|grease|aerosol|wax)\b`)
	odorless   = pattern.MustCompile(`(?i)\bodou?rless\b|無臭`)
	noWord     = pattern.MustCompile(`(?i)\bno(?: \w+)?$`)
	theWord    = pattern.MustCompile(`(?i)\s*\b(?:in )?colou?r(?:ed)?\b`)
)

var (
	// negligible is an answer on solubility, while it states no pressure.
	negligible = pattern.MustCompile(`(?i)^(?:negligible|無視できる)[. ]*$`)
	waterWord  = pattern.MustCompile(`(?i)水|water|h2o`)
	waterPart  = pattern.MustCompile(`(?:^|[、。;・ ])水(?:への溶解[度性])?(?:に対する溶解[度性])?[ ]?(?:[:;]|に(?:は)?)[ ]?([^;、。]+)`)
	otherMedia = pattern.MustCompile(`(?i)エタノール|アルコール|アセトン|エーテル|有機溶|油|alcohol|ethanol|acetone|solvent|ether`)
)
