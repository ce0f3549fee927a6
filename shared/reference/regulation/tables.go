package regulation

import (
	"io/fs"
	"strconv"
	"strings"

	"anzen/shared/text/tsv"
)

// folder has the tables of a set: laws, categories, classes, versions, transitions, entries.
type folder struct{ fs.FS }

// In reads the set of a folder of tables; it panics where one is faulty.
func In(tables fs.FS) *Set {
	f := folder{tables}
	categories := f.readCategories()
	entries, links := f.readEntries()
	f.readTransitions(entries, links)
	s, err := New(f.readLaws(), categories, f.readClasses(categories), entries, links)
	if err != nil {
		panic("regulation: " + err.Error())
	}
	return s
}

func (f folder) table(name string) *tsv.Table {
	text, err := fs.ReadFile(f, name)
	if err != nil {
		panic("regulation: " + err.Error())
	}
	return tsv.Embedded("regulation/"+name, string(text))
}

func (f folder) readLaws() []Law {
	var all []Law
	for r := range f.table("laws.tsv").Rows() {
		all = append(all, Law{ID: r.Int("id"), Code: r.Text("code"), Jurisdiction: r.Text("jurisdiction"), Ja: r.Text("ja"), En: r.Text("en")})
	}
	return all
}

func (f folder) readCategories() []Category {
	versions := map[string][]Version{}
	for r := range f.table("versions.tsv").Rows() {
		key := r.Text("law") + "/" + r.Text("category")
		versions[key] = append(versions[key], Version{From: r.Text("from"), Source: r.Text("source"), AsOf: r.Text("as_of")})
	}
	var all []Category
	for r := range f.table("categories.tsv").Rows() {
		c := Category{
			ID: r.Int("id"), Law: r.Text("law"), Code: r.Text("code"), Ja: r.Text("ja"), En: r.Text("en"),
			Basis: Basis(r.Text("basis")), Article: r.Text("article"), Loaded: r.Flag("loaded"), Partial: r.Flag("partial"), Default: r.Flag("default"),
		}
		c.Versions, c.Rhythm = versions[c.Law+"/"+c.Code], r.Int("rhythm")
		c.ActivityJa, c.ActivityEn = r.Text("activity_ja"), r.Text("activity_en")
		c.age()
		all = append(all, c)
	}
	return all
}

// readClasses reads the classes; those without a name have that of their category.
func (f folder) readClasses(categories []Category) []Class {
	names := map[string]*Category{}
	for i := range categories {
		names[categories[i].Law+"/"+categories[i].Code] = &categories[i]
	}
	var all []Class
	for r := range f.table("classes.tsv").Rows() {
		class := Class{
			ID: r.Int("id"), Law: r.Text("law"), Category: r.Text("category"), Code: r.Text("code"), Ja: r.Text("ja"), En: r.Text("en"), Node: r.Text("node"),
			Counts: r.List("counts", ";"), Exclusive: r.Text("exclusive"), Stated: r.List("stated", ";"),
		}
		if class.Ja == "" {
			category := names[class.Law+"/"+class.Category]
			class.Ja, class.En = category.Ja, category.En
		}
		class.Sum = optionalThreshold(r, "sum")
		if r.Text("rank") != "" {
			class.Rank = r.Int("rank")
		}
		all = append(all, class)
	}
	return all
}

// readEntries reads the entries and their CAS numbers.
func (f folder) readEntries() ([]Entry, []Link) {
	table := f.table("entries.tsv")
	all := make([]Entry, 0, table.Count())
	links := make([]Link, 0, 2*table.Count())
	for r := range table.Rows() {
		e := Entry{ID: r.Int("id"), Class: r.Text("class"), Number: r.Text("number"), Ja: r.Text("ja"), En: r.Text("en"), Threshold: threshold(r, "threshold")}
		e.Certain = optionalThreshold(r, "certain")
		flags := r.Text("flags")
		e.Pure, e.Gas, e.All = strings.Contains(flags, "p"), strings.Contains(flags, "g"), strings.Contains(flags, "a")
		e.Element, e.ContextJa, e.ContextEn = r.Text("element"), r.Text("context_ja"), r.Text("context_en")
		if rule := r.Text("group"); rule != "" {
			e.Group = group(r, rule)
		}
		e.From, e.To, e.Source, e.AsOf, e.Confidence = r.Text("from"), r.Text("to"), r.Text("source"), r.Text("as_of"), Confidence(r.Text("confidence"))
		numbers := r.List("cas", " ")
		for i, id := range r.Spans("links") {
			if i < len(numbers) {
				links = append(links, Link{ID: id, Entry: e.ID, CAS: numbers[i]})
			}
		}
		all = append(all, e)
	}
	return all, links
}

// group parses a name rule: "element=Pb;names=鉛|lead;not=亜鉛;except=1314-13-2;soluble".
func group(r *tsv.Row, rule string) *Group {
	g := &Group{}
	for _, part := range strings.Split(rule, ";") {
		what, value, _ := strings.Cut(part, "=")
		switch what {
		case "element":
			g.Element = value
		case "names":
			g.Names = words(value)
		case "not":
			g.Not = words(value)
		case "except":
			g.Except = words(value)
		case "soluble":
			g.Soluble = true
		case "valence":
			g.Valence = true
		case "open":
			g.Open = true
		case "inorganic":
			g.Inorganic = true
		case "look":
			g.Look = true
		case "maybe":
			g.Maybe = words(value)
		default:
			r.Fail("unknown part %q of a name rule", part)
		}
	}
	return g
}

// threshold parses ">=1" or ">0.1".
func threshold(r *tsv.Row, column string) Threshold {
	value, atLeast := strings.CutPrefix(r.Text(column), ">=")
	if !atLeast {
		value = strings.TrimPrefix(value, ">")
	}
	percent, err := strconv.ParseFloat(value, 64)
	if err != nil {
		r.Fail("%s is no threshold: %q", column, r.Text(column))
	}
	return Threshold{Percent: percent, Above: !atLeast}
}

func optionalThreshold(r *tsv.Row, column string) *Threshold {
	if r.Text(column) == "" {
		return nil
	}
	t := threshold(r, column)
	return &t
}

func words(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, "|")
}
