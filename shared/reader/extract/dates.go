package extract

import (
	"slices"
	"strconv"
	"strings"

	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract/notation"
	"anzen/shared/text/fold"
	"anzen/shared/text/pattern"
)

// dateLabelRE matches the words before dates: to be skipped, combined, first issue,
// revision, and ambiguous ones.
var dateLabelRE = pattern.MustCompile(`` +
	`(印刷日?|print(?:ed|ing)?(?: date| on)?|date (?:of )?print(?:ed|ing)?|前回の?(?:改[訂定]|発行|作成)?日?|前(?:作成|発行|改[訂定])日?|previous(?: version| date| revision| issue)?|super[sc]ed\w*(?: date)?|replaces(?: version| sds)?(?: of)?|valid\w*|expir\w*|施行日?|適用日?|出力日|date of previous|druckdatum|gedruckt am|date d'impression|imprimé le|fecha de impresión|printdatum|afdrukdatum|data de impressão|yazdırma tarihi|인쇄일자?|打印日期|ersetzt (?:fassung|version)[a-z ]*|remplace[a-z ]*|sustituye[a-z ]*|vorige[a-z ]*)` +
	`|(作成[・/及び、( ]*改[訂定][)]?(?:年月)?日?|制定[・/]改[訂定]日?|issue/revision date|date of issue ?/ ?(?:date of )?revision|issue date ?/ ?revision date|date of issue/date of revision|date of (?:preparation|issue|compilation) ?(?:/|or) ?(?:date of )?(?:last |latest )?revision)` +
	`|(作成年月日|作成日|作成|制定年月日|制定日|制定|初版(?:作成|発行)?日?|初回作成日?|新規作成日?|date of first issue|first issued?|original (?:issue|preparation) date|initial (?:issue|preparation)(?: date)?|date of issue|issue date|issuing date|date issued|issued on|issued|creation date|created(?: on)?|date created|date prepared|preparation date|date ?of ?prep(?:aration)?|date of creation|prepared on|m?sds (?:creation date|date of (?:preparation|issue|creation))|compilation date|date compiled|date of compilation|prepared|first version[^0-9]{0,30}|erstellt am|erstellungsdatum|erstausgabe|ausgabedatum|date de création|date de (?:la )?(?:rédaction|préparation)|date d'émission|date d'édition|fecha de emisión|fecha de creación|datum van uitgave|uitgiftedatum|data de emissão|data de elaboração|hazırlama tarihi|yayın tarihi|최초 ?작성일자?|작성일자?|编制日期|发行日期|发布日期)` +
	`|(最終改[訂定](?:年月)?日?|改[訂定]年月日|改[訂定]日|改[訂定]版|改[訂定]|更新日|改正日|見直し日|変更日|最新版|revision date|date of (?:last |latest )?revision|revised(?: date| on)?|last revis(?:ed|ion)(?: date)?|date (?:last )?revised|rev\.? ?date|latest revision|version date|date of (?:last )?update|last updated?|updated?(?: date| on)?|date (?:last )?(?:updated|reviewed)|date of (?:last )?review|(?:last )?review(?:ed)?(?: date| on)?|m?sds date of (?:last )?revision|date (?:last )?(?:modified|altered|changed|amended)|date of (?:last |latest )?(?:alteration|modification|amendment|change)|(?:last )?modified(?: on)?|revision|rev\.?|überarbeitet(?: am)?|überarbeitungsdatum|datum der überarbeitung|bearbeitungsdatum|date de (?:la )?(?:dernière )?révision|révisée? le|date de mise à jour|fecha de (?:la )?(?:última )?revisión|revisado el|herzieningsdatum|datum herziening|datum van herziening|herzien op|data d[ae] (?:última )?revisão|data de revisão|düzenleme tarihi|revizyon tarihi|yeniden düzenleme tarihi|güncelleme tarihi|최종 ?개정일자?|개정일자?|修订日期|更新日期|修订)` +
	`|(発行年月日|発行日|発行|公布日|effective date|date of publication|publication date|release date|released|published(?: on)?)` +
	`|(dated|m?sds date|date)`)

// wholeDateLabel matches a text that is such words.
var wholeDateLabel = pattern.MustCompile(`^(?:` + dateLabelRE.String() + `)$`)

type dateKind int

const (
	ignored dateKind = iota
	combined
	issue
	revision
	issued    // 発行日, "effective date": first issue or revision, depending on the other dates
	otherDate // "date", "dated": that of the sheet as it is, where no other is named
)

