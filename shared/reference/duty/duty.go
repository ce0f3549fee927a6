// Package duty is the table of what has to be done where a law applies to a product:
// operations chiefs, health checks, measurements, ventilation, signs, records, reports.
//
//	duties.tsv       a line per duty: classes of package regulation that bring it, the
//	                 article, the condition, the interval, years of records, the deadline
//	instruments.tsv  the acts, orders and ordinances cited, with their ids on e-Gov
//	gaps.tsv         categories of Japanese law without a recorded duty, and why
//
// # Conditions
//
// Whether a duty exists in a company often depends on what no sheet states: the amount per
// year, indoor work, the number of workers, the equipment. Such a condition is stated (When),
// never judged. A duty with CAS numbers is of products that contain one of these, besides
// the verdict of its classes.
//
// # Verification
//
// The articles of labour law were compared with the laws' texts on e-Gov by script; those
// of other laws are in part from digests or from knowledge. Verification says so for each
// duty, and it is shown wherever a duty is: the table supports, but does not replace, a
// look into the law.
package duty

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"

	"anzen/shared/text/tsv"
)

// Name is a text in both languages.
type Name struct {
	Ja string `json:"ja"`
	En string `json:"en"`
}

// Kind is what sort of thing has to be done.
type Kind string

// Kinds are all, in the order in which duties are listed.
var Kinds = []Kind{
	"permit", "appoint", "risk", "equipment", "measurement", "health", "protection", "sign", "label", "sds", "storage", "education",
	"inspection", "record", "report", "disposal", "transport", "emergency",
}

// Verification is how the article was checked.
type Verification string

// The verifications, the best first.
const (
	Text      Verification = "text"      // article and key phrase found in the law's text
	Order     Verification = "order"     // read in the text of the order that it refers to
	Article   Verification = "article"   // the article exists in the law's text
	Digest    Verification = "digest"    // its number stands in a digest by others
	Knowledge Verification = "knowledge" // not compared with anything
)

// Verifications are all, the best first.
var Verifications = []Verification{Text, Order, Article, Digest, Knowledge}

// Duty is something that has to be done where one of its classes applies.
type Duty struct {
	ID   int // from 600000000
	Kind Kind
	// Classes are keys of laws, categories or classes: "JP-PDSCA", "JP-ISHA/YUKI/T1".
	Classes []string
	// CAS narrows the duty to products that contain one of these; empty for most.
	CAS  []string
	What Name
	// When is the condition, in facts of the company; empty where it always holds.
	When       Name
	Interval   Name
	Years      int // for which records are kept; 0 where nothing is said
	Deadline   Name
	Instrument *Instrument
	Article    string // "第577条の2"
	From       string // YYYY-MM-DD; empty where it is in force since long
	Verification
}

// Cited is the citation: 安衛則第577条の2, each article with the instrument's name.
func (d *Duty) Cited() string {
	articles := strings.Split(d.Article, "、")
	for i, a := range articles {
		articles[i] = d.Instrument.Short + a
	}
	return strings.Join(articles, "、")
}

// Source is what the article was compared with.
func (d *Duty) Source() string {
	if (d.Verification == Text || d.Verification == Article) && d.Instrument.Revision != "" {
		return "e-Gov " + d.Instrument.EGov + " " + d.Instrument.Revision
	}
	return ""
}

// Covers reports whether a class (regulation.Class.Key) brings the duty.
func (d *Duty) Covers(class string) bool {
	return slices.ContainsFunc(d.Classes, func(key string) bool { return under(class, key) })
}

// under reports whether a key is that of a part of the law, the category or the class.
func under(class, key string) bool {
	rest, ok := strings.CutPrefix(class, key)
	return ok && (rest == "" || rest[0] == '/')
}

// Instrument is an act, an order or an ordinance.
type Instrument struct {
	Short    string // of citations: 安衛則
	Title    Name
	EGov     string // id on e-Gov; empty where it was not looked up
	Revision string // the state of the text with which articles were compared
}

