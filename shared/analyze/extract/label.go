package extract

import (
	"bytes"
	_ "embed"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"anzen/shared/analyze/doc"
	"anzen/shared/chem"
)

//go:embed labels.tsv
var labelsFile string

// labels maps, for each section, the squeezed wording of a label to its key.
var labels = sync.OnceValue(func() map[int]map[string]string {
	m := map[int]map[string]string{}
	for line := range strings.Lines(labelsFile) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(strings.TrimRight(line, "\n"), "\t")
		section, err := strconv.Atoi(c[0])
		if err != nil || len(c) != 3 {
			panic("extract: a row of the embedded table of labels is broken: " + line)
		}
		if m[section] == nil {
			m[section] = map[string]string{}
		}
		for _, w := range strings.Split(c[2], ";") {
			key := squeezeLabel(w)
			if _, taken := m[section][key]; !taken {
				m[section][key] = c[1]
			}
		}
	}
	return m
})

// numbering is what stands before a label: "1.1", "(2)", "a)", "ア.", "・", "■".
var numbering = regexp.MustCompile(`^(?:[(\[【<]?[0-9]{1,2}(?:[.\-][0-9]{1,2}){0,3}[)\]>.:】]*[ .]+|[(\[][0-9]{1,2}[)\]]|[0-9]{1,2}(?:\.[0-9]{1,2}){1,3}|[(\[][a-zA-Zア-ン][)\]]|[a-zA-Z][).](?: |$)|[ア-ン][.)][ ]?|[ア-ン] |[・■●◆○◇□▪▶►▼*>\-•※◎★☆]+)[ ]*`)

// squeezeLabel keeps of a label what two sheets have in common.
func squeezeLabel(s string) string {
	q, _ := squeezed(chem.Fold(s), nil)
	return q
}

// place is a byte offset in a text with the length of the squeezed text up to it.
type place struct{ at, n int }

// squeezed squeezes a folded text: lower case, without numbering, blanks and marks, and with the spellings that differ
// from house to house brought to one. The places of blanks and opening brackets are added to cuts, where it is not
// nil, so that all beginnings of a line are squeezed in one go.
func squeezed(s string, cuts *[]place) (string, *[]place) {
	start := 0
	if numbered(s) {
		if at := numbering.FindStringIndex(lowered(s)); at != nil && at[1] < len(s) {
			start = at[1]
		}
	}
	b := make([]byte, 0, len(s)-start)
	for i := start; i < len(s); {
		c := s[i]
		if c < 0x80 {
			switch {
			case c >= 'A' && c <= 'Z':
				b = append(b, c|0x20)
			case c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '%' || c == '#':
				if c == 'r' && i > 4 && endsInOu(b) {
					b = b[:len(b)-1] // colour, odour, vapour
				}
				b = append(b, c)
			case (c == ' ' || c == '(' || c == '[' || c == '/' && i > 0 && s[i-1] >= 0x80) && cuts != nil:
				*cuts = append(*cuts, place{i, len(b)})
			}
			i++
			continue
		}
		if to, n := respelled(s[i:]); n > 0 {
			b = append(b, to...)
			i += n
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b = append(b, s[i:i+size]...)
		}
		i += size
	}
	if start > 0 && len(b) == 0 && cuts == nil {
		return strings.ToLower(strings.TrimSpace(s)), nil
	}
	return string(b), cuts
}

func endsInOu(b []byte) bool {
	return bytes.HasSuffix(b, []byte("colou")) || bytes.HasSuffix(b, []byte("odou")) || bytes.HasSuffix(b, []byte("vapou"))
}

// respellings are by their first character, for most texts have none of them.
var respellings = map[string][]struct{ from, to string }{
	"お": {{"および", ""}}, "ま": {{"または", ""}}, "な": {{"ならびに", ""}}, "及": {{"及び", ""}}, "又": {{"又は", ""}}, "並": {{"並びに", ""}},
	"曝": {{"曝露", "ばく露"}}, "暴": {{"暴露", "ばく露"}}, "臭": {{"臭気い", "臭い"}}, "取": {{"取り扱い", "取扱"}, {"取扱い", "取扱"}}, "目": {{"目の", "眼の"}},
}

