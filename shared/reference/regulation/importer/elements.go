package main

import (
	"fmt"
	"strings"
)

// symbols are the elements that PRTR counts by, by their names in its list. Cyanides are
// counted as CN, which is not an element.
var symbols = map[string]string{
	"亜鉛": "Zn", "アンチモン": "Sb", "インジウム": "In", "カドミウム": "Cd", "銀": "Ag", "クロム": "Cr", "コバルト": "Co", "シアン": "CN",
	"水銀": "Hg", "スズ": "Sn", "セリウム": "Ce", "セレン": "Se", "タリウム": "Tl", "テルル": "Te", "銅": "Cu", "鉛": "Pb", "ニッケル": "Ni",
	"バナジウム": "V", "砒素": "As", "ふっ素": "F", "ベリリウム": "Be", "ほう素": "B", "マンガン": "Mn", "モリブデン": "Mo",
}

// elements sets the element as which the shares of PRTR's entries are counted.
func elements(reference string, all []*entry) error {
	rows, err := readReference(reference, "jp_prtr_2023.tsv")
	if err != nil {
		return err
	}
	counted := map[string]string{}
	for _, r := range rows {
		if r["count_as_element"] == "" {
			continue
		}
		symbol, ok := symbols[r["count_as_element"]]
		if !ok {
			return fmt.Errorf("no symbol for %q", r["count_as_element"])
		}
		counted[r["seirei_no"]] = symbol
	}
	for _, e := range all {
		if strings.HasPrefix(e.class, "JP-PRTR/") {
			e.element = counted[e.number]
		}
	}
	return nil
}
