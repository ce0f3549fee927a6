package main

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"anzen/shared/reference/chem"
	"anzen/shared/text/fold"
)

// readSeed reads the rows of the unified seed that have no better source.
func readSeed(reference, source string) ([]*entry, error) {
	places, err := readPlaces(source)
	if err != nil {
		return nil, err
	}
	rows, err := readReference(reference, "seed_regulated_unified.tsv")
	if err != nil {
		return nil, err
	}
	cutoffs, err := notifiedFrom(reference)
	if err != nil {
		return nil, err
	}
	var all []*entry
	for _, r := range rows {
		if r["law_code"] == "JP-ISHA" && (r["category_code"] == "LABEL" || r["category_code"] == "SDS") || r["law_code"] == "JP-PDSCA" {
			continue
		}
		placed := false
		for _, p := range places {
			if p[0] != r["law_code"] || p[1] != r["category_code"] || !inClass(r["class"], p[2], p[0]) {
				continue
			}
			placed = true
			if (p[1] == "OEL" || p[1] == "SKIN") && r["cas"] == "" {
				continue // headers of the list, and the notes below it
			}
			e := &entry{
				class: p[3], number: p[4] + r["statutory_no"], ja: seedName(r), source: p[5], asOf: p[6], confidence: p[7],
				threshold: r["operator"] + r["threshold_pct"], from: isoDate(r["effective_from"]), cas: casOf(r["cas"]),
				gas: p[0] == "JP-HPGA",
			}
			if e.threshold == "" {
				e.threshold = cutoff(cutoffs, e.cas, p[0])
			}
			switch p[1] {
			case "SKIN", "OEL", "CARC30", "PRI":
				e.single = true
			}
			if !strings.HasPrefix(p[0], "JP-") {
				e.en = e.ja
			}
			all = append(all, e)
		}
		if !placed && r["class"] != "" {
			return nil, fmt.Errorf("seed.tsv has no row for %s %s %q", r["law_code"], r["category_code"], r["class"])
		}
	}
	return all, nil
}

// inClass reports whether a class of the seed is that of a place. Proposition 65 names
// several in one cell.
func inClass(class, place, law string) bool {
	switch law {
	case "US-P65":
		for _, c := range strings.FieldsFunc(class, func(r rune) bool { return r == ',' || r == ' ' }) {
			if c == place {
				return true
			}
		}
		return false
	case "INT-IARC":
		return class == place
	}
	return strings.HasPrefix(class, place)
}

var seedNote = regexp.MustCompile(` \[(?:8h|官報公示整理番号)[^\]]*\]|※[0-9]+$`)

// seedName is a row's name without the seed's suffixes; substances that the source names by
// their CAS number only have that of the dictionary.
func seedName(r row) string {
	name := fold.Printed(r["name"])
	for seedNote.MatchString(name) {
		name = strings.TrimSpace(seedNote.ReplaceAllString(name, ""))
	}
	if strings.ContainsFunc(name, unicode.IsLetter) && name != "ー" { // "-" and "※" are no names
		return name
	}
	for _, c := range casOf(r["cas"]) {
		if s, ok := chem.ByCAS(chem.CAS(c)); ok && s.Name("ja") != "" {
			return s.Name("ja")
		}
	}
	return "CAS " + r["cas"]
}

// isoDate converts the dates of the sources to YYYY-MM-DD.
func isoDate(s string) string {
	for _, layout := range []string{"2-Jan-2006", "2-Jan-06"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.Format(time.DateOnly)
		}
	}
	return s
}

// cutoff is the content from which a substance counts where its list refers to the content
// of notification: that of the list of notified substances, the lowest where there are
// several or none. Lists of hazards without a content count from any.
func cutoff(cutoffs map[string]string, cas []string, law string) string {
	if law != "JP-ISHA" {
		return ">0"
	}
	lowest := ">=1"
	for _, c := range cas {
		if t, ok := cutoffs[c]; !ok || t != lowest {
			lowest = ">=0.1"
		}
	}
	if len(cas) == 0 {
		return ">=0.1"
	}
	return lowest
}