func respelled(s string) (to string, n int) {
	if len(s) < 3 {
		return "", 0
	}
	for _, r := range respellings[s[:3]] {
		if strings.HasPrefix(s, r.from) {
			return r.to, len(r.from)
		}
	}
	return "", 0
}

// numbered tells whether a text may begin with a number or mark, so that the pattern need not be tried on all.
func numbered(s string) bool {
	if s == "" {
		return false
	}
	c := s[0]
	if c >= 'a' && c <= 'z' {
		return len(s) > 1 && (s[1] == ')' || s[1] == '.')
	}
	if c < 0x80 {
		return true
	}
	// Kana and marks begin with 0xE2 (marks) or 0xE3 (kana, brackets); kanji with 0xE4 and above are no numbers.
	return c < 0xE4
}

// labelKey finds the key of a label in a section. Bilingual labels and labels with a condition or unit after
// them are found by their parts.
func labelKey(section int, label string) string {
	table := labels()[section]
	if table == nil || len(label) > 160 {
		return ""
	}
	if k := table[squeezeLabel(label)]; k != "" {
		return k
	}
	folded := strings.TrimSpace(numbering.ReplaceAllString(chem.Fold(label), ""))
	for _, part := range labelParts(folded) {
		if k := table[squeezeLabel(part)]; k != "" {
			return k
		}
	}
	return ""
}

// labelParts are the ways in which a label may be cut: before a bracket, at a slash, into its Japanese and
// Latin halves, before a unit or condition.
func labelParts(s string) []string {
	var out []string
	add := func(p string) {
		if p = strings.Trim(p, " /:,・-"); len(p) > 1 && p != s {
			out = append(out, p)
		}
	}
	for _, open := range []string{"(", "[", "<", "〔", "（", "「"} {
		if i := strings.Index(s, open); i > 0 {
			add(s[:i])
			if j := strings.LastIndexAny(s, ")]>"); j > i && j+1 < len(s) {
				add(s[:i] + s[j+1:])
			}
		}
	}
	if i := strings.IndexAny(s, "/|"); i > 0 {
		add(s[:i])
		add(s[i+1:])
	}
	for i, r := range s {
		if i > 0 && r < 0x80 && unicode.IsLetter(r) && s[i-1] >= 0x80 || i > 0 && r < 0x80 && unicode.IsLetter(r) && s[i-1] == ' ' && i > 1 && s[i-2] >= 0x80 {
			add(s[:i])
			add(s[i:])
			break
		}
		if before := strings.TrimRight(s[:i], " "); before != "" && r >= 0x2e80 && before[len(before)-1] < 0x80 && before[len(before)-1] != ')' {
			add(s[:i])
			add(s[i:])
			break
		}
	}
	for _, tail := range []string{" at ", " @", " in °", " °", ", °", " (", ",", " -", " 20", " 25"} {
		if i := strings.Index(s, tail); i > 0 {
			add(s[:i])
		}
	}
	for _, head := range []string{"Product ", "Chemical ", "The ", "その他の", "製品の"} {
		if rest, ok := strings.CutPrefix(s, head); ok {
			add(rest)
		}
	}
	return out
}

