package archive

import (
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"anzen/shared/text/fold"
)

// maxName is how many bytes a name has at most: file systems allow 255, and some
// programs unpack into a name of their own making.
const maxName = 200

// Names gives files names that every system can unpack: no folders, no
// characters or words that Windows keeps for itself, and no two alike, whatever
// their case or the form of their characters.
type Names struct{ taken map[string]bool }

// Reserve takes a name that is not to be given.
func (n *Names) Reserve(name string) { n.take(name) }

func (n *Names) take(name string) bool {
	key := fold.Caseless(name)
	if n.taken == nil {
		n.taken = map[string]bool{}
	}
	if n.taken[key] {
		return false
	}
	n.taken[key] = true
	return true
}

// Give is a name like the one wanted with the extension (".pdf"), which no other file has.
func (n *Names) Give(wanted, extension string) string {
	stem := clean(wanted)
	if ext := path.Ext(stem); strings.EqualFold(ext, extension) {
		stem = strings.TrimRight(strings.TrimSuffix(stem, ext), " .")
	}
	if stem == "" || reserved[strings.ToLower(strings.SplitN(stem, ".", 2)[0])] {
		stem = "_" + stem
	}
	stem = shorten(stem, maxName-len(extension))
	for i := 1; ; i++ {
		name := stem + extension
		if i > 1 {
			mark := " (" + strconv.Itoa(i) + ")"
			name = shorten(stem, maxName-len(extension)-len(mark)) + mark + extension
		}
		if n.take(name) {
			return name
		}
	}
}

// clean leaves out of a name what cannot stand in one.
func clean(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune(`/\:*?"<>|`, r):
			return '_'
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r), r == unicode.ReplacementChar:
			return -1
		}
		return r
	}, norm.NFC.String(strings.ToValidUTF8(name, "")))
	return strings.TrimFunc(name, func(r rune) bool { return r == '.' || unicode.IsSpace(r) })
}

// shorten cuts a name between characters.
func shorten(name string, limit int) string {
	if len(name) <= limit {
		return name
	}
	for limit > 0 && !utf8.RuneStart(name[limit]) {
		limit--
	}
	return strings.TrimRight(name[:limit], " .")
}

// reserved are names that Windows keeps for devices, with any extension.
var reserved = func() map[string]bool {
	names := map[string]bool{"con": true, "prn": true, "aux": true, "nul": true, "conin$": true, "conout$": true, "clock$": true}
	for _, n := range "123456789¹²³" {
		names["com"+string(n)], names["lpt"+string(n)] = true, true
	}
	return names
}()
