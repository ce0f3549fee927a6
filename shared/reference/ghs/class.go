package ghs

import (
	_ "embed"
	"strings"
	"sync"

	"anzen/shared/text/tsv"
)

//go:embed classes.tsv
var classesFile string

//go:embed organs.tsv
var organsFile string

// Class is one of the 35 hazard classes, in the order of GHS.
type Class struct {
	// Index counts from 1 (explosives) to 35 (ozone).
	Index int
	// Key names the class: "flammable_liquids", "acute_toxicity_inhalation_gas".
	Key string
	// Group is "physical", "health" or "environment".
	Group  string
	Ja, En string
}

// ID is the class's id in the API: 1000000 onwards in steps of 1000.
func (c Class) ID() int { return 1000000 + 1000*(c.Index-1) }

// Family is the Key, with the three inhalation classes of acute toxicity as one.
func (c Class) Family() string {
	if strings.HasPrefix(c.Key, "acute_toxicity_inhalation") {
		return "acute_toxicity_inhalation"
	}
	return c.Key
}

type classTable struct {
	list    []Class
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
		"acute_toxicity_inhalation_dust_mist": {"吸入", "吸入粉じん", "吸入ミスト", "吸入粉じんミスト", "粉じんミスト", "inhalation", "inhal", "inhalationdustmist", "inhalationdustsmists"},
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
		c := Class{Index: row.Int("index"), Key: row.Text("key"), Group: row.Text("group"), Ja: row.Text("ja"), En: row.Text("en")}
		if c.Index != len(t.list)+1 {
			row.Fail("the classes are to be numbered from 1 on without a gap")
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

// Classes returns all classes in order.
func Classes() []Class { return classTables().list }

// ClassByKey returns the class with a key or family.
func ClassByKey(key string) (Class, bool) {
	if key == "acute_toxicity_inhalation" {
		key = "acute_toxicity_inhalation_dust_mist"
	}
	c, ok := classTables().byKey[key]
	if !ok {
		return Class{}, false
	}
	return *c, true
}

// ClassByID returns the class with an id.
func ClassByID(id int) (Class, bool) {
	i := (id - 1000000) / 1000
	if id < 1000000 || id%1000 != 0 || i >= len(Classes()) {
		return Class{}, false
	}
	return Classes()[i], true
}