// splitLabel cuts a line into a label that the section knows and the rest. The label ends at a colon, a wide
// gap that Line.Text has as one blank, or the end of the line.
func splitLabel(section int, text string) (key, label, rest string) {
	s := chem.Fold(text)
	table := labels()[section]
	colon := strings.IndexByte(s, ':')
	if colon > 0 && strings.Count(s[:colon], "(") != strings.Count(s[:colon], ")") {
		colon = -1
	}
	if colon > 0 {
		if k := table[squeezeLabel(s[:colon])]; k != "" {
			return k, s[:colon], strings.TrimLeft(s[colon+1:], " :=")
		}
	}
	if len(s) < 80 {
		if k := table[squeezeLabel(s)]; k != "" {
			return k, s, ""
		}
	}
	// The longest run of words from the start that is a label.
	head := s
	if len(head) > 96 {
		head = head[:96]
	}
	cuts := make([]place, 0, 16)
	all, found := squeezed(head, &cuts)
	for k := len(*found) - 1; k >= 0; k-- {
		cut := (*found)[k]
		if cut.n == 0 || cut.at < 2 {
			continue
		}
		if key := table[all[:cut.n]]; key != "" {
			rest := strings.TrimSpace(s[cut.at:])
			if joins.MatchString(rest) {
				continue // "Manufacturer & Exporter"
			}
			if bracketed.MatchString(rest) {
				return key, s, "" // "爆発限界-下限(LEL)": the bracket goes with the label
			}
			return key, s[:cut.at], rest
		}
	}
	if colon > 0 {
		if k := labelKey(section, s[:colon]); k != "" {
			return k, s[:colon], strings.TrimLeft(s[colon+1:], " :=")
		}
	}
	if len(s) < 80 {
		if k := labelKey(section, s); k != "" {
			return k, s, ""
		}
	}
	return "", "", ""
}

var joins = regexp.MustCompile(`^(?:&|/ ?[A-Za-z]|(?:and|or|of|for) )`)

// bracketed is a bracket of words, or of the conditions under which a value holds.
var bracketed = regexp.MustCompile(`^[(\[](?:[^()\[\]0-9]*|[^()\[\]]*(?:°|℃|[aA]ir ?=|空気 ?=|[wW]ater ?=|水 ?=|atm|log|%)[^()\[\]]*)[)\]]$`)

// item is a label with what stands beside or below it.
type item struct {
	section int
	key     string
	label   string
	value   string // folded
	lines   []doc.Line
	kind    doc.PairKind
	at      int  // place in the section: the label's line
	loose   bool // the label is in no list of wordings
}

// items lists what a section's labels say: pairs that the layout found and, where it found none, lines that
// begin with a known label.
func items(sec *doc.Section) []item {
	number := sec.Number
	if number == 0 {
		number = 1
	}
	return itemsAs(sec, number)
}

// itemsAs reads a section's items by the labels of another.
func itemsAs(sec *doc.Section, number int) []item {
	var out []item
	have := map[string]bool{}
	mark := func(it item) {
		if it.key != "" && it.value != "" {
			have[it.key+" "+squeezeLabel(it.label)] = true
		}
	}
	for _, p := range wrapped(number, sec.Pairs) {
		key, loose := labelKey(number, p.Label), false
		if key == "" {
			key = looseKey(number, squeezeLabel(p.Label))
			loose = key != ""
		}
		it := item{section: sec.Number, key: key, loose: loose, label: p.Label, value: chem.Fold(p.Value), lines: p.ValueLines, kind: p.Kind, at: -1}
		if len(p.LabelLines) > 0 {
			it.at = lineAt(sec, p.LabelLines[0])
		}
		for _, part := range inline(number, it) {
			out = append(out, part)
			mark(part)
		}
	}
	for i, l := range sec.Lines {
		it, ok := lineItem(sec, number, i)
		if !ok || have[it.key+" "+squeezeLabel(it.label)] {
			continue
		}
		it.section = sec.Number
		if it.lines == nil {
			it.lines = []doc.Line{l}
		}
		for _, part := range inline(number, it) {
			if part.value != "" {
				out = append(out, part)
				mark(part)
			}
		}
	}
	return out
}

