package ghs

import (
	"sort"
	"strings"

	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// Item is a class and category read from a text.
type Item struct {
	Class Class
	// Category is the key of the category: "2", "1A", "B", "compressed". It is empty where
	// the class is stated as not classified; Negative is then the key of that statement.
	Category, Negative string
	// Note is the text in brackets after the category: organs, routes, kinds of effect.
	Note string
	// Start and End are byte offsets in the folded text, from the start of the class to the
	// end of the category.
	Start, End int
}

var categoryRE = pattern.MustCompile(`(?i)(?:区分|カテゴリー?|細区分|category|categories|categ\.|cat\.?)[ :]*(?:([1-5])[ ]?([a-c])?|(1\.[1-6]))` +
	`|(?:タイプ|type)[ :]*([a-g])\b` +
	`|(?:等級|division|div\.?)[ :]*(1\.[1-6])` +
	`|(不安定爆発物|unstable explosive)` +
	`|(深冷液化ガス|refrigerated liquefied gas|refrigerated liquified gas|ref\. ?liq\.?)|(高圧液化ガス|低圧液化ガス|液化ガス|liquefied gas|liquified gas|\(liq\.?\))|(圧縮ガス|compressed gas|\(comp\.?\))|(溶解ガス|溶存ガス|dissolved gas|\(diss\.?\))` +
	`|(追加区分|授乳に対する|授乳影響|lactation|lact\.)` +
	`|(区分に該当しない|区分外|分類できない|分類できません|分類対象外|対象外|該当しない|非該当|not classified|not applicable|classification not possible|cannot be classified|data lacking|データなし|no data|out of category|not relevant)`)

var noteRE = pattern.MustCompile(`^[ ]*[(（:\[]([^()（）\[\]]*(?:\([^()]*\)[^()]*)*)[)）\]]`)

// event is a finding of ReadClassification at a place.
type event struct {
	start, end int
	alias      *alias
	match      []string
	code       string
}

// ReadClassification reads all classes with their categories from a text: lines of a
// classification, rows of a table, CLP abbreviations. Classes stated as not classified are
// left out.
func ReadClassification(s string) []Item {
	var out []Item
	for _, i := range ReadResults(s) {
		if i.Category != "" {
			out = append(out, i)
		}
	}
	return out
}

// ReadResults is ReadClassification with the classes stated as not classified: their
// Category is empty.
func ReadResults(s string) []Item {
	folded := fold.Printed(s)
	events := aliasEvents(folded)
	for _, at := range categoryRE.FindAllStringSubmatchIndex(folded, -1) {
		if e, ok := categoryEvent(folded, at); ok {
			events = append(events, e)
		}
	}
	for _, c := range FindHCodes(folded) {
		events = append(events, event{start: c.Start, end: c.End, code: c.Code})
	}
	sort.SliceStable(events, func(i, j int) bool { return events[i].start < events[j].start })
	w := walker{folded: folded, events: events}
	for i := range events {
		w.step(i)
	}
	return w.out
}

// categoryEvent checks a match of categoryRE against what follows it.
func categoryEvent(folded string, at []int) (event, bool) {
	m := make([]string, len(at)/2)
	for i := range m {
		if at[2*i] >= 0 {
			m[i] = folded[at[2*i]:at[2*i+1]]
		}
	}
	e := event{start: at[0], end: at[1], match: m}
	if m[1] == "" {
		return e, true
	}
	if e.end < len(folded) && isAlnum(folded[e.end]) && folded[e.end-1] != ' ' {
		if m[2] == "" {
			return e, false // "Category 12"
		}
		m[2] = "" // in "Category 2 acute" the letter belongs to the next word
		e.end = at[3]
	}
	if folded[e.end-1] == ' ' {
		e.end--
	}
	if rest := folded[e.end:]; len(rest) > 1 && rest[0] == '.' && isDigit(rest[1]) {
		return e, false
	}
	return e, true
}

// walker processes the events of a text and assigns each category to the class before it.
type walker struct {
	folded  string
	events  []event
	out     []Item
	current *Class
	parent  string
	start   int
	closed  bool   // the class has its category
	pending *Item  // a category whose class is not yet known
	kind    string // the parent of the pending category's class; empty where it may be of any
	gas     *Item  // a kind of pressurised gas without its class, as in "Compressed gas H280"
}

func (w *walker) add(class *Class, category, note string, from, to int) {
	if class == nil {
		return
	}
	for _, o := range w.out {
		if o.Class.Key == class.Key && o.Category == category {
			return
		}
	}
	w.out = append(w.out, Item{Class: *class, Category: category, Note: note, Start: from, End: to})
}

func (w *walker) step(i int) {
	e := w.events[i]
	switch {
	case e.alias != nil && e.alias.parent != "":
		w.parent, w.current, w.closed, w.start = e.alias.parent, nil, false, e.start
		if category, end := bareCategory(w.folded, e.end, ""); category != "" {
			w.unplaced(category, e.start, end)
		}
	case e.alias != nil:
		w.class(e)
	case e.code == "H280" || e.code == "H281":
		if w.gas != nil {
			w.add(classTables().byKey["gases_under_pressure"], w.gas.Category, "", w.gas.Start, e.end)
			w.gas = nil
		}
	case e.code != "":
		if c := classOfCode(e.code, w.parent); w.pending != nil && w.current == nil && c != nil {
			w.add(c, w.pending.Category, "", w.pending.Start, e.end)
			w.pending = nil
		}
	default:
		w.category(e)
	}
}

func (w *walker) class(e event) {
	if e.alias.part != "" {
		if w.parent != e.alias.part {
			return
		}
	} else {
		w.parent, w.start = parentOf(e.alias.class.Key), e.start
	}
	w.current, w.closed = e.alias.class, false
	if w.pending != nil && (w.ownLine(e) || w.kind != "" && w.kind != parentOf(e.alias.class.Key)) {
		w.pending = nil // a line of an unknown class, and this class has its own category
	}
	if w.pending != nil {
		// The category precedes its class.
		w.add(w.current, w.pending.Category, "", w.pending.Start, e.end)
		w.pending, w.closed = nil, true
		if routeAhead.MatchString(w.folded[e.start:e.end]) {
			w.current, w.closed = nil, false // "... - Category 2 - Inhalation", and the next line's "Acute toxicity"
		}
		return
	}
	if category, end := bareCategory(w.folded, e.end, w.current.Key); category != "" {
		w.add(w.current, category, note(w.folded, end), w.start, end)
		w.closed = true
	}
}

// routeAhead matches the route of a class that ends its line, joined to the next line's.
var routeAhead = pattern.MustCompile(`(?i)^(?:inhalation|dermal|oral)\s+acute tox`)

// ownLine reports whether the class of an event is on another line than the pending
// category, which has words of its own before it, and is followed by a category on its
// line.
func (w *walker) ownLine(e event) bool {
	gap := w.folded[min(w.pending.End, e.start):e.start]
	if !strings.Contains(gap, "\n") {
		return false
	}
	line := w.folded[strings.LastIndexByte(w.folded[:w.pending.Start], '\n')+1 : w.pending.Start]
	if text, _ := fold.Statement(line); len(text) < 2 {
		return false
	}
	end := len(w.folded)
	if n := strings.IndexByte(w.folded[e.end:], '\n'); n >= 0 {
		end = e.end + n
	}
	return categoryRE.MatchString(w.folded[e.end:end])
}

func (w *walker) category(e event) {
	category, negative := categoryOf(e.match, w.current)
	switch {
	case negative:
		if !w.closed {
			n := len(w.out)
			if w.add(w.current, "", "", w.start, e.end); len(w.out) > n {
				w.out[n].Negative = NegativeIn(e.match[0])
			}
		}
		if w.parent == "" {
			w.current = nil
		}
		w.closed, w.pending = true, nil
	case category == "":
		if k, _ := categoryOf(e.match, classTables().byKey["gases_under_pressure"]); k != "" && e.match[1] == "" && e.match[3] == "" && e.match[5] == "" {
			w.gas = &Item{Category: k, Start: e.start, End: e.end}
		}
	case w.current == nil:
		w.unplaced(category, e.start, e.end)
	case w.closed && w.unknownBefore(e):
		w.current = nil
		w.unplaced(category, e.start, e.end)
	case !w.closed || several(w.current.Key, category):
		w.add(w.current, category, note(w.folded, e.end), w.start, e.end)
		w.closed = true
	}
}

// unknownBefore reports a category right behind words that name a hazard, and no known class: "水域有害性 区分1" after a class
// that has its category.
func (w *walker) unknownBefore(e event) bool {
	if len(w.out) == 0 {
		return false
	}
	gap := strings.TrimRight(w.folded[min(w.out[len(w.out)-1].End, e.start):e.start], " :")
	return strings.HasSuffix(gap, "有害性") && !strings.HasSuffix(gap, "環境に対する有害性")
}

// unplaced handles a category that precedes its class or directly follows a heading of
// classes: the bracket after it or a hazard statement may identify the class.
func (w *walker) unplaced(category string, start, end int) {
	classes := routesIn(note(w.folded, end), w.parent)
	for _, c := range classes {
		w.add(c, category, "", start, end)
	}
	w.pending, w.kind = nil, ""
	if len(classes) == 0 {
		w.pending, w.kind = &Item{Category: category, Start: start, End: end}, w.parent
	}
}

// several reports classes that may have more than one category at once.
func several(class, category string) bool {
	return strings.HasPrefix(class, "stot") || class == "reproductive_toxicity" && category == "lactation"
}

func parentOf(class string) string {
	switch {
	case strings.HasPrefix(class, "acute_toxicity"):
		return "acute"
	case strings.HasPrefix(class, "stot"):
		return "stot"
	case strings.HasPrefix(class, "aquatic"):
		return "aquatic"
	}
	return ""
}

// categoryOf is the category that a match of categoryRE states for a class.
func categoryOf(m []string, class *Class) (category string, negative bool) {
	key := ""
	if class != nil {
		key = class.Key
	}
	switch {
	case m[1] != "":
		if key == "gases_under_pressure" {
			return "", false
		}
		return m[1] + strings.ToUpper(m[2]), false
	case m[3] != "" || m[5] != "":
		return m[3] + m[5], false
	case m[4] != "":
		if key != "self_reactive" && key != "organic_peroxides" {
			return "", false
		}
		return strings.ToUpper(m[4]), false
	case m[6] != "":
		if key != "explosives" {
			return "", false
		}
		return "unstable", false
	case m[7] != "" || m[8] != "" || m[9] != "" || m[10] != "":
		if key != "gases_under_pressure" {
			return "", false
		}
		switch {
		case m[7] != "":
			return "refrigerated_liquefied", false
		case m[8] != "":
			return "liquefied", false
		case m[9] != "":
			return "compressed", false
		}
		return "dissolved", false
	case m[11] != "":
		if key != "reproductive_toxicity" {
			return "", false
		}
		return "lactation", false
	}
	return "", true
}

// bareCategory reads "Flam. Liq. 2" and "引火性液体: 2": a number directly after its class.
func bareCategory(s string, i int, class string) (string, int) {
	j := i
	for j < len(s) && j-i < 4 && strings.IndexByte(" .:-(,;", s[j]) >= 0 {
		j++
	}
	if j >= len(s) {
		return "", 0
	}
	c := s[j]
	if (class == "self_reactive" || class == "organic_peroxides") && c >= 'A' && c <= 'G' && (j+1 == len(s) || !isAlnum(s[j+1])) {
		return string(c), j + 1
	}
	if c < '1' || c > '5' || class == "gases_under_pressure" {
		return "", 0
	}
	if class == "explosives" && c == '1' && j+2 < len(s) && s[j+1] == '.' && s[j+2] >= '1' && s[j+2] <= '6' {
		return s[j : j+3], j + 3
	}
	end := j + 1
	category := string(c)
	if end < len(s) && s[end] >= 'A' && s[end] <= 'C' {
		category += string(s[end])
		end++
	}
	if end < len(s) && (isAlnum(s[end]) || s[end] == '.' && end+1 < len(s) && isDigit(s[end+1]) || s[end] == '%' || s[end] == '/' || s[end] == ')' && s[j-1] != '(') {
		return "", 0
	}
	return category, end
}

func note(s string, i int) string {
	if m := noteRE.FindStringSubmatch(s[i:]); m != nil {
		return strings.TrimSpace(m[1])
	}
	return ""
}

// routesIn returns the classes of a parent that a note names: "(Oral, Dermal)".
func routesIn(note, parent string) []*Class {
	var out []*Class
	for _, e := range aliasEvents(note) {
		if e.alias.part == parent {
			out = append(out, e.alias.class)
		}
	}
	return out
}

// classOfCode is the class of a parent that a hazard statement belongs to.
func classOfCode(code, parent string) *Class {
	key := ""
	switch {
	case parent == "acute" && code >= "H300" && code <= "H303":
		key = "acute_toxicity_oral"
	case parent == "acute" && code >= "H310" && code <= "H313":
		key = "acute_toxicity_dermal"
	case parent == "acute" && code >= "H330" && code <= "H333":
		key = inhalation
	case parent == "stot" && (code == "H370" || code == "H371" || code == "H335" || code == "H336"):
		key = "stot_single"
	case parent == "stot" && (code == "H372" || code == "H373"):
		key = "stot_repeated"
	case parent == "aquatic" && code >= "H400" && code <= "H402":
		key = "aquatic_acute"
	case parent == "aquatic" && code >= "H410" && code <= "H413":
		key = "aquatic_chronic"
	}
	return classTables().byKey[key]
}

// aliasEvents finds all wordings of classes in a folded text, the longest at each place.
func aliasEvents(folded string) []event {
	text, at := fold.Statement(folded)
	table := classTables().aliases
	var out []event
	for i := 0; i < len(text); i++ {
		var best *alias
		for k := range table[text[i]] {
			a := &table[text[i]][k]
			if best != nil && len(a.text) <= len(best.text) || len(a.text) > len(text)-i || !hasPrefix(text[i:], a.text) {
				continue
			}
			if a.text[0] < 0x80 {
				if at[i] > 0 && isLetter(folded[at[i]-1]) {
					continue
				}
				last := at[i+len(a.text)-1] + 1
				if last < len(folded) && isLetter(folded[last]) {
					continue
				}
			}
			best = a
		}
		if best == nil {
			continue
		}
		last := at[i+len(best.text)-1]
		end := last + 1
		for end < len(folded) && folded[end]&0xC0 == 0x80 {
			end++
		}
		out = append(out, event{start: at[i], end: end, alias: best})
		i += len(best.text) - 1
	}
	return out
}

func hasPrefix(s, prefix []rune) bool {
	for i, r := range prefix {
		if s[i] != r {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isAlnum(c byte) bool  { return isLetter(c) || isDigit(c) }
