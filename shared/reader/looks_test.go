package reader_test

import (
	"os"
	"path/filepath"
	"testing"

	"anzen/shared/domain/sds"
)

// Plain Japanese sheets ask for few looks: confidences that sink for all of them would make work of every sheet.
func TestJapaneseSheetsAskForFewLooks(t *testing.T) {
	files, err := filepath.Glob("testdata/js-*.pdf")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
	r := newReader(t)
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, err := r.Read(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		read, err := r.Values(d)
		if err != nil {
			t.Fatal(err)
		}
		var looks []string
		for _, v := range read.Values {
			if v.Confidence < sds.ReviewBelow {
				looks = append(looks, v.Key)
			}
		}
		if len(looks) > 2 {
			t.Errorf("%s asks for looks at %v", file, looks)
		}
	}
}
