package extract

import (
	"regexp"
	"sort"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
)

// dateLabelRE matches the words before dates: to be skipped, combined, first issue,
// revision, and ambiguous ones.
var dateLabelRE = regexp.MustCompile(`` +
	`(印刷日?|print(?:ed|ing)?(?: date| on)?|date (?:of )?print(?:ed|ing)?|前回の?(?:改[訂定]|発行|作成)?日?|前(?:作成|発行|改[訂定])日?|previous(?: version| date| revision| issue)?|supersed\w*(?: date)?|replaces(?: version| sds)?(?: of)?|valid\w*|expir\w*|施行日?|適用日?|出力日|date of previous|druckdatum|gedruckt am|date d'impression|imprimé le|fecha de impresión|printdatum|afdrukdatum|data de impressão|yazdırma tarihi|인쇄일자?|打印日期|ersetzt (?:fassung|version)[a-z ]*|remplace[a-z ]*|sustituye[a-z ]*|vorige[a-z ]*)` +
	`|(作成[・/及び、( ]*改[訂定][)]?(?:年月)?日?|制定[・/]改[訂定]日?|issue/revision date|date of issue ?/ ?(?:date of )?revision|issue date ?/ ?revision date|date of issue/date of revision)` +
	`|(作成年月日|作成日|作成|制定年月日|制定日|制定|初版(?:作成|発行)?日?|初回作成日?|新規作成日?|date of first issue|first issued?|original (?:issue|preparation) date|initial (?:issue|preparation)(?: date)?|date of issue|issue date|issuing date|date issued|issued on|issued|creation date|created(?: on)?|date created|date prepared|preparation date|date ?of ?preparation|date of creation|prepared on|compilation date|date compiled|first version[^0-9]{0,30}|erstellt am|erstellungsdatum|erstausgabe|ausgabedatum|date de création|date d'émission|date d'édition|fecha de emisión|fecha de creación|datum van uitgave|uitgiftedatum|data de emissão|data de elaboração|hazırlama tarihi|yayın tarihi|최초 ?작성일자?|작성일자?|编制日期|发行日期|发布日期)` +
	`|(最終改[訂定](?:年月)?日?|改[訂定]年月日|改[訂定]日|改[訂定]版|改[訂定]|更新日|改正日|見直し日|変更日|最新版|revision date|date of (?:last |latest )?revision|revised(?: date| on)?|last revis(?:ed|ion)(?: date)?|date (?:last )?revised|rev\.? ?date|latest revision|version date|date of (?:last )?update|last updated?|updated?(?: date| on)?|date (?:last )?(?:updated|reviewed)|date of (?:last )?review|(?:last )?review(?:ed)?(?: date| on)?|revision|überarbeitet(?: am)?|überarbeitungsdatum|datum der überarbeitung|bearbeitungsdatum|date de (?:la )?(?:dernière )?révision|révisée? le|date de mise à jour|fecha de (?:la )?(?:última )?revisión|revisado el|herzieningsdatum|datum herziening|datum van herziening|herzien op|data d[ae] (?:última )?revisão|data de revisão|düzenleme tarihi|revizyon tarihi|yeniden düzenleme tarihi|güncelleme tarihi|최종 ?개정일자?|개정일자?|修订日期|更新日期|修订)` +
	`|(発行年月日|発行日|発行|公布日|effective date|date of publication|publication date|release date|released|published(?: on)?|m?sds date|date)`)

type dateKind int

const (
	ignored dateKind = iota
	combined
	issue
	revision
	issued // 発行日, "date": first issue or revision, depending on the other dates
)

type dated struct {
	kind dateKind
	date notation.Date
	line doc.Line
	rank int // the place: 0 the first page's top and section 1, 1 headers, 2 footers, 3 section 16
}