// lineItem reads the item whose label begins at a line.
func lineItem(sec *doc.Section, number, i int) (item, bool) {
	l := sec.Lines[i]
	key, label, rest := splitLabel(number, l.Text)
	if key == "" {
		return brokenLabel(sec, number, i)
	}
	it := item{key: key, label: label, value: rest, kind: doc.Colon, at: i}
	if rest != "" {
		return it, true
	}
	it.kind = doc.Below
	for _, n := range sec.Lines[i+1 : min(i+4, len(sec.Lines))] {
		if k, _, _ := splitLabel(number, n.Text); k != "" {
			break
		}
		it.lines = append(it.lines, n)
		if len(it.lines) == 2 {
			break
		}
	}
	it.value = chem.Fold(doc.Join(it.lines))
	return it, it.value != ""
}

// brokenLabel reads a label that goes on below, its value beside it: "沸点又は初留点及び" / "100°C" / "沸騰範囲", or
// "n-オクタノール/水 : 0.83" / "分配係数".
func brokenLabel(sec *doc.Section, number, i int) (item, bool) {
	l := sec.Lines[i]
	head, rest, _ := strings.Cut(chem.Fold(l.Text), ":")
	table := labels()[number]
	if len(head) > 80 {
		return item{}, false
	}
	for j := i + 1; j < min(i+4, len(sec.Lines)); j++ {
		n := sec.Lines[j]
		if n.Page != l.Page || n.X0-l.X0 > 60 || l.X0-n.X0 > 6 || n.Y0-l.Y1 > l.H() {
			continue
		}
		tail, tailRest, _ := strings.Cut(chem.Fold(n.Text), ":")
		k := table[squeezeLabel(head+" "+tail)]
		if k == "" || len(tail) > 60 {
			continue
		}
		it := item{key: k, label: head + " " + tail, kind: doc.Gap, at: i}
		if rest = strings.TrimSpace(rest + " " + tailRest); rest != "" {
			it.value = rest
			it.lines = []doc.Line{l}
			return it, true
		}
		for _, v := range sec.Lines[max(0, i-1):min(j+2, len(sec.Lines))] {
			if v.Page == l.Page && v.X0 > l.X1-1 && v.CY() > l.Y0 && v.CY() < n.Y1 {
				it.lines = append(it.lines, v)
			}
		}
		it.value = chem.Fold(doc.Join(it.lines))
		return it, it.value != ""
	}
	return item{}, false
}

// wrapped mends labels that were broken over two lines: where two pairs' labels make a known one together, and one
// of them has no value, they are one pair. A label printed with wide letters ("臭 い:無臭") is mended too.
func wrapped(section int, pairs []doc.Pair) []doc.Pair {
	table := labels()[section]
	out := make([]doc.Pair, 0, len(pairs))
	for i := 0; i < len(pairs); i++ {
		p := pairs[i]
		if colon := strings.IndexAny(p.Value, ":："); colon > 0 && colon < 30 && p.Kind != doc.Colon {
			if k := table[squeezeLabel(p.Label+p.Value[:colon])]; k != "" && table[squeezeLabel(p.Value[:colon])] == "" {
				p.Label += p.Value[:colon]
				p.Value = strings.TrimLeft(p.Value[colon:], ":： ")
				p.Kind = doc.Colon
			}
		}
		if head, tail, ok := strings.Cut(p.Value, " "); ok && p.Kind != doc.Colon && utf8.RuneCountInString(head) <= 2 && strings.IndexFunc(head, doc.CJK) == 0 && table[squeezeLabel(p.Label+head)] != "" {
			p.Label, p.Value = p.Label+head, strings.TrimSpace(tail)
			if len(p.ValueLines) > 0 {
				p.ValueLines = append([]doc.Line{}, p.ValueLines...)
				p.ValueLines[0].Text = strings.TrimSpace(strings.TrimPrefix(p.ValueLines[0].Text, head))
			}
		}
		if i+1 < len(pairs) && (p.Value == "" || pairs[i+1].Value == "") {
			q := pairs[i+1]
			joined := squeezeLabel(p.Label + " " + q.Label)
			if k := table[joined]; k != "" && (table[squeezeLabel(p.Label)] == "" || table[squeezeLabel(q.Label)] == "") {
				p.Label += " " + q.Label
				p.LabelLines = append(append([]doc.Line{}, p.LabelLines...), q.LabelLines...)
				if p.Value == "" {
					p.Value, p.ValueLines, p.Kind = q.Value, q.ValueLines, q.Kind
				}
				i++
			}
		}
		out = append(out, p)
	}
	return out
}

