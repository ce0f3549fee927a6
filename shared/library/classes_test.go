package library_test

import (
	"encoding/json"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"anzen/shared/domain/access"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/mhlw"
	"anzen/shared/library/librarytest"
	"anzen/shared/library/search"
	"anzen/shared/reference/ghs"
)

// classesOf2025 are the classes and categories that JIS Z 7252:2025 has and the edition of
// 2019 has not, with desensitized explosives, which that edition brought.
var classesOf2025 = map[string][]string{
	"explosives":               {"1", "2A", "2B", "2C"},
	"flammable_gases":          {"1A", "1B"},
	"chemicals_under_pressure": {"1", "2", "3"},
	"desensitized_explosives":  {"1", "2", "3", "4"},
}

// places are where a class with its category has to be.
var places = map[string]func(t *testing.T, c ghs.Class, k ghs.Category) bool{
	"the registry, with names in both languages": func(_ *testing.T, c ghs.Class, k ghs.Category) bool {
		return slices.Contains(ghs.Classes(), c) && ghs.CategoryByID(k.ID) == k && c.Ja != "" && c.En != "" && k.Ja != "" && k.En != ""
	},
	"the reading of Japanese sheets": func(_ *testing.T, c ghs.Class, k ghs.Category) bool { return reads(c.Ja+" "+k.Ja, c, k) },
	"the reading of English sheets":  func(_ *testing.T, c ghs.Class, k ghs.Category) bool { return reads(c.En+" "+k.En, c, k) },
	"the choices of the field":       func(_ *testing.T, c ghs.Class, _ ghs.Category) bool { return slices.Contains(sds.HazardClasses, c.Key) },
	"the hazard statements, with texts in both languages": func(_ *testing.T, c ghs.Class, k ghs.Category) bool {
		hazards := ghs.HazardsFor(c.Key, k.Key)
		return len(hazards) > 0 && !slices.ContainsFunc(hazards, func(h ghs.Hazard) bool {
			s, known := ghs.StatementByCode(h.Code)
			return !known || s.Ja == "" || s.En == ""
		})
	},
	"the symbols and the signal word": func(_ *testing.T, c ghs.Class, k ghs.Category) bool {
		return slices.ContainsFunc(ghs.HazardsFor(c.Key, k.Key), func(h ghs.Hazard) bool { return h.Signal != "" && len(h.Pictograms) > 0 })
	},
	"the filters": func(t *testing.T, c ghs.Class, k ghs.Category) bool {
		store, me := librarytest.New(), librarytest.Actor(access.Admin)
		for id, category := range map[sds.SheetID]string{"00000000-0000-4000-8000-000000000001": k.Key, "00000000-0000-4000-8000-000000000002": "not_classified"} {
			store.Add(id, func(s *sds.Sheet) { s.GHSCategories = []string{c.Key + "/" + category} })
		}
		f, err := search.Parse(url.Values{"ghs_category": {strconv.Itoa(k.ID)}})
		if err != nil {
			t.Fatal(err)
		}
		page, err := search.Search(t.Context(), store.Catalog(), search.Viewer{Principal: me.Principal, Company: me.Settings, Now: librarytest.Now}, f, search.Page{Limit: 5})
		if err != nil {
			t.Fatal(err)
		}
		return len(page.Sheets) == 1 && page.Sheets[0].GHSCategories[0] == c.Key+"/"+k.Key
	},
	"the choices of the dashboard's filters": func(t *testing.T, c ghs.Class, k ghs.Category) bool {
		vocabulary := dashboard(t, "shared/sds/vocabulary.json")
		return strings.Contains(vocabulary, `"`+strconv.Itoa(c.ID())+`"`) && strings.Contains(vocabulary, `"`+strconv.Itoa(k.ID)+`"`)
	},
	"the dashboard's texts": func(t *testing.T, c ghs.Class, _ ghs.Category) bool {
		for language, name := range map[string]string{"ja": c.Ja, "en": c.En} {
			var texts struct {
				Choice struct {
					Class map[string]string `json:"class"`
				} `json:"choice"`
			}
			if err := json.Unmarshal([]byte(dashboard(t, "shared/i18n/"+language+"/sds.json")), &texts); err != nil || texts.Choice.Class[c.Key] != name {
				return false
			}
		}
		return true
	},
	"the Ministry's format, there and back": func(t *testing.T, c ghs.Class, k ghs.Category) bool {
		text := func(key, value string, kind sds.ValueKind) sds.Field {
			return sds.Field{ID: "classification/r/" + key, Key: key, Value: sds.Value{Kind: kind, Text: value}, State: sds.StateMachine}
		}
		data, err := mhlw.Export(sds.LanguageJapanese, []sds.Section{{Number: 2, Groups: []sds.Group{{Key: sds.GroupClassification, Rows: []sds.Row{
			{ID: "r", Fields: []sds.Field{text("class", c.Key, sds.KindChoice), text("category", k.Key, sds.KindText)}},
		}}}}})
		if err != nil {
			t.Fatal(err)
		}
		back, err := mhlw.Import(data)
		if err != nil {
			t.Fatal(err)
		}
		var record sds.Sheet
		record.Derive(back.Sections)
		return slices.Equal(record.GHSCategories, []string{c.Key + "/" + k.Key})
	},
}

func reads(text string, c ghs.Class, k ghs.Category) bool {
	items := ghs.ReadClassification(text)
	return len(items) == 1 && items[0].Class.Key == c.Key && items[0].Category == k.Key
}

func dashboard(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile("../../frontend/src/" + path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func TestClassesOf2025ExistEverywhere(t *testing.T) {
	for class, categories := range classesOf2025 {
		c, known := ghs.ClassByKey(class)
		if !known {
			t.Errorf("%s is no class", class)
			continue
		}
		for _, category := range categories {
			k, known := ghs.CategoryOf(class, category)
			if !known {
				t.Errorf("%s has no category %s", class, category)
				continue
			}
			for place, has := range places {
				if !has(t, c, k) {
					t.Errorf("%s %s is not in %s", class, category, place)
				}
			}
		}
	}
}