// Link is the address of the text; empty where the id is not known.
func (i *Instrument) Link() string {
	if i.EGov == "" {
		return ""
	}
	return "https://laws.e-gov.go.jp/law/" + i.EGov
}

// Gap is why a category has no duty recorded.
type Gap struct {
	Category string // "JP-FOOD/ADDITIVE"
	Why      Name
}

// Table is all duties.
type Table struct {
	AsOf   string // YYYY-MM-DD
	duties []Duty
	gaps   []Gap
	byID   map[int]*Duty
}

//go:embed duties.tsv
var dutyFile string

//go:embed instruments.tsv
var instrumentFile string

//go:embed gaps.tsv
var gapFile string

// Current is the embedded table.
var Current = sync.OnceValue(load)

func load() *Table {
	instruments := map[string]*Instrument{}
	for r := range tsv.Embedded("duty/instruments.tsv", instrumentFile).Rows() {
		short := r.Text("short")
		instruments[short] = &Instrument{Short: short, Title: Name{r.Text("ja"), r.Text("en")}, EGov: r.Text("egov"), Revision: r.Text("revision")}
	}
	t := &Table{byID: map[int]*Duty{}}
	file := tsv.Embedded("duty/duties.tsv", dutyFile)
	for r := range file.Rows() {
		d := Duty{
			ID: r.Int("id"), Kind: Kind(r.Text("kind")), Classes: r.List("classes", ";"), CAS: r.List("cas", ";"),
			What: Name{r.Text("ja"), r.Text("en")}, When: Name{r.Text("when_ja"), r.Text("when_en")},
			Interval: words(r, "interval"), Deadline: words(r, "deadline"), Instrument: instruments[r.Text("instrument")],
			Article: r.Text("article"), From: r.Text("from"), Verification: Verification(r.Text("verification")),
		}
		if r.Text("retention") != "" {
			d.Years = r.Int("retention")
		}
		if d.Instrument == nil {
			r.Fail("%q is no instrument", r.Text("instrument"))
		}
		t.duties = append(t.duties, d)
	}
	t.AsOf = strings.TrimSpace(file.Comment("# as of: "))
	for r := range tsv.Embedded("duty/gaps.tsv", gapFile).Rows() {
		t.gaps = append(t.gaps, Gap{r.Text("category"), Name{r.Text("ja"), r.Text("en")}})
	}
	slices.SortStableFunc(t.duties, func(a, b Duty) int { return slices.Index(Kinds, a.Kind) - slices.Index(Kinds, b.Kind) })
	for i := range t.duties {
		t.byID[t.duties[i].ID] = &t.duties[i]
	}
	return t
}

// All returns the duties in the order in which they are listed: by kind, then as in the table.
func (t *Table) All() []Duty { return t.duties }

// ByID returns a duty; nil for an unknown id.
func (t *Table) ByID(id int) *Duty { return t.byID[id] }

// ByText is ByID for an id as text.
func (t *Table) ByText(id string) *Duty {
	n, err := strconv.Atoi(id)
	if err != nil {
		return nil
	}
	return t.byID[n]
}

// Of returns the duties that a law, a category or a class (by its key) brings, in order.
func (t *Table) Of(key string) []*Duty {
	var of []*Duty
	for i := range t.duties {
		d := &t.duties[i]
		if d.Covers(key) || slices.ContainsFunc(d.Classes, func(c string) bool { return under(c, key) }) {
			of = append(of, d)
		}
	}
	return of
}

// Gaps returns the categories without a recorded duty.
func (t *Table) Gaps() []Gap { return t.gaps }

// Gap returns why a category has no duty recorded; nil where it has some.
func (t *Table) Gap(category string) *Gap {
	for i := range t.gaps {
		if t.gaps[i].Category == category {
			return &t.gaps[i]
		}
	}
	return nil
}
