package export

import (
	"io"
	"testing"
)

// What writing 50,000 rows of the standard columns costs, reading aside.
func BenchmarkWrite(b *testing.B) {
	o, _ := OperationOf(Sheets)
	columns, _ := o.Choose(nil)
	sheet := acetone()
	rows := o.Rows(view("ja"), columns, &sheet)
	for name, begin := range map[string]func() (Writer, error){
		"csv":       func() (Writer, error) { return NewCSV(io.Discard, UTF8, Heading(columns, "ja")) },
		"shift_jis": func() (Writer, error) { return NewCSV(io.Discard, ShiftJIS, Heading(columns, "ja")) },
		"xlsx":      func() (Writer, error) { return NewXLSX(io.Discard, "SDS", columns, "ja") },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				w, err := begin()
				for n := 0; err == nil && n < 50_000; n++ {
					err = w.Write(rows[0])
				}
				if err == nil {
					_, err = w.Close()
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
