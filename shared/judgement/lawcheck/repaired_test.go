package lawcheck_test

import (
	"strings"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/regulation"
)

// by is the strongest verdict of a class on a product, with the code of its reason.
func by(s *lawcheck.Subject, class string) (best verdict.Verdict, code string) {
	best = verdict.NotListed
	set := regulation.Current()
	for _, p := range lawcheck.Complete(set, lawcheck.Sheet(set, s, today), today) {
		if p.Key() == class && (code == "" || p.Verdict.Strength() > best.Strength()) {
			best, code = p.Verdict, p.Reason.Code
		}
	}
	return best, code
}

const (
	poison      = "JP-PDSCA/POISON/DEFAULT"
	deleterious = "JP-PDSCA/DELETERIOUS/DEFAULT"
)

// 蓚酸塩類 are exempt up to 10 % as oxalic acid: 14.9 % of sodium oxalate.
func TestContentsAsAnotherSubstance(t *testing.T) {
	for _, tt := range []struct {
		cas   string
		share float64
		want  verdict.Verdict
	}{
		{"62-76-0", 14, verdict.BelowThreshold},
		{"62-76-0", 15, verdict.Applies}, // Na2C2O4, 134.0 to 90.03
		{"144-62-7", 10, verdict.BelowThreshold},
		{"144-62-7", 10.1, verdict.Applies},
		{"131-52-2", 1, verdict.BelowThreshold},
		{"131-52-2", 1.1, verdict.Applies}, // sodium pentachlorophenolate, 288.3 to 266.3
	} {
		s := product(number(tt.cas, share(tt.share, tt.share)))
		if got, code := by(&s, deleterious); got != tt.want {
			t.Errorf("%g %% of %s is %s (%s), not %s", tt.share, tt.cas, got, code, tt.want)
		}
	}
}

// 7723-14-0 is the number of red and of yellow phosphorus: the name decides.
func TestRedAndYellowPhosphorus(t *testing.T) {
	for _, tt := range []struct {
		name, class string
		want        verdict.Verdict
	}{
		{"赤リン", poison, verdict.NotListed},
		{"黄リン", poison, verdict.Applies},
		{"リン", poison, verdict.RequiresContext},
		{"赤りん", "JP-FSA/HAZMAT2/DEFAULT", verdict.Applies},
		{"赤りん", "JP-FSA/HAZMAT3/DEFAULT", verdict.NotListed},
		{"黄りん", "JP-FSA/HAZMAT3/DEFAULT", verdict.Applies},
		{"黄りん", "JP-FSA/HAZMAT2/DEFAULT", verdict.NotListed},
		{"Phosphorus", "JP-FSA/HAZMAT3/DEFAULT", verdict.RequiresContext},
		{"赤リン", "JP-ISHA/SDS/DEFAULT", verdict.Applies},
	} {
		s := product(lawcheck.Ingredient{CAS: []string{"7723-14-0"}, Name: tt.name, Share: share(100, 100)})
		s.Substance, s.State = true, "solid"
		if got, code := by(&s, tt.class); got != tt.want {
			t.Errorf("%s by %s is %s (%s), not %s", tt.name, tt.class, got, code, tt.want)
		}
	}
}

// The exceptions of inorganic copper and zinc salts are fulminate, and carbonate, fulminate,
// sintered sulfide and hexahydroxostannate; oxides and hydroxides are no salts.
func TestCopperAndZincSalts(t *testing.T) {
	for cas, want := range map[string]verdict.Verdict{
		"12069-69-1": verdict.Applies, // basic copper carbonate
		"1317-38-0":  verdict.NotListed, "7758-98-7": verdict.Applies, "1314-13-2": verdict.NotListed,
		"3486-35-9": verdict.NotListed, "7646-85-7": verdict.Applies, "1314-98-3": verdict.RequiresContext, "12027-96-2": verdict.NotListed,
	} {
		s := product(number(cas, share(100, 100)))
		s.State = "solid"
		if got, code := by(&s, deleterious); got != want {
			t.Errorf("%s is %s (%s), not %s", cas, got, code, want)
		}
	}
}

