package loading

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/japanese"

	"anzen/shared/text/fold"
)

// headRows are the first rows of a table, among which its headings are.
const headRows = 20

// rowsOf reads the rows of a table: of the first sheet of a workbook that has headings, or of
// a CSV or TSV file in UTF-8 or Shift JIS.
func rowsOf(extension string, content []byte, isHead func(row []string) bool) ([][]string, error) {
	switch strings.ToLower(extension) {
	case ".xlsx", ".xlsm":
		book, err := excelize.OpenReader(bytes.NewReader(content))
		if err != nil {
			return nil, fmt.Errorf("no workbook: %w", err)
		}
		defer func() { _ = book.Close() }() // it was only read
		for _, sheet := range book.GetSheetList() {
			rows, err := book.GetRows(sheet)
			if err != nil {
				return nil, fmt.Errorf("sheet %s: %w", sheet, err)
			}
			if slices.ContainsFunc(rows[:min(len(rows), headRows)], isHead) {
				return rows, nil
			}
		}
		return nil, errNoHead
	case ".csv", ".tsv", ".txt":
		content = bytes.TrimPrefix(content, []byte("\xef\xbb\xbf"))
		if !utf8.Valid(content) {
			decoded, err := japanese.ShiftJIS.NewDecoder().Bytes(content)
			if err != nil {
				return nil, fmt.Errorf("neither UTF-8 nor Shift JIS: %w", err)
			}
			content = decoded
		}
		r := csv.NewReader(bytes.NewReader(content))
		r.FieldsPerRecord, r.LazyQuotes = -1, true
		if strings.ToLower(extension) != ".csv" {
			r.Comma = '\t'
		}
		rows, err := r.ReadAll()
		if err != nil {
			return nil, fmt.Errorf("no table: %w", err)
		}
		return rows, nil
	}
	return nil, fmt.Errorf("%q is none of .xlsx, .csv and .tsv", extension)
}

var errNoHead = errors.New("no row has a heading with the name or the CAS number: 名称, 物質名, CAS登録番号, name, CAS")

// The columns of a table.
const (
	ofNumber = iota
	ofJa
	ofEn
	ofCAS
	headings
)

// words are the headings of the columns, squeezed; the first that contains one is it.
var words = [headings][]string{
	ofNumber: {"政令番号", "通し番号", "項番", "番号", "no."},
	ofJa:     {"日本語名", "名称(和", "物質名", "化学物質の名称", "名称", "name_ja"},
	ofEn:     {"英語名", "英名", "name_en", "english", "substancename", "chemicalname", "name"},
	ofCAS:    {"cas"},
}

// head are the places of the columns; -1 where the table lacks one.
type head [headings]int

// headOf finds the row of headings among the first ones.
func headOf(rows [][]string) (h head, at int, err error) {
	for at = range rows[:min(len(rows), headRows)] {
		for i := range h {
			h[i] = -1
		}
		for column, cell := range rows[at] {
			name := fold.Squeezed(cell)
			if len(name) > 60 {
				continue
			}
			switch {
			case h[ofCAS] < 0 && contains(name, words[ofCAS]):
				h[ofCAS] = column
			case contains(name, words[ofCAS]):
			case h[ofEn] < 0 && contains(name, words[ofEn]) && !contains(name, words[ofJa]):
				h[ofEn] = column
			case h[ofJa] < 0 && contains(name, words[ofJa]):
				h[ofJa] = column
			case h[ofNumber] < 0 && contains(name, words[ofNumber]):
				h[ofNumber] = column
			}
		}
		if h[ofCAS] >= 0 && h[ofJa]+h[ofEn] > -2 || h[ofJa] >= 0 && h[ofNumber] >= 0 {
			return h, at, nil
		}
	}
	return h, 0, errNoHead
}

func isListHead(row []string) bool {
	_, _, err := headOf([][]string{row})
	return err == nil
}

func contains(name string, words []string) bool {
	for _, w := range words {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// cell is the text of a row in a column, on one line.
func (h head) cell(row []string, column int) string {
	if at := h[column]; at >= 0 && at < len(row) {
		return strings.Join(strings.Fields(fold.Printed(row[at])), " ")
	}
	return ""
}
