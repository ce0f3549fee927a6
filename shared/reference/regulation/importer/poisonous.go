package main

import (
	"regexp"
	"strings"

	"anzen/shared/text/fold"
	"anzen/shared/text/numeral"
)

// readPoisonous reads the entries of the poisonous and deleterious substances control act
// and of its order.
//
// An entry whose wording names no preparation (製剤) is of the substance itself. A
// preparation counts from any content except for what the proviso exempts. Where the
// proviso depends on more than the content (a capsule, a container, a colour), its content
// is that from which the entry holds for certain.
func readPoisonous(reference string) ([]*entry, error) {
	rows, err := readReference(reference, "jp_dokugeki.tsv")
	if err != nil {
		return nil, err
	}
	classes := map[string]string{"毒物": "JP-PDSCA/POISON/DEFAULT", "劇物": "JP-PDSCA/DELETERIOUS/DEFAULT", "特定毒物": "JP-PDSCA/SPECIFIED/DEFAULT"}
	var all []*entry
	for _, r := range rows {
		text := r["name_ja"]
		if strings.HasPrefix(text, "前各号に掲げる") {
			continue // the order lists its meaning
		}
		name, proviso, _ := strings.Cut(text, "。")
		e := &entry{
			class: classes[r["class_ja"]], number: r["source"] + "-" + r["no"], ja: fold.Printed(name), cas: casOf(r["cas"]),
			source: "e-Gov, CAS compiled", asOf: "2025-11-01", confidence: "derived", pure: !strings.Contains(name, "製剤"),
		}
		e.threshold, e.certain = poisonousContent(proviso)
		if e.certain != "" {
			e.contextJa, e.contextEn = "除外される製剤の形状・容器・着色等の要件に当たるかを確認", "whether the form, the container or the colouring takes the preparation out"
		}
		all = append(all, e)
	}
	return all, nil
}

var (
	upTo     = regexp.MustCompile(`([〇一二三四五六七八九・]+)％(?:以下|（マイクロカプセル製剤にあつては、([〇一二三四五六七八九・]+)％）以下)`)
	moreThan = regexp.MustCompile(`容器|着色|徐放性|加工|殺虫剤`)
)

// poisonousContent returns the content from which an entry may hold, and that from which it
// certainly holds.
func poisonousContent(proviso string) (threshold, certain string) {
	m := upTo.FindStringSubmatch(proviso)
	switch {
	case m == nil || strings.Contains(proviso, "次に掲げる"):
		return ">0", ""
	case moreThan.MatchString(proviso):
		return ">0", ">" + kanjiNumber(m[1])
	case m[2] != "":
		return ">" + kanjiNumber(m[1]), ">" + kanjiNumber(m[2])
	}
	return ">" + kanjiNumber(m[1]), ""
}

// kanjiNumber is a content in Arabic numerals: 〇・一 is 0.1.
func kanjiNumber(s string) string { return strings.ReplaceAll(numeral.Arabic(s), "・", ".") }
