package lawcheck

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/reference/regulation"
)

// propertyClasses are the classes that properties decide, as the set has them.
var propertyClasses = slices.Concat(class4, []string{
	"JP-FSA/HAZMAT1/DEFAULT", "JP-FSA/HAZMAT2/DEFAULT", "JP-FSA/HAZMAT3/DEFAULT", "JP-FSA/HAZMAT5/DEFAULT", "JP-FSA/HAZMAT6/DEFAULT", fireCombustible, fireNotify,
	"JP-ISHA/DANGER/EXPLOSIVE", "JP-ISHA/DANGER/IGNITABLE", "JP-ISHA/DANGER/OXIDIZING", ishaFlammable, ishaGas, gasCompressed, gasLiquefied, wasteSpecial,
	"JP-SHIP/DG/CLASS2", "JP-SHIP/DG/CLASS3", "JP-SHIP/DG/CLASS5", "JP-SHIP/DG/CLASS6", "JP-SHIP/DG/CLASS8", "JP-SHIP/DG/CLASS9", "JP-AIR/DG/CLASS3", "JP-PORT/DG/CLASS", "JP-ROAD/TUNNEL/DEFAULT",
	"JP-EXPLOS/EXPLOSIVE/DEFAULT",
})

func propertySet(t testing.TB) *regulation.Set {
	t.Helper()
	var laws []regulation.Law
	var categories []regulation.Category
	var classes []regulation.Class
	for _, key := range propertyClasses {
		c := strings.Split(key, "/")
		if !slices.ContainsFunc(laws, func(l regulation.Law) bool { return l.Code == c[0] }) {
			laws = append(laws, regulation.Law{Code: c[0]})
		}
		if !slices.ContainsFunc(categories, func(g regulation.Category) bool { return g.Law == c[0] && g.Code == c[1] }) {
			categories = append(categories, regulation.Category{Law: c[0], Code: c[1], Article: "法", Basis: regulation.ByProperty, Loaded: true, Versions: []regulation.Version{{From: "2020-01-01", Source: "e-Gov", AsOf: "2026-07"}}})
		}
		classes = append(classes, regulation.Class{ID: 300000000 + len(classes), Law: c[0], Category: c[1], Code: c[2]})
	}
	set, err := regulation.New(laws, categories, classes, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func celsius(x float64) *sds.Span { return &sds.Span{Low: &x, High: &x} }

func of(name, cas string, percent float64) Ingredient {
	i := Ingredient{Name: name, Share: Share{Low: percent, High: percent, Known: true}}
	if cas != "" {
		i.CAS = []string{cas}
	}
	return i
}

// substance is a liquid of one substance.
func substance(name, cas string, flash float64) Subject {
	return Subject{Substance: true, State: "liquid", FlashPoint: celsius(flash), Ingredients: []Ingredient{of(name, cas, 100)}}
}

func mixture(state string, flash *sds.Span, in ...Ingredient) Subject {
	for i := range in {
		in[i].Row = i
	}
	return Subject{State: state, FlashPoint: flash, Ingredients: in}
}

// strongest returns the verdicts of the laws with a prefix, except not listed, the
// strongest of each class.
func strongest(proofs []verdict.Proof, prefix string) string {
	var out []string
	for _, p := range proofs {
		key := p.Law + "/" + p.Category + "/" + p.Class
		if p.Verdict == verdict.NotListed || !strings.HasPrefix(key, prefix) {
			continue
		}
		line := strings.TrimPrefix(strings.TrimSuffix(key[len(prefix):], "/DEFAULT"), "/") + ":" + string(p.Verdict)
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func with(s Subject, change func(*Subject)) Subject {
	change(&s)
	return s
}

func TestSubstancesOfTheFireServiceAct(t *testing.T) {
	set := propertySet(t)
	for _, tt := range []struct {
		name string
		s    Subject
		want string
	}{
		{"diethyl ether", with(substance("ジエチルエーテル", "60-29-7", -45), func(s *Subject) { s.BoilingPoint = celsius(35); s.AutoIgnition = celsius(160) }), "HAZMAT4/SPECIAL:applies"},
		{"carbon disulfide", substance("二硫化炭素", "75-15-0", -30), "HAZMAT4/SPECIAL:applies"},
		{"acetaldehyde", with(substance("アセトアルデヒド", "75-07-0", -39), func(s *Subject) { s.BoilingPoint = celsius(20.2) }), "HAZMAT4/SPECIAL:applies"},
		{"propylene oxide", with(substance("プロピレンオキシド", "75-56-9", -37), func(s *Subject) { s.BoilingPoint = celsius(34) }), "HAZMAT4/SPECIAL:applies"},
		{"pentane boils at 36", with(substance("ペンタン", "109-66-0", -49), func(s *Subject) { s.BoilingPoint = celsius(36) }), "HAZMAT4/SPECIAL:applies"},
		{"hexane boils at 69", with(substance("n-ヘキサン", "110-54-3", -22), func(s *Subject) { s.BoilingPoint = celsius(69) }), "HAZMAT4/PET1:applies"},
		{"acetone", with(substance("アセトン", "67-64-1", -20), func(s *Subject) { s.BoilingPoint = celsius(56) }), "HAZMAT4/PET1:applies"},
		{"toluene", substance("トルエン", "108-88-3", 4), "HAZMAT4/PET1:applies"},
		{"ethanol", substance("エタノール", "64-17-5", 13), "HAZMAT4/ALCOHOL:applies"},
		{"ethanol 70 %", mixture("liquid", celsius(16), of("エタノール", "64-17-5", 70), of("水", "7732-18-5", 30)), "HAZMAT4/ALCOHOL:applies"},
		{"ethanol 50 %", mixture("liquid", celsius(24), of("エタノール", "64-17-5", 50), of("水", "7732-18-5", 50)), "HAZMAT4/ALCOHOL:below_threshold"},
		{"ethanol with toluene", mixture("liquid", celsius(8), of("エタノール", "64-17-5", 70), of("トルエン", "108-88-3", 30)), "HAZMAT4/ALCOHOL:requires_context HAZMAT4/PET1:requires_context"},
		{"1-butanol is none of the alcohols", substance("1-ブタノール", "71-36-3", 35), "HAZMAT4/PET2:applies"},
		{"xylene", substance("キシレン", "1330-20-7", 27), "HAZMAT4/PET2:applies"},
		{"kerosene by name", with(substance("灯油", "8008-20-6", 40), func(s *Subject) { s.FlashPoint = nil }), "COMBUST:unknown HAZMAT4/PET2:applies"},
		{"heavy oil flashes below its class", substance("重油", "68476-33-5", 65), "HAZMAT4/PET3:applies"},
		{"glycerol", substance("グリセリン", "56-81-5", 160), "HAZMAT4/PET3:applies"},
		{"of 200 to 250", substance("フタル酸ジオクチル", "117-81-7", 215), "HAZMAT4/PET4:applies"},
		{"a solid resin by name", mixture("solid", nil, of("ポリエチレン", "9002-88-4", 100)), "COMBUST:requires_context"},
		{"a solid that is named after a resin", mixture("solid", nil, of("ポリエチレングリコール", "25322-68-3", 100)), ""},
		{"of 250 and more", substance("シリコーン油", "63148-62-9", 315), "COMBUST:requires_context"},
		{"rapeseed oil", mixture("liquid", celsius(230), of("菜種油", "8002-13-9", 100)), "HAZMAT4/OIL:requires_context HAZMAT4/PET4:requires_context"},
		{"water", with(substance("水", "7732-18-5", 0), func(s *Subject) { s.FlashPoint = nil }), ""},
		{"caustic soda", mixture("liquid", nil, of("水酸化ナトリウム", "1310-73-2", 25), of("水", "7732-18-5", 75)), ""},
		{"water with little glycol", mixture("liquid", celsius(110), of("エチレングリコール", "107-21-1", 30), of("水", "7732-18-5", 70)), "COMBUST:requires_context"},
		{"paint with much water", mixture("liquid", celsius(45), of("2-ブトキシエタノール", "111-76-2", 30), of("水", "7732-18-5", 70)), "COMBUST:requires_context HAZMAT4/PET2:requires_context"},
		{"hydrogen peroxide 35 %", with(mixture("liquid", nil, of("過酸化水素", "7722-84-1", 35), of("水", "7732-18-5", 65)), func(s *Subject) { s.GHSCategories = []string{"oxidizing_liquids/2"} }), "HAZMAT6:requires_context"},
		{"hydrogen peroxide 60 %", with(mixture("liquid", nil, of("過酸化水素", "7722-84-1", 60), of("水", "7732-18-5", 40)), func(s *Subject) { s.GHSCategories = []string{"oxidizing_liquids/1"} }), "HAZMAT6:applies"},
		{"hydrogen peroxide 3 %", mixture("liquid", nil, of("過酸化水素", "7722-84-1", 3), of("水", "7732-18-5", 97)), "HAZMAT6:below_threshold"},
		{"nitric acid 70 %", with(mixture("liquid", nil, of("硝酸", "7697-37-2", 70), of("水", "7732-18-5", 30)), func(s *Subject) { s.GHSCategories = []string{"oxidizing_liquids/3"} }), "HAZMAT6:applies"},
		{"sodium", Subject{Substance: true, State: "solid", Ingredients: []Ingredient{of("ナトリウム", "7440-23-5", 99)}}, "HAZMAT3:applies"},
		{"sulfur", Subject{Substance: true, State: "solid", Ingredients: []Ingredient{of("硫黄", "7704-34-9", 99.9)}}, "HAZMAT2:applies"},
		{"potassium nitrate", Subject{Substance: true, State: "solid", GHSCategories: []string{"oxidizing_solids/3"}, Ingredients: []Ingredient{of("硝酸カリウム", "7757-79-1", 99)}}, "HAZMAT1:applies"},
		{"potassium nitrate, no hazard stated", Subject{Substance: true, State: "solid", Ingredients: []Ingredient{of("硝酸カリウム", "7757-79-1", 99)}}, "HAZMAT1:requires_context"},
		{"a solution of nitrate", mixture("liquid", nil, of("硝酸カリウム", "7757-79-1", 20), of("水", "7732-18-5", 80)), ""},
		{"solid alcohol", Subject{State: "solid", FlashPoint: celsius(12), Ingredients: []Ingredient{of("メタノール", "67-56-1", 80)}}, "HAZMAT2:applies"},
		{"tert-butanol melts at 25", with(substance("tert-ブタノール", "75-65-0", 11), func(s *Subject) { s.State, s.MeltingPoint = "solid", celsius(25) }), "HAZMAT4/PET1:applies"},
		{"benzoyl peroxide", Subject{State: "solid", GHSCategories: []string{"organic_peroxides/B"}, Ingredients: []Ingredient{of("過酸化ベンゾイル", "94-36-0", 75)}}, "HAZMAT5:applies"},
		{"a self-reactive of type G", Subject{State: "solid", GHSCategories: []string{"self_reactive/G"}, Ingredients: []Ingredient{of("何か", "", 100)}}, ""},
		{"LPG", Subject{State: "gas", GHSCategories: []string{"flammable_gases/1", "gases_under_pressure/liquefied"}, Ingredients: []Ingredient{of("プロパン", "74-98-6", 95)}}, "NOTIFY:requires_context"},
		{"acetylene", Subject{Substance: true, State: "gas", Ingredients: []Ingredient{of("アセチレン", "74-86-2", 98)}}, "NOTIFY:requires_context"},
		{"sulfuric acid 62.5 %", mixture("liquid", nil, of("硫酸", "7664-93-9", 62.5), of("水", "7732-18-5", 37.5)), "NOTIFY:requires_context"},
		{"sulfuric acid 30 %", mixture("liquid", nil, of("硫酸", "7664-93-9", 30), of("水", "7732-18-5", 70)), "NOTIFY:below_threshold"},
		{"stated not to burn", with(mixture("liquid", nil, of("ジクロロメタン", "75-09-2", 100)), func(s *Subject) { s.NoFlash = true }), ""},
		{"nothing of the state", with(substance("トルエン", "108-88-3", 4), func(s *Subject) { s.State = "" }), "HAZMAT4/PET1:unknown"},
		{"category 3 instead of a flash point", Subject{State: "liquid", GHSCategories: []string{"flammable_liquids/3"}, Ingredients: []Ingredient{of("溶剤", "", 100)}}, "HAZMAT4/PET2:applies"},
	} {
		if got := strongest(propertiesOf(set, &tt.s), "JP-FSA/"); got != tt.want {
			t.Errorf("%s: %s; want %s", tt.name, got, tt.want)
		}
	}
}

func TestOtherLawsByProperties(t *testing.T) {
	set := propertySet(t)
	toluene := with(substance("トルエン", "108-88-3", 4), func(s *Subject) { s.UNNumber = "1294" })
	for _, tt := range []struct {
		name   string
		s      Subject
		prefix string
		want   string
	}{
		{"toluene is flammable", toluene, "JP-ISHA/DANGER", "FLAMMABLE:applies"},
		{"at 65 and more", substance("グリセリン", "56-81-5", 65), "JP-ISHA/DANGER", ""},
		{"propane", Subject{State: "gas", GHSCategories: []string{"flammable_gases/1"}, Ingredients: []Ingredient{of("プロパン", "74-98-6", 95)}}, "JP-ISHA/DANGER", "GAS:applies"},
		{"nitrogen", Subject{State: "gas", GHSCategories: []string{"gases_under_pressure/compressed"}, Ingredients: []Ingredient{of("窒素", "7727-37-9", 99.9)}}, "JP-ISHA/DANGER", ""},
		{"compressed nitrogen", Subject{State: "gas", GHSCategories: []string{"gases_under_pressure/compressed"}, Ingredients: []Ingredient{of("窒素", "7727-37-9", 99.9)}}, "JP-HPGA", "COMPRESSED:applies"},
		{"liquefied gas", Subject{State: "gas", GHSCategories: []string{"gases_under_pressure/liquefied"}}, "JP-HPGA", "LIQUEFIED:applies"},
		{"sodium azide", Subject{Substance: true, State: "solid", Ingredients: []Ingredient{of("アジ化ナトリウム", "26628-22-8", 99)}}, "JP-ISHA/DANGER", "EXPLOSIVE:applies"},
		{"lithium", Subject{Substance: true, State: "solid", Ingredients: []Ingredient{of("リチウム", "7439-93-2", 99)}}, "JP-ISHA/DANGER", "IGNITABLE:applies"},
		{"hypochlorite", Subject{State: "liquid", GHSCategories: []string{"skin_corrosion/1"}, Ingredients: []Ingredient{of("次亜塩素酸ナトリウム", "7681-52-9", 12), of("水", "7732-18-5", 88)}}, "JP-ISHA/DANGER", ""},
		{"toluene in transport", toluene, "JP-SHIP", "DG/CLASS3:applies"},
		{"by air", toluene, "JP-AIR", "DG/CLASS3:applies"},
		{"in ports", toluene, "JP-PORT", "DG/CLASS:applies"},
		{"in tunnels", toluene, "JP-ROAD", "TUNNEL:requires_context"},
		{"a class without a number", Subject{State: "liquid", TransportOf: "8"}, "JP-SHIP", "DG/CLASS8:applies"},
		{"no dangerous good", Subject{State: "liquid", UNNumber: "not_regulated"}, "JP-SHIP", ""},
		{"no such number", Subject{State: "liquid", UNNumber: "9999"}, "JP-AIR", "DG/CLASS3:unknown"},
		{"nothing stated", Subject{State: "liquid"}, "JP-AIR", "DG/CLASS3:unknown"},
		{"waste oil", toluene, "JP-WDA", "SPECIAL:requires_context"},
		{"strong acid", Subject{State: "liquid", NoFlash: true, PH: celsius(1)}, "JP-WDA", "SPECIAL:requires_context"},
		{"strong alkali", Subject{State: "liquid", NoFlash: true, PH: celsius(13)}, "JP-WDA", "SPECIAL:requires_context"},
		{"neutral", Subject{State: "liquid", NoFlash: true, PH: celsius(7)}, "JP-WDA", ""},
		{"explosive", Subject{State: "solid", TransportOf: "1.1"}, "JP-EXPLOS", "EXPLOSIVE:requires_context"},
	} {
		if got := strongest(propertiesOf(set, &tt.s), tt.prefix+"/"); got != tt.want {
			t.Errorf("%s: %s; want %s", tt.name, got, tt.want)
		}
	}
}

func span(low, high float64, lowOpen, highOpen bool) *sds.Span {
	return &sds.Span{Low: &low, High: &high, LowOpen: lowOpen, HighOpen: highOpen}
}

func TestRangesOfFlashPoints(t *testing.T) {
	set := propertySet(t)
	x := 21.0
	for _, tt := range []struct {
		flash *sds.Span
		want  string
	}{
		{&sds.Span{High: &x, HighOpen: true}, "HAZMAT4/PET1:requires_context HAZMAT4/SPECIAL:unknown"},
		{&sds.Span{High: &x}, "HAZMAT4/PET1:requires_context HAZMAT4/PET2:requires_context HAZMAT4/SPECIAL:unknown"},
		{&sds.Span{Low: &x}, "COMBUST:requires_context HAZMAT4/PET2:requires_context HAZMAT4/PET3:requires_context HAZMAT4/PET4:requires_context"},
		{span(21, 70, false, true), "HAZMAT4/PET2:applies"},
		{span(21, 70, false, false), "HAZMAT4/PET2:requires_context HAZMAT4/PET3:requires_context"},
		{span(10, 30, false, false), "HAZMAT4/PET1:requires_context HAZMAT4/PET2:requires_context"},
		{celsius(250), "COMBUST:requires_context"},
	} {
		s := substance("溶剤", "", 0)
		s.FlashPoint = tt.flash
		if got := strongest(propertiesOf(set, &s), "JP-FSA/"); got != tt.want {
			t.Errorf("%s: %s; want %s", spanText(tt.flash), got, tt.want)
		}
	}
}

// A higher flash point never makes a product more dangerous.
func TestRaisingTheFlashPoint(t *testing.T) {
	set := propertySet(t)
	order := []string{"SPECIAL", "PET1", "PET2", "PET3", "PET4", ""}
	for _, boils := range []float64{30, 80} {
		before, at := -1, ""
		for flash := -60.0; flash <= 300; flash += 0.5 {
			s := substance("溶剤", "", flash)
			s.BoilingPoint = celsius(boils)
			is := ""
			for _, p := range propertiesOf(set, &s) {
				if p.Law == "JP-FSA" && p.Category == "HAZMAT4" && p.Verdict == verdict.Applies {
					is += p.Class
				}
			}
			rank := slices.Index(order, is)
			if rank < before {
				t.Fatalf("at %g °C it is %q, after %q", flash, is, at)
			}
			before, at = rank, is
		}
	}
}

// Every proof has its article, its evidence and its reason, in both languages.
func TestProofsAreComplete(t *testing.T) {
	set := propertySet(t)
	for i, s := range []Subject{
		{},
		substance("トルエン", "108-88-3", 4),
		{State: "gas", GHSCategories: []string{"gases_under_pressure/compressed", "flammable_gases/1"}},
		{State: "solid", GHSCategories: []string{"oxidizing_solids/1", "explosives/1.1"}, Ingredients: []Ingredient{of("硝酸アンモニウム", "6484-52-2", 60)}},
		{State: "liquid", FlashPoint: span(15, 80, false, false), PH: span(1, 13, false, false), UNNumber: "1993", Ingredients: []Ingredient{of("メタノール", "67-56-1", 65)}},
		{State: "liquid", GHSCategories: []string{"flammable_liquids/4", "aerosols/1"}, TransportOf: "9"},
	} {
		proofs := propertiesOf(set, &s)
		there := map[string]bool{}
		for _, p := range proofs {
			there[p.Law+"/"+p.Category+"/"+p.Class] = true
			if p.Article == "" || p.Version == "" || p.Source == "" || p.Confidence == "" || !message.Known(message.Code(p.Reason.Code)) || p.Verdict == verdict.Unknown && len(p.Missing) == 0 {
				t.Errorf("subject %d: %+v", i, p)
			}
			for _, lang := range []string{"ja", "en"} {
				args := message.Args{}
				for name, v := range p.Reason.Args {
					args[strings.TrimSuffix(name, "_"+lang)] = v
				}
				if text := message.Text(lang, message.Code(p.Reason.Code), args); strings.ContainsAny(text, "{}") {
					t.Errorf("subject %d: %s", i, text)
				}
			}
		}
		for _, key := range propertyClasses {
			if !there[key] {
				t.Errorf("subject %d: no proof for %s", i, key)
			}
		}
	}
}

func FuzzProperties(f *testing.F) {
	set := propertySet(f)
	f.Add("liquid", -20.0, 21.0, "flammable_liquids/2", "1993", "67-56-1", 50.0)
	f.Fuzz(func(t *testing.T, state string, low, high float64, hazard, number, cas string, percent float64) {
		s := Subject{State: state, FlashPoint: span(min(low, high), max(low, high), false, true), GHSCategories: []string{hazard}, UNNumber: number, Ingredients: []Ingredient{of(hazard, cas, percent)}}
		for _, p := range propertiesOf(set, &s) {
			if p.Verdict == "" || !message.Known(message.Code(p.Reason.Code)) {
				t.Fatal(fmt.Sprint(p))
			}
		}
	})
}

func propertiesOf(set *regulation.Set, s *Subject) []verdict.Proof {
	all := newProved(0)
	With(set).properties(s, "2026-11-22", all)
	return all.proofs
}
