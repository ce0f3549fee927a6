package main

import (
	"slices"
	"strconv"
	"strings"

	"anzen/shared/reference/regulation/lists"
)

// merge merges the imported lists into the existing ones.
func merge(there, imported []*lists.File) []*lists.File {
	var merged []*lists.File
	for _, f := range there {
		g := *f
		if i := slices.IndexFunc(imported, func(g *lists.File) bool { return g.Name == f.Name }); i >= 0 {
			g.Lines = mergeLines(f.Lines, imported[i].Lines)
		}
		merged = append(merged, &g)
	}
	for _, g := range imported {
		if !slices.ContainsFunc(there, func(f *lists.File) bool { return f.Name == g.Name }) {
			merged = append(merged, g)
		}
	}
	return merged
}

// mergeLines returns the imported lines with the ids of existing ones, and the lines with a
// note, each after its predecessor.
func mergeLines(there, imported []lists.Line) []lists.Line {
	ids, noted := map[string]int{}, map[string]bool{}
	keysThere := keys(there)
	for i := range there {
		for n, key := range keysThere[i] {
			ids[key] = there[i].Contents[n].ID
			noted[key] = there[i].Note != ""
		}
	}
	addDated(there, noted)
	var kept []lists.Line
	place := map[string]int{} // by key, its place in kept, from 1
	keysImported := keys(imported)
	for i, l := range imported {
		contents := l.Contents
		l.Contents = nil
		for n, key := range keysImported[i] {
			if !noted[key] {
				l.Contents = append(l.Contents, lists.Content{ID: ids[key], Class: contents[n].Class, Threshold: contents[n].Threshold})
				place[key] = len(kept) + 1
			}
		}
		if len(l.Contents) > 0 {
			kept = append(kept, l)
		}
	}
	behind := map[int][]lists.Line{}
	at := 0
	for i, l := range there {
		if l.Note != "" {
			behind[at] = append(behind[at], l)
			continue
		}
		for _, key := range keysThere[i] {
			if p := place[key]; p > 0 {
				at = p
			}
		}
	}
	merged := slices.Clone(behind[0])
	for i, l := range kept {
		merged = append(append(merged, l), behind[i+1]...)
	}
	return merged
}

// addDated notes the contents of lines to which a first day was added by hand: the imported
// line has none.
func addDated(there []lists.Line, noted map[string]bool) {
	undated := slices.Clone(there)
	for i := range undated {
		undated[i].From = ""
	}
	for i, all := range keys(undated) {
		for _, key := range all {
			if _, known := noted[key]; !known && there[i].Note != "" && there[i].From != "" {
				noted[key] = true
			}
		}
	}
}

// keys identifies the contents of each line; contents with the same key are numbered in
// order.
func keys(lines []lists.Line) [][]string {
	seen := map[string]int{}
	all := make([][]string, len(lines))
	for i := range lines {
		for _, c := range lines[i].Contents {
			key := strings.Join([]string{c.Class, lines[i].Number, lines[i].Ja, lines[i].From}, "\t")
			seen[key]++
			all[i] = append(all[i], key+"\t"+strconv.Itoa(seen[key]))
		}
	}
	return all
}
