package text_test

import (
	"encoding/json"
	"os"
	"testing"

	"pgregory.net/rapid"

	"anzen/shared/text"
)

// The dashboard's tests read the same vectors.
func TestVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name, In, Clean, Trouble string
		SameAs                   *string `json:"same_as"`
	}
	if err := json.Unmarshal(data, &vectors); err != nil || len(vectors) < 50 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, v := range vectors {
		if clean := text.Clean(v.In); v.Trouble == "" && clean != v.Clean {
			t.Errorf("%s: %q is %q, want %q", v.Name, v.In, clean, v.Clean)
		}
		if v.SameAs != nil && text.Fold(v.In) != text.Fold(*v.SameAs) {
			t.Errorf("%s: %q folds to %q, %q to %q", v.Name, v.In, text.Fold(v.In), *v.SameAs, text.Fold(*v.SameAs))
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
