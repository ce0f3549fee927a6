// Package csvfile reads and writes the CSV files that people edit in a
// spreadsheet: UTF-8 with its byte order mark out, UTF-8 or Shift_JIS in, rows by
// the numbers that the spreadsheet shows, and nothing that a spreadsheet would
// run as a formula.
package csvfile

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"

	"anzen/shared/domain/message"
)

// MaxBytes is how large a file may be (specification, section 9).
const MaxBytes = 2 << 20

// The bounds of a table. No export has a tenth of the columns; a spreadsheet takes
// no longer cell.
const (
	maxColumns = 1000
	maxRows    = 100_000 // rows that are not empty
	maxCells   = 500_000
	maxCell    = 32_767 // characters
)

// The codes of files that cannot be read.
const (
	CodeTooLarge  message.Code = "csv.too_large"
	CodeEncoding  message.Code = "csv.encoding"
	CodeMalformed message.Code = "csv.malformed"
	CodeEmpty     message.Code = "csv.empty"
	CodeColumns   message.Code = "csv.too_many_columns"
	CodeRows      message.Code = "csv.too_many_rows"
	CodeCells     message.Code = "csv.too_many_cells"
	CodeLongCell  message.Code = "csv.long_cell"
)

// Row is a row of a file.
type Row struct {
	Number int // as the spreadsheet numbers it: the first is 1
	Cells  []string
}

// Cell is the cell in the column, counted from 0; a row may be shorter than others.
func (r Row) Cell(column int) string {
	if column < 0 || column >= len(r.Cells) {
		return ""
	}
	return r.Cells[column]
}

// bom is the byte order mark with which spreadsheets know UTF-8.
const bom = "\ufeff"

// Read reads the rows of a file, without those that are empty, their cells without
// surrounding spaces. Its errors are for the user.
func Read(data []byte) ([]Row, error) {
	if len(data) > MaxBytes {
		return nil, message.New(message.TooLarge, CodeTooLarge)
	}
	text, err := decode(data)
	if err != nil {
		return nil, err
	}
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.ReuseRecord = -1, false
	var rows []Row
	count := 0   // of cells
	inCells := 0 // line breaks inside of cells so far, which are no rows of the spreadsheet
	for {
		cells, err := r.Read()
		var broken *csv.ParseError
		switch {
		case errors.As(err, &broken):
			return nil, message.New(message.Invalid, CodeMalformed).With(message.Args{"row": broken.StartLine - inCells}).Because(err)
		case err != nil: // the end: a reader of a string has no other
			if len(rows) == 0 {
				return nil, message.New(message.Invalid, CodeEmpty)
			}
			return rows, nil
		}
		line, _ := r.FieldPos(0)
		row := Row{line - inCells, cells}
		count += len(cells)
		if err := row.bound(count); err != nil {
			return nil, err
		}
		empty := true
		for i, c := range cells {
			inCells += strings.Count(c, "\n")
			cells[i] = unguard(strings.TrimSpace(c))
			empty = empty && cells[i] == ""
		}
		if empty {
			continue
		}
		if len(rows) == maxRows {
			return nil, row.refused(CodeRows, maxRows)
		}
		rows = append(rows, row)
	}
}

// bound refuses what no export and no person makes, so that nobody has to look at
// the cells of an endless table.
func (r Row) bound(cells int) error {
	switch {
	case len(r.Cells) > maxColumns:
		return r.refused(CodeColumns, maxColumns)
	case cells > maxCells:
		return r.refused(CodeCells, maxCells)
	}
	for _, c := range r.Cells {
		if len(c) > maxCell && utf8.RuneCountInString(c) > maxCell {
			return r.refused(CodeLongCell, maxCell)
		}
	}
	return nil
}

// refused is the error of a row at which a bound is passed.
func (r Row) refused(code message.Code, limit int) error {
	return message.New(message.Invalid, code).With(message.Args{"row": r.Number, "limit": limit})
}

// decode is the text of a file in UTF-8 or Shift_JIS, as Japanese Windows writes it.
func decode(data []byte) (string, error) {
	if rest, marked := bytes.CutPrefix(data, []byte(bom)); marked || utf8.Valid(data) {
		data = rest
	} else {
		decoded, err := japanese.ShiftJIS.NewDecoder().Bytes(data)
		if err != nil {
			return "", message.New(message.Invalid, CodeEncoding).Because(err)
		}
		data = decoded
	}
	if text := string(data); utf8.ValidString(text) && !strings.ContainsAny(text, "\uFFFD\x00") {
		return text, nil
	}
	return "", message.New(message.Invalid, CodeEncoding)
}

// Write is a file of the rows in UTF-8 with its byte order mark.
func Write(rows [][]string) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(bom)
	w := csv.NewWriter(&out)
	w.UseCRLF = true
	for _, cells := range rows {
		guarded := make([]string, len(cells))
		for i, c := range cells {
			guarded[i] = guard(c)
		}
		if err := w.Write(guarded); err != nil {
			return nil, fmt.Errorf("write csv: %w", err)
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return nil, fmt.Errorf("write csv: %w", err)
	}
	return out.Bytes(), nil
}

// starts are the characters with which a spreadsheet begins a formula.
const starts = "=+-@\t\r"

// guard keeps a spreadsheet from running a cell as a formula, by an apostrophe
// before it. Numbers stay numbers.
func guard(cell string) string {
	if cell == "" || !strings.ContainsRune(starts, rune(cell[0])) {
		return cell
	}
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	return "'" + cell
}

// unguard is guard's inverse.
func unguard(cell string) string {
	if len(cell) > 1 && cell[0] == '\'' && strings.ContainsRune(starts, rune(cell[1])) {
		return cell[1:]
	}
	return cell
}