// inline cuts a value at further labels that stand in it after a gap: rows with two labels side by side.
func inline(section int, it item) []item {
	if parts := colons(section, it); len(parts) > 0 {
		return parts
	}
	if len(it.lines) == 0 || len(it.lines) > 4 {
		return []item{it}
	}
	type part struct {
		label string
		key   string
		texts []string
		lines []doc.Line
	}
	parts := []part{{label: it.label, key: it.key}}
	for _, l := range it.lines {
		segs := segmentsAt(l, 1)
		for i, s := range segs {
			last := &parts[len(parts)-1]
			if key := labels()[section][squeezeLabel(s.text)]; key != "" && (i > 0 || len(last.texts) > 0) && key != it.key {
				parts = append(parts, part{label: s.text, key: key})
				continue
			}
			last.texts = append(last.texts, s.text)
			if n := len(last.lines); n == 0 || last.lines[n-1].Y0 != l.Y0 {
				cut := l
				cut.Box, cut.Words, cut.Text = s.box, s.words, s.text
				last.lines = append(last.lines, cut)
			} else {
				last.lines[n-1].Box = last.lines[n-1].Box.Union(s.box)
			}
		}
	}
	if len(parts) == 1 {
		return []item{it}
	}
	out := make([]item, len(parts))
	for i, p := range parts {
		out[i] = it
		out[i].key, out[i].label, out[i].lines = p.key, p.label, p.lines
		out[i].value = chem.Fold(doc.JoinText(p.texts...))
		out[i].at = it.at
	}
	return out
}

// colons cuts "1263 国連分類:3 容器等級:III" at the further labels with colons in it.
func colons(section int, it item) []item {
	if strings.IndexByte(it.value, ':') < 0 {
		return nil
	}
	table := labels()[section]
	type cut struct {
		from, to int // of the label
		key      string
	}
	var cuts []cut
	behind := 0 // the label before
	for i := 1; i < len(it.value); i++ {
		if it.value[i] != ':' {
			continue
		}
		for j := max(behind, i-60); j < i; j++ {
			if j > 0 && it.value[j-1] != ' ' && it.value[j-1] != ',' && !strings.HasSuffix(it.value[:j], "、") {
				continue
			}
			if k := table[squeezeLabel(it.value[j:i])]; k != "" {
				cuts = append(cuts, cut{j, i + 1, k})
				behind = i + 1
				break
			}
		}
	}
	if len(cuts) == 0 {
		return nil
	}
	first := it
	first.value = strings.TrimSpace(it.value[:cuts[0].from])
	first.lines = linesIn(it.lines, "", first.value)
	first.value = strings.TrimRight(first.value, "、, ")
	var out []item
	if first.value != "" || cuts[0].key != it.key {
		out = append(out, first)
	}
	for i, c := range cuts {
		end := len(it.value)
		if i+1 < len(cuts) {
			end = cuts[i+1].from
		}
		part := it
		part.key, part.label, part.kind = c.key, it.value[c.from:c.to-1], doc.Colon
		part.value = strings.Trim(strings.TrimSpace(it.value[c.to:end]), "、,・· ")
		part.lines = linesIn(it.lines, part.label, part.value)
		out = append(out, tokens(table, part)...)
	}
	return out
}

