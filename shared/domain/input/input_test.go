package input_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
)

// The dashboard's tests read the same vectors.
func TestVectors(t *testing.T) {
	data, err := os.ReadFile("../../text/testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name, In, Clean string
		Trouble         message.Code
	}
	if err := json.Unmarshal(data, &vectors); err != nil || len(vectors) < 50 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	for _, v := range vectors {
		clean, trouble := input.Line(v.In)
		if trouble != v.Trouble || trouble == "" && clean != v.Clean {
			t.Errorf("%s: %q is %q (%s), want %q (%s)", v.Name, v.In, clean, trouble, v.Clean, v.Trouble)
		}
	}
}

func TestBlock(t *testing.T) {
	for in, want := range map[string]string{
		"a\r\nb\rc\u2028d\u0085e": "a\nb\nc\nd\ne", "\tb\n\n": "b", "a\tb": "a\tb", "\u200ba\u202eb": "ab", "a\x00b\x1b[0m": "ab[0m", "a\vb": "a\nb", "か\u3099": "が",
	} {
		if got, trouble := input.Block(in); got != want || trouble != "" {
			t.Errorf("%q is %q (%s), want %q", in, got, trouble, want)
		}
	}
	for in, want := range map[string]message.Code{"\ue000": input.CodeUnknown, "a" + strings.Repeat("\u0300", 9): input.CodeMarks} {
		if _, trouble := input.Block(in); trouble != want {
			t.Errorf("%q: %s, want %s", in, trouble, want)
		}
	}
}
