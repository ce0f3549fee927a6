package main

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"anzen/shared/reference/regulation/lists"
)

// files assigns entries to their lists, keeping their order.
func files(all []*entry) []*lists.File {
	byName := map[string]*lists.File{}
	var label, sds []*entry
	add := func(name string, lines ...lists.Line) {
		if byName[name] == nil {
			byName[name] = &lists.File{Name: name}
		}
		byName[name].Lines = append(byName[name].Lines, lines...)
	}
	for _, e := range all {
		switch e.class {
		case lists.LabelClass:
			label = append(label, e)
		case lists.SDSClass:
			sds = append(sds, e)
		default:
			add(e.class[:strings.LastIndex(e.class, "/")], e.line())
		}
	}
	add(lists.Notified, pairs(label, sds)...)
	for _, f := range byName {
		f.Origin = mostFrequent(f.Lines)
	}
	return slices.SortedFunc(maps.Values(byName), func(a, b *lists.File) int { return strings.Compare(a.Name, b.Name) })
}

// pairs merges the lines of substances on the label and in sheets: one line with both
// contents where all else is equal. It keeps the order of both.
func pairs(label, sds []*entry) []lists.Line {
	var lines []lists.Line
	last := map[string]int{} // by substance, its row on the label
	for i, l := range label {
		last[l.substance()] = i
	}
	next := 0
	upTo := func(n int) {
		for ; next < n; next++ {
			lines = append(lines, sds[next].line())
		}
	}
	for i, l := range label {
		line := l.line()
		at := next + slices.IndexFunc(sds[next:], func(s *entry) bool { return alike(line, s.line()) })
		// The rows between them must not wait for a row of the label further below.
		if at >= next && !slices.ContainsFunc(sds[next:at], func(s *entry) bool { return s.substance() != l.substance() && last[s.substance()] > i }) {
			upTo(at)
			line.Contents = append(line.Contents, sds[at].line().Contents...)
			next++
		}
		lines = append(lines, line)
		// Contents of a substance in sheets only precede the next substance.
		if i+1 == len(label) || label[i+1].substance() != l.substance() {
			end := next
			for end < len(sds) && sds[end].substance() == l.substance() {
				end++
			}
			upTo(end)
		}
	}
	upTo(len(sds))
	return lines
}

func (e *entry) substance() string { return e.number + "\t" + e.ja }

// alike reports whether two lines differ in nothing but their contents.
func alike(a, b lists.Line) bool {
	a.Contents, b.Contents = nil, nil
	return reflect.DeepEqual(a, b)
}

// mostFrequent is the origin of most of the lines.
func mostFrequent(lines []lists.Line) (most lists.Origin) {
	n := map[lists.Origin]int{}
	for i := range lines {
		if o := lines[i].Origin; n[o]+1 > n[most] {
			n[o]++
			most = o
		} else {
			n[o]++
		}
	}
	return most
}
