package export

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
)

// maxRows is how many rows a sheet of Excel can have.
const maxRows = 1 << 20

// xlsxFile writes a workbook. Everything but the rows is excelize's; the rows
// go straight into the archive, for a stream of excelize's keeps them in a
// temporary file, uncompressed, which for a large table is more than the disk that a
// function has. What does not fit onto one sheet goes on on another.
type xlsxFile struct {
	archive *zip.Writer
	tab     string
	columns []Column
	heading []string

	frame  frame
	limit  int // of rows of a sheet
	sheets int
	rows   int          // of the sheet
	entry  io.Writer    // the sheet's place in the archive
	line   bytes.Buffer // what is not there yet
	loss   Loss
}

// NewXLSX begins a workbook with its heading. tab is the name of its sheet.
func NewXLSX(w io.Writer, tab string, columns []Column, lang string) (Writer, error) {
	f := &xlsxFile{limit: maxRows, archive: zip.NewWriter(w), tab: tab, columns: columns, heading: Heading(columns, lang)}
	f.archive.RegisterCompressor(zip.Deflate, Deflate)
	parts, err := f.skeleton(1)
	if err != nil {
		return nil, err
	}
	if f.frame, err = frameOf(parts); err != nil {
		return nil, err
	}
	return f, f.begin()
}

// style is the number of a cell's style in the workbook.
type style int

// styles are those of the kinds of cells.
type styles struct{ heading, text, quoted, date, moment style }

// frame is what stands around the rows of a sheet.
type frame struct {
	before, after string
	styles
}

const sheetPath = "xl/worksheets/sheet"

// skeleton is the parts of a workbook with so many sheets without rows.
func (f *xlsxFile) skeleton(sheets int) (map[string][]byte, error) {
	book := excelize.NewFile()
	defer book.Close() //nolint:errcheck // it is in memory
	var err error
	do := func(e error) { err = errors.Join(err, e) }
	for n := 1; n <= sheets; n++ {
		name := f.tabName(n)
		if n == 1 {
			do(book.SetSheetName("Sheet1", name))
		} else {
			_, e := book.NewSheet(name)
			do(e)
		}
		do(book.SetPanes(name, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}))
		for i, c := range f.columns {
			column, e := excelize.ColumnNumberToName(i + 1)
			do(e)
			do(book.SetColWidth(name, column, column, max(c.width, 8)))
		}
	}
	for _, s := range []*excelize.Style{
		{Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"D9F2E9"}}, Alignment: &excelize.Alignment{WrapText: true, Vertical: "center"}, NumFmt: textFormat},
		{NumFmt: textFormat, Alignment: &excelize.Alignment{Vertical: "top"}},
		{NumFmt: textFormat, Alignment: &excelize.Alignment{Vertical: "top", WrapText: false, Indent: 0, Horizontal: "left"}},
		{CustomNumFmt: text("yyyy/mm/dd"), Alignment: &excelize.Alignment{Vertical: "top"}},
		{CustomNumFmt: text("yyyy/mm/dd hh:mm:ss"), Alignment: &excelize.Alignment{Vertical: "top"}},
	} {
		_, e := book.NewStyle(s)
		do(e)
	}
	if err != nil {
		return nil, fmt.Errorf("make a workbook: %w", err)
	}
	// Excel's own mark for a text that would read as a formula: the apostrophe that
	// does not show.
	quoted := true
	book.Styles.CellXfs.Xf[ids.quoted].QuotePrefix = &quoted
	body, err := book.WriteToBuffer()
	if err != nil {
		return nil, fmt.Errorf("make a workbook: %w", err)
	}
	return unzip(body.Bytes())
}

// textFormat is the built-in number format "@".
const textFormat = 49

// ids are the styles' numbers, as they are made in skeleton: 0 is the plain one.
var ids = styles{heading: 1, text: 2, quoted: 3, date: 4, moment: 5}

func text(s string) *string { return &s }

// tabName is the name of a sheet: at most 31 characters, without those that Excel refuses.
func (f *xlsxFile) tabName(n int) string {
	name := []rune(strings.Map(func(r rune) rune {
		if strings.ContainsRune(`[]:*?/\'`, r) {
			return -1
		}
		return r
	}, f.tab))
	name = name[:min(len(name), 28)]
	if n > 1 {
		return string(name) + " " + strconv.Itoa(n)
	}
	return string(name)
}

func unzip(body []byte) (map[string][]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		return nil, fmt.Errorf("read a workbook: %w", err)
	}
	parts := map[string][]byte{}
	for _, entry := range archive.File {
		r, err := entry.Open()
		if err != nil {
			return nil, fmt.Errorf("read a workbook: %w", err)
		}
		if parts[entry.Name], err = io.ReadAll(r); err != nil {
			return nil, fmt.Errorf("read a workbook: %w", err)
		}
	}
	return parts, nil
}

func frameOf(parts map[string][]byte) (frame, error) {
	sheet := string(parts[sheetPath+"1.xml"])
	for _, rows := range []string{"<sheetData></sheetData>", "<sheetData/>"} {
		if before, after, ok := strings.Cut(sheet, rows); ok {
			return frame{before: before, after: after, styles: ids}, nil
		}
	}
	return frame{}, errors.New("make a workbook: its sheet has no place for rows")
}

