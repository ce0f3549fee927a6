// Package doc holds what is read from the pages of a safety data sheet before any value is
// extracted: words with their boxes, lines in reading order, tables, the sixteen sections.
//
// All coordinates are PDF points (1/72 inch), the origin is the top left corner of the page
// as displayed (with its rotation applied), x grows to the right and y downwards.
package doc

import (
	"math"
	"strings"
)

// Word is a run of characters without a gap.
type Word struct {
	// Text as in the file, in its original forms (full-width, half-width kana).
	Text string `json:"Text"`
	Box
	// Page counts from 1.
	Page int `json:"Page"`
	// Size is the font size in points, as displayed.
	Size float64 `json:"Size"`
	Bold bool    `json:"Bold"`
	// Angle is the direction of writing in degrees, 0 is left to right, in [0, 360).
	Angle float64 `json:"Angle"`
	// Ink is the colour of the text, 0xAARRGGBB.
	Ink uint32 `json:"Ink"`
	// OCR is set where the word was recognised from an image; Conf is then the engine's
	// confidence in [0, 1]. A word of the text layer has Conf 1.
	OCR  bool    `json:"OCR"`
	Conf float64 `json:"Conf"`
	// Ends are the right edges of the characters of Text, in order; nil where unknown (and
	// for a single character).
	Ends []float32 `json:"Ends"`
}

// Line is one printed line of one column or cell.
type Line struct {
	Words []Word
	// Text is for matching: NFKC, one space between words, false spaces inside Japanese words removed.
	Text string
	// Raw is the same without normalisation: the words as in the file, separated by a
	// space.
	Raw string
	Box
	Page int
	// Col is the column of the page, from 0.
	Col int
	// Size is the size of most of its characters; Bold is set where all of its words are
	// bold.
	Size float64
	Bold bool
}

// Cell is one cell of a table. A spanning cell is at its upper left position; the other
// positions hold empty cells with Covered set (see Table.At).
type Cell struct {
	Lines            []Line
	Box              Box
	Page             int
	RowSpan, ColSpan int
	Covered          bool
}

// Text is the cell's text for matching, its lines joined: directly between Japanese characters, else by a
// space.
func (c Cell) Text() string { return Join(c.Lines) }

// Boxes are the boxes of the cell's lines.
func (c Cell) Boxes() []Box {
	bs := make([]Box, 0, len(c.Lines))
	for _, l := range c.Lines {
		bs = append(bs, l.Box)
	}
	return bs
}

// Empty reports whether nothing is printed in the cell.
func (c Cell) Empty() bool { return len(c.Lines) == 0 }

// Kind is how a table was recognised.
type Kind string

// The kinds of tables: cells closed by rules, rows separated by horizontal rules only,
// columns aligned by white space only.
const (
	Lattice    Kind = "lattice"
	Rules      Kind = "rules"
	Borderless Kind = "borderless"
)

// Table is a grid of cells; every row has the same number of cells. A table that continues
// on another page is one table: Page and Box are those of its first part, the cells have
// their own page.
type Table struct {
	Page int
	Box  Box
	Kind Kind
	Rows [][]Cell
}

// Cols is the number of columns.
func (t Table) Cols() int {
	if len(t.Rows) == 0 {
		return 0
	}
	return len(t.Rows[0])
}

// At is the cell visible at a position: the spanning one where the position is covered.
func (t Table) At(row, col int) Cell {
	for r := row; r >= 0; r-- {
		for c := col; c >= 0; c-- {
			x := t.Rows[r][c]
			if !x.Covered && r+max(x.RowSpan, 1) > row && c+max(x.ColSpan, 1) > col {
				return x
			}
		}
	}
	return t.Rows[row][col]
}

// PairKind is the arrangement of label and value.
type PairKind string

// The kinds of pairs: "label: value" on a line, label and value separated by white space,
// neighbouring cells of a table, a label with its value on the lines below.
const (
	Colon PairKind = "colon"
	Gap   PairKind = "gap"
	Row   PairKind = "row"
	Below PairKind = "below"
)

// Pair is a label with its value. The value continues on the lines below until the next
// label, so ValueLines[0] is the part beside the label (except for kind Below).
type Pair struct {
	// Label and Value are for matching; the label is without its number, leaders, colon and
	// brackets.
	Label, Value string
	Kind         PairKind
	LabelLines   []Line
	ValueLines   []Line
}

// Sources is where the value is printed.
func (p Pair) Sources() []Source { return SourcesOf(p.ValueLines) }

// Section is one of the sixteen sections; number 0 is the part before the first heading.
type Section struct {
	Number int
	// Title is the heading's title as printed, without its number; empty for section 0.
	Title string
	// Heading is the heading's line; nil if none.
	Heading *Line
	// Lines are all lines below the heading, including those in tables, in reading order.
	Lines  []Line
	Tables []Table
	Pairs  []Pair
	// First and Last page.
	First, Last int
}

