package regulation

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
)

//go:generate go run anzen/shared/reference/regulation/gen ../shared/reference

//go:embed laws.tsv
var lawFile string

//go:embed categories.tsv
var categoryFile string

//go:embed versions.tsv
var versionFile string

//go:embed classes.tsv
var classFile string

//go:embed entries.tsv.gz
var entryFile []byte

//go:embed links.tsv.gz
var linkFile []byte

// load reads the embedded tables.
func load() *Set {
	links := make(chan []Link)
	go func() { links <- readLinks() }()
	categories := readCategories()
	s, err := New(readLaws(), categories, readClasses(categories), readEntries(), <-links)
	if err != nil {
		panic("regulation: " + err.Error())
	}
	return s
}

// rows calls back for each row of a table with its cells, which are used again for the next one.
func rows(name, text string, columns int, read func(c []string)) {
	cells := make([]string, columns)
	for text != "" {
		line, rest, _ := strings.Cut(text, "\n")
		text = rest
		if strings.HasPrefix(line, "#") {
			continue
		}
		n := 0
		for more := true; more; n++ {
			var cell string
			cell, line, more = strings.Cut(line, "\t")
			if n < columns {
				cells[n] = cell
			}
		}
		if n != columns {
			panic(fmt.Sprintf("regulation: a row of %s has %d columns, not %d", name, n, columns))
		}
		read(cells)
	}
}

func readLaws() []Law {
	var all []Law
	rows("laws", lawFile, 5, func(c []string) {
		all = append(all, Law{ID: number(c[0]), Code: c[1], Jurisdiction: c[2], Ja: c[3], En: c[4]})
	})
	return all
}

func readCategories() []Category {
	versions := map[string][]Version{}
	rows("versions", versionFile, 5, func(c []string) {
		key := c[0] + "/" + c[1]
		versions[key] = append(versions[key], Version{From: c[2], Source: c[3], AsOf: c[4]})
	})
	var all []Category
	rows("categories", categoryFile, 9, func(c []string) {
		all = append(all, Category{
			ID: number(c[0]), Law: c[1], Code: c[2], Ja: c[3], En: c[4], Basis: Basis(c[5]), Article: c[6],
			Loaded: c[7] == "1", Default: c[8] == "1", Versions: versions[c[1]+"/"+c[2]],
		})
	})
	return all
}

// readClasses reads the classes; those without a name of their own have that of their category.
func readClasses(categories []Category) []Class {
	names := map[string]*Category{}
	for i := range categories {
		names[categories[i].Law+"/"+categories[i].Code] = &categories[i]
	}
	var all []Class
	rows("classes", classFile, 12, func(c []string) {
		class := Class{
			ID: number(c[0]), Law: c[1], Category: c[2], Code: c[3], Ja: c[4], En: c[5], Node: c[6],
			Counts: list(c[8], ";"), Exclusive: c[9], Stated: list(c[11], ";"),
		}
		if class.Ja == "" {
			category := names[c[1]+"/"+c[2]]
			class.Ja, class.En = category.Ja, category.En
		}
		if c[7] != "" {
			sum := threshold(c[7])
			class.Sum = &sum
		}
		if c[10] != "" {
			class.Rank = number(c[10])
		}
		all = append(all, class)
	})
	return all
}

func readEntries() []Entry {
	text := unpack(entryFile)
	all := make([]Entry, 0, strings.Count(text, "\n"))
	rows("entries", text, 17, func(c []string) {
		e := Entry{
			ID: number(c[0]), Class: c[1], Number: c[2], Ja: c[3], En: c[4], Threshold: threshold(c[5]),
			Pure: strings.Contains(c[7], "p"), Gas: strings.Contains(c[7], "g"), All: strings.Contains(c[7], "a"), Element: c[8], ContextJa: c[9], ContextEn: c[10],
			From: c[12], To: c[13], Source: c[14], AsOf: c[15], Confidence: Confidence(c[16]),
		}
		if c[6] != "" {
			certain := threshold(c[6])
			e.Certain = &certain
		}
		if c[11] != "" {
			e.Group = group(c[11])
		}
		all = append(all, e)
	})
	return all
}

func readLinks() []Link {
	text := unpack(linkFile)
	all := make([]Link, 0, strings.Count(text, "\n"))
	rows("links", text, 3, func(c []string) {
		all = append(all, Link{ID: number(c[0]), Entry: number(c[1]), CAS: c[2]})
	})
	return all
}

// group reads a rule of names: "element=Pb;names=鉛|lead;not=亜鉛;except=1314-13-2;soluble".
func group(s string) *Group {
	g := &Group{}
	for _, part := range strings.Split(s, ";") {
		what, value, _ := strings.Cut(part, "=")
		switch what {
		case "element":
			g.Element = value
		case "names":
			g.Names = list(value, "|")
		case "not":
			g.Not = list(value, "|")
		case "except":
			g.Except = list(value, "|")
		case "soluble":
			g.Soluble = true
		case "valence":
			g.Valence = true
		case "open":
			g.Open = true
		case "inorganic":
			g.Inorganic = true
		default:
			panic("regulation: a rule of names says " + part)
		}
	}
	return g
}

// threshold reads ">=1" or ">0.1".
func threshold(s string) Threshold {
	value, atLeast := strings.CutPrefix(s, ">=")
	if !atLeast {
		value = strings.TrimPrefix(s, ">")
	}
	percent, err := strconv.ParseFloat(value, 64)
	if err != nil {
		panic("regulation: a threshold is " + s)
	}
	return Threshold{Percent: percent, Above: !atLeast}
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic("regulation: an id is " + s)
	}
	return n
}

func list(s, separator string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, separator)
}

func unpack(file []byte) string {
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		panic("regulation: an embedded table is broken: " + err.Error())
	}
	var b strings.Builder
	// The last four bytes of the file say its length.
	if n := len(file); n > 4 {
		b.Grow(int(file[n-4]) | int(file[n-3])<<8 | int(file[n-2])<<16 | int(file[n-1])<<24)
	}
	if _, err := io.Copy(&b, z); err != nil {
		panic("regulation: an embedded table is broken: " + err.Error())
	}
	return b.String()
}