// A block of aluminium is not the powder of the order's table: one system of rules decides.
func TestDangerousGoodsHaveOneSystem(t *testing.T) {
	const ignitable, oxidizing = "JP-ISHA/DANGER/IGNITABLE", "JP-ISHA/DANGER/OXIDIZING"
	for _, tt := range []struct {
		name, cas, class string
		want             verdict.Verdict
	}{
		{"アルミニウム", "7429-90-5", ignitable, verdict.RequiresContext},
		{"アルミニウム粉", "7429-90-5", ignitable, verdict.Applies},
		{"硝酸カリウム", "7757-79-1", oxidizing, verdict.Applies},
		{"金属ナトリウム", "7440-23-5", ignitable, verdict.Applies},
	} {
		s := product(lawcheck.Ingredient{CAS: []string{tt.cas}, Name: tt.name, Share: share(100, 100)})
		s.Substance, s.State = true, "solid"
		n := 0
		set := regulation.Current()
		for _, p := range lawcheck.Sheet(set, &s, today) {
			if p.Key() == tt.class && p.Verdict != verdict.NotListed {
				n++
				if p.EntryID == 0 || set.Entry(p.EntryID).Class != tt.class {
					t.Errorf("%s has the entry %d", tt.name, p.EntryID)
				}
			}
		}
		if got, _ := by(&s, tt.class); got != tt.want || n != 1 {
			t.Errorf("%s is %s with %d proofs, not %s", tt.name, got, n, tt.want)
		}
	}
}

// What the remarks on class 4 name belongs there whatever its flash and boiling point.
func TestProductsOfTheRemarksOnClass4(t *testing.T) {
	at := func(v float64) *sds.Span { return &sds.Span{Low: &v, High: &v} }
	for _, tt := range []struct {
		name, cas   string
		flash, boil float64
		want        string
	}{
		{"ガソリン", "86290-81-5", -43, 30, "PET1"},
		{"ガソリン", "", -43, 30, "PET1"},
		{"灯油", "8008-20-6", 38, 150, "PET2"},
		{"重油", "", 62, 200, "PET3"},
		{"ギヤー油", "", 190, 300, "PET4"},
	} {
		is := lawcheck.Ingredient{Name: tt.name, Share: share(100, 100)}
		if tt.cas != "" {
			is.CAS = []string{tt.cas}
		}
		s := product(is)
		s.State, s.FlashPoint, s.BoilingPoint = "liquid", at(tt.flash), at(tt.boil)
		for _, class := range []string{"SPECIAL", "PET1", "PET2", "PET3", "PET4"} {
			want := verdict.NotListed
			if class == tt.want {
				want = verdict.Applies
			}
			if got, code := by(&s, "JP-FSA/HAZMAT4/"+class); got != want {
				t.Errorf("%s: %s is %s (%s)", tt.name, class, got, code)
			}
		}
	}
}

// High-pressure gases are compressed (dissolved acetylene too) or liquefied; a mixture is
// flammable by its own classification.
func TestHighPressureGases(t *testing.T) {
	gas := func(state string, categories ...string) lawcheck.Subject {
		s := product(number("1333-74-0", share(3, 3)), number("7727-37-9", share(97, 97)))
		s.State, s.GHSCategories = "gas", append(categories, "gases_under_pressure/"+state)
		return s
	}
	for _, tt := range []struct {
		s     lawcheck.Subject
		class string
		want  verdict.Verdict
	}{
		{gas("dissolved"), "JP-HPGA/LIQUEFIED/DEFAULT", verdict.NotListed},
		{gas("dissolved"), "JP-HPGA/COMPRESSED/DEFAULT", verdict.Applies},
		{gas("liquefied"), "JP-HPGA/LIQUEFIED/DEFAULT", verdict.Applies},
		{gas("compressed"), "JP-HPGA/LIQUEFIED/DEFAULT", verdict.NotListed},
		{gas("compressed"), "JP-HPGA/FLAM/DEFAULT", verdict.BelowThreshold},
		{gas("compressed", "flammable_gases/1A"), "JP-HPGA/FLAM/DEFAULT", verdict.Applies},
	} {
		if regulation.Current().Class(tt.class) == nil {
			continue
		}
		if got, code := by(&tt.s, tt.class); got != tt.want {
			t.Errorf("%v: %s is %s (%s)", tt.s.GHSCategories, tt.class, got, code)
		}
	}
	pure := product(number("1333-74-0", share(99.99, 99.99)))
	pure.State = "gas"
	if got, _ := by(&pure, "JP-HPGA/FLAM/DEFAULT"); got != verdict.Applies {
		t.Errorf("hydrogen is %s", got)
	}
}

