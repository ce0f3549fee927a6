package filetype

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	utf "golang.org/x/text/encoding/unicode"
)

// textOf is text. The media type names the encoding, where that is certain; otherwise it is Unknown.
func textOf(media string) func([]byte) (string, error) {
	return func(data []byte) (string, error) {
		charset, ok := charsetOf(data)
		switch {
		case !ok:
			return "", ErrOther
		case charset == "":
			return Unknown, nil
		}
		return media + "; charset=" + charset, nil
	}
}

// charsetOf is the encoding of text, empty where it may be several or none that is known; false for what is no text.
func charsetOf(data []byte) (charset string, ok bool) {
	if bytes.HasPrefix(data, []byte{0xFF, 0xFE}) || bytes.HasPrefix(data, []byte{0xFE, 0xFF}) {
		return "utf-16", decodes(utf.UTF16(utf.LittleEndian, utf.UseBOM), data)
	}
	if bytes.Contains(data, []byte("\x1b$")) {
		return "iso-2022-jp", decodes(japanese.ISO2022JP, data)
	}
	if utf8.Valid(data) {
		return "utf-8", printed(string(data))
	}
	if !printedBytes(data) {
		return "", false
	}
	sjis, euc := decodes(japanese.ShiftJIS, data), decodes(japanese.EUCJP, data)
	switch {
	case sjis && !euc:
		return "shift_jis", true
	case euc && !sjis:
		return "euc-jp", true
	}
	return "", true // such as a Western encoding
}

// decodes reports whether all of the data is text in the encoding.
func decodes(e encoding.Encoding, data []byte) bool {
	text, err := e.NewDecoder().Bytes(data)
	return err == nil && !bytes.ContainsRune(text, utf8.RuneError) && printed(string(text))
}

// printed reports whether text has no characters but those that are seen, line ends and tabs. Old programs end it with
// the character of the end of a file.
func printed(text string) bool {
	return !strings.ContainsFunc(strings.TrimSuffix(text, "\x1a"), func(r rune) bool {
		return unicode.IsControl(r) && !strings.ContainsRune("\t\n\v\f\r\u0085", r)
	})
}

func printedBytes(data []byte) bool {
	return !bytes.ContainsFunc(bytes.TrimSuffix(data, []byte{0x1a}), func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\v\f\r", r) })
}
