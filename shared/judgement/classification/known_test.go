package classification

import (
	"strconv"
	"strings"
	"testing"

	"anzen/shared/domain/sds"
)

// mixture makes a mixture of ingredients "content:fact", parted by blanks, for one class.
// The content is a figure or a range (10, 5-15, <1), the fact a category, n for not
// classified, x for unknown, 4/3 for open between two, =320 for a stated value; 1*10 is
// category 1 with an M-factor, 1*? one without.
func mixture(t testing.TB, class string, effect Effect, state, ingredients string) *Subject {
	t.Helper()
	s := &Subject{State: state, ByVolume: state == "gas"}
	for i, text := range strings.Fields(ingredients) {
		content, fact, ok := strings.Cut(text, ":")
		if !ok {
			t.Fatalf("%q is no ingredient", text)
		}
		is := NewIngredient("i"+strconv.Itoa(i), nil, content2(t, content), i)
		is.set(t, class, effect, fact)
		s.Ingredients = append(s.Ingredients, is)
	}
	return s
}

func content2(t testing.TB, text string) Share {
	t.Helper()
	number := func(s string) float64 {
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatalf("%q is no content", text)
		}
		return v
	}
	if under, ok := strings.CutPrefix(text, "<"); ok {
		return Share{High: number(under), LowOpen: true, HighOpen: true, Stated: true}
	}
	low, high, ranged := strings.Cut(text, "-")
	if !ranged {
		high = low
	}
	return Share{Low: number(low), High: number(high), Stated: true}
}

func (is *Ingredient) set(t testing.TB, class string, effect Effect, fact string) {
	t.Helper()
	at := places[part{class, effect}]
	if value, ok := strings.CutPrefix(fact, "="); ok {
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Fatalf("%q is no value", fact)
		}
		for i := range routes {
			if routes[i].class == class {
				is.Know(class, effect, Fact{Mild: routes[i].category(v), Severe: routes[i].category(v), ATELow: v, ATEHigh: v})
			}
		}
		return
	}
	category, m, factored := strings.Cut(fact, "*")
	if factored {
		f := mFactor{Low: 1}
		if m != "?" {
			v, _ := strconv.ParseFloat(m, 64)
			f = mFactor{Low: v, High: v}
		}
		is.m[class] = f
	}
	mild, severe, _ := strings.Cut(category, "/")
	switch {
	case category == "x":
		return
	case severe == "":
		mild, severe = widen(class, mild)
	}
	none := func(c string) string { return strings.TrimPrefix(c, "n") }
	is.facts[at] = Fact{Known: true, Mild: none(mild), Severe: none(severe), Source: FromSheet}
}

// result is a result as the cases write it: "4", "n", "4..3", "?" where it cannot be judged;
// "+" says that unknown ingredients may make it severer.
func (r *Result) text() string {
	name := func(c string) string {
		if c == "" {
			return "n"
		}
		return c
	}
	more := ""
	if r.Incomplete() {
		more = "+"
	}
	switch r.Verdict {
	case Unknown:
		return "?"
	case Open:
		return name(r.Mildest) + ".." + name(r.Severest) + more
	}
	return name(r.Severest) + more
}

func find(t testing.TB, results []Result, class string, effect Effect) *Result {
	t.Helper()
	for i := range results {
		if results[i].Class == class && results[i].Effect == effect {
			return &results[i]
		}
	}
	t.Fatalf("there is no result for %s %s", class, effect)
	return nil
}

const (
	oral   = "acute_toxicity_oral"
	dermal = "acute_toxicity_dermal"
	gas    = "acute_toxicity_inhalation_gas"
	vapour = "acute_toxicity_inhalation_vapour"
	dust   = "acute_toxicity_inhalation_dust_mist"
)