// Solid alloys and articles are exempt while they do not become a powder.
func TestSolidAlloys(t *testing.T) {
	judged := func(name, state string) verdict.Verdict {
		record := sds.Sheet{ProductName: name, State: state, Composition: sds.CompositionMixture}
		low := 18.0
		record.Ingredients = []sds.Ingredient{{Name: "クロム", CAS: []string{"7440-47-3"}, Concentration: &sds.Span{Low: &low, High: &low}}}
		s := lawcheck.Of(&record)
		v, _ := by(&s, "JP-PRTR/C1/DEFAULT")
		return v
	}
	for _, tt := range []struct {
		name, state string
		want        verdict.Verdict
	}{
		{"ステンレス鋼板 SUS304", "solid", verdict.RequiresContext}, {"ステンレス粉", "solid", verdict.Applies}, {"クロム顔料", "solid", verdict.Applies}, {"ステンレス洗浄液", "liquid", verdict.Applies},
	} {
		if got := judged(tt.name, tt.state); got != tt.want {
			t.Errorf("%s is %s, not %s", tt.name, got, tt.want)
		}
	}
}

// An unidentified ingredient may complete a sum: 4 % of toluene and 2 % of an unnamed solvent.
func TestUnidentifiedSharesCountInSums(t *testing.T) {
	const class2 = "JP-ISHA/YUKI/T2"
	s := product(number("108-88-3", share(4, 4)), named("溶剤X", share(0, 2)))
	if got, code := by(&s, class2); got != verdict.Unknown || code != "law.sum_open" {
		t.Errorf("%s (%s)", got, code)
	}
	s = product(number("108-88-3", share(4, 4)), named("溶剤X", share(0, 1)))
	if got, _ := by(&s, class2); got != verdict.BelowThreshold {
		t.Errorf("up to 5 %%: %s", got)
	}
}

// Alternative names, allowed from April 2026, leave verdicts open and say what to ask.
func TestAlternativeNames(t *testing.T) {
	s := product(named("脂肪族アミン誘導体（代替化学名）", share(3, 3)), number("7732-18-5", share(97, 97)))
	got, code := by(&s, "JP-ISHA/SDS/DEFAULT")
	if got != verdict.Unknown || code != "law.alternative_name" {
		t.Fatalf("%s (%s)", got, code)
	}
	for _, p := range lawcheck.Sheet(regulation.Current(), &s, today) {
		if p.Reason.Code == code && (!strings.Contains(p.Explain("ja"), "供給者に問い合わせ") || !strings.Contains(p.Explain("en"), "Ask the supplier")) {
			t.Fatalf("%s", p.Explain("ja"))
		}
	}
}

// A list with known gaps never says "not listed".
func TestIncompleteListsLeaveTheVerdictOpen(t *testing.T) {
	const mutagens = "JP-ISHA/GUIDE/MUTAGEN"
	s := product(number("7732-18-5", share(100, 100)))
	if got, code := by(&s, mutagens); got != verdict.Unknown || code != "law.partial" {
		t.Errorf("water is %s (%s)", got, code)
	}
	for _, tt := range []struct {
		percent float64
		want    verdict.Verdict
	}{{1, verdict.BelowThreshold}, {1.1, verdict.Applies}} {
		s := product(number("57-14-7", share(tt.percent, tt.percent)))
		if got, _ := by(&s, mutagens); got != tt.want {
			t.Errorf("%g %% of dimethylhydrazine is %s", tt.percent, got)
		}
	}
}
