package export

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/unicode/norm"
)

// geta stands for characters that an encoding does not have, as Japanese
// typesetters put it where a type was missing.
const geta = "〓"

// lookalikes are characters that Windows-31J does not have, with those that
// mean the same to a reader. What NFKC folds (㎥, ﬁ, ², ₂) needs no entry.
var lookalikes = map[rune]string{
	'〜': "～", '−': "－", '‖': "∥", '¢': "￠", '£': "￡", '¬': "￢", '¦': "￤", '¥': "￥", '‾': "￣",
	'—': "―", '–': "-", '‑': "-", '‒': "-", '⁻': "-", '⁺': "+", '﹣': "-", '⸺': "――",
	'≤': "≦", '≥': "≧", '⩽': "≦", '⩾': "≧", '≈': "≒", '≅': "≒", '∼': "～", '≃': "≒",
	'µ': "μ", 'Å': "Å", '·': "・", '•': "・", '●': "●", '∙': "・", '⋅': "・", '‧': "・", '▪': "■", '◾': "■", '✓': "レ", '✔': "レ", '☑': "レ",
	'®': "(R)", '©': "(C)", '™': "TM", '€': "EUR", '⇔': "⇔", '⟶': "→", '➔': "→", '➡': "→", '☐': "□", '❏': "□",
	'\u00a0': " ", '\u2009': " ", '\u202f': " ", '\u2002': " ", '\u2003': "　", '«': "《", '»': "》", '‹': "〈", '›': "〉", 'ß': "ss", 'ø': "o", 'Ø': "O", 'æ': "ae", 'Æ': "AE",
	'\u200b': "", '\u200c': "", '\u200d': "", '\u2060': "", '\u00ad': "", '\ufe0e': "", '\ufe0f': "",
}

// shiftJIS writes Windows-31J, which Windows calls Shift_JIS. Each character is
// looked up once.
type shiftJIS struct {
	known map[rune]written
}

// written is how a character is written: the text that stands for it, which the
// encoding has, and whether it is the character itself, one like it, or none.
type written struct {
	text string
	how  fidelity
}

type fidelity byte

const (
	same fidelity = iota
	alike
	lost
)

func newShiftJIS() *shiftJIS { return &shiftJIS{known: map[rune]written{}} }

// has reports whether the encoding has the character and gives it back the same.
func has(r rune) bool {
	encoded, err := japanese.ShiftJIS.NewEncoder().String(string(r))
	if err != nil {
		return false
	}
	back, err := japanese.ShiftJIS.NewDecoder().String(encoded)
	return err == nil && back == string(r)
}

func hasAll(s string) bool {
	for _, r := range s {
		if !has(r) {
			return false
		}
	}
	return true
}

func (e *shiftJIS) write(r rune) written {
	if r < 0x80 {
		return written{string(r), same}
	}
	if w, ok := e.known[r]; ok {
		return w
	}
	w := written{geta, lost}
	if has(r) {
		w = written{string(r), same}
	} else if text, ok := lookalikes[r]; ok && hasAll(text) {
		w = written{text, alike}
	} else if text := withLookalikes(norm.NFKC.String(string(r))); hasAll(text) {
		w = written{text, alike}
	} else if text := unmarked(r); text != "" && hasAll(text) {
		w = written{text, alike}
	}
	e.known[r] = w
	return w
}

func withLookalikes(s string) string {
	var b strings.Builder
	for _, r := range s {
		if text, ok := lookalikes[r]; ok {
			b.WriteString(text)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unmarked is a letter without its accents; empty where that is no letter.
func unmarked(r rune) string {
	base := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFD.String(string(r)))
	for _, r := range base {
		if !unicode.IsLetter(r) {
			return ""
		}
	}
	return base
}

// fold is a text of characters that the encoding has. report is called with each
// that was not written as itself.
func (e *shiftJIS) fold(s string, report func(r rune, how fidelity)) string {
	ascii := true
	for i := range len(s) {
		if s[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range norm.NFC.String(s) {
		w := e.write(r)
		if w.how != same {
			report(r, w.how)
		}
		b.WriteString(w.text)
	}
	return b.String()
}

// encode turns a folded text into bytes.
func (e *shiftJIS) encode(s string) ([]byte, error) {
	out, err := japanese.ShiftJIS.NewEncoder().Bytes([]byte(s))
	if err != nil {
		return nil, fmt.Errorf("encode in Shift_JIS: %w", err)
	}
	return out, nil
}