type dated struct {
	kind dateKind
	date notation.Date
	line doc.Line
	word string // the label
	rank int    // the place: 0 the first page's top and section 1, 1 headers, 2 footers, 3 section 16, 4 the end of a sheet without one
}

// dates reads the dates of first issue and last revision.
func (s *sheet) dates() {
	var all []dated
	scopes := [][]doc.Line{append(s.allLines(0, 1), s.stackedLines(0, 1)...), append(stackedIn(s.d.MarginPairs), s.d.Headers...), s.d.Footers, append(s.allLines(16), s.stackedLines(16)...)}
	for rank, lines := range scopes {
		all = append(all, s.datesIn(lines, rank)...)
	}
	if len(all) == 0 && !s.ja {
		all = s.datesIn(s.ending(), len(scopes))
	}
	if len(all) == 0 && !s.ja {
		all = s.datesIn(s.datedLines(), len(scopes))
	}
	first := pick(all, false, issue, combined)
	last := pick(all, true, revision, combined)
	either := pick(all, true, issued)
	plain := pick(all, true, otherDate)
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
	if last != nil && plain != nil && last.rank > 2 && plain.rank < 2 && last.date.String() < plain.date.String() {
		last = plain // what stands at the end may be the date of another document
	}
	if last == nil && plain != nil && (first == nil || first.date.String() <= plain.date.String() && first.rank >= plain.rank) {
		last = plain
	}
	if last == nil {
		last = first
	}
	if first != nil && last != nil && first.date.String() > last.date.String() && first.rank > last.rank && (s.ja || first.rank == 2) {
		first = nil // a date of making in a footer is not the sheet's
	}
	first = madeBefore(all, first, last)
	s.date("issue_date", first, all)
	s.date("revision_date", last, all)
}

// ending are the last lines of the body: forms without a section 16 end with their dates.
func (s *sheet) ending() []doc.Line {
	if s.d.Section(16) != nil || len(s.d.Sections) == 0 {
		return nil
	}
	lines := s.d.Sections[len(s.d.Sections)-1].Lines
	return lines[max(0, len(lines)-8):]
}

// datedLines are the lines of the body that begin with the label of a revision and have its date behind it: another form goes
// on below the end of the sheet.
func (s *sheet) datedLines() []doc.Line {
	var out []doc.Line
	for _, l := range s.d.Lines {
		if text := fold.Printed(l.Text); revisedFirst.MatchString(text) && len(text) < 60 {
			out = append(out, l)
		}
	}
	return out
}

// revisedFirst matches a line that begins with the label of a revision.
var revisedFirst = pattern.MustCompile(`(?i)^(?:version (?:no\.? ?)?[0-9.]+,? )?(?:last |date )?(?:updated?|revised|revision)(?: date| on)? ?:? `)

// madeBefore is the first issue where the date taken for it is the one of the revision, and an earlier one is named
// elsewhere: "date prepared" over a sheet is that of its last version.
func madeBefore(all []dated, first, last *dated) *dated {
	if first == nil || last == nil || last.kind != revision || first.kind != issue || !strings.Contains(first.word, "prepar") || first.date.String() != last.date.String() {
		return first
	}
	var earlier []dated
	for _, d := range all {
		if d.kind == issue && strings.Contains(d.word, "issue") && d.date.String() < first.date.String() {
			earlier = append(earlier, d)
		}
	}
	if made := pick(earlier, false, issue); made != nil {
		return made
	}
	return first
}

