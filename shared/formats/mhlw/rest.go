package mhlw

import (
	"encoding/json"
	"slices"
	"strings"

	"anzen/shared/domain/sds"
)

// blockSize is how much of what has no field of its own goes into one block of text.
const blockSize = 16_000

// keepRest makes blocks of text of what a document contains beyond a sheet's fields.
// A block is titled with the member's path and has a line a value, so that people
// can read it, and unfold can write it back. What cannot be kept is reported.
func (r *reader) keepRest() {
	names := make([]string, 0, len(r.root))
	for name := range r.root {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := roots[a] - roots[b]; d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
	for _, name := range names {
		section := roots[name]
		if _, ok := sds.DefinitionOf(section, sds.GroupText, "body"); !ok {
			for _, l := range leaves(name, r.root[name]) {
				r.left = append(r.left, l.path)
			}
			continue
		}
		r.keepSection(section, name)
	}
}

func (r *reader) keepSection(section int, name string) {
	var title string
	var lines []string
	size := 0
	flush := func() {
		if len(lines) > 0 {
			r.block(section, title, strings.Join(lines, "\n"))
		}
		lines, size = nil, 0
	}
	for _, l := range leaves(name, r.root[name]) {
		encoded, err := json.Marshal(l.value)
		steps, ok := parsePath(l.path)
		if err != nil || !ok {
			r.left = append(r.left, l.path)
			continue
		}
		head, rest := recordOf(steps)
		line := rest + ": " + string(encoded)
		if head != title || size+len(line) > blockSize {
			flush()
			title = head
		}
		lines, size = append(lines, line), size+len(line)
	}
	flush()
}

// recordOf parts a path after its second member, with the places in lists before it.
func recordOf(steps []step) (head, rest string) {
	members := 0
	for i, s := range steps {
		if s.index < 0 {
			members++
		}
		if members > 2 || members == 2 && s.index >= 0 {
			return pathOf(steps[:i]), pathOf(steps[i:])
		}
	}
	return pathOf(steps), ""
}

// unfold writes a block of text that keepRest made into the members it came from.
// It reports whether it could: nothing is written where any of it has no place.
func (w *writer) unfold(section int, title, body string) bool {
	head, ok := parsePath(title)
	if !ok || roots[head[0].name] != section || section == 0 {
		return false
	}
	copied, err := json.Marshal(w.root)
	if err != nil {
		return false
	}
	for line := range strings.SplitSeq(body, "\n") {
		path, encoded, ok := strings.Cut(line, ": ")
		var value any
		if !ok || json.Unmarshal([]byte(encoded), &value) != nil || value == nil || !scalar(value) {
			ok = false
		}
		steps := slices.Clone(head)
		if ok && path != "" {
			var more []step
			if more, ok = parsePath(path); ok {
				steps = append(steps, more...)
			}
		}
		if !ok || !w.putAt(steps, value) {
			var before any
			if json.Unmarshal(copied, &before) == nil {
				w.root = before
			}
			return false
		}
	}
	return true
}

func scalar(v any) bool {
	switch v.(type) {
	case object, []any:
		return false
	default:
		return true
	}
}
