package createsimple

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"anzen/shared/reference/chem"
	"anzen/shared/text/tsv"
)

//go:embed facts.tsv
var factsFile string

// fact is what the table knows of a substance.
type fact struct {
	state                              string // solid, liquid, gas; empty: not known
	weight, boiling, kow, flash        *float64
	solubility, pressure               *float64 // mg/L, Pa
	rules                              []rule
	standard8h, standardShort, applies string
	ghs                                []string // by place in classes
}

// rule is one that the tool names for a substance, with the content above which it holds.
type rule struct {
	key   string
	above *float64 // wt%
}

var facts = sync.OnceValue(func() map[chem.CAS]fact {
	table := map[chem.CAS]fact{}
	for row := range tsv.Embedded("createsimple/facts.tsv", factsFile).Rows() {
		f := fact{
			state: row.Text("state"), weight: row.Optional("weight"), boiling: row.Optional("boiling_point"), kow: row.Optional("log_kow"),
			flash: row.Optional("flash_point"), solubility: row.Optional("solubility"), pressure: row.Optional("vapour_pressure"),
			standard8h: row.Text("standard_8h"), standardShort: row.Text("standard_short"), applies: row.Text("standard_since"), ghs: row.List("ghs", ","),
		}
		for _, text := range row.List("rules", ",") {
			key, above, _ := strings.Cut(text, ">")
			f.rules = append(f.rules, rule{key, numberIn(above)})
		}
		table[chem.CAS(row.Text("cas"))] = f
	}
	return table
})

func numberIn(s string) *float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return nil
	}
	return &v
}

// The sources of the table, as cells name them.
var (
	fromTool = words{"物質データ（厚生労働省 CREATE-SIMPLE ver.3.2.1 収載値）", "Substance data (MHLW, CREATE-SIMPLE ver.3.2.1)"}
	fromNITE = words{"物質データ（NITE 政府によるGHS分類結果、2026年3月時点）", "Substance data (NITE, GHS classification by the government of Japan, as of March 2026)"}
	standard = words{"厚生労働大臣が定める濃度の基準（{day}適用）", "Concentration standard of the Minister of Health, Labour and Welfare (in force from {day})"}
)
