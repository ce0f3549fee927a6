// Package tsv reads tables of facts as they lie in the repository: a line a row, cells
// separated by tabs, nothing quoted. The first line that is no comment names the columns;
// lines that begin with # are comments and may stand anywhere:
//
//	# Standard atomic weights (IUPAC 2021).
//	symbol	weight
//	H	1.008
//
// Cells are read by their column. Whatever is wrong, a row too short, a cell that is
// no number, a column that is not there, is reported with file and line: as a panic where
// the table is part of the program (Embedded), else as an error (Read, Err).
package tsv

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
)

// Table is a table whose columns are known and whose rows are yet to be read.
type Table struct {
	name     string
	columns  []string
	body     string
	comments []string // as far as they were read
	line     int      // of what was read last, from 1
	ragged   bool
	embedded bool
	err      error
}

// Embedded is a table that is part of the program. What is wrong with it is a fault of the program, and panics.
func Embedded(name, text string) *Table { return open(name, text, true) }

// Read is a table from elsewhere. What is wrong with it ends its rows, and is what Err returns.
func Read(name, text string) *Table { return open(name, text, false) }

func open(name, text string, embedded bool) *Table {
	t := &Table{name: name, body: strings.TrimPrefix(text, "\ufeff"), embedded: embedded}
	for t.body != "" {
		if line, ok := t.next(); ok {
			t.columns = strings.Split(line, "\t")
			return t
		}
	}
	t.fail("there is no line that names the columns")
	return t
}

// Ragged lets rows end before their last columns, as spreadsheets write them: what is missing is empty.
func (t *Table) Ragged() *Table {
	t.ragged = true
	return t
}

// Columns are the names of the columns in their order.
func (t *Table) Columns() []string { return t.columns }

// Comment is the rest of the first comment so far that begins so; empty where there is none.
func (t *Table) Comment(beginning string) string {
	for _, c := range t.comments {
		if rest, ok := strings.CutPrefix(c, beginning); ok {
			return rest
		}
	}
	return ""
}

// Err is what was wrong with the table, as far as it was read.
func (t *Table) Err() error { return t.err }

// next is the next line; ok is false for a comment.
func (t *Table) next() (line string, ok bool) {
	t.line++
	line, t.body, _ = strings.Cut(t.body, "\n")
	line = strings.TrimSuffix(line, "\r")
	if strings.HasPrefix(line, "#") {
		t.comments = append(t.comments, line)
		return "", false
	}
	return line, true
}

func (t *Table) fail(format string, args ...any) {
	if t.err == nil {
		t.err = fmt.Errorf("%s:%d: %w", t.name, t.line, fmt.Errorf(format, args...))
	}
	if t.embedded {
		panic(t.err)
	}
}

// Rows are the rows from here on, each of which lasts until the next one.
func (t *Table) Rows() iter.Seq[*Row] {
	return func(yield func(*Row) bool) {
		r := &Row{table: t, names: t.columns, cells: make([]string, len(t.columns))}
		for t.err == nil && t.body != "" {
			line, ok := t.next()
			if !ok {
				continue
			}
			r.hint = 0
			if !r.split(line) || !yield(r) {
				return
			}
		}
	}
}

// Count is how many rows the rest of the table has at most, to make room for them.
func (t *Table) Count() int { return strings.Count(t.body, "\n") + 1 }

// Row is a row of a table.
type Row struct {
	table *Table
	cells []string
	names []string // of the columns
	hint  int      // the column that follows the one read last: most readers go from left to right
}

func (r *Row) split(line string) (ok bool) {
	rest := line
	for i := range r.cells {
		end := strings.IndexByte(rest, '\t')
		if end < 0 {
			r.cells[i] = rest
			clear(r.cells[i+1:])
			if i+1 == len(r.cells) || r.table.ragged {
				return true
			}
			break
		}
		r.cells[i], rest = rest[:end], rest[end+1:]
	}
	r.table.fail("the row has %d cells, not %d", strings.Count(line, "\t")+1, len(r.cells))
	return false
}

// Has reports whether the table has a column.
func (r *Row) Has(column string) bool { return r.at(column) >= 0 }

func (r *Row) at(column string) int {
	if i := r.hint; i < len(r.names) && r.names[i] == column {
		r.hint++
		return i
	}
	for i, c := range r.names {
		if c == column {
			r.hint = i + 1
			return i
		}
	}
	return -1
}

// Text is a cell as it stands.
func (r *Row) Text(column string) string {
	if i := r.at(column); i >= 0 {
		return r.cells[i]
	}
	r.table.fail("there is no column %q among %q", column, r.table.columns)
	return ""
}

// Int is a cell that has to be a whole number.
func (r *Row) Int(column string) int {
	cell := r.Text(column)
	n, err := strconv.Atoi(cell)
	if err != nil {
		r.Fail("%s is no whole number: %q", column, cell)
	}
	return n
}

// Float is a cell that has to be a number.
func (r *Row) Float(column string) float64 {
	cell := r.Text(column)
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil {
		r.Fail("%s is no number: %q", column, cell)
	}
	return v
}

// Optional is a cell that is a number or empty.
func (r *Row) Optional(column string) *float64 {
	if r.Text(column) == "" {
		return nil
	}
	v := r.Float(column)
	return &v
}

// Flag is a cell that is 1 for yes; for no it is 0 or empty.
func (r *Row) Flag(column string) bool {
	switch cell := r.Text(column); cell {
	case "1":
		return true
	case "", "0":
		return false
	default:
		r.Fail("%s is neither 1 nor 0: %q", column, cell)
		return false
	}
}

// List is a cell of several values; none where it is empty.
func (r *Row) List(column, separator string) []string {
	cell := r.Text(column)
	if cell == "" {
		return nil
	}
	return strings.Split(cell, separator)
}

// Spans is a cell of whole numbers, separated by spaces, of which those that follow each other are written as a span: "3-5 9".
func (r *Row) Spans(column string) []int {
	var all []int
	for rest := r.Text(column); rest != ""; {
		var span string
		span, rest, _ = strings.Cut(rest, " ")
		from, to, several := strings.Cut(span, "-")
		first, err := strconv.Atoi(from)
		last := first
		if err == nil && several {
			last, err = strconv.Atoi(to)
		}
		if err != nil || last < first {
			r.Fail("%s is no span of whole numbers: %q", column, span)
			return all
		}
		for n := first; n <= last; n++ {
			all = append(all, n)
		}
	}
	return all
}

// Cells are a copy of all cells in the order of the columns.
func (r *Row) Cells() []string { return append([]string(nil), r.cells...) }

// Fail reports what is wrong with the row beyond the form of its cells.
func (r *Row) Fail(format string, args ...any) { r.table.fail(format, args...) }
