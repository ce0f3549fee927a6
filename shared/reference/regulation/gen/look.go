package gen

import (
	"regexp"
	"slices"
	"strings"

	"anzen/shared/text/fold"
)

// looked gives the entries that neither a CAS number nor a rule identifies the rule of a
// human look: whatever the words of their names touch is shown. No entry is left that can
// never match.
func looked(all []*entry) {
	for _, e := range all {
		if len(e.CAS) > 0 || strings.Contains(e.group, "names=") || strings.Contains(e.group, "element=") {
			continue
		}
		words := lookWords(e.Ja)
		for _, w := range lookWords(e.En) {
			if !slices.Contains(words, w) {
				words = append(words, w)
			}
		}
		rule := "names=" + strings.Join(words, "|") + ";" + e.group
		if !strings.Contains(rule, "look") {
			rule += ";look"
		}
		e.group = tidy(strings.ReplaceAll(rule, ";;", ";"))
	}
}

// The parts of a statutory name that are not the substance's own.
var (
	remark = regexp.MustCompile(`\((?:see |includes |except|not including|with the exception|mixed exposures|occupational|manufacture|work in|all types|drinking|ingested|infection|personal use|consumption|caused by|in patients|this category|別名|以下|構造|分子量|脂溶性|臭素数|炭素数).*$|\[[0-9]\].*$`)
	alias  = regexp.MustCompile(`別名([^)。、]+)|"([^"]+)"|\(([A-Z]{3,}[A-Za-z]*)\)`)
	jaTail = regexp.MustCompile(`(?:、その(?:塩類|エステル類)|及び(?:その|これらの)?塩類?|又はその塩類?|又はその水素添加物|塩類|及びこれを含有する製剤|とその.*|[〇一二三四五六七八九十・]*[%％]以下を含有する製剤.*|を含有する製剤.*|並びにこれらの.*|及びこれらの.*|のいずれか.*|のうち.*)+$`)
	enTail = regexp.MustCompile(`(?i)(?: and its (?:individual |sodium |ammonium |salts).*| and their .*|, its salts.*| and salts$|, salts and esters$| salts$| covering any .*| compounds?(?:,.*)?$|, (?:all|volatile|untreated|highly|residual|distillate|branched|wood|continuous|marine|including|particulate|secondhand|smokeless).*| \(.*$| with ≥.*)`)
)

// lookWords are the words by which a name's substance is found in others: the name itself
// without what the law adds to it, and its synonyms; squeezed.
func lookWords(name string) (words []string) {
	if name == "" {
		return nil
	}
	add := func(w string) {
		w = fold.Squeezed(strings.Trim(w, " ,;・、()"))
		if len(w) > 6 && !strings.HasSuffix(w, "ss") {
			w = strings.TrimSuffix(w, "s")
		}
		if base, is := strings.CutSuffix(w, "icacid"); is && len(base) > 8 {
			w = base
		}
		if len([]rune(w)) > 2 && !strings.ContainsAny(w, ";=") && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	for _, m := range alias.FindAllStringSubmatch(name, -1) {
		add(m[1] + m[2] + m[3])
	}
	core := remark.ReplaceAllString(name, "")
	for range 3 {
		core = jaTail.ReplaceAllString(enTail.ReplaceAllString(strings.TrimSpace(core), ""), "")
	}
	for part := range strings.SplitSeq(core, "; ") {
		add(part)
	}
	return words
}
