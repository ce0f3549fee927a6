// Package filetype knows the kinds of files that may be kept beside a sheet, and whether a file is of the kind that its name states:
// its first bytes and its structure decide, never its name alone. It looks at files without unpacking them, so that a
// hostile one costs no more than its size.
package filetype

import (
	"bytes"
	"errors"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"net/mail"
	"strings"
)

// What is wrong with a file.
var (
	// ErrOther is returned for content that is not of the kind that the name states.
	ErrOther = errors.New("the content is not what the extension says")
	// ErrArchive is answered for an archive that holds too much.
	ErrArchive = errors.New("the archive holds too many files, or files that are too large")
)

// Unknown is the media type of text in no encoding that is known: a browser is not to guess.
const Unknown = "application/octet-stream"

// kind is what a file with an extension has to be.
type kind struct {
	media string
	// check answers ErrOther or ErrArchive, or the media type where it follows from the content.
	check func(data []byte) (media string, err error)
}

// kinds are what may be kept, by extension. Nothing that a browser or a computer runs is among them.
var kinds = map[string]kind{
	"pdf": {"application/pdf", is(pdf)}, "rtf": {"application/rtf", is(startsWith(`{\rtf`))},
	"txt": {"text/plain", textOf("text/plain")}, "csv": {"text/csv", textOf("text/csv")},
	"doc": {"application/msword", is(compound("WordDocument"))}, "xls": {"application/vnd.ms-excel", is(compound("Workbook", "Book"))},
	"ppt": {"application/vnd.ms-powerpoint", is(compound("PowerPoint Document"))}, "msg": {"application/vnd.ms-outlook", is(compound("__properties_version1.0"))},
	"docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", office("word/")},
	"xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", office("xl/")},
	"pptx": {"application/vnd.openxmlformats-officedocument.presentationml.presentation", office("ppt/")},
	"jpg":  {"image/jpeg", is(picture(jpeg.DecodeConfig))}, "jpeg": {"image/jpeg", is(picture(jpeg.DecodeConfig))},
	"png": {"image/png", is(picture(png.DecodeConfig))}, "gif": {"image/gif", is(picture(gif.DecodeConfig))},
	"bmp": {"image/bmp", is(bmp)}, "tif": {"image/tiff", is(tiff)}, "tiff": {"image/tiff", is(tiff)},
	"heic": {"image/heic", is(heic)}, "webp": {"image/webp", is(webp)},
	"eml": {"message/rfc822", is(eml)}, "zip": {"application/zip", archive},
}

// Extension is the part of a file's name behind the last dot, in lower case; empty where there is none.
func Extension(name string) string {
	i := strings.LastIndexByte(name, '.')
	if i < 0 {
		return ""
	}
	return strings.ToLower(name[i+1:])
}

// Media is the media type of a file by its name; empty where such a file may not be kept.
func Media(name string) string { return kinds[Extension(name)].media }

// Check checks that a file is of the kind that its name states. It returns the media type to serve it with: of text, with the
// encoding that it is in.
func Check(name string, data []byte) (media string, err error) {
	k, ok := kinds[Extension(name)]
	if !ok {
		return "", ErrOther
	}
	media, err = k.check(data)
	if media == "" {
		media = k.media
	}
	return media, err
}

// is makes a check of a question.
func is(ask func([]byte) bool) func([]byte) (string, error) {
	return func(data []byte) (string, error) {
		if !ask(data) {
			return "", ErrOther
		}
		return "", nil
	}
}

func startsWith(magic string) func([]byte) bool {
	return func(data []byte) bool { return bytes.HasPrefix(data, []byte(magic)) }
}

// pdf has its header in the first kilobyte, where readers look for it (ISO 32000-1, annex H), and states where its
// cross-references stand.
func pdf(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-")) && bytes.Contains(data, []byte("startxref"))
}

// picture is what a decoder knows the size of.
func picture[C any](decode func(io.Reader) (C, error)) func([]byte) bool {
	return func(data []byte) bool {
		_, err := decode(bytes.NewReader(data))
		return err == nil
	}
}

// eml is a mail: header fields, of which one at least is a mail's, an empty line, and no binary data.
func eml(data []byte) bool {
	m, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil || bytes.IndexByte(data, 0) >= 0 {
		return false
	}
	for _, field := range []string{"From", "To", "Date", "Subject", "Received", "Message-Id"} {
		if m.Header.Get(field) != "" {
			return true
		}
	}
	return false
}
