package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"anzen/shared/reference/regulation/lists"
	"anzen/shared/text/tsv"
)

// The first ids of entries and of their CAS numbers, as in the API.
const (
	firstEntry = 400000000
	firstLink  = 500000000
)

// The comments of the derived table with the next ids.
const (
	nextEntryMark = "# next id: "
	nextLinkMark  = "# next link: "
)

// ids are the assigned ids.
type ids struct {
	nextEntry, nextLink int
	copies              map[string]int // by class and original
	links               map[string]int // by entry and CAS number
}

// readIDs reads the ids of the derived table; none where it does not exist.
func readIDs(path string) (*ids, error) {
	known := &ids{nextEntry: firstEntry, nextLink: firstLink, copies: map[string]int{}, links: map[string]int{}}
	content, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the ids: %w", err)
	}
	table := tsv.Read(derived, string(content))
	for _, next := range []struct {
		mark string
		id   *int
	}{{nextEntryMark, &known.nextEntry}, {nextLinkMark, &known.nextLink}} {
		if *next.id, err = strconv.Atoi(table.Comment(next.mark)); err != nil {
			return nil, fmt.Errorf("%s: %s %w", derived, next.mark, err)
		}
	}
	for r := range table.Rows() {
		id := r.Int("id")
		if of := r.Text("of"); of != "" {
			known.copies[r.Text("class")+"\t"+of] = id
		}
		cas := r.List("cas", " ")
		links := r.Spans("links")
		if len(cas) != len(links) {
			r.Fail("there are %d CAS numbers and %d links", len(cas), len(links))
			continue
		}
		for i, c := range cas {
			known.links[strconv.Itoa(id)+"\t"+c] = links[i]
		}
	}
	return known, table.Err()
}

// number assigns ids to the lines without one.
func (d *ids) number(all []*lists.File) error {
	taken := map[int]bool{}
	for _, f := range all {
		for i := range f.Lines {
			l := &f.Lines[i]
			for n := range l.Contents {
				c := &l.Contents[n]
				if c.ID == 0 {
					c.ID = d.nextEntry
					d.nextEntry++
				}
				if taken[c.ID] || c.ID < firstEntry || c.ID >= d.nextEntry {
					return fmt.Errorf("%s: %s %s has the id %d, which is taken or was never assigned: leave it empty in a new line", f.Name, l.Number, l.Ja, c.ID)
				}
				taken[c.ID] = true
			}
		}
	}
	return nil
}

// numberCopies assigns the ids of copies.
func (d *ids) numberCopies(all []*entry) {
	for _, e := range all {
		if e.of == 0 {
			continue
		}
		key := e.Class + "\t" + strconv.Itoa(e.of)
		id, ok := d.copies[key]
		if !ok {
			id = d.nextEntry
			d.nextEntry++
			d.copies[key] = id
		}
		e.ID = id
	}
}

// of are the ids of an entry's CAS numbers, as ranges: "500000001-500000003 500000009".
func (d *ids) of(e *entry) string {
	var b strings.Builder
	from, last := 0, 0
	flush := func() {
		if from == 0 {
			return
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strconv.Itoa(from))
		if last > from {
			b.WriteString("-" + strconv.Itoa(last))
		}
	}
	for _, c := range e.CAS {
		key := strconv.Itoa(e.ID) + "\t" + c
		id, ok := d.links[key]
		if !ok {
			id = d.nextLink
			d.nextLink++
			d.links[key] = id
		}
		if id != last+1 {
			flush()
			from = id
		}
		last = id
	}
	flush()
	return b.String()
}
