package mhlw

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// reader takes a document apart: what has been read is dropped from the tree, so
// that the rest can be kept or reported.
type reader struct {
	root     object
	language int
	sections map[int]*sds.Section
	errors   []message.Field
	left     []string
	known    Known
}

func (r *reader) addError(steps []step, code message.Code, args message.Args) {
	r.errors = append(r.errors, message.Field{Path: pathOf(steps), Code: code, Args: args})
}

// text takes a text; ok is false where there is none.
func (r *reader) text(steps []step) (string, bool) {
	switch v := look(r.root, steps).(type) {
	case nil:
		return "", false
	case string:
		drop(r.root, steps)
		if utf8.RuneCountInString(v) > maxText {
			r.addError(steps, CodeTextLong, message.Args{"length": maxText})
			return "", false
		}
		return v, strings.TrimSpace(v) != ""
	default:
		r.addError(steps, CodeText, nil)
		drop(r.root, steps)
		return "", false
	}
}

func (r *reader) number(steps []step) (float64, bool) {
	switch v := look(r.root, steps).(type) {
	case nil:
		return 0, false
	case float64:
		drop(r.root, steps)
		return v, true
	default:
		r.addError(steps, CodeNumber, nil)
		drop(r.root, steps)
		return 0, false
	}
}

// length is that of a list; what is no list is wrong.
func (r *reader) length(steps []step) int {
	switch v := look(r.root, steps).(type) {
	case nil:
		return 0
	case []any:
		if len(v) > maxRows {
			r.addError(steps, message.CodeTooManyItems, message.Args{"length": maxRows})
			return 0
		}
		return len(v)
	default:
		r.addError(steps, CodeList, nil)
		drop(r.root, steps)
		return 0
	}
}

func (r *reader) list(steps []step) (all []string) {
	for i := range r.length(steps) {
		if text, ok := r.text(member(steps, i)); ok {
			all = append(all, text)
		}
	}
	return all
}

func (r *reader) section(n int) *sds.Section {
	if r.sections[n] == nil {
		r.sections[n] = &sds.Section{Number: n, Fields: []sds.Field{}, Groups: []sds.Group{}}
	}
	return r.sections[n]
}

func fieldOf(id, key string, v sds.Value, raw string) sds.Field {
	return sds.Field{ID: id, Key: key, Value: v, Raw: raw, Extractor: Extractor, Confidence: 1, State: sds.StateMachine}
}

func (r *reader) field(section int, key string, v sds.Value, raw string) {
	s := r.section(section)
	if s.Find(key) == nil {
		s.Fields = append(s.Fields, fieldOf(key, key, v, raw))
	}
}

// cell is a value of a row.
type cell struct {
	key   string
	value sds.Value
	raw   string
}

func (r *reader) row(section int, group string, cells ...cell) {
	s := r.section(section)
	g := s.Group(group)
	if g == nil {
		s.Groups = append(s.Groups, sds.Group{Key: group})
		g = s.Group(group)
	}
	row := sds.Row{ID: "i-" + strconv.Itoa(len(g.Rows)+1)}
	for _, c := range cells {
		row.Fields = append(row.Fields, fieldOf(sds.FieldID(group, row.ID, c.key), c.key, c.value, c.raw))
	}
	g.Rows = append(g.Rows, row)
}
