package export

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Encoding is how a CSV file's characters are written.
type Encoding string

// The encodings.
const (
	UTF8     Encoding = "utf-8"     // with a byte order mark, by which Excel knows it
	ShiftJIS Encoding = "shift_jis" // Windows-31J
)

// Writer writes a table.
type Writer interface {
	Write(r Row) error
	// Close ends the file. It returns what the file could not hold.
	Close() (Loss, error)
}

// csvFile writes CSV as RFC 4180 has it: lines end with CRLF, and what needs
// quotes stands in them. Line ends within a cell are LF alone, as Excel has them.
type csvFile struct {
	w       *bufio.Writer
	sjis    *shiftJIS // nil: UTF-8
	heading []string
	line    int
	loss    Loss
	text    strings.Builder
}

// NewCSV begins a file with its heading.
func NewCSV(w io.Writer, encoding Encoding, heading []string) (Writer, error) {
	f := &csvFile{w: bufio.NewWriterSize(w, 64<<10), heading: heading}
	if encoding == ShiftJIS {
		f.sjis = newShiftJIS()
	} else if _, err := f.w.WriteString("\uFEFF"); err != nil {
		return nil, fmt.Errorf("write CSV: %w", err)
	}
	first := make(Row, len(heading))
	for i, h := range heading {
		first[i] = TextOf(h)
	}
	return f, f.Write(first)
}

func (f *csvFile) Write(r Row) error {
	f.line++
	f.text.Reset()
	for i, c := range r {
		if i > 0 {
			f.text.WriteByte(',')
		}
		switch c.Kind {
		case None:
		case Text:
			f.field(f.heading[i], c.Text)
		default:
			f.text.WriteString(c.String())
		}
	}
	f.text.WriteString("\r\n")
	return f.put(f.text.String())
}

func (f *csvFile) field(column, s string) {
	if f.sjis != nil {
		s = f.sjis.fold(s, func(r rune, how fidelity) {
			if how == alike {
				f.loss.Folded++
				return
			}
			f.loss.Replaced++
			f.loss.at(f.line, column, string(r))
		})
	}
	s = Defuse(s)
	if !strings.ContainsAny(s, ",\"\r\n;\t") && s == strings.TrimSpace(s) {
		f.text.WriteString(s)
		return
	}
	f.text.WriteByte('"')
	f.text.WriteString(strings.ReplaceAll(s, `"`, `""`))
	f.text.WriteByte('"')
}

func (f *csvFile) put(line string) error {
	var err error
	if f.sjis == nil {
		_, err = f.w.WriteString(line)
	} else {
		var encoded []byte
		if encoded, err = f.sjis.encode(line); err == nil {
			_, err = f.w.Write(encoded)
		}
	}
	if err != nil {
		return fmt.Errorf("write line %d of CSV: %w", f.line, err)
	}
	return nil
}

func (f *csvFile) Close() (Loss, error) {
	if err := f.w.Flush(); err != nil {
		return Loss{}, fmt.Errorf("write CSV: %w", err)
	}
	f.loss.sort()
	return f.loss, nil
}
