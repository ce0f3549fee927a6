package classification

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reference/ghs"
	"anzen/shared/text/fold"
)

// takeStatements takes what sections 11 and 12 state of ingredients: acute toxicity values,
// M-factors and categories. A statement counts only where the ingredient is named with it:
// at the beginning of its line, or as the heading of its block; one without a name may be of
// the product itself.
func (s *Subject) takeStatements(section *sds.Section) {
	for _, g := range section.Groups {
		if g.Key != sds.GroupText {
			continue
		}
		for i := range g.Rows {
			title, body := textOf(&g.Rows[i], "title"), textOf(&g.Rows[i], "body")
			if !telling.MatchString(body) {
				continue
			}
			heading := s.named(title)
			of, class := heading, ""
			if heading == nil {
				class = classOf(title)
			}
			for line := range strings.SplitSeq(body, "\n") {
				rest := fold.Printed(line)
				if is, after := s.beginning(rest); is != nil {
					of, rest = is, after
				} else if heading == nil && unnamed(rest) {
					of = nil
				}
				if of != nil {
					of.statement(class, rest)
				}
			}
		}
	}
}

// telling texts have a value, an M-factor or a category.
var telling = regexp.MustCompile(`(?i)LD ?50|LC ?50|ATE|M ?=|係数|ファクター|factor|毒性乗率|区分`)

// unnamed reports whether a line begins with a name of something else: "製品:" ends what was
// said of an ingredient before.
func unnamed(line string) bool {
	head, _, found := strings.Cut(line, ":")
	return found && len([]rune(head)) < 40
}

func textOf(r *sds.Row, key string) string {
	for i := range r.Fields {
		if f := &r.Fields[i]; f.Key == key && f.State != sds.StateDeleted {
			return f.Value.Text
		}
	}
	return ""
}

// classOf is the class that a heading names, empty for none.
func classOf(title string) string {
	for _, item := range ghs.ReadResults(title + " 区分1") {
		return item.Class.Key
	}
	return ""
}

// shortest is the length from which a name stands for an ingredient: shorter ones occur in
// other words.
const shortest = 2

// named is the ingredient that a heading consists of; nil where it is none, or several.
func (s *Subject) named(title string) (found *Ingredient) {
	title = fold.Squeezed(title)
	for i := range s.Ingredients {
		is := &s.Ingredients[i]
		if is.calledAs(title) {
			if found != nil {
				return nil
			}
			found = is
		}
	}
	return found
}

func (is *Ingredient) calledAs(squeezed string) bool {
	name := fold.Squeezed(is.Name)
	return len([]rune(name)) >= shortest && squeezed == name || slices.Contains(is.CAS, squeezed)
}

var separator = regexp.MustCompile(`^[ ]*(?:\([^()]*\))?[ ]*[:：、,—–-]?[ ]*`)

// beginning is the ingredient that a line begins with, and what follows. Of several names
// the longest counts.
func (s *Subject) beginning(line string) (found *Ingredient, after string) {
	longest := 0
	try := func(is *Ingredient, name string) {
		if name = fold.Printed(name); len([]rune(name)) >= shortest && len(name) > longest && len(line) >= len(name) && strings.EqualFold(line[:len(name)], name) {
			rest := line[len(name):]
			if m := separator.FindString(rest); m != "" || strings.HasPrefix(rest, "LD") || strings.HasPrefix(rest, "LC") {
				found, after, longest = is, rest[len(m):], len(name)
			}
		}
	}
	for i := range s.Ingredients {
		is := &s.Ingredients[i]
		try(is, is.Name)
		for _, n := range is.CAS {
			try(is, n)
		}
	}
	return found, after
}

var (
	toxicValue = regexp.MustCompile(`(?i)(LD ?50|LC ?50|ATE)[^0-9<>=≧≦≥≤]{0,40}((?:[<>≧≦≥≤=] ?)*)(\d[\d,]*(?:\.\d+)?)(?: ?(?:-|~|〜|～) ?(\d[\d,]*(?:\.\d+)?))? ?(mg/kg|g/kg|mg/L|mg/m3|ppm)`)
	byMouth    = regexp.MustCompile(`(?i)経口|oral`)
	bySkin     = regexp.MustCompile(`(?i)経皮|dermal|skin`)
	asVapour   = regexp.MustCompile(`(?i)蒸気|vapou?r`)
	asMist     = regexp.MustCompile(`(?i)ミスト|粉じん|粉塵|mist|dust|aerosol`)
	asGas      = regexp.MustCompile(`(?i)ガス|気体|gas`)
	mStated    = regexp.MustCompile(`(?i)(?:(?:M[ -]?(?:係数|ファクター|factor|値)|毒性乗率)[^0-9]{0,24}|\bM ?= ?)(10{0,6})\b`)
	statedCat  = regexp.MustCompile(`\(区分([1-5][A-C]?)[)(（）]`)
)

