package createsimple

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"strconv"
	"strings"
	"sync"

	"anzen/shared/reference/chem"
)

//go:embed facts.tsv.gz
var factsFile []byte

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
	z, err := gzip.NewReader(bytes.NewReader(factsFile))
	if err != nil {
		panic("createsimple: the embedded table of facts is broken: " + err.Error())
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		c := strings.Split(lines.Text(), "\t")
		if len(c) != 13 {
			panic("createsimple: a row of the embedded table of facts has not thirteen columns")
		}
		f := fact{
			state: c[1], weight: numberIn(c[2]), boiling: numberIn(c[3]), kow: numberIn(c[4]), flash: numberIn(c[5]), solubility: numberIn(c[6]), pressure: numberIn(c[7]),
			standard8h: c[9], standardShort: c[10], applies: c[11],
		}
		if c[8] != "" {
			for _, text := range strings.Split(c[8], ",") {
				key, above, _ := strings.Cut(text, ">")
				f.rules = append(f.rules, rule{key, numberIn(above)})
			}
		}
		if c[12] != "" {
			f.ghs = strings.Split(c[12], ",")
		}
		table[chem.CAS(c[0])] = f
	}
	if err := lines.Err(); err != nil {
		panic("createsimple: read the embedded table of facts: " + err.Error())
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