// dates reads the dates of first issue and last revision.
func (s *sheet) dates() {
	var all []dated
	scopes := [][]doc.Line{append(s.allLines(0, 1), s.stackedLines(0, 1)...), append(stackedIn(s.d.MarginPairs), s.d.Headers...), s.d.Footers, append(s.allLines(16), s.stackedLines(16)...)}
	for rank, lines := range scopes {
		all = append(all, s.datesIn(lines, rank)...)
	}
	first := pick(all, false, issue, combined)
	last := pick(all, true, revision, combined)
	either := pick(all, true, issued)
	if last == nil && either != nil {
		if first == nil || first.date.String() <= either.date.String() || first.rank > either.rank {
			last = either
		}
		if first == nil {
			first = either
		}
	}
	if first == nil && last != nil && last.kind != combined && either != nil && either.date.String() <= last.date.String() {
		first = either
	}
	if last == nil {
		last = first
	}
	if first != nil && last != nil && first.date.String() > last.date.String() && first.rank > last.rank {
		first = nil // a date of making in a footer is not the sheet's
	}
	s.date("issue_date", first)
	s.date("revision_date", last)
}

// stackedLines are the labels of sections with the values below them, each pair as one
// line.
func (s *sheet) stackedLines(numbers ...int) []doc.Line {
	var out []doc.Line
	for _, n := range numbers {
		for i := range s.d.Sections {
			if s.d.Sections[i].Number == n {
				out = append(out, stackedIn(s.d.Sections[i].Pairs)...)
			}
		}
	}
	return out
}

func stackedIn(pairs []doc.Pair) []doc.Line {
	var out []doc.Line
	for _, p := range pairs {
		if p.Kind != doc.Below && p.Kind != doc.Row || len(p.ValueLines) == 0 || len(p.LabelLines) == 0 || len(p.ValueLines[0].Text) > 30 {
			continue
		}
		l := p.ValueLines[0]
		l.Text = p.Label + ": " + l.Text
		l.Raw = p.Label + " " + l.Raw
		out = append(out, l)
	}
	return out
}

func (s *sheet) date(key string, d *dated) {
	if d == nil {
		return
	}
	confidence := []float64{0.92, 0.88, 0.85, 0.8}[d.rank]
	if d.kind == issued {
		confidence -= 0.1
	}
	s.add(Value{Section: 1, Key: key, Row: NoRow, Kind: Date, Text: d.date.String(), Raw: d.line.Raw, Source: doc.SourcesOf([]doc.Line{d.line}), Extractor: "date label", Confidence: confidence})
}

// pick takes the first (or latest) date of the kinds, from the best place that has one.
func pick(all []dated, latest bool, kinds ...dateKind) *dated {
	var best *dated
	for i := range all {
		d := &all[i]
		match := false
		for _, k := range kinds {
			match = match || d.kind == k
		}
		if !match || best != nil && d.rank > best.rank {
			continue
		}
		if best == nil || latest && d.date.String() > best.date.String() {
			best = d
		}
	}
	return best
}

// datesIn pairs the dates of lines with the labels before them.
func (s *sheet) datesIn(lines []doc.Line, rank int) []dated {
	var out []dated
	pending, age := ignored, 0
	waiting := false
	seen := map[string]bool{}
	for _, l := range lines {
		if rank == 1 || rank == 2 { // headers and footers come once a page
			if seen[l.Text] {
				continue
			}
			seen[l.Text] = true
		}
		text := fold.Printed(l.Text)
		found := notation.FindDates(text, s.order)
		var marks [][]int
		if len(found) > 0 || len(text) < 50 && rank < 3 {
			if low := lowered(text); speaksOfDates(low) {
				marks = dateLabelRE.FindAllStringSubmatchIndex(low, -1)
			}
		}
		if len(found) == 0 && len(marks) == 0 {
			if age++; age > 1 {
				waiting = false
			}
			continue
		}
		kind, end, open := pending, 0, waiting
		mark := 0
		for k, d := range found {
			for mark < len(marks) && marks[mark][0] < d.Start {
				m := marks[mark]
				mark++
				if bare := lowered(text[m[0]:m[1]]); bare == "date" && (!alone(text, m[0]) || d.Start-m[1] > 3) {
					continue // "receiving date", "date exemption was granted": another date
				}
				kind, end, open = kindOf(m), m[1], true
			}
			if open && d.Start-end > 60 {
				open = false
			}
			if !open && mark < len(marks) && marks[mark][0]-d.End <= 4 && (k+1 == len(found) || found[k+1].Start-marks[mark][1] > 20) {
				// "2016年10月3日 改訂"
				kind, open = kindOf(marks[mark]), true
				mark++
			}
			if open && kind != ignored {
				out = append(out, dated{kind, d, l, rank})
			}
			if kind != revision || rank != 3 {
				open = false
			}
			end = d.End
		}
		waiting = false
		if mark < len(marks) {
			last := marks[len(marks)-1]
			if len(text)-last[1] < 12 {
				pending, waiting, age = kindOf(last), true, 0
			}
		}
	}
	return out
}

