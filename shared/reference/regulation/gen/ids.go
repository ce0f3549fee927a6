package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"anzen/shared/text/tsv"
	"anzen/shared/text/tsv/packed"
)

// tier is a kind of ids.
type tier struct {
	file  string
	first int
	step  int
	// key are the columns by which a row is known again, after the id.
	key []int
}

// The tiers of ids, as the API hands them out.
var tiers = []tier{
	{"laws.tsv", 100000000, 10000, []int{1}},
	{"categories.tsv", 200000000, 1, []int{1, 2}},
	{"classes.tsv", 300000000, 1, []int{1, 2, 3}},
	{"entries.tsv.gz", 400000000, 1, []int{1, 2, 3, 12}},
	{"links.tsv.gz", 500000000, 1, []int{1, 2}},
}

// ids are the ids of a tier: those that are known, and the next one.
type ids struct {
	tier  tier
	known map[string]int
	next  int
	taken map[string]int // how many rows had a key
}

// nextMark begins the line of a table that says which id comes next.
const nextMark = "# next id: "

// readIDs reads the ids that the tables hold; none where there is no table yet.
func readIDs(dir string) (map[string]*ids, error) {
	all := map[string]*ids{}
	for _, t := range tiers {
		d := &ids{tier: t, known: map[string]int{}, next: t.first, taken: map[string]int{}}
		all[t.file] = d
		content, err := os.ReadFile(filepath.Join(dir, t.file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read a table: %w", err)
		}
		table, err := openTable(t.file, content)
		if err != nil {
			return nil, err
		}
		seen := map[string]int{}
		for r := range table.Rows() {
			d.known[numbered(seen, t.keyOf(r.Cells()))] = r.Int("id")
		}
		if next := table.Comment(nextMark); next != "" {
			if d.next, err = strconv.Atoi(next); err != nil {
				return nil, fmt.Errorf("%s: %w", t.file, err)
			}
		}
		if err := table.Err(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// keyOf is by what a row is known again.
func (t tier) keyOf(cells []string) string {
	var key []string
	for _, c := range t.key {
		key = append(key, cells[c])
	}
	return strings.Join(key, "\t")
}

// numbered tells rows of one key apart, by their order.
func numbered(seen map[string]int, key string) string {
	seen[key]++
	return key + "\t" + strconv.Itoa(seen[key])
}

// of is the id of a row whose first cell is left for it.
func (d *ids) of(cells []string) int {
	key := numbered(d.taken, d.tier.keyOf(cells))
	id, ok := d.known[key]
	if !ok {
		id = d.next
		d.next += d.tier.step
	}
	return id
}

// openTable opens a table, compressed or not.
func openTable(name string, content []byte) (*tsv.Table, error) {
	if strings.HasSuffix(name, ".gz") {
		return packed.Read(name, content)
	}
	return tsv.Read(name, string(content)), nil
}
