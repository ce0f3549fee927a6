package createsimple

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"

	"anzen/shared/domain/sds"
	"anzen/shared/formats/export"
)

// ContentType is the media type of a workbook.
const ContentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// styles are the numbers of the styles in a workbook.
type styles struct{ block, heading, label, text, quoted, number, note int }

// Write writes the workbook. The same book is the same to the byte.
func (b Book) Write(w io.Writer) error {
	file := excelize.NewFile().SetZipWriter(sorted)
	defer file.Close() //nolint:errcheck // it is in memory
	s, err := stylesOf(file)
	if err != nil {
		return err
	}
	for i, t := range b.Tabs {
		if i == 0 {
			err = file.SetSheetName("Sheet1", t.Name)
		} else {
			_, err = file.NewSheet(t.Name)
		}
		if err == nil {
			err = b.tab(file, t, s)
		}
		if err != nil {
			return fmt.Errorf("write the tab %s: %w", t.Name, err)
		}
	}
	stamp := b.at.UTC().Format(time.RFC3339)
	if err := file.SetDocProps(&excelize.DocProperties{Created: stamp, Modified: stamp, Title: "CREATE-SIMPLE"}); err != nil {
		return fmt.Errorf("write the workbook's properties: %w", err)
	}
	if err := file.Write(w); err != nil {
		return fmt.Errorf("write the workbook: %w", err)
	}
	return nil
}

func stylesOf(file *excelize.File) (s styles, err error) {
	do := func(to *int, style *excelize.Style) {
		var e error
		*to, e = file.NewStyle(style)
		err = errors.Join(err, e)
	}
	const asText = 49 // the built-in number format "@"
	top := &excelize.Alignment{Vertical: "top", WrapText: true}
	do(&s.block, &excelize.Style{Font: &excelize.Font{Bold: true, Color: "FFFFFF"}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"1F6F54"}}, NumFmt: asText})
	do(&s.heading, &excelize.Style{Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"D9F2E9"}}, Alignment: top, NumFmt: asText})
	do(&s.label, &excelize.Style{Alignment: top, NumFmt: asText})
	do(&s.text, &excelize.Style{Alignment: top, NumFmt: asText, Border: frame})
	do(&s.quoted, &excelize.Style{Alignment: &excelize.Alignment{Vertical: "top", WrapText: true, Horizontal: "left"}, NumFmt: asText, Border: frame})
	do(&s.number, &excelize.Style{Alignment: &excelize.Alignment{Vertical: "top", Horizontal: "right"}, Border: frame})
	do(&s.note, &excelize.Style{Font: &excelize.Font{Color: "595959"}, Alignment: top, NumFmt: asText})
	if err != nil {
		return s, fmt.Errorf("make the workbook's styles: %w", err)
	}
	// Excel's own mark for a text that would read as a formula: the apostrophe that
	// does not show.
	mark := true
	file.Styles.CellXfs.Xf[s.quoted].QuotePrefix = &mark
	return s, nil
}

var frame = []excelize.Border{{Type: "left", Color: "A6A6A6", Style: 1}, {Type: "right", Color: "A6A6A6", Style: 1}, {Type: "top", Color: "A6A6A6", Style: 1}, {Type: "bottom", Color: "A6A6A6", Style: 1}}

// page writes the cells of one tab.
type page struct {
	*excelize.StreamWriter
	styles
	row int
}

func (p *page) write(cells ...any) error {
	p.row++
	at, err := excelize.CoordinatesToCellName(1, p.row)
	if err != nil {
		return fmt.Errorf("place row %d: %w", p.row, err)
	}
	return p.SetRow(at, cells)
}

// cell is a value as excelize takes it. A text is never a formula: it is written as a
// text, with Excel's mark where it begins like one.
func (p *page) cell(c export.Cell, style int) any {
	switch c.Kind {
	case export.None:
		return excelize.Cell{StyleID: style}
	case export.Number:
		return excelize.Cell{StyleID: p.number, Value: c.Number}
	}
	s := c.String()
	if export.Defuse(s) != s {
		style = p.quoted
	}
	return excelize.Cell{StyleID: style, Value: fit(s)}
}

// fit is as much of a text as a cell of Excel holds.
func fit(s string) string {
	units := 0
	for i, r := range s {
		if units += max(utf16.RuneLen(r), 1); units >= export.MaxText {
			return s[:i] + "…"
		}
	}
	return s
}

func (b Book) tab(file *excelize.File, t Tab, s styles) error {
	stream, err := file.NewStreamWriter(t.Name)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	p := &page{StreamWriter: stream, styles: s}
	columns := t.Columns
	if columns == nil {
		columns = b.columns()
	}
	for i, c := range columns {
		if err := stream.SetColWidth(i+1, i+1, c.width); err != nil {
			return fmt.Errorf("width: %w", err)
		}
	}
	headed := columns[0].Name != ""
	if headed {
		if err := stream.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
			return fmt.Errorf("freeze: %w", err)
		}
		heading := make([]any, len(columns))
		for i, c := range columns {
			heading[i] = excelize.Cell{StyleID: s.heading, Value: c.Name}
		}
		if err := p.write(heading...); err != nil {
			return err
		}
	}
	for _, r := range t.Rows {
		cells := make([]any, len(r))
		for i, c := range r {
			style := s.label
			if headed {
				style = s.text
			}
			cells[i] = p.cell(c, style)
		}
		if err := p.write(cells...); err != nil {
			return err
		}
	}
	for _, l := range t.Lines {
		if err := p.write(b.cells(p, l, len(columns))...); err != nil {
			return err
		}
	}
	return stream.Flush()
}

// columns are those of lines. English names stand beside the tool's.
func (b Book) columns() []Column {
	if b.english {
		return []Column{{"区分 (Block)", 30}, {"項目 (Item)", 34}, {"Item", 40}, {"値 (Value)", 34}, {"単位 (Unit)", 10}, {"出典 (Origin)", 40}, {"備考 (Notes)", 70}}
	}
	return []Column{{"区分", 30}, {"項目", 36}, {"値", 36}, {"単位", 10}, {"出典", 40}, {"備考", 70}}
}

func (b Book) cells(p *page, l Line, width int) []any {
	if l.Item == "" {
		cells := make([]any, width)
		for i := range cells {
			cells[i] = excelize.Cell{StyleID: p.block}
		}
		cells[0] = p.cell(export.TextOf(l.Block), p.block)
		return cells
	}
	cells := []any{p.cell(export.TextOf(l.Block), p.label), p.cell(export.TextOf(l.Item), p.label)}
	if b.english {
		cells = append(cells, p.cell(export.TextOf(l.English), p.label))
	}
	return append(cells, p.cell(l.Value.Cell, p.text), p.cell(export.TextOf(l.Value.Unit), p.label), p.cell(export.TextOf(l.Value.Origin), p.note), p.cell(export.TextOf(l.Value.Note), p.note))
}

// FileName is the name under which the workbook of a sheet is saved.
func FileName(record *sds.Sheet, version int) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, strings.TrimSpace(record.Name))
	if clean = strings.Trim(clean, ". "); clean == "" {
		clean = "SDS"
	}
	return fmt.Sprintf("CREATE-SIMPLE_v%d_%s.xlsx", version, clean)
}