// speaksOfDates is a quick test whether a line may contain a label of a date.
func speaksOfDates(lower string) bool {
	for _, w := range []string{"日", "date", "改", "作成", "制定", "発行", "初版", "更新", "前回", "revi", "issue", "prepared", "created", "release", "publish", "print", "supersed", "replaces", "valid", "version", "datum", "fecha", "data d", "tarih", "일자", "개정일", "작성일", "日期", "修订", "rév", "überarb", "erstellt"} {
		if strings.Contains(lower, w) {
			return true
		}
	}
	return false
}

// alone reports whether a word begins a line or phrase.
func alone(text string, at int) bool {
	before := strings.TrimRight(text[:at], " ")
	return before == "" || strings.ContainsAny(before[len(before)-1:], ".;|):,")
}

// lowered is a text in lower case with the same byte offsets.
func lowered(s string) string {
	if l := strings.ToLower(s); len(l) == len(s) {
		return l
	}
	return s
}

func kindOf(m []int) dateKind {
	for i := 1; i <= 5; i++ {
		if m[2*i] >= 0 {
			return dateKind(i - 1)
		}
	}
	return ignored
}

// usWords and euWords indicate the country of a sheet, and so its order of dates.
var (
	usWords = []string{"OSHA", "USA", "United States", "CHEMTREC", "U.S.", "29 CFR", "29CFR", "SARA"}
	euWords = []string{"1907/2006", "1272/2008", "REACH", "EC No", "United Kingdom", "Germany", "France"}
)

func mentions(text string, words []string) int {
	n := 0
	for _, w := range words {
		n += strings.Count(text, w)
	}
	return n
}

var numericDate = regexp.MustCompile(`[0-9]{1,2} ?[/.-] ?[0-9]{1,2} ?[/.-] ?(?:19|20)?[0-9]{2}`)

// dateOrder is the order of all-numeric dates: from unambiguous ones, else the country's.
func dateOrder(d *doc.Document, ja bool) notation.Order {
	var lines []string
	if !ja { // in Japanese sheets headers and footers come from elsewhere
		for _, l := range append(append([]doc.Line{}, d.Headers...), d.Footers...) {
			lines = append(lines, l.Text)
		}
	}
	for i := range d.Sections {
		if n := d.Sections[i].Number; n <= 1 || !ja && (n == 16 || n == 15) {
			for _, l := range d.Sections[i].Lines {
				lines = append(lines, l.Text)
			}
		}
	}
	sort.Strings(lines)
	votes := map[notation.Order]int{}
	for i, l := range lines {
		if i > 0 && lines[i-1] == l || !numericDate.MatchString(l) {
			continue
		}
		for _, found := range notation.FindDates(fold.Printed(l), notation.DayFirst) {
			if found.Proven != nil {
				votes[*found.Proven]++
			}
		}
	}
	switch {
	case votes[notation.MonthFirst] > votes[notation.DayFirst]:
		return notation.MonthFirst
	case votes[notation.DayFirst] > 0 || ja:
		return notation.DayFirst
	}
	all := strings.Join(lines, "\n")
	if us := mentions(all, usWords); us > 0 && us >= mentions(all, euWords) {
		return notation.MonthFirst
	}
	return notation.DayFirst
}
