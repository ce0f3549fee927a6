package pdf

import (
	"os"
	"path/filepath"
	"testing"
)

// TestSegmentsAreReadAsPDFiumReturnsThem compares the reading from memory with PDFium's
// calls on every path of the sheets: a version of PDFium with another layout would be read
// by the slower calls.
func TestSegmentsAreReadAsPDFiumReturnsThem(t *testing.T) {
	e, err := newEngine(t.Context(), CacheDir(), textMemory)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join("..", "testdata", "*.pdf"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sheets: %v", err)
	}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		in, err := e.instance()
		if err != nil {
			t.Fatal(err)
		}
		d, err := in.open(b)
		if err != nil {
			t.Fatal(err)
		}
		paths := 0
		for n := 1; n <= d.pages; n++ {
			p, err := d.load(n)
			if err != nil {
				t.Fatal(err)
			}
			objects, err := d.whole("FPDFPage_CountObjects", p.h)
			if err != nil {
				t.Fatal(err)
			}
			for k := range objects {
				o, err := d.call("FPDFPage_GetObject", p.h, uint64(k))
				if err != nil {
					t.Fatal(err)
				}
				if kind, err := d.whole("FPDFPageObj_GetType", o); err != nil || kind != objPath {
					continue
				}
				paths++
				compareSegments(t, in, o)
			}
			p.close()
		}
		if paths == 0 || in.kept != asBytes {
			t.Errorf("%s: %d paths, kept %d", filepath.Base(file), paths, in.kept)
		}
		in.close()
	}
}

func compareSegments(t *testing.T, in *instance, path uint64) {
	t.Helper()
	n, err := in.whole("FPDFPath_CountSegments", path)
	if err != nil {
		t.Fatal(err)
	}
	next := in.segments(path, n)
	for k := range n {
		got, err := next(k)
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := in.fetchSegment(path, k)
		if err != nil || got != want {
			t.Fatalf("segment %d: %+v, want %+v, %v", k, got, want, err)
		}
	}
}