// tokens cuts a value at Japanese labels that stand in it as words of their own: "28 vol% 自然発火点 651°C".
func tokens(table map[string]string, it item) []item {
	words := strings.Split(it.value, " ")
	for i, w := range words {
		if i == 0 || i+1 == len(words) || len(w) < 6 || w[0] < 0xE3 {
			continue
		}
		if k := table[squeezeLabel(w)]; k != "" && k != it.key {
			head, tail := it, it
			head.value = strings.Join(words[:i], " ")
			tail.key, tail.label, tail.value = k, w, strings.Join(words[i+1:], " ")
			return append([]item{head}, tokens(table, tail)...)
		}
	}
	return []item{it}
}

// linesIn are the lines that print a part of a value: those it holds, and the one with its label, cut after it.
func linesIn(lines []doc.Line, label, value string) []doc.Line {
	var out []doc.Line
	for _, l := range lines {
		t := chem.Fold(l.Text)
		if label != "" {
			if i := strings.Index(t, label); i >= 0 {
				rest := strings.TrimLeft(t[i+len(label):], " :")
				if rest != "" && strings.HasPrefix(value, rest) {
					l.Text = rest
					out = append(out, l)
				}
				continue
			}
		}
		if strings.Contains(value, t) || len(value) > 8 && strings.Contains(t, value) {
			out = append(out, l)
		}
	}
	if len(out) == 0 {
		return lines
	}
	return out
}

func lineAt(sec *doc.Section, l doc.Line) int {
	for i := range sec.Lines {
		if sec.Lines[i].Page == l.Page && sec.Lines[i].OverlapY(l.Box) > 0.5*l.H() && sec.Lines[i].OverlapX(l.Box) > 0 {
			return i
		}
	}
	return -1
}

// noData tells phrases that state nothing.
func noData(s string) bool {
	t := strings.Trim(chem.Squeeze(s), ".。、,;:()[]*")
	if t == "" || strings.Trim(t, "-~/ー―─‐_=") == "" {
		return true
	}
	if noDataWords[t] {
		return true
	}
	for _, p := range noDataPrefixes {
		if strings.HasPrefix(t, p) && len(t) <= len(p)+24 {
			return true
		}
	}
	return false
}

var noDataWords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Split("情報なし;データなし;データ無し;データない;該当しない;非該当;該当なし;該当せず;不明;未測定;測定せず;知見なし;情報無し;情報がない;データがない;利用可能なデータはない;入手可能なデータはない;未確認;未定;適用外;適用されない;対象外;n/a;na;n.a;nd;n.d;none;notavailable;nodata;nodataavailable;notapplicable;notdetermined;notestablished;unknown;notknown;notmeasured;notspecified;notrelevant;noinformation;noinformationavailable;notdata;datanotavailable;noinfo;nil;tbd;nodataexist;notestdata;noneknown;informationnotavailable;notstated;nodataknown;none.;no;いいえ;分類できない;評価データなし;noavailabledata;noavailableinformation;適用しない;適用なし;データはない;測定データなし;有用な情報なし;有用な情報はない;情報は得られていない;データは得られていない;なし;無し;区分に該当しない;未設定;設定なし;設定されていない;規定されていない;規制されていない;nonumber;未調査;試験データなし;not-applicable;未試験;noneestablished;無視できる;negligible", ";") {
		m[w] = true
	}
	return m
}()

var noDataPrefixes = []string{"データなし", "情報なし", "データ無し", "情報無し", "nodata", "notavailable", "notapplicable", "notdetermined", "noinformation", "noinfo", "情報は", "データは", "知見", "該当データ", "有用な情報", "利用可能な", "notmeasured", "notestablished", "该当", "測定データ", "信頼できる"}

// cleaned brings a printed text to one line as answers hold it.
func cleaned(s string) string {
	s = chem.Fold(s)
	s = strings.NewReplacer("®", "", "™", "", "(R)", "", "(TM)", "").Replace(s)
	return strings.Trim(s, " :;,、・")
}
