package filetype_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/japanese"

	"anzen/shared/formats/filetype"
)

func zipOf(t *testing.T, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, n := range names {
		if f, err := w.Create(n); err != nil {
			t.Fatal(err)
		} else if _, err := f.Write([]byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// compound is a compound file with a stream of the name.
func compound(stream string) []byte {
	data := make([]byte, 1024)
	copy(data, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	binary.LittleEndian.PutUint16(data[28:], 0xFFFE)
	binary.LittleEndian.PutUint16(data[30:], 9)
	for i, u := range utf16.Encode([]rune(stream)) {
		binary.LittleEndian.PutUint16(data[512+2*i:], u)
	}
	return data
}

// changed is a file with another number of two bytes in a place.
func changed(data []byte, at int, to uint16) string {
	other := bytes.Clone(data)
	binary.LittleEndian.PutUint16(other[at:], to)
	return string(other)
}

const text = "安全データシート、トルエン\r\n"

func encoded(t *testing.T, e interface{ Bytes([]byte) ([]byte, error) }) []byte {
	t.Helper()
	out, err := e.Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFilesAreWhatTheirNamesSay(t *testing.T) {
	picture := image.NewGray(image.Rect(0, 0, 2, 2))
	var pngs, jpegs, gifs bytes.Buffer
	if err := errors.Join(png.Encode(&pngs, picture), jpeg.Encode(&jpegs, picture, nil), gif.Encode(&gifs, picture, nil)); err != nil {
		t.Fatal(err)
	}
	bmp := make([]byte, 60)
	copy(bmp, "BM")
	bmp[10], bmp[14] = 54, 40
	good := map[string][]byte{
		"a.PDF": []byte("%PDF-1.4\nstartxref\n9\n%%EOF"), "a.rtf": []byte(`{\rtf1 x}`),
		"a.txt": []byte("plain"), "old.txt": []byte("plain\r\n\x1a"), "a.csv": []byte("\ufeff名,値\n"),
		"a.doc": compound("WordDocument"), "a.xls": compound("Workbook"), "b.xls": compound("Book"), "a.ppt": compound("PowerPoint Document"), "a.msg": compound("__properties_version1.0"),
		"a.docx": zipOf(t, "[Content_Types].xml", "word/document.xml"), "a.xlsx": zipOf(t, "[Content_Types].xml", "xl/workbook.xml"), "a.pptx": zipOf(t, "[Content_Types].xml", "ppt/presentation.xml"),
		"locked.xlsx": compound("EncryptedPackage"),
		"a.png":       pngs.Bytes(), "a.jpg": jpegs.Bytes(), "a.jpeg": jpegs.Bytes(), "a.gif": gifs.Bytes(), "a.bmp": bmp,
		"a.tif":  []byte("II*\x00\x08\x00\x00\x00\x01\x00" + strings.Repeat("x", 16)),
		"a.tiff": []byte("MM\x00*\x00\x00\x00\x08\x00\x01" + strings.Repeat("x", 16)),
		"a.heic": []byte("\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00heicmif1rest"), "a.webp": []byte("RIFF\x14\x00\x00\x00WEBPVP8Lxxxxxxxxxxxx"),
		"a.eml": []byte("From: a@b.example\r\nSubject: x\r\n\r\nbody"), "a.zip": zipOf(t, "a.exe"), "none.zip": zipOf(t),
	}
	for name, data := range good {
		if media, err := filetype.Check(name, data); err != nil || !strings.HasPrefix(media, filetype.Media(name)) {
			t.Errorf("%s: %q, %v", name, media, err)
		}
		// Every other kind refuses it; text is refused where it is binary.
		for _, other := range []string{"x.pdf", "x.png", "x.jpg", "x.gif", "x.bmp", "x.tif", "x.heic", "x.webp", "x.rtf", "x.eml", "x.docx", "x.xlsx", "x.pptx", "x.doc", "x.xls", "x.ppt", "x.msg"} {
			if filetype.Media(other) == filetype.Media(name) || name == "locked.xlsx" && strings.HasSuffix(other, "x") {
				continue
			}
			if _, err := filetype.Check(other, data); !errors.Is(err, filetype.ErrOther) {
				t.Errorf("%s is taken for %s: %v", name, other, err)
			}
		}
	}
	bad := map[string]string{
		"page.pdf": "<html>%PDF-1.7 no references", "header.pdf": strings.Repeat(" ", 1024) + "%PDF-1.7 startxref", "cut.png": "\x89PNG\r\n\x1a\n", "a.exe": "MZ", "a.html": "<html>",
		"binary.txt": "a\x00b", "escape.txt": "\x1b[2J", "a.zip": "MZ self extracting " + string(zipOf(t, "a")), "mail.eml": "no header at all", "other.eml": "X-Y: z\r\n\r\n",
		"macro.docx": string(zipOf(t, "[Content_Types].xml", "word/document.xml", "word/vbaProject.bin")), "far.tif": "II*\x00\xff\xff\xff\x7f\x01\x00", "short.webp": "RIFF\xff\xff\xff\x7fWEBPVP8 xxxx",
		"cut.doc": string(compound("WordDocument")[:32]) + string(compound("WordDocument")[512:900]), "order.doc": changed(compound("WordDocument"), 28, 0), "sector.doc": changed(compound("WordDocument"), 30, 10),
		"header.bmp": changed([]byte(changed(bmp, 14, 41)), 10, 60), "tiny.bmp": "BM", "overlap.bmp": changed(bmp, 10, 53), "far.bmp": changed(bmp, 10, 61), "cut.bmp": string(bmp[:25]),
		"none.tif": "II*\x00\x08\x00\x00\x00\x00\x00" + strings.Repeat("x", 16), "cut.tif": "II*\x00\x08\x00\x00\x00\x02\x00" + strings.Repeat("x", 16), "header.tif": "II*\x00\x04\x00\x00\x00" + strings.Repeat("x", 60),
		"film.heic": "\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isomiso2rest", "version.heic": "\x00\x00\x00\x18ftypisomheicisomiso2rest",
		"odd.heic": "\x00\x00\x00\x16ftypmif1\x00\x00\x00\x00heicmif1rest", "long.heic": "\x00\x00\x01\x00ftypmif1\x00\x00\x00\x00heicmif1rest", "short.heic": "\x00\x00\x00\x0cftypmif1heic",
		"sound.webp": "RIFF\x14\x00\x00\x00WAVEVP8Lxxxxxxxxxxxx", "kind.webp": "RIFF\x14\x00\x00\x00WEBPVP9 xxxxxxxxxxxx",
		"binary.eml": "From: a@b.example\r\n\r\na\x00b", "parts.docx": string(zipOf(t, "word/document.xml")), "signed.docx": string(zipOf(t, "[Content_Types].xml", "docProps/core.xml")),
		"bell.txt": "\xff\xfea\x00\x07\x00", "sjis.txt": string(encoded(t, japanese.ShiftJIS.NewEncoder())) + "\x1b[2J", "iso.txt": "\x1b$B\xff\xff", "cut.txt": "\xff\xfea",
		"empty.pdf": "", "empty.zip": "", "empty.tif": "", "empty.heic": "", "empty.bmp": "", "empty.doc": "", "empty.webp": "", "empty.eml": "", "empty.docx": "",
	}
	for name, data := range bad {
		if media, err := filetype.Check(name, []byte(data)); !errors.Is(err, filetype.ErrOther) {
			t.Errorf("%s: %q, %v", name, media, err)
		}
	}
}

func TestTextIsServedInItsEncoding(t *testing.T) {
	wide := []byte{0xFF, 0xFE}
	for _, u := range utf16.Encode([]rune(text)) {
		wide = binary.LittleEndian.AppendUint16(wide, u)
	}
	for charset, data := range map[string][]byte{
		"utf-8": []byte(text), "utf-16": wide, "shift_jis": encoded(t, japanese.ShiftJIS.NewEncoder()),
		"euc-jp": encoded(t, japanese.EUCJP.NewEncoder()), "iso-2022-jp": encoded(t, japanese.ISO2022JP.NewEncoder()),
	} {
		for name, want := range map[string]string{"a.txt": "text/plain; charset=" + charset, "a.csv": "text/csv; charset=" + charset} {
			if got, err := filetype.Check(name, data); err != nil || got != want {
				t.Errorf("%s: %q, %v", want, got, err)
			}
		}
	}
	if got, err := filetype.Check("a.txt", []byte("caf\xe9 na\xefve")); err != nil || got != filetype.Unknown {
		t.Errorf("a Western encoding: %q, %v", got, err)
	}
	if got, err := filetype.Check("a.txt", []byte("\xb1\xb2\xb3\xb4")); err != nil || got != filetype.Unknown {
		t.Errorf("Shift_JIS or EUC-JP: %q, %v", got, err)
	}
}

// Archives are judged by their directory; nothing is unpacked.
func TestArchivesAreBounded(t *testing.T) {
	names := make([]string, 10_001)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	if _, err := filetype.Check("a.zip", zipOf(t, names...)); !errors.Is(err, filetype.ErrArchive) {
		t.Errorf("10,001 entries: %v", err)
	}
	if _, err := filetype.Check("a.zip", zipOf(t, names[1:]...)); err != nil {
		t.Errorf("10,000 entries: %v", err)
	}
	claims := func(sizes ...uint32) []byte {
		data := zipOf(t, names[:len(sizes)]...)
		for at, i := 0, 0; i < len(sizes); i++ {
			at += bytes.Index(data[at:], []byte("PK\x01\x02"))
			binary.LittleEndian.PutUint32(data[at+24:], sizes[i])
			at++
		}
		return data
	}
	for _, sizes := range [][]uint32{{1<<30 + 1}, {600 << 20, 600 << 20}, {0xFFFFFFFE}} {
		if _, err := filetype.Check("a.zip", claims(sizes...)); !errors.Is(err, filetype.ErrArchive) {
			t.Errorf("entries of %v: %v", sizes, err)
		}
	}
	if _, err := filetype.Check("a.docx", claims(1<<30+1)); !errors.Is(err, filetype.ErrArchive) {
		t.Errorf("a document: %v", err)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("a.zip", []byte("PK\x05\x06"))
	f.Add("a.heic", []byte("\x00\x00\x00\x18ftypmif1\x00\x00\x00\x00heicmif1"))
	f.Add("a.tif", []byte("II*\x00\x08\x00\x00\x00\x01\x00"))
	f.Fuzz(func(t *testing.T, name string, data []byte) {
		if media, err := filetype.Check(name, data); err == nil && media == "" {
			t.Error("no media type")
		}
	})
}
