// Package meaning identifies what rules say: a hash of Go sources and tables that a changed rule, number or entry changes, and a
// reworded comment, a blank or another build does not.
package meaning

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"strings"
)

// Of is the hash of the files of a folder but its tests: of Go sources without comments and layout, of tables without lines that
// begin with "#". It panics where one cannot be read, as they are part of the program.
func Of(folder fs.FS) string {
	files, err := fs.ReadDir(folder, ".")
	if err != nil {
		panic(err)
	}
	sum := sha256.New()
	for _, f := range files {
		name := f.Name()
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			panic(err)
		}
		_, _ = sum.Write([]byte(name + "\n")) // a hash accepts everything
		if strings.HasSuffix(name, ".go") {
			_, _ = sum.Write(code(text))
			continue
		}
		for line := range bytes.Lines(text) {
			if line[0] != '#' {
				_, _ = sum.Write(bytes.TrimRight(line, "\r\n"))
				_, _ = sum.Write([]byte("\n"))
			}
		}
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
}

// code is a Go source without comments, with one line break or blank in place of all that separates two words. Literals stay as
// they are.
func code(text []byte) []byte {
	out := make([]byte, 0, len(text))
	blank, ends := false, false // what is between the last word and the next
	for i := 0; i < len(text); {
		n := 1
		switch c := text[i]; {
		case c == '\n':
			ends = true
		case c == ' ' || c == '\t' || c == '\r':
			blank = true
		case bytes.HasPrefix(text[i:], []byte("//")):
			n = until(text[i:], "\n")
		case bytes.HasPrefix(text[i:], []byte("/*")):
			n, blank = until(text[i:], "*/")+2, true
		default:
			if c == '"' || c == '\'' || c == '`' {
				n = literal(text[i:])
			}
			switch {
			case len(out) == 0:
			case ends:
				out = append(out, '\n')
			case blank:
				out = append(out, ' ')
			}
			blank, ends = false, false
			out = append(out, text[i:min(i+n, len(text))]...)
		}
		i += n
	}
	return out
}

// until is where the end of a comment begins.
func until(text []byte, end string) int {
	if n := bytes.Index(text, []byte(end)); n >= 0 {
		return n
	}
	return len(text)
}

// literal is the length of the string or rune at the beginning of a text.
func literal(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[0] != '`':
			i++
		case text[i] == text[0]:
			return i + 1
		}
	}
	return len(text)
}