// Each case is computed by hand; the criterion is the clause or table of GHS that JIS Z 7252
// follows.
var knownAnswers = []struct {
	class       string
	effect      Effect
	state       string
	ingredients string
	want        string
	criterion   string
}{
	// Acute toxicity: 100 / ATEmix = Σ C/ATE (3.1.3.6.1), points of table 3.1.2.
	{oral, "", "liquid", "20:3 80:n", "4", "100/(20/100) = 500"},
	{oral, "", "liquid", "4:3 96:n", "n", "100/(4/100) = 2500 > 2000"},
	{oral, "", "liquid", "5:3 95:n", "4", "100/(5/100) = 2000, the limit belongs to category 4"},
	{oral, "", "liquid", "100:4", "4", "100/(100/500) = 500"},
	{oral, "", "liquid", "24:4 76:n", "n", "100/(24/500) = 2083"},
	{oral, "", "liquid", "25:4 75:n", "4", "100/(25/500) = 2000"},
	{oral, "", "liquid", "1:1 99:n", "2", "100/(1/0.5) = 50, the limit belongs to category 2"},
	{oral, "", "liquid", "0.1:1 99.9:n", "4", "100/(0.1/0.5) = 500; category 1 counts below 1 %"},
	{oral, "", "liquid", "0.9:3 99.1:n", "n", "category 3 below 1 % is not relevant (3.1.3.3)"},
	{oral, "", "liquid", "10:2 10:3 80:n", "2", "100/(10/5+10/100) = 47.6"},
	{oral, "", "liquid", "10:=320 90:n", "n", "100/(10/320) = 3200, value instead of point"},
	{oral, "", "liquid", "20:=320 80:n", "4", "100/(20/320) = 1600"},
	{oral, "", "liquid", "50:=4800 50:n", "n", "LD50 above 2000 is in no category of JIS"},
	{oral, "", "liquid", "20-30:4 70-80:n", "n..4", "2500 to 1667"},
	{oral, "", "liquid", "20-30:3 70-80:n", "4", "500 to 333: 4 at both ends"},
	{oral, "", "liquid", "30-40:3 60-70:n", "4..3", "333 to 250"},
	{oral, "", "liquid", "<1:3 99:n", "n", "an open upper end does not reach 1 %"},
	{oral, "", "solid", "20:4 8:x 72:n", "n+", "8 % unknown: not more than 10 %, 100/(20/500) = 2500"},
	{oral, "", "solid", "22:4 12:x 66:n", "4+", "12 % unknown: (100-12)/(22/500) = 2000 (3.1.3.6.2.3)"},
	{oral, "", "solid", "20:4 10:x 70:n", "n+", "exactly 10 % unknown is not more than 10 %: 2500"},
	{oral, "", "solid", "20:4 5-30:x 50-75:n", "n..4+", "2500 at 5 %, (100-30)/(20/500) = 1750 at 30 %"},
	{oral, "", "solid", "100:x", "?", "nothing is known"},
	{oral, "", "solid", "0.5:x 99.5:n", "n", "unknown below 1 % is not relevant"},
	{oral, "", "solid", "30:4/3 70:n", "4", "1667 to 333 are both category 4"},
	{oral, "", "solid", "60:4/3 40:n", "4..3", "833 to 167: sources differ"},
	{dermal, "", "liquid", "50:4 50:n", "n", "100/(50/1100) = 2200"},
	{dermal, "", "liquid", "60:4 40:n", "4", "100/(60/1100) = 1833"},
	{dermal, "", "liquid", "30:3 70:n", "3", "100/(30/300) = 1000, the limit belongs to category 3"},
	{gas, "", "gas", "5:3 95:n", "4", "100/(5/700) = 14000 ppm"},
	{gas, "", "gas", "30:3 70:n", "3", "100/(30/700) = 2333 ppm"},
	{gas, "", "gas", "10:1 90:n", "1", "100/(10/10) = 100 ppm"},
	{vapour, "", "liquid", "50:4 50:n", "n", "100/(50/11) = 22 mg/L"},
	{vapour, "", "liquid", "60:4 40:n", "4", "100/(60/11) = 18.3 mg/L"},
	{vapour, "", "liquid", "40:3 60:n", "3", "100/(40/3) = 7.5 mg/L"},
	{dust, "", "solid", "40:4 60:n", "4", "100/(40/1.5) = 3.75 mg/L"},
	{dust, "", "solid", "60:3 40:n", "3", "100/(60/0.5) = 0.833 mg/L"},
	{dust, "", "solid", "25:4 75:n", "n", "100/(25/1.5) = 6 mg/L"},

	// Skin (table 3.2.3): category 1 from 5 % of corrosive ingredients, 2 from 10 % of ten
	// times these and the irritating ones.
	{"skin_corrosion", "", "liquid", "5:1 95:n", "1", "3.2.3"},
	{"skin_corrosion", "", "liquid", "4.9:1 95.1:n", "2", "10 × 4.9 = 49"},
	{"skin_corrosion", "", "liquid", "1:1 99:n", "2", "10 × 1 = 10"},
	{"skin_corrosion", "", "liquid", "0.9:1 99.1:n", "n", "10 × 0.9 = 9"},
	{"skin_corrosion", "", "liquid", "0.5:1 5:2 94.5:n", "2", "10 × 0.5 + 5 = 10"},
	{"skin_corrosion", "", "liquid", "9.9:2 90.1:n", "n", "9.9 < 10"},
	{"skin_corrosion", "", "liquid", "10:2 90:n", "2", "10"},
	{"skin_corrosion", "", "liquid", "5:1A 95:n", "1A", "1A from 5 % of 1A"},
	{"skin_corrosion", "", "liquid", "3:1A 3:1B 94:n", "1B", "1A + 1B = 6"},
	{"skin_corrosion", "", "liquid", "2:1A 2:1B 2:1C 94:n", "1C", "1A + 1B + 1C = 6"},
	{"skin_corrosion", "", "liquid", "6:1 94:n", "1", "no sub-category without that of the ingredients"},
	{"skin_corrosion", "", "liquid", "20:3 80:n", "n", "category 3 is not adopted by JIS"},
	{"skin_corrosion", "", "liquid", "3-7:1 93-97:n", "2..1", "both ends"},
	{"skin_corrosion", "", "liquid", "5:2 95:x", "?", "95 % without data"},

	// Eye (table 3.3.3): category 1 from 3 %, 2 from 10 %.
	{"eye_damage", "", "liquid", "3:1 97:n", "1", "3.3.3"},
	{"eye_damage", "", "liquid", "2.9:1 97.1:n", "2", "10 × 2.9 = 29"},
	{"eye_damage", "", "liquid", "0.9:1 1:2 98.1:n", "2", "10 × 0.9 + 1 = 10"},
	{"eye_damage", "", "liquid", "10:2A 90:n", "2", "10"},
	{"eye_damage", "", "liquid", "12:2B 88:n", "2B", "only 2B"},
	{"eye_damage", "", "liquid", "6:2A 6:2B 88:n", "2", "not only 2B"},
	{"eye_damage", "", "liquid", "9:2 91:n", "n", "9 < 10"},

	// Sensitisation (table 3.4.5): 1A from 0.1 %, 1B from 1 %, gases of 1B by inhalation from
	// 0.2 %.
	{"skin_sensitization", "", "liquid", "0.1:1A 99.9:n", "1A", "0.1"},
	{"skin_sensitization", "", "liquid", "0.09:1A 99.91:n", "n", "< 0.1"},
	{"skin_sensitization", "", "liquid", "0.5:1B 99.5:n", "n", "< 1"},
	{"skin_sensitization", "", "liquid", "1:1B 99:n", "1B", "1"},
	{"skin_sensitization", "", "liquid", "0.5:1 99.5:n", "n..1A", "without sub-category it may be 1A or 1B"},
	{"skin_sensitization", "", "liquid", "2:1 98:n", "1", "in any case"},
	{"respiratory_sensitization", "", "gas", "0.2:1B 99.8:n", "1B", "gases: 0.2"},
	{"respiratory_sensitization", "", "solid", "0.2:1B 99.8:n", "n", "solids: 1"},

	// Mutagenicity, carcinogenicity, reproduction (tables 3.5.1, 3.6.1, 3.7.1; choices of JIS).
	{"germ_cell_mutagenicity", "", "liquid", "0.1:1B 99.9:n", "1B", "0.1"},
	{"germ_cell_mutagenicity", "", "liquid", "0.9:2 99.1:n", "n", "< 1"},
	{"germ_cell_mutagenicity", "", "liquid", "1:2 99:n", "2", "1"},
	{"carcinogenicity", "", "liquid", "0.05:1A 99.95:n", "n", "< 0.1"},
	{"carcinogenicity", "", "liquid", "0.1:1A 5:2 94.9:n", "1A", "0.1"},
	{"carcinogenicity", "", "liquid", "0.5:2 99.5:n", "n", "JIS: 1.0, 0.1 is for the data sheet"},
	{"carcinogenicity", "", "liquid", "0.6:2 0.6:2 98.8:n", "n", "different ingredients do not add up"},
	{"reproductive_toxicity", "", "liquid", "0.3:1B 99.7:n", "1B", "JIS: 0.3"},
	{"reproductive_toxicity", "", "liquid", "0.2:1A 99.8:n", "n", "< 0.3"},
	{"reproductive_toxicity", "", "liquid", "2.9:2 97.1:n", "n", "JIS: 3.0"},
	{"reproductive_toxicity", "", "liquid", "3:2 97:n", "2", "3.0"},
	{"reproductive_toxicity", Lactation, "liquid", "0.3:lactation 99.7:n", "lactation", "0.3"},
	{"reproductive_toxicity", Lactation, "liquid", "0.29:lactation 99.71:n", "n", "< 0.3"},

	// Target organs (tables 3.8.2, 3.9.1; choice of JIS for category 2), category 3 by sum.
	{"stot_single", "", "liquid", "10:1 90:n", "1", "10"},
	{"stot_single", "", "liquid", "9.9:1 90.1:n", "2", "1 to 10"},
	{"stot_single", "", "liquid", "0.9:1 99.1:n", "n", "< 1"},
	{"stot_single", "", "liquid", "9:2 91:n", "n", "JIS: 10"},
	{"stot_single", Irritation, "liquid", "12:3 8:3 80:n", "3", "12 + 8 = 20 (3.8.3.4.5)"},
	{"stot_single", Narcosis, "liquid", "19:3 81:n", "n", "< 20"},
	{"stot_repeated", "", "liquid", "5-15:1 85-95:n", "2..1", "both ends"},
	{"stot_repeated", "", "liquid", "10:2 90:n", "2", "10"},

	// Water organisms (tables 4.1.3, 4.1.4): sums from 25 %.
	{"aquatic_acute", "", "liquid", "25:1*1 75:n", "1", "25 × 1"},
	{"aquatic_acute", "", "liquid", "2.5:1*10 97.5:n", "1", "2.5 × 10"},
	{"aquatic_acute", "", "liquid", "2.5:1*1 97.5:n", "2", "10 × 2.5 = 25"},
	{"aquatic_acute", "", "liquid", "0.25:1*1 99.75:n", "3", "100 × 0.25 = 25"},
	{"aquatic_acute", "", "liquid", "0.2:1*1 4:2 1:3 94.8:n", "3", "20 + 40 + 1 = 61; 10 × 0.2 + 4 = 6"},
	{"aquatic_acute", "", "liquid", "20:2 80:n", "3", "20 < 25, 10 × 20 = 200"},
	{"aquatic_acute", "", "liquid", "24:3 76:n", "n", "< 25"},
	{"aquatic_acute", "", "liquid", "0.09:1*1 99.91:n", "n", "below 0.1 % not relevant (4.1.3.1)"},
	{"aquatic_acute", "", "liquid", "0.02:1*100 99.98:n", "3", "relevant from 0.1/100; 10 × 100 × 0.02 = 20 < 25, 100 × 100 × 0.02 = 200"},
	{"aquatic_acute", "", "liquid", "2.5:1*? 97.5:n", "2..1", "the M-factor is at least 1"},
	{"aquatic_chronic", "", "liquid", "25:4 75:n", "4", "sum of all"},
	{"aquatic_chronic", "", "liquid", "20:3 5:4 75:n", "4", "20 < 25 for 3; 20 + 5 = 25"},
	{"aquatic_chronic", "", "liquid", "25:3 75:n", "3", "25"},
	{"aquatic_chronic", "", "liquid", "2.4:1*1 1:2 96.6:n", "2", "24 + 1 = 25"},
	{"aquatic_chronic", "", "liquid", "0.01:1*1000 99.99:n", "2", "1000 × 0.01 = 10 < 25; 10 × 10 = 100"},
	{"ozone", "", "gas", "0.1:1 99.9:n", "1", "0.1 (4.2.1)"},
	{"ozone", "", "gas", "0.09:1 99.91:n", "n", "< 0.1"},
}

