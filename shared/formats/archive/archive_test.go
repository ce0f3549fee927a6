package archive

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

func build(t *testing.T, files map[string][]byte, order []string) []byte {
	t.Helper()
	var out bytes.Buffer
	var entries []Entry
	for _, name := range order {
		e := Entry{name, int64(len(files[name])), Checksum(files[name]), time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)}
		header, err := e.Header()
		if err != nil {
			t.Fatal(err)
		}
		out.Write(header)
		out.Write(files[name])
		entries = append(entries, e)
	}
	directory, err := Directory(entries)
	if err != nil {
		t.Fatal(err)
	}
	out.Write(directory)
	return out.Bytes()
}

func TestAnArchiveOpens(t *testing.T) {
	files := map[string][]byte{"アセトン.pdf": []byte("%PDF-1.7 acetone"), "empty.pdf": nil, "水.pdf": bytes.Repeat([]byte("x"), 3<<20)}
	order := []string{"アセトン.pdf", "empty.pdf", "水.pdf"}
	body := build(t, files, order)
	r, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.File) != len(order) {
		t.Fatalf("%d files", len(r.File))
	}
	for i, f := range r.File {
		content, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(content) // the reader compares the checksum
		if err != nil || f.Name != order[i] || !bytes.Equal(got, files[order[i]]) || f.NonUTF8 || f.Method != zip.Store {
			t.Errorf("%s: %v, %d bytes", f.Name, err, len(got))
		}
		if want := time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC); !f.Modified.Equal(want) {
			t.Errorf("%s is of %s, want %s", f.Name, f.Modified, want)
		}
	}
}

// Beyond 4 GB the directory is of the ZIP64 format: the end of such an archive is
// made without its contents.
func TestLargeArchives(t *testing.T) {
	var entries []Entry
	for i := range 3000 {
		entries = append(entries, Entry{Name: strings.Repeat("あ", 20) + string(rune('0'+i%10)) + ".pdf", Size: 10 << 20})
	}
	directory, err := Directory(entries)
	if err != nil {
		t.Fatal(err)
	}
	const zip64End = "PK\x06\x06"
	if !bytes.Contains(directory, []byte(zip64End)) || len(directory) > 1<<20 {
		t.Errorf("a directory of %d bytes", len(directory))
	}
	small, err := Directory(entries[:3])
	if err != nil || bytes.Contains(small, []byte(zip64End)) {
		t.Errorf("a small archive is of the ZIP64 format: %v", err)
	}
}

func TestNames(t *testing.T) {
	var n Names
	n.Reserve("README.txt")
	for _, tt := range []struct{ wanted, want string }{
		{"アセトン.pdf", "アセトン.pdf"},
		{"アセトン.PDF", "アセトン (2).pdf"},
		{"ｱｾﾄﾝ", "ｱｾﾄﾝ (3).pdf"},
		{"../../etc/passwd", "_.._etc_passwd.pdf"},
		{`C:\x\y.pdf`, "C__x_y.pdf"},
		{"CON.pdf", "_CON.pdf"},
		{"com1.v2.pdf", "_com1.v2.pdf"},
		{"", "_.pdf"},
		{"...", "_ (2).pdf"},
		{"a\x00b\u202e\n.pdf", "ab.pdf"},
		{"か\u3099.pdf", "が.pdf"},
		{"が.pdf", "が (2).pdf"},
		{"x.pdf ", "x.pdf"},
		{strings.Repeat("あ", 100), strings.Repeat("あ", 65) + ".pdf"},
		{strings.Repeat("あ", 101), strings.Repeat("あ", 64) + " (2).pdf"},
	} {
		if got := n.Give(tt.wanted, ".pdf"); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.wanted, got, tt.want)
		}
	}
}

func TestNamesAreSafeAndOfTheirOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var n Names
		seen := map[string]bool{}
		for _, wanted := range rapid.SliceOfN(rapid.StringOf(rapid.RuneFrom([]rune("aA.あ/\\ \x00:か\u3099ｱ*conCON1"))), 1, 30).Draw(t, "names") {
			name := n.Give(wanted, ".pdf")
			key := strings.ToLower(norm.NFKC.String(name))
			stem := strings.ToLower(strings.SplitN(name, ".", 2)[0])
			if seen[key] || reserved[stem] || len(name) > maxName || !utf8.ValidString(name) || strings.ContainsAny(name, "/\\:*?\"<>|\x00") || strings.HasPrefix(name, ".") || !strings.HasSuffix(name, ".pdf") {
				t.Fatalf("%q became %q", wanted, name)
			}
			seen[key] = true
		}
	})
}
