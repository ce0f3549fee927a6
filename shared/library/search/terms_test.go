package search_test

import (
	"net/url"
	"testing"

	"anzen/shared/domain/sds"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/search"
)

// A search finds what a person means, and tells where.
func TestSearchForgives(t *testing.T) {
	acetone := func(s *sds.Sheet) {
		s.Name, s.ProductName = "洗浄液 K-115", "Cleaner"
		s.ProductCodes = []string{"AB-00 12"}
		s.Ingredients = []sds.Ingredient{{Name: "Acetone", CAS: []string{"67-64-1"}}}
		s.CAS, s.UNNumber, s.Supplier = []string{"67-64-1"}, "1090", "ｱﾝｾﾞﾝ化学"
	}
	unnumbered := func(s *sds.Sheet) {
		s.Name = "x"
		s.Ingredients = []sds.Ingredient{{Name: "ＡＣＥＴＯＮＥ"}}
	}
	caustic := func(s *sds.Sheet) {
		s.Name = "水酸化ナトリウム溶液"
		s.Ingredients = []sds.Ingredient{{Name: "水酸化ナトリウム", CAS: []string{"1310-73-2"}}}
		s.CAS = []string{"1310-73-2"}
	}
	for name, tt := range map[string]struct {
		text  string
		sheet func(*sds.Sheet)
		want  []search.Match
	}{
		"code without its hyphen":       {"k115", acetone, []search.Match{{"k115", search.MatchedName, "洗浄液 K-115"}}},
		"code as it is":                 {"K-115", acetone, []search.Match{{"K-115", search.MatchedName, "洗浄液 K-115"}}},
		"code with other separators":    {"ab00-12", acetone, []search.Match{{"ab00-12", search.MatchedCode, "AB-00 12"}}},
		"another code":                  {"K116", acetone, nil},
		"digits alone are no code":      {"0012", acetone, nil},
		"UN number":                     {"UN1090", acetone, []search.Match{{"UN1090", search.MatchedUN, "1090"}}},
		"UN number, apart":              {"un 1090", acetone, []search.Match{{"un1090", search.MatchedUN, "1090"}}},
		"UN number, full width":         {"ＵＮ１０９０", acetone, []search.Match{{"UN1090", search.MatchedUN, "1090"}}},
		"another UN number":             {"UN1091", acetone, nil},
		"CAS without hyphens":           {"67641", acetone, []search.Match{{"67641", search.MatchedCAS, "67-64-1"}}},
		"wrong CAS without hyphens":     {"67642", acetone, nil},
		"name in Japanese":              {"アセトン", acetone, []search.Match{{"アセトン", search.MatchedSubstance, "Acetone"}}},
		"in half width":                 {"ｱｾﾄﾝ", acetone, []search.Match{{"アセトン", search.MatchedSubstance, "Acetone"}}},
		"in hiragana":                   {"あせとん", acetone, []search.Match{{"あせとん", search.MatchedSubstance, "Acetone"}}},
		"by name alone":                 {"アセトン", unnumbered, []search.Match{{"アセトン", search.MatchedSubstance, "ＡＣＥＴＯＮＥ"}}},
		"another substance":             {"トルエン", acetone, nil},
		"name of two words":             {"sodium hydroxide", caustic, []search.Match{{"sodium hydroxide", search.MatchedName, "水酸化ナトリウム溶液"}}},
		"name of two words, and others": {"溶液 sodium hydroxide", caustic, []search.Match{{"溶液", search.MatchedName, "水酸化ナトリウム溶液"}, {"sodium hydroxide", search.MatchedName, "水酸化ナトリウム溶液"}}},
		"everyday name":                 {"苛性ソーダ", caustic, []search.Match{{"苛性ソーダ", search.MatchedName, "水酸化ナトリウム溶液"}}},
		"everyday name of two words":    {"caustic soda", caustic, []search.Match{{"caustic soda", search.MatchedName, "水酸化ナトリウム溶液"}}},
		"everyday name, half width":     {"２－ﾌﾟﾛﾊﾟﾉﾝ", acetone, []search.Match{{"2-プロパノン", search.MatchedSubstance, "Acetone"}}},
		"supplier in another width":     {"アンゼン", acetone, []search.Match{{"アンゼン", search.MatchedSupplier, "ｱﾝｾﾞﾝ化学"}}},
		"words of several fields":       {"cleaner 1090", acetone, []search.Match{{"cleaner", search.MatchedProduct, "Cleaner"}, {"1090", search.MatchedUN, "1090"}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := librarytest.New()
			s.Add(one, tt.sheet)
			s.Add(two, func(other *sds.Sheet) { other.Name = "別の製品" })
			f, err := search.Parse(url.Values{"text": {tt.text}})
			if err != nil {
				t.Fatal(err)
			}
			page, err := search.Search(t.Context(), s.Catalog(), viewer(), f, search.Page{Order: byName, Limit: 10})
			if err != nil {
				t.Fatal(err)
			}
			if len(tt.want) == 0 {
				if page.Total != 0 {
					t.Errorf("%d sheets are found", page.Total)
				}
				return
			}
			if page.Total != 1 || len(page.Sheets) != 1 || page.Sheets[0].ID != one {
				t.Fatalf("found %v", ids(page))
			}
			got := search.Matches(f, &page.Sheets[0])
			if len(got) != len(tt.want) {
				t.Fatalf("%+v, want %+v", got, tt.want)
			}
			for i := range got {
				if got[i] != tt.want[i] {
					t.Errorf("%+v, want %+v", got[i], tt.want[i])
				}
			}
		})
	}
	if got := search.Matches(search.Filter{}, &sds.Sheet{Name: "x"}); got != nil {
		t.Errorf("without a text: %+v", got)
	}
}