// statement takes the facts of a line that speaks of the ingredient.
func (is *Ingredient) statement(class, line string) {
	for _, m := range mStated.FindAllStringSubmatch(line, -1) {
		if v, err := strconv.ParseFloat(m[1], 64); err == nil && v >= 1 {
			is.takeFactor(class, line, v)
		}
	}
	values := false
	all := toxicValue.FindAllStringSubmatchIndex(line, -1)
	for i, at := range all {
		from, to := 0, len(line) // what is said of this value, and of no other
		if i > 0 {
			from = all[i-1][1]
		}
		if i+1 < len(all) {
			to = all[i+1][0]
		}
		values = is.takeValue(class, line[from:at[1]], line[from:to], toxicValue.FindStringSubmatch(line[at[0]:at[1]])) || values
	}
	if m := statedCat.FindStringSubmatch(line); m != nil && !values {
		is.takeCategory(class, m[1])
	}
}

func (is *Ingredient) takeFactor(class, line string, m float64) {
	classes := []string{"aquatic_acute", "aquatic_chronic"}
	switch {
	case class == classes[0], strings.Contains(line, "急性") && !strings.Contains(line, "慢性"):
		classes = classes[:1]
	case class == classes[1], strings.Contains(line, "慢性") && !strings.Contains(line, "急性"):
		classes = classes[1:]
	}
	for _, c := range classes {
		is.m[c] = mFactor{Low: m, High: m, Source: FromSheet}
	}
}

// routeOf is the route of a value: by the heading, or by the words before it. Values in ppm
// of vapours would need the molar mass, and are left.
func routeOf(class, line, unit string) *route {
	key := class
	if !isAcute(class) || class == "acute_toxicity_inhalation" {
		switch {
		case byMouth.MatchString(line):
			key = "acute_toxicity_oral"
		case bySkin.MatchString(line):
			key = "acute_toxicity_dermal"
		case asVapour.MatchString(line):
			key = "acute_toxicity_inhalation_vapour"
		case asMist.MatchString(line):
			key = "acute_toxicity_inhalation_dust_mist"
		case asGas.MatchString(line) && unit == "ppm":
			key = "acute_toxicity_inhalation_gas"
		}
	}
	if key == "acute_toxicity_inhalation_dust" || key == "acute_toxicity_inhalation_mist" {
		key = "acute_toxicity_inhalation_dust_mist"
	}
	for i := range routes {
		if r := &routes[i]; r.class == key && r.unit == unit {
			return r
		}
	}
	return nil
}

// takeValue takes an LD50, LC50 or ATE; false where its route or unit is not clear, or the
// value is of water organisms. Upto is what is said of the value before it, said all of it.
func (is *Ingredient) takeValue(class, upto, said string, m []string) bool {
	if strings.HasPrefix(class, "aquatic") {
		return false
	}
	low, err := strconv.ParseFloat(strings.ReplaceAll(m[3], ",", ""), 64)
	high := low
	if m[4] != "" && err == nil {
		high, err = strconv.ParseFloat(strings.ReplaceAll(m[4], ",", ""), 64)
	}
	if err != nil || low <= 0 || high < low {
		return false
	}
	unit, factor := m[5], 1.0
	switch strings.ToLower(unit) {
	case "g/kg":
		unit, factor = "mg/kg", 1000
	case "mg/m3":
		unit, factor = "mg/L", 0.001
	case "mg/l":
		unit = "mg/L"
	}
	r := cmp.Or(routeOf(class, upto, unit), routeOf(class, said, unit))
	if r == nil {
		return false
	}
	low, high = low*factor, high*factor
	switch {
	case strings.ContainsAny(m[2], ">≧≥"):
		if r.category(low) != "" {
			return false // "more than 500 mg/kg" decides nothing
		}
	case strings.ContainsAny(m[2], "<≦≤"):
		return false
	}
	is.Know(r.class, "", Fact{Mild: r.category(high), Severe: r.category(low), ATELow: low, ATEHigh: high})
	return true
}

// takeCategory takes a category that a line states in brackets for the class of its heading.
func (is *Ingredient) takeCategory(class, category string) {
	switch class {
	case "", "stot_single", "aquatic_acute", "aquatic_chronic", "acute_toxicity_inhalation":
		return // of several effects, or of a form that is not named
	}
	if len(ghs.HazardsFor(class, category)) == 0 {
		return // the class has no such category: a misprint, or of another class
	}
	mild, severe := widen(class, category)
	is.Know(class, "", Fact{Mild: mild, Severe: severe})
}
