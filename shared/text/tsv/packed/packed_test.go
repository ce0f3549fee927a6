package packed_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"anzen/shared/text/tsv/packed"
)

func TestTablesAreUnpacked(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte("symbol\tweight\nH\t1.008\nHe\t4.0026\n")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	n := 0
	for range packed.Embedded("atoms.tsv.gz", b.Bytes()).Rows() {
		n++
	}
	if n != 2 {
		t.Errorf("%d rows", n)
	}
	for _, broken := range [][]byte{nil, []byte("no gzip"), b.Bytes()[:b.Len()/2]} {
		if _, err := packed.Read("x.tsv.gz", broken); err == nil || !strings.HasPrefix(err.Error(), "x.tsv.gz: unpack: ") {
			t.Errorf("%d bytes: %v", len(broken), err)
		}
	}
}
