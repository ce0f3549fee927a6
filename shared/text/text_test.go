package text_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"anzen/shared/message"
	"anzen/shared/text"
)

// The dashboard's tests read the same vectors.
func TestVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name, In, Clean string
		Trouble         message.Code
		SameAs          *string `json:"same_as"`
	}
	if err := json.Unmarshal(data, &vectors); err != nil || len(vectors) < 50 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, v := range vectors {
		clean, trouble := text.Line(v.In)
		if trouble != v.Trouble || trouble == "" && clean != v.Clean {
			t.Errorf("%s: %q is %q (%s), want %q (%s)", v.Name, v.In, clean, trouble, v.Clean, v.Trouble)
		}
		if v.SameAs != nil && text.Fold(v.In) != text.Fold(*v.SameAs) {
			t.Errorf("%s: %q folds to %q, %q to %q", v.Name, v.In, text.Fold(v.In), *v.SameAs, text.Fold(*v.SameAs))
		}
	}
}

func TestBlock(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\rc\u2028d\u0085e": "a\nb\nc\nd\ne", "\tb\n\n": "b", "a\tb": "a\tb", "\u200ba\u202eb": "ab", "a\x00b\x1b[0m": "ab[0m", "a\vb": "a\nb", "か\u3099": "が",
	} {
		if got, trouble := text.Block(in); got != want || trouble != "" {
			t.Errorf("%q is %q (%s), want %q", in, got, trouble, want)
		}
	}
	for in, want := range map[string]message.Code{"\ue000": text.CodeUnknown, "a" + strings.Repeat("\u0300", 9): text.CodeMarks} {
		if _, trouble := text.Block(in); trouble != want {
			t.Errorf("%q: %s, want %s", in, trouble, want)
		}
	}
}

// x/text composes characters beyond the first plane as if they were in it.
var anyText = rapid.StringOf(rapid.OneOf(rapid.Rune().Filter(func(r rune) bool { return r < 0x10000 }), rapid.SampledFrom([]rune("葛神か\u3099e\u0301\u200b\u200d\u200c\ufe0f\U000e0100❤\u202e\ufeff \u3000\u094d"))))

func TestCleanIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyText.Draw(t, "text")
		once := text.Clean(s)
		if twice := text.Clean(once); twice != once {
			t.Errorf("%q is cleaned to %q, then to %q", s, once, twice)
		}
	})
}

// What is cleaned counts as what it was.
func TestFoldIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyText.Draw(t, "text")
		once := text.Fold(s)
		if twice := text.Fold(once); twice != once {
			t.Errorf("%q folds to %q, then to %q", s, once, twice)
		}
		if clean := text.Fold(text.Clean(s)); clean != once {
			t.Errorf("%q folds to %q, cleaned to %q", s, once, clean)
		}
	})
}
