package mhlw

import (
	_ "embed"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
	"anzen/shared/text/tsv"
)

//go:embed texts.tsv
var textsFile string

// single is a field with the member that holds it.
type single struct {
	definition sds.Definition
	path       []step
	ja, en     string // the item's name in lists that hold several properties; empty elsewhere
}

// block is a block of text with the member that holds it.
type block struct {
	section int
	path    []step
	ja, en  string
	// itemName is where a title stands that is not the usual one; nil where the member has no place for it.
	itemName []step
}

func (b block) title(language int) string { return inLanguage(language, b.ja, b.en) }

func inLanguage(language int, ja, en string) string {
	if language == sds.LanguageEnglish {
		return en
	}
	return ja
}

var (
	singles = readSingles()
	blocks  = readBlocks()
)

// readSingles are the fields that have members of their own.
func readSingles() (all []single) {
	for _, d := range sds.Definitions {
		if d.Member != "" {
			all = append(all, single{d, mustPath(d.Member), d.Item.Ja, d.Item.En})
		}
	}
	return all
}

func readBlocks() (all []block) {
	for row := range tsv.Embedded("mhlw/texts.tsv", textsFile).Rows() {
		member := row.Text("member")
		b := block{section: row.Int("section"), path: mustPath(member), ja: row.Text("ja"), en: row.Text("en")}
		if info, ok := strings.CutSuffix(member, ".AdditionalInfo.FullText[0]"); ok {
			b.itemName = mustPath(info + ".AdditionalInfo.ItemName")
		} else if parent, ok := strings.CutSuffix(member, ".FullText"); ok {
			b.itemName = mustPath(parent + ".AdditionalInfo.ItemName")
		}
		all = append(all, b)
	}
	return all
}

// blockFor finds the member for a block of text by its title: the usual one in the
// sheet's language, or one that begins like it where the member can keep it.
func blockFor(section, language int, title string) (block, bool) {
	squeezed := fold.Squeezed(title)
	for _, b := range blocks {
		if b.section != section {
			continue
		}
		if title == b.title(language) {
			return b, true
		}
		if b.itemName != nil && (strings.HasPrefix(squeezed, fold.Squeezed(b.ja)) || strings.HasPrefix(squeezed, fold.Squeezed(b.en))) {
			return b, true
		}
	}
	return block{}, false
}

// words are how the format names the choices of a field, in Japanese and English.
var words = map[string][]struct{ value, ja, en string }{
	"signal_word":      {{"danger", "危険", "Danger"}, {"warning", "警告", "Warning"}, {"none", "なし", "None"}},
	"composition_type": {{"substance", "単一物質", "Substance"}, {"mixture", "混合物", "Mixture"}, {"uvcb", "UVCB", "UVCB"}},
	"state":            {{"solid", "固体", "Solid"}, {"liquid", "液体", "Liquid"}, {"gas", "気体", "Gas"}},
	"packing_group":    {{"I", "I", "I"}, {"II", "II", "II"}, {"III", "III", "III"}},
	"marine_pollutant": {{"true", "該当", "Yes"}, {"false", "非該当", "No"}},
	"un_number":        {{"not_regulated", "該当しない", "Not regulated"}},
}

// otherWords are further ways in which documents express the same, folded.
var otherWords = map[string]map[string]string{
	"signal_word":      {"注意喚起語なし": "none", "該当なし": "none", "nosignalword": "none"},
	"composition_type": {"化学物質": "substance", "単一製品": "substance", "物質": "substance", "混合品": "mixture", "化学物質・混合物の区別:混合物": "mixture"},
	"state":            {"固形": "solid", "粉末": "solid", "粉体": "solid", "ペースト": "solid", "液状": "liquid", "ガス": "gas", "powder": "solid"},
	"packing_group":    {"1": "I", "2": "II", "3": "III", "pgi": "I", "pgii": "II", "pgiii": "III"},
	"marine_pollutant": {"true": "true", "false": "false", "該当する": "true", "該当しない": "false", "非該当である": "false", "marinepollutant": "true", "notapplicable": "false"},
}

func wordOf(key, value string, language int) string {
	for _, w := range words[key] {
		if w.value == value {
			return inLanguage(language, w.ja, w.en)
		}
	}
	return value
}

func valueOf(key, word string) (string, bool) {
	squeezed := fold.Squeezed(word)
	for _, w := range words[key] {
		if squeezed == fold.Squeezed(w.ja) || squeezed == fold.Squeezed(w.en) {
			return w.value, true
		}
	}
	v, ok := otherWords[key][squeezed]
	return v, ok
}
