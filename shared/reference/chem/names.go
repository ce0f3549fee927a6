package chem

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

//go:embed names.tsv
var namesFile string

// Substance is an entry of the dictionary of names.
type Substance struct {
	CAS     CAS
	Ja, En  string
	Formula string
	Others  []string
}

// Name is the name in a language ("ja", else English), or in the other one where it has
// none.
func (s Substance) Name(language string) string {
	if language == "ja" && s.Ja != "" || s.En == "" {
		return s.Ja
	}
	return s.En
}

type dictionary struct {
	byCAS  map[CAS]Substance
	byName map[string][]CAS
}

var names = sync.OnceValue(func() dictionary {
	d := dictionary{byCAS: map[CAS]Substance{}, byName: map[string][]CAS{}}
	for row := range tsv.Embedded("chem/names.tsv", namesFile).Rows() {
		s := Substance{CAS: CAS(row.Text("cas")), Ja: row.Text("ja"), En: row.Text("en"), Formula: row.Text("formula"), Others: row.List("others", " | ")}
		d.byCAS[s.CAS] = s
		for _, n := range append([]string{s.Ja, s.En}, s.Others...) {
			if key := NameKey(n); key != "" {
				d.byName[key] = append(d.byName[key], s.CAS)
			}
		}
	}
	return d
})

// ByCAS returns the substance of a number.
func ByCAS(c CAS) (Substance, bool) {
	s, ok := names().byCAS[c]
	return s, ok
}

// ByName returns the numbers of all substances with a name, in either language.
func ByName(name string) []CAS { return names().byName[NameKey(name)] }

// SameSubstance reports whether a printed name is a known name of the number's substance.
// known is false where the dictionary lacks the number or the name, so that same has no
// meaning.
func SameSubstance(c CAS, name string) (same, known bool) {
	if _, ok := names().byCAS[c]; !ok {
		return false, false
	}
	others := ByName(name)
	for _, o := range others {
		if o == c {
			return true, true
		}
	}
	return false, len(others) > 0
}

// NameKey drops what may differ between two prints of a name: hyphens and brackets, hiragana
// and katakana, small and large kana, the spellings of the laws (クロル, フエニル, 弗化), British
// ones (sulphate, aluminium), and the prefixes of isomers in words and letters (オルト-, o-).
func NameKey(s string) string {
	s = fold.Squeezed(s)
	plain := true
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		s = latin.Replace(s)
	} else {
		s = spellings.Replace(s)
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', ',', '.', '・', '、', '(', ')', '[', ']', '\'', '=', '_', '®', '™', '‐', '′', '〔', '〕', '{', '}':
			return -1
		}
		if r >= 'ぁ' && r <= 'ゖ' {
			r += 'ァ' - 'ぁ'
		}
		if r >= 'ァ' && r <= 'ヶ' {
			if large := strings.IndexRune("ァアィイゥウェエォオッツャヤュユョヨ", r); large >= 0 && large%6 == 0 {
				r++
			}
		}
		return r
	}, s)
}

// spellings are the prefixes of isomers, and the spellings of older law texts, as
// dictionaries write them.
var spellings = strings.NewReplacer(
	"オルトー", "o-", "メター", "m-", "パラー", "p-", "オルト-", "o-", "メタ-", "m-", "パラ-", "p-", "ノルマル-", "n-", "ターシャリ-", "tert-", "ターシャリー", "tert-", "セカンダリ-", "sec-", "イソ-", "iso-",
	"ターシヤリ-", "tert-", "アルファ-", "α-", "アルフア-", "α-", "ベータ-", "β-", "ガンマ-", "γ-",
	"クロル", "クロロ", "ブロム", "ブロモ", "フルオル", "フルオロ", "弗", "フッ", "ふっ素", "フッ素", "砒", "ヒ", "燐", "リン", "硼", "ホウ", "硅", "ケイ", "珪", "ケイ",
	"フオルム", "ホルム", "フォルム", "ホルム", "沃", "ヨウ", "錫", "スズ", "蓚", "シュウ", "蟻酸", "ギ酸", "アクリルニトリル", "アクリロニトリル",
)

// latin are the prefixes of isomers and the British spellings, as dictionaries write them.
var latin = strings.NewReplacer(
	"ortho-", "o-", "meta-", "m-", "para-", "p-", "normal-", "n-", "alpha-", "α-", "beta-", "β-", "gamma-", "γ-",
	"sulph", "sulf", "aluminium", "aluminum", "caesium", "cesium", "tert.-", "tert-",
)

// All returns the substances of the dictionary, by CAS number.
func All() []Substance {
	all := make([]Substance, 0, len(names().byCAS))
	for _, s := range names().byCAS {
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b Substance) int { return strings.Compare(string(a.CAS), string(b.CAS)) })
	return all
}