func TestKnownAnswers(t *testing.T) {
	if len(knownAnswers) < 60 {
		t.Fatalf("only %d cases", len(knownAnswers))
	}
	for _, tt := range knownAnswers {
		t.Run(tt.class+string(tt.effect)+" "+tt.ingredients, func(t *testing.T) {
			s := mixture(t, tt.class, tt.effect, tt.state, tt.ingredients)
			r := find(t, Mixture(s), tt.class, tt.effect)
			if got := r.text(); got != tt.want {
				t.Errorf("%s, by hand %s (%s); %+v", got, tt.want, tt.criterion, r.Steps)
			}
		})
	}
}

func span2(low, high float64) *sds.Span { return &sds.Span{Low: &low, High: &high} }

func TestProperties(t *testing.T) {
	at := func(v float64) *sds.Span { return span2(v, v) }
	for _, tt := range []struct {
		what  string
		s     Subject
		class string
		want  string
	}{
		{"flash < 23, boils <= 35", Subject{State: "liquid", FlashPoint: at(-40), BoilingPoint: at(35)}, "flammable_liquids", "1"},
		{"flash < 23, boils > 35", Subject{State: "liquid", FlashPoint: at(22.9), BoilingPoint: at(36)}, "flammable_liquids", "2"},
		{"no boiling point", Subject{State: "liquid", FlashPoint: at(10)}, "flammable_liquids", "2..1"},
		{"a boiling range counts from its beginning", Subject{State: "liquid", FlashPoint: at(10), BoilingPoint: span2(30, 120)}, "flammable_liquids", "1"},
		{"23", Subject{State: "liquid", FlashPoint: at(23)}, "flammable_liquids", "3"},
		{"60", Subject{State: "liquid", FlashPoint: at(60)}, "flammable_liquids", "3"},
		{"60.1", Subject{State: "liquid", FlashPoint: at(60.1)}, "flammable_liquids", "4"},
		{"93", Subject{State: "liquid", FlashPoint: at(93)}, "flammable_liquids", "4"},
		{"94", Subject{State: "liquid", FlashPoint: at(94)}, "flammable_liquids", "n"},
		{"20 to 30", Subject{State: "liquid", FlashPoint: span2(20, 30), BoilingPoint: at(80)}, "flammable_liquids", "3..2"},
		{"does not burn", Subject{State: "liquid", NoFlash: true}, "flammable_liquids", "n"},
		{"not stated", Subject{State: "liquid"}, "flammable_liquids", "?"},
		{"ignites at 5 %", Subject{State: "gas", ExplosiveLow: at(5), ExplosiveHigh: at(15)}, "flammable_gases", "1"},
		{"13 to 20 %", Subject{State: "gas", ExplosiveLow: at(14), ExplosiveHigh: at(20)}, "flammable_gases", "2"},
		{"width of 12", Subject{State: "gas", ExplosiveLow: at(15), ExplosiveHigh: at(27)}, "flammable_gases", "1"},
		{"ammonia", Subject{State: "gas", ExplosiveLow: at(15), ExplosiveHigh: at(28)}, "flammable_gases", "1"},
		{"pH 2", Subject{State: "liquid", PH: at(2)}, "skin_corrosion", "1"},
		{"pH 2, the eye", Subject{State: "liquid", PH: at(2)}, "eye_damage", "1"},
		{"pH 11.5", Subject{State: "liquid", PH: at(11.5)}, "skin_corrosion", "1"},
		{"pH 11 to 12", Subject{State: "liquid", PH: span2(11, 12)}, "skin_corrosion", "n..1+"},
		{"pH 12 to 14", Subject{State: "liquid", PH: span2(12, 14)}, "skin_corrosion", "1"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := find(t, Mixture(&tt.s), tt.class, "").text(); got != tt.want {
				t.Errorf("%s, by hand %s", got, tt.want)
			}
		})
	}
}

