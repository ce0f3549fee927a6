package ghs

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"anzen/shared/text/tsv"
)

//go:embed classes.tsv
var classesFile string

//go:embed organs.tsv
var organsFile string

// Class is a hazard class. 37 are numbered, 36 in the order of GHS, then chemicals under
// pressure, which JIS Z 7252:2025 added; acute toxicity by
// inhalation is four of them (gas, vapour, dust, mist), as the ids of the effects fix it
// (3029000, 3030000 and 3031000 belong to classes 30, 31 and 32). Two more are of several
// numbers: "dusts or mists", as most sheets state it, and inhalation of a form that the
// sheet does not state.
type Class struct {
	// Index counts from 1 (explosives) to 37 (chemicals under pressure); Last is the last index of a class of
	// several, else Index.
	Index, Last int
	// Key names the class: "flammable_liquids", "acute_toxicity_inhalation_gas".
	Key string
	// Group is "physical", "health" or "environment".
	Group      string
	Ja, En     string
	categories string // their keys, parted by ","
}

// ID is the class's id in the API: 1000000 onwards in steps of 1000; of several, the
// first.
func (c Class) ID() int { return 1000000 + 1000*(c.Index-1) }

// Covers reports whether the class is, or may be, the one with an id.
func (c Class) Covers(id int) bool { return c.ID() <= id && id <= c.ID()+1000*(c.Last-c.Index) }

// Family is the Key, with all classes of acute toxicity by inhalation as one.
func (c Class) Family() string { return FamilyOf(c.Key) }

// Text is the combined name in both languages.
func (c Class) Text() string { return c.Ja + " / " + c.En }

const inhalation = "acute_toxicity_inhalation"

// Keys are the keys of the categories that an edition of the GHS gives the class.
func (c Class) Keys() []string { return strings.Split(c.categories, ",") }

// Has reports whether an edition of the GHS gives the class a category, by its key.
func (c Class) Has(category string) bool { return slices.Contains(c.Keys(), category) }

// FamilyOf is the family of a class's key: the classes of acute toxicity by inhalation
// are one, as they have the same hazard statements.
func FamilyOf(key string) string {
	if strings.HasPrefix(key, inhalation) {
		return inhalation
	}
	return key
}

type classTable struct {
	list    []Class // the numbered ones, then those of several numbers
	single  int     // how many are numbered
	byKey   map[string]*Class
	aliases map[rune][]alias
}

// alias is a wording of a class, or of a part of one, stripped to letters.
type alias struct {
	text  []rune
	class *Class
	// parent is a heading whose classes follow by route or duration: "acute", "stot",
	// "aquatic".
	parent string
	// part is the class within its parent.
	part string
}

var parents = map[string][]string{
	"acute":   {"急性毒性", "acutetoxicity", "acutetox"},
	"stot":    {"特定標的臓器毒性", "特定標的臓器全身毒性", "標的臓器全身毒性", "標的臓器毒性", "specifictargetorgantoxicity", "specifictargetorgansystemictoxicity", "stot"},
	"aquatic": {"水生環境有害性", "水性環境有害性", "水生環境に対する有害性", "水生毒性", "hazardoustotheaquaticenvironment", "aquatictoxicity", "aquatichazard", "environmentalhazard"},
	"sens":    {"呼吸器皮膚感作性", "感作性", "respiratoryskinsensitization", "respiratoryskinsensitisation", "sensitization", "sensitisation"},
}

var parts = map[string]map[string][]string{
	"acute": {
		"acute_toxicity_oral": {"経口", "oral"}, "acute_toxicity_dermal": {"経皮", "dermal"},
		"acute_toxicity_inhalation_gas":       {"吸入ガス", "吸入気体", "inhalationgas", "inhalationgases"},
		"acute_toxicity_inhalation_vapour":    {"吸入蒸気", "蒸気", "inhalationvapour", "inhalationvapor", "inhalationvapours"},
		"acute_toxicity_inhalation_dust":      {"吸入粉じん", "inhalationdust", "inhalationdusts"},
		"acute_toxicity_inhalation_mist":      {"吸入ミスト", "inhalationmist", "inhalationmists"},
		"acute_toxicity_inhalation_dust_mist": {"吸入粉じんミスト", "粉じんミスト", "inhalationdustmist", "inhalationdustsmists"},
		"acute_toxicity_inhalation":           {"吸入", "inhalation", "inhal"},
	},
	"stot": {
		"stot_single":   {"単回ばく露", "単回", "singleexposure", "single"},
		"stot_repeated": {"反復ばく露", "反復", "repeatedexposure", "repeated"},
	},
	"aquatic": {
		"aquatic_acute":   {"急性", "短期", "短期急性", "短期間", "acute", "shortterm", "shorttermacute"},
		"aquatic_chronic": {"慢性", "長期", "長期慢性", "長期間", "chronic", "longterm", "longtermchronic"},
	},
	"sens": {
		"respiratory_sensitization": {"呼吸器", "respiratory"},
		"skin_sensitization":        {"皮膚", "skin"},
	},
}

var classTables = sync.OnceValue(func() *classTable {
	t := &classTable{byKey: map[string]*Class{}, aliases: map[rune][]alias{}}
	var wordings [][]string
	for row := range tsv.Embedded("ghs/classes.tsv", classesFile).Rows() {
		c := Class{Key: row.Text("key"), Group: row.Text("group"), Ja: row.Text("ja"), En: row.Text("en"), categories: row.Text("categories")}
		first, last, several := strings.Cut(row.Text("index"), "-")
		if !several {
			last = first
		}
		var err, err2 error
		c.Index, err = strconv.Atoi(first)
		c.Last, err2 = strconv.Atoi(last)
		switch {
		case err != nil || err2 != nil || several && (c.Last <= c.Index || c.Last > t.single):
			row.Fail("%q is no index", row.Text("index"))
		case !several && c.Index != len(t.list)+1:
			row.Fail("the classes are to be numbered from 1 on without a gap")
		case !several:
			t.single++
		}
		t.list = append(t.list, c)
		wordings = append(wordings, append([]string{c.Ja, c.En}, row.List("wordings", ";")...))
	}
	add := func(word string, a alias) {
		a.text = stripped(word)
		t.aliases[a.text[0]] = append(t.aliases[a.text[0]], a)
	}
	for i := range t.list {
		c := &t.list[i]
		t.byKey[c.Key] = c
		for _, w := range wordings[i] {
			add(w, alias{class: c})
		}
	}
	for parent, words := range parents {
		for _, w := range words {
			add(w, alias{parent: parent})
		}
		for key, words := range parts[parent] {
			for _, w := range words {
				add(w, alias{class: t.byKey[key], part: parent})
			}
		}
	}
	return t
})

// Classes returns the numbered classes in order.
func Classes() []Class { return classTables().list[:classTables().single] }

// ClassByKey returns the class with a key, also of several numbers.
func ClassByKey(key string) (Class, bool) {
	c, ok := classTables().byKey[key]
	if !ok {
		return Class{}, false
	}
	return *c, true
}

// ClassByID returns the numbered class with an id.
func ClassByID(id int) (Class, bool) {
	i := (id - 1000000) / 1000
	if id < 1000000 || id%1000 != 0 || i >= len(Classes()) {
		return Class{}, false
	}
	return Classes()[i], true
}