// stackedLines are the labels of sections with the values below them, each pair and each date in a table as one line.
func (s *sheet) stackedLines(numbers ...int) []doc.Line {
	var out []doc.Line
	for _, n := range numbers {
		for i := range s.d.Sections {
			if sec := &s.d.Sections[i]; sec.Number == n {
				out = append(append(out, stackedIn(sec.Pairs)...), datesBelow(sec.Tables)...)
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
		out = append(out, behindLabel(p.Label, p.ValueLines[0]))
	}
	return out
}

// behindLabel is the line of a value with its label before it.
func behindLabel(label string, value doc.Line) doc.Line {
	value.Text = label + ": " + value.Text
	value.Raw = label + " " + value.Raw
	return value
}

// datesBelow are the cells of tables that are labels of dates, each with the cell below it as one line: old forms have the
// date beside the columns for the company and its telephones.
func datesBelow(tables []doc.Table) []doc.Line {
	var out []doc.Line
	for _, t := range tables {
		for r := 0; r+1 < len(t.Rows); r++ {
			for c, cell := range t.Rows[r] {
				below := t.Rows[r+1][c]
				if cell.Covered || len(below.Lines) == 0 {
					continue
				}
				label := strings.TrimRight(fold.Printed(cell.Text()), " :")
				if word := lowered(label); !wholeDateLabel.MatchString(word) || weakDateWords[word] {
					continue
				}
				out = append(out, behindLabel(label, below.Lines[0]))
			}
		}
	}
	return out
}

func (s *sheet) date(key string, d *dated, all []dated) {
	if d == nil {
		return
	}
	confidence := []float64{0.92, 0.88, 0.85, 0.8, 0.7}[d.rank]
	if d.kind >= issued {
		confidence -= 0.1
	}
	v := Value{Section: 1, Key: key, Row: NoRow, Kind: Date, Text: d.date.String(), Raw: d.line.Raw, Source: doc.SourcesOf([]doc.Line{d.line}), Extractor: "date label", Confidence: confidence}
	m := marks{v: &v, kind: "date", ja: s.ja}
	m.add("printed again", slices.ContainsFunc(all, func(o dated) bool { return o.date.String() == v.Text && o.rank != d.rank }))
	m.add("of another name", d.kind >= issued)
	if printed := fold.Printed(d.line.Text)[d.date.Start:d.date.End]; numericDate.MatchString(printed) {
		m.add("of either order", d.date.Proven == nil && d.date.Month != d.date.Day)
		m.add("of a short year", !strings.Contains(printed, strconv.Itoa(d.date.Year)))
	}
	s.add(v)
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
	for i, l := range lines {
		if i+1 < len(lines) {
			l = withRestOfDate(l, lines[i+1])
		}
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
			marks = dateLabelRE.FindAllStringSubmatchIndex(lowered(text), -1)
		}
		if len(found) == 0 && len(marks) == 0 {
			if age++; age > 1 {
				waiting = false
			}
			continue
		}
		kind, end, open, label := pending, 0, waiting, ""
		mark := 0
		for k, d := range found {
			for mark < len(marks) && marks[mark][0] < d.Start {
				m := marks[mark]
				mark++
				word := lowered(text[m[0]:m[1]])
				if weakDateWords[word] && (word == "date" && !alone(text, m[0]) || d.Start-m[1] > 3) {
					continue // "receiving date", "date exemption was granted": another date
				}
				if word == "dated" && open && kind == ignored && m[0]-end < 40 {
					continue // "supersedes the sheet dated ..."
				}
				kind, end, open, label = kindOf(m), m[1], true, word
			}
			if open && d.Start-end > 60 {
				open = false
			}
			if !open && mark < len(marks) && marks[mark][0]-d.End <= 4 && !strings.HasPrefix(text[marks[mark][1]:], " by") && (k+1 == len(found) || found[k+1].Start-marks[mark][1] > 20) {
				// "2016年10月3日 改訂"
				kind, open = kindOf(marks[mark]), true
				mark++
			}
			if open && kind != ignored {
				out = append(out, dated{kind, d, l, label, rank})
			}
			if kind != revision || rank != 3 {
				open = false
			}
			end = d.End
		}
		waiting = false
		if mark < len(marks) {
			last := marks[len(marks)-1]
			if word := lowered(text[last[0]:last[1]]); len(text)-last[1] < 12 && (word == "date" || !weakDateWords[word]) {
				pending, waiting, age = kindOf(last), true, 0
			}
		}
	}
	return out
}

// withRestOfDate is a line that ends with the name of a month, with the day and year that begin the next line.
func withRestOfDate(l, next doc.Line) doc.Line {
	if rest := dayAndYear.FindString(next.Text); rest != "" && next.Page == l.Page && monthLast.MatchString(l.Text) {
		l.Text, l.Raw = l.Text+" "+rest, l.Raw+" "+rest
	}
	return l
}

var (
	monthLast  = pattern.MustCompile(`(?i)\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?$`)
	dayAndYear = pattern.MustCompile(`^[0-9]{1,2}, ?(?:19|20)[0-9]{2}\b`)
)

// weakDateWords are labels of a date only right before it.
var weakDateWords = map[string]bool{"date": true, "prepared": true, "rev": true, "rev.": true, "modified": true}

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
	for i := 1; i <= 6; i++ {
		if m[2*i] >= 0 {
			return dateKind(i - 1)
		}
	}
	return ignored
}