func TestAspiration(t *testing.T) {
	for _, tt := range []struct {
		ingredients, state string
		viscosity          *sds.Span
		want               string
	}{
		{"10:1 90:n", "liquid", span2(20.5, 20.5), "1"},
		{"10:1 90:n", "liquid", span2(20.6, 20.6), "n"},
		{"9.9:1 90.1:n", "liquid", span2(1, 1), "n"},
		{"6:1 4:1 90:n", "liquid", span2(1, 1), "1"},
		{"50:1 50:n", "liquid", nil, "n..1"},
		{"5-15:1 85-95:n", "liquid", span2(1, 1), "n..1"},
		{"50:1 50:n", "solid", nil, "n"},
		{"50:2 50:n", "liquid", span2(1, 1), "n"},
		{"5:1 95:x", "liquid", span2(1, 1), "?"},
	} {
		t.Run(tt.ingredients+tt.state, func(t *testing.T) {
			s := mixture(t, "aspiration", "", tt.state, tt.ingredients)
			s.Viscosity = tt.viscosity
			if got := find(t, Mixture(s), "aspiration", "").text(); got != tt.want {
				t.Errorf("%s, by hand %s", got, tt.want)
			}
		})
	}
}

// Acids and bases: the pH of the mixture is the better criterion, other limits hold where
// additivity may not.
func TestSubstancesThatMayNotAdd(t *testing.T) {
	exact := func(v float64) Share { return Share{Low: v, High: v, Stated: true} }
	caustic := func(v float64) []Ingredient {
		return []Ingredient{NewIngredient("水酸化ナトリウム", []string{"1310-73-2"}, exact(v), 0), NewIngredient("水", []string{"7732-18-5"}, exact(100-v), 1)}
	}
	for _, tt := range []struct {
		what string
		s    Subject
		want string
	}{
		{"2 % without a pH: by additivity 2, by its own limit 1", Subject{State: "liquid", Ingredients: caustic(2)}, "2..1"},
		{"6 % without a pH", Subject{State: "liquid", Ingredients: caustic(6)}, "1"},
		{"2 % at pH 13", Subject{State: "liquid", Ingredients: caustic(2), PH: span2(13, 13)}, "1"},
		{"6 % at pH 10: the pH says less", Subject{State: "liquid", Ingredients: caustic(6), PH: span2(10, 10)}, "n..1"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := base2(find(t, Mixture(&tt.s), "skin_corrosion", "").text()); got != tt.want {
				t.Errorf("%s, by hand %s", got, tt.want)
			}
		})
	}
}

func base2(s string) string { return strings.NewReplacer("1A", "1", "1B", "1", "1C", "1").Replace(s) }