// Text is the section's text for matching, a line of text for each printed line.
func (s Section) Text() string {
	var b strings.Builder
	for i, l := range s.Lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l.Text)
	}
	return b.String()
}

// Rule is a ruled line, horizontal or vertical: a stroke, a thin filled rectangle or the edge of a shaded
// area (Shade).
type Rule struct {
	Box
	Shade bool `json:"Shade"`
}

// Horizontal reports whether the rule is horizontal, else it is vertical.
func (r Rule) Horizontal() bool { return r.X1-r.X0 >= r.Y1-r.Y0 }

// ThumbSide is the width and height of an Image's Thumb.
const ThumbSide = 32

// Image is a picture on a page.
type Image struct {
	Box
	// Width and Height in pixels of the stored image; 0 for a drawing.
	Width  int `json:"Width"`
	Height int `json:"Height"`
	// Thumb is the picture as printed, ThumbSide x ThumbSide grey values, row by row, white
	// 255; nil where it was not needed or could not be made.
	Thumb []byte `json:"Thumb"`
	// Drawing is set where the picture is drawn by paths.
	Drawing bool `json:"Drawing"`
}

// Page is one page as read.
type Page struct {
	Number        int
	Width, Height float64
	// Rotation is the page's own, in degrees (0, 90, 180, 270), already applied to all boxes.
	Rotation int
	Words    []Word
	Rules    []Rule
	Images   []Image
	// Chars counts the characters of the text layer, MapErrors those of unknown meaning.
	Chars, MapErrors int
	// ImageCover is the fraction of the page covered by images.
	ImageCover float64
	// OCR is set where the words come from recognition.
	OCR bool
	// Turn is the rotation in degrees clockwise (0, 90, 180, 270) from the page as
	// displayed to the page as read; boxes, width and height are those of the turned page.
	Turn int
	// Skew is the rotation in degrees counter-clockwise around the centre, applied after
	// Turn, that makes the lines horizontal.
	Skew float64
}

// Displayed maps a box to the page as displayed; of a turned or rotated page, it is the
// smallest box around the result.
func (p Page) Displayed(b Box) Box {
	b = p.tilted(b)
	switch p.Turn {
	case 90:
		return Box{X0: b.Y0, Y0: p.Width - b.X1, X1: b.Y1, Y1: p.Width - b.X0}
	case 180:
		return Box{X0: p.Width - b.X1, Y0: p.Height - b.Y1, X1: p.Width - b.X0, Y1: p.Height - b.Y0}
	case 270:
		return Box{X0: p.Height - b.Y1, Y0: b.X0, X1: p.Height - b.Y0, Y1: b.X1}
	}
	return b
}

// tilted is the smallest box around one with the page's skew.
func (p Page) tilted(b Box) Box {
	if p.Skew == 0 {
		return b
	}
	sin, cos := math.Sincos(p.Skew * math.Pi / 180)
	x, y := b.CX()-p.Width/2, b.CY()-p.Height/2
	x, y = cos*x-sin*y+p.Width/2, sin*x+cos*y+p.Height/2
	w, h := b.W()/2, b.H()/2
	w, h = cos*w+math.Abs(sin)*h, cos*h+math.Abs(sin)*w
	return Box{X0: x - w, Y0: y - h, X1: x + w, Y1: y + h}
}

// Info is the file's own metadata.
type Info struct {
	Title, Author, Subject, Keywords, Creator, Producer string
	// Created and Modified as in the file ("D:20240401...").
	Created, Modified string
	// Encrypted is set where an owner password protects the file.
	Encrypted bool
}

// Range is the pages of one sheet in the file.
type Range struct {
	First, Last int
	// Sections found in it.
	Sections []int
}

// Document is a file that has been read.
type Document struct {
	Pages []Page
	// Lines is the body in reading order: no headers, footers, watermarks.
	Lines []Line
	// Headers, Footers and Watermarks are kept as evidence, each on every page with it.
	Headers, Footers, Watermarks []Line
	// MarginPairs are the pairs of label and value in the first page's header and footer.
	MarginPairs []Pair
	// Sections of the first sheet, in the order printed. A repeated number is listed twice.
	Sections []Section
	// Language is "ja", "en", or another two-letter code; "" where unknown.
	Language string
	// Sheets are the page ranges of the sheets in the file; Sections holds the first one.
	Sheets []Range
	// IsSheet is set where this is a safety data sheet; Found describes what was found, for
	// display.
	IsSheet bool
	Found   string
	Info    Info
}

// Section returns the first section with a number, nil if none.
func (d *Document) Section(number int) *Section {
	for i := range d.Sections {
		if d.Sections[i].Number == number {
			return &d.Sections[i]
		}
	}
	return nil
}

// Numbers returns the numbers of the sections found, ascending, without duplicates.
func (d *Document) Numbers() []int {
	var ns []int
	for n := 1; n <= 16; n++ {
		if d.Section(n) != nil {
			ns = append(ns, n)
		}
	}
	return ns
}
