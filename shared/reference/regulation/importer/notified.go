package main

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"anzen/shared/text/fold"
)

// The list of substances to be indicated and notified, as the ministry published it for
// April 2027. Its remarks contain the contents until then, so that it is the list of all
// years from 2025.
const (
	notifiedSource = "MHLW"
	notifiedAsOf   = "2025-09-19"
	pendingSource  = "NITE-CHRIP"
	pendingAsOf    = "2026-09"
	// newContents is the day from which the contents in the list's columns hold, unless a
	// remark differs.
	newContents = "2027-04-01"
)

const (
	labelClass = "JP-ISHA/LABEL/DEFAULT"
	sdsClass   = "JP-ISHA/SDS/DEFAULT"
)

// substance is a row of the list.
type substance struct {
	number, ja, en, from, to string
	label, sds               string // contents, as printed
	labelBefore, sdsBefore   string // contents until newContents, where different
	cas                      []string
	source, asOf             string
	confidence               string
	contextJa, contextEn     string
}

var (
	labelBefore = regexp.MustCompile(`令和8年度までのラベル表示に係る裾切値:([0-9.]+)%`)
	sdsBefore   = regexp.MustCompile(`令和8年度までのSDS交付等に係る裾切値:([0-9.]+)%`)
)

// readNotified reads the substances to be indicated on the label and those to be notified
// in sheets.
func readNotified(reference string) ([]*entry, error) {
	list, err := notified(reference)
	if err != nil {
		return nil, err
	}
	var all []*entry
	for _, s := range list {
		for _, class := range []string{labelClass, sdsClass} {
			now, before := s.sds, s.sdsBefore
			if class == labelClass {
				now, before = s.label, s.labelBefore
			}
			e := entry{
				class: class, number: s.number, ja: s.ja, en: s.en, threshold: content(now), from: s.from, to: s.to, cas: s.cas,
				source: s.source, asOf: s.asOf, confidence: s.confidence, contextJa: s.contextJa, contextEn: s.contextEn,
			}
			if before != "" && s.from < newContents {
				old := e
				old.threshold, old.to = content(before), newContents
				all = append(all, &old)
				e.from = newContents
			}
			all = append(all, &e)
		}
	}
	return all, nil
}

// content is the threshold of a printed content; "-" is for explosives, which have none:
// any content.
func content(s string) string {
	if s == "-" {
		return ">0"
	}
	return ">=" + s
}

// notified reads the list, with what is announced for 2028 and what was removed in 2025.
func notified(reference string) ([]substance, error) {
	rows, err := readReference(reference, "jp_isha_notifiable_mhlw_2027.tsv")
	if err != nil {
		return nil, err
	}
	var list []substance
	number, from := "", ""
	for _, r := range rows {
		if r["table_no"] != "" {
			number = fold.Printed(cmp.Or(map[string]string{"令別表第9": "令別表第9-", "則別表第2": "則別表第2-"}[r["table"]], "令別表第3第1号-") + r["table_no"])
			from = startOf(r["effective"])
		}
		if strings.Contains(r["label_threshold_pct"], "行のとおり") {
			continue // the rows below state it
		}
		remarks := fold.Printed(r["remarks"])
		s := substance{
			number: number, ja: fold.Printed(r["name_ja"]), en: fold.Printed(r["name_en"]), from: from,
			label: fold.Printed(r["label_threshold_pct"]), sds: fold.Printed(r["sds_threshold_pct"]), cas: casOf(r["cas"]),
			source: notifiedSource, asOf: notifiedAsOf, confidence: "official",
		}
		if r["effective"] != "" {
			s.from = startOf(r["effective"])
		}
		if m := labelBefore.FindStringSubmatch(remarks); m != nil {
			s.labelBefore = m[1]
		}
		if m := sdsBefore.FindStringSubmatch(remarks); m != nil {
			s.sdsBefore = m[1]
		}
		list = append(list, s)
	}
	pending, err := announced(reference)
	if err != nil {
		return nil, err
	}
	removed, err := removed(reference)
	return append(append(list, pending...), removed...), err
}

// startOf is the first day of a row: "<=2025-03-31" is from the list before the tables were
// rewritten.
func startOf(effective string) string {
	first, _, _ := strings.Cut(effective, ";")
	if strings.HasPrefix(first, "<=") {
		return ""
	}
	return first
}

var announcedDay = regexp.MustCompile(`\((\d{4}-\d{2}-\d{2})\)`)

// announced returns the substances announced for April 2028.
func announced(reference string) ([]substance, error) {
	rows, err := readReference(reference, "jp_isha_pending_2028.tsv")
	if err != nil {
		return nil, err
	}
	var list []substance
	for _, r := range rows {
		m := announcedDay.FindStringSubmatch(r["effective"])
		if m == nil {
			return nil, fmt.Errorf("%s: no day in %q", r["name_ja"], r["effective"])
		}
		list = append(list, substance{
			number: fold.Printed("則別表第2-" + r["table_no"]), ja: fold.Printed(r["name_ja"]), from: m[1],
			label: r["label_threshold_pct"], sds: r["sds_threshold_pct"], cas: casOf(r["cas"]),
			source: pendingSource, asOf: pendingAsOf, confidence: "derived",
		})
	}
	return list, nil
}

var removedName = regexp.MustCompile(`^(.*)\(令和7年9月19日付で削除\)$`)

// removed returns the substances removed from the list in September 2025, with the day.
func removed(reference string) ([]substance, error) {
	rows, err := readReference(reference, "seed_regulated_unified.tsv")
	if err != nil {
		return nil, err
	}
	contents := map[string]string{}
	var list []substance
	for _, r := range rows {
		m := removedName.FindStringSubmatch(fold.Printed(r["name"]))
		if m == nil || r["law_code"] != "JP-ISHA" {
			continue
		}
		if r["category_code"] == "LABEL" {
			contents[m[1]] = r["threshold_pct"]
			continue
		}
		list = append(list, substance{
			number: strings.Replace(fold.Printed(r["statutory_no"]), "規則別表", "則別表", 1), ja: m[1], from: r["effective_from"], to: "2025-09-19",
			sds: r["threshold_pct"], cas: casOf(r["cas"]), source: notifiedSource, asOf: "2026-03-25", confidence: "official",
		})
	}
	for i := range list {
		list[i].label = cmp.Or(contents[list[i].ja], list[i].sds)
	}
	return list, nil
}

// notifiedFrom returns the content of notification by CAS number, the lowest of each.
func notifiedFrom(reference string) (map[string]string, error) {
	list, err := notified(reference)
	if err != nil {
		return nil, err
	}
	lowest := map[string]string{}
	for _, s := range list {
		for _, c := range s.cas {
			if t, ok := lowest[c]; !ok || t == ">=1" {
				lowest[c] = content(s.sds)
			}
		}
	}
	return lowest, nil
}
