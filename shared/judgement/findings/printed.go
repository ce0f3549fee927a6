package findings

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/domain/sds"
	"anzen/shared/reader/doc"
	"anzen/shared/text/fold"
)

// Printed is how a sheet is printed, as far as rules need it.
type Printed = sds.Printed

// wordings that rules search, and the sections to search (none: all).
var wordings = []struct {
	key      string
	sections []int
	re       *regexp.Regexp
}{
	{"old_category", []int{2}, regexp.MustCompile(`区分外`)},
	{"old_law", []int{15}, regexp.MustCompile(`第[ ]?[一二三123][ ]?種監視化学物質|指定化学物質\(化審法\)|旧[ ]?(?:第[一二三123]種)?監視化学物質`)},
	{"old_title", []int{0, 1}, regexp.MustCompile(`製品安全データシート|化学物質等安全データシート|(?i)material safety data sheet`)},
	{"r_phrases", []int{2, 3, 15, 16}, regexp.MustCompile(`\bR[ ]?[1-6][0-9](?:/[1-6][0-9])*[ :]+[A-Z][a-z]+`)},
	{"old_directive", []int{2, 3, 15}, regexp.MustCompile(`(?:67/548|1999/45)/(?:EEC|EC)`)},
	{"precautions", []int{2}, regexp.MustCompile(`(?i)注意書き|安全対策|予防策|precaution|prevention|\bP[1-5][0-9]{2}\b`)},
}

// PrintedOf examines the sections and wordings of a document.
func PrintedOf(d *doc.Document) Printed {
	p := Printed{Sheets: len(d.Sheets), Wordings: map[string]string{}}
	for _, page := range d.Pages {
		p.Recognised = p.Recognised || page.OCR
		if s := d.Section(2); s != nil && page.Number >= s.First && page.Number <= s.Last {
			p.Pictures += len(page.Images)
		}
	}
	for i := range d.Sections {
		s := &d.Sections[i]
		if s.Number > 0 {
			p.Order = append(p.Order, s.Number)
			if len(s.Lines) == 0 && len(s.Tables) == 0 && len(s.Pairs) == 0 {
				p.Empty = append(p.Empty, s.Number)
			}
		}
		text := fold.Printed(s.Text())
		for _, w := range wordings {
			if p.Wordings[w.key] != "" || len(w.sections) > 0 && !slices.Contains(w.sections, s.Number) {
				continue
			}
			if found := w.re.FindString(text); found != "" {
				p.Wordings[w.key] = found
			}
		}
	}
	return p
}

var printedRules = []rule{
	{
		id: "section_order", severity: Info, source: jis7253, absence: true,
		what: "sections that are not printed in the order of their numbers",
		ja:   "{sections}項の記載順序が標準と異なります。", en: "Sections that are not in the standard order: {sections}.",
		look: sectionOrder,
	},
	{
		id: "section_empty", severity: Info, source: jis7253, absence: true,
		what: "a section with nothing below its heading",
		ja:   "{sections}項に記載がありません。", en: "Sections without content: {sections}.",
		look: sectionEmpty,
	},
	{
		id: "old_category_wording", severity: Info, source: jis2019,
		what:   "“区分外”, which the edition of 2019 replaced, on a sheet of after its transition (May 2022)",
		fields: []string{"revision_date"},
		ja:     "JIS Z 7253:2019への移行後の日付（{date}）ですが、旧版の用語「{wording}」が使われています。", en: "The sheet is dated {date}, but uses the wording “{wording}” that JIS Z 7253:2019 replaced.",
		look: wordingAfter("old_category", "2022-05-25"),
	},
	{
		id: "old_law_wording", severity: Warning, source: kashinho,
		what:   "names of substances of the Chemical Substances Control Law that were given up in 2011, on a later sheet",
		fields: []string{"revision_date"},
		ja:     "化審法の旧区分「{wording}」が記載されています（改訂日 {date}）。法令の記載をご確認ください。", en: "The sheet of {date} names “{wording}”, a kind of substance that the law has given up. Please check section 15.",
		look: wordingAfter("old_law", "2011-04-01"),
	},
	{
		id: "msds_title", severity: Info, source: jis7253,
		what:   "the title of before 2012 (MSDS) on a later sheet",
		fields: []string{"revision_date"},
		ja:     "改訂日は{date}ですが、旧名称「{wording}」が使われています。現在の名称は「安全データシート（SDS）」です。", en: "The sheet of {date} still bears the old title “{wording}”. It is called safety data sheet (SDS) today.",
		look: wordingAfter("old_title", "2016-06-01"),
	},
	{
		id: "r_phrases", severity: Info, source: clp,
		what:   "risk phrases (R36, R38), given up in 2015, on a later sheet",
		fields: []string{"revision_date"},
		ja:     "廃止されたRフレーズ（{wording}）が記載されています（改訂日 {date}）。", en: "The sheet of {date} prints risk phrases ({wording}), which were given up in 2015.",
		look: wordingAfter("r_phrases", "2017-06-01"),
	},
	{
		id: "old_directive", severity: Info, source: clp,
		what:   "the directives 67/548/EEC and 1999/45/EC, repealed in 2015, on a later sheet",
		fields: []string{"revision_date"},
		ja:     "廃止されたEU指令（{wording}）による分類が記載されています（改訂日 {date}）。", en: "The sheet of {date} classifies by {wording}, which was repealed in 2015.",
		look: wordingAfter("old_directive", "2017-06-01"),
	},
}

func sectionOrder(in *Input, found report) {
	// A sheet of another form has other sections, which section_missing reports.
	if in.Printed.Sheets > 1 || len(in.Sections) < 14 {
		return
	}
	var late []string
	highest := 0
	for _, n := range in.Printed.Order {
		if n < highest && !slices.Contains(late, strconv.Itoa(n)) {
			late = append(late, strconv.Itoa(n))
		}
		highest = max(highest, n)
	}
	if len(late) > 0 {
		found(map[string]string{"sections": strings.Join(late, ", ")})
	}
}

func sectionEmpty(in *Input, found report) {
	var empty []string
	for _, n := range in.Printed.Empty {
		empty = append(empty, strconv.Itoa(n))
	}
	if len(empty) > 0 {
		found(map[string]string{"sections": strings.Join(empty, ", ")})
	}
}

// wordingAfter finds a wording on sheets revised on a given day or later.
func wordingAfter(key, day string) func(*Input, report) {
	return func(in *Input, found report) {
		wording := in.Printed.Wordings[key]
		if key == "r_phrases" && in.Printed.Wordings["old_directive"] != "" {
			return // one is enough
		}
		if _, text, ok := date(in, "revision_date"); ok && wording != "" && text >= day {
			found(map[string]string{"wording": wording, "date": text}, field("revision_date"))
		}
	}
}