// begin starts the next sheet.
func (f *xlsxFile) begin() error {
	f.sheets++
	entry, err := f.archive.Create(sheetPath + strconv.Itoa(f.sheets) + ".xml")
	if err != nil {
		return fmt.Errorf("write XLSX: %w", err)
	}
	f.entry, f.rows = entry, 0
	before := f.frame.before
	if f.sheets > 1 {
		before = strings.Replace(before, ` tabSelected="1"`, "", 1)
	}
	f.line.WriteString(before)
	f.line.WriteString("<sheetData>")
	first := make(Row, len(f.heading))
	for i, h := range f.heading {
		first[i] = TextOf(h)
	}
	return f.write(first, true)
}

func (f *xlsxFile) end() error {
	f.line.WriteString("</sheetData>")
	f.line.WriteString(f.frame.after)
	return f.flush()
}

func (f *xlsxFile) flush() error {
	if _, err := f.line.WriteTo(f.entry); err != nil {
		return fmt.Errorf("write row %d of XLSX: %w", f.rows, err)
	}
	return nil
}

func (f *xlsxFile) Write(r Row) error {
	if f.rows == f.limit {
		if err := f.end(); err != nil {
			return err
		}
		if err := f.begin(); err != nil {
			return err
		}
	}
	return f.write(r, false)
}

func (f *xlsxFile) write(r Row, heading bool) error {
	f.rows++
	number := strconv.Itoa(f.rows)
	f.line.WriteString(`<row r="` + number + `">`)
	for i, c := range r {
		if c.Kind == None {
			continue
		}
		column, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return fmt.Errorf("write XLSX: %w", err)
		}
		f.line.WriteString(`<c r="` + column + number + `"`)
		switch {
		case heading:
			f.inline(f.frame.heading, c.Text)
		case c.Kind == Text:
			f.text(f.heading[i], c.Text)
		default:
			f.number(c)
		}
	}
	f.line.WriteString("</row>")
	if f.line.Len() < 64<<10 {
		return nil
	}
	return f.flush()
}

func (f *xlsxFile) text(column, s string) {
	if len(s) > MaxText {
		if cut := fit(s); len(cut) < len(s) {
			s = cut
			f.loss.Cut++
			f.loss.at(f.rows, column, "")
		}
	}
	style := f.frame.text
	if Defuse(s) != s {
		style = f.frame.quoted
	}
	f.inline(style, s)
}

// fit is as much of a text as a cell can hold, with an ellipsis at its end.
func fit(s string) string {
	units := 0
	for _, r := range s {
		units += max(utf16.RuneLen(r), 1)
	}
	if units <= MaxText {
		return s
	}
	units = 0
	for i, r := range s {
		if units += max(utf16.RuneLen(r), 1); units >= MaxText {
			return s[:i] + "…"
		}
	}
	return s
}

func (f *xlsxFile) inline(s style, value string) {
	f.line.WriteString(` s="` + strconv.Itoa(int(s)) + `" t="inlineStr"><is><t xml:space="preserve">`)
	_ = xml.EscapeText(&f.line, []byte(unescaped(value)))
	f.line.WriteString(`</t></is></c>`)
}

// SpreadsheetML reads _x000D_ as a character. unescaped keeps what looks like such the text that it is.
func unescaped(s string) string { return strings.ReplaceAll(s, "_x", "_x005F_x") }

// number writes a number, a date or a moment: days since the end of 1899.
func (f *xlsxFile) number(c Cell) {
	const epoch = 25569  // 1970-01-01
	const beforeBug = 60 // Excel has a 29 February 1900
	value, s := c.Number, style(0)
	switch c.Kind {
	case Date:
		value, s = c.Number+epoch, f.frame.date
	case Moment:
		value, s = (c.Number+9*60*60)/secondsADay+epoch, f.frame.moment
	}
	if s != 0 && value <= beforeBug {
		f.inline(f.frame.text, c.String())
		return
	}
	if s != 0 {
		f.line.WriteString(` s="` + strconv.Itoa(int(s)) + `"`)
	}
	f.line.WriteString(`><v>` + strconv.FormatFloat(value, 'g', -1, 64) + `</v></c>`)
}

func (f *xlsxFile) Close() (Loss, error) {
	if err := f.end(); err != nil {
		return Loss{}, err
	}
	parts, err := f.skeleton(f.sheets)
	if err != nil {
		return Loss{}, err
	}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		if strings.HasPrefix(name, sheetPath) {
			continue
		}
		entry, err := f.archive.Create(name)
		if err == nil {
			_, err = entry.Write(parts[name])
		}
		if err != nil {
			return Loss{}, fmt.Errorf("write XLSX: %w", err)
		}
	}
	if err := f.archive.Close(); err != nil {
		return Loss{}, fmt.Errorf("write XLSX: %w", err)
	}
	f.loss.sort()
	return f.loss, nil
}
