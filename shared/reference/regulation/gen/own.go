package main

import (
	"fmt"
	"strings"
)

// readOwn reads the entries that are written by hand.
func readOwn(source string) ([]*entry, error) {
	rows, err := readSource(source, "own.tsv")
	if err != nil {
		return nil, err
	}
	var all []*entry
	for _, c := range rows {
		e := &entry{
			class: c[0], number: c[1], ja: c[2], en: c[3], threshold: c[4], group: c[6], from: c[7], contextJa: c[8], contextEn: c[9],
			cas: casOf(c[10]), source: "own compilation", asOf: "2026-07", confidence: "knowledge",
		}
		for _, flag := range strings.Fields(c[5]) {
			if err := e.set(flag, "1"); err != nil {
				return nil, err
			}
		}
		all = append(all, e)
	}
	return all, nil
}

// set changes a fact of an entry.
func (e *entry) set(what, value string) error {
	switch what {
	case "threshold":
		e.threshold = value
	case "certain":
		e.certain = value
	case "number":
		e.number = value
	case "ja":
		e.ja = value
	case "en":
		e.en = value
	case "pure":
		e.pure = value == "1"
	case "gas":
		e.gas = value == "1"
	case "all":
		e.all = value == "1"
	case "element":
		e.element = value
	case "context":
		e.contextJa, e.contextEn, _ = strings.Cut(value, "|")
	case "from":
		e.from = value
	case "to":
		e.to = value
	case "cas+":
		e.cas = append(e.cas, casOf(value)...)
	case "cas":
		e.cas = casOf(value)
	default:
		return fmt.Errorf("there is no fact %q of an entry", what)
	}
	return nil
}

// amend sets the facts that the reference data lack or have wrong: of the entries of a class whose number or name is
// the given one. A row that hits nothing is an error, so that it is looked at when the reference data change.
func amend(source string, all []*entry) ([]*entry, error) {
	rows, err := readSource(source, "amend.tsv")
	if err != nil {
		return nil, err
	}
	for _, c := range rows {
		hit := false
		for _, e := range all {
			if c[0] != e.class || c[1] != "*" && c[1] != e.number && c[1] != e.ja {
				continue
			}
			hit = true
			if err := e.set(c[2], c[3]); err != nil {
				return nil, err
			}
		}
		if !hit {
			return nil, fmt.Errorf("amend.tsv: there is no entry %s %s", c[0], c[1])
		}
	}
	return all, nil
}

// copies adds the entries of classes that hold what other classes hold, each behind the one that it is a copy of.
func copies(source string, all []*entry) ([]*entry, error) {
	rows, err := readSource(source, "copies.tsv")
	if err != nil {
		return nil, err
	}
	for _, c := range rows {
		var with []*entry
		for _, e := range all {
			with = append(with, e)
			if e.class != c[0] {
				continue
			}
			another := *e
			another.class = c[1]
			if c[2] != "" {
				another.number = strings.Replace(c[2], "*", e.number, 1)
			}
			with = append(with, &another)
		}
		if len(with) == len(all) {
			return nil, fmt.Errorf("copies.tsv: there is nothing in %s", c[0])
		}
		all = with
	}
	return all, nil
}
