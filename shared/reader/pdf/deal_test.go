package pdf

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"image"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"anzen/shared/reader/doc"
)

func aPage(n, rules, chars int) message {
	return message{Page: &doc.Page{Number: n, Chars: chars, Rules: make([]doc.Rule, rules)}}
}

// In any order of arrival, the same pages lose their rules.
func TestTheLastPagesLoseTheirRules(t *testing.T) {
	rules := []int{MaxRules / 2, MaxRules / 4, MaxRules / 2, 5, MaxRules / 8}
	for _, order := range [][]int{{1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}, {4, 5, 1, 3, 2}, {2, 4, 1, 3, 5}} {
		d := alone()
		if err := d.begin(5); err != nil {
			t.Fatal(err)
		}
		for range rules {
			d.page()
		}
		for _, n := range order {
			if err := d.put(aPage(n, rules[n-1], 1)); err != nil {
				t.Fatal(err)
			}
		}
		var kept []int
		for _, p := range d.pages {
			kept = append(kept, len(p.Rules))
		}
		if want := []int{rules[0], rules[1], 0, 0, 0}; !cmp.Equal(kept, want) {
			t.Errorf("order %v: kept %v, want %v", order, kept, want)
		}
	}
}

func TestADealEnds(t *testing.T) {
	tests := []struct {
		name  string
		pages []message
		want  error
	}{
		{"all is well", []message{aPage(1, 0, 10), aPage(2, 0, 10)}, nil},
		{"too many characters", []message{aPage(1, 0, MaxText), aPage(2, 0, 1)}, ErrTooLarge},
		{"no page can be read", []message{{Page: &doc.Page{Number: 1}, Bad: "gone"}, {Page: &doc.Page{Number: 2}, Bad: "gone"}}, ErrBroken},
		{"one page can be read", []message{{Page: &doc.Page{Number: 1}, Bad: "gone"}, aPage(2, 0, 10)}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := alone()
			if err := d.begin(len(tt.pages)); err != nil {
				t.Fatal(err)
			}
			for _, m := range tt.pages {
				d.page()
				if err := d.put(m); err != nil {
					t.Fatal(err)
				}
			}
			if d.missing() {
				t.Error("pages are missing")
			}
			if f, err := d.file(doc.Info{}); !errors.Is(err, tt.want) || err == nil && len(f.Pages) != len(tt.pages) {
				t.Errorf("%v", err)
			}
		})
	}
}

func TestADealTakesNothingThatItDidNotAskFor(t *testing.T) {
	d := alone()
	if err := d.begin(2); err != nil {
		t.Fatal(err)
	}
	if n, _ := d.page(); n != 1 {
		t.Fatal("the first page is not requested first")
	}
	for _, m := range []message{aPage(2, 0, 0), aPage(0, 0, 0), aPage(3, 0, 0)} {
		if d.put(m) == nil {
			t.Errorf("page %d is accepted", m.Page.Number)
		}
	}
	if err := d.put(aPage(1, 0, 0)); err != nil {
		t.Fatal(err)
	}
	if d.put(aPage(1, 0, 0)) == nil {
		t.Error("a page is accepted twice")
	}
	if d.begin(3) == nil || d.begin(MaxPages+1) == nil {
		t.Error("the document changes its pages")
	}
	if !d.missing() {
		t.Error("no page is missing")
	}
}

func TestAPictureHasAllItsPixels(t *testing.T) {
	good := image.NewGray(image.Rect(0, 0, 3, 2))
	for _, c := range []struct {
		name string
		g    *image.Gray
		ok   bool
	}{
		{"as rendered", good, true},
		{"pixels are missing", &image.Gray{Pix: good.Pix[:5], Stride: 3, Rect: good.Rect}, false},
		{"wider than its rows", &image.Gray{Pix: good.Pix, Stride: 2, Rect: good.Rect}, false},
		{"no pixels", &image.Gray{}, false},
		{"moved", &image.Gray{Pix: good.Pix, Stride: 3, Rect: good.Rect.Add(image.Pt(1, 0))}, false},
		{"a size that overflows", &image.Gray{Stride: 1 << 62, Rect: image.Rect(0, 0, 1<<62, 4)}, false},
	} {
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(message{Reply: &reply{Picture: c.g}}); err != nil {
			t.Fatal(err)
		}
		if _, err := receive(gob.NewDecoder(&b)); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// alone is all of a document.
func alone() *share { return &share{deal: newDeal(nil), first: true} }

// What the second worker was given and has not read, the first one reads in the end.
func TestPagesOfAFailedWorkerAreReadByTheOther(t *testing.T) {
	first := alone()
	second := &share{deal: first.deal}
	if err := first.begin(4); err != nil {
		t.Fatal(err)
	}
	var asked []int
	for _, s := range []*share{first, second, second, first} {
		n, _ := s.page()
		asked = append(asked, n)
	}
	if n, last := first.page(); n != 0 || last {
		t.Errorf("page %d is left, the last %t, while the other worker has some", n, last)
	}
	for _, n := range []int{1, 4} {
		if err := first.put(aPage(n, 0, 10)); err != nil {
			t.Fatal(err)
		}
	}
	if err := second.put(aPage(3, 0, 10)); err != nil {
		t.Fatal(err)
	}
	if second.put(aPage(1, 0, 10)) == nil {
		t.Error("a page of the other worker is accepted")
	}
	if n, last := second.page(); n != 0 || !last || !first.missing() {
		t.Errorf("page %d is left, the last %t", n, last)
	}
	waited := make(chan int)
	go func() {
		n, _ := first.page()
		waited <- n
	}()
	first.giveBack(second.mine)
	asked = append(asked, <-waited)
	if err := first.put(aPage(2, 0, 10)); err != nil {
		t.Fatal(err)
	}
	if n, last := first.page(); !slices.Equal(asked, []int{1, 2, 3, 4, 2}) || n != 0 || !last || first.missing() {
		t.Errorf("requested %v, then %d", asked, n)
	}
}

// A worker always has a page to go on with, and hears once that there are no more.
func TestPagesAreRequestedAhead(t *testing.T) {
	for pages, want := range map[int][][]uint32{
		1: {{1, 0}, nil},
		2: {{1, 2}, {0}, nil},
		4: {{1, 2}, {3}, {4}, {0}, nil},
	} {
		var sent bytes.Buffer
		w := &worker{w: bufio.NewWriter(&sent)}
		d := alone()
		if err := d.begin(pages); err != nil {
			t.Fatal(err)
		}
		for n := range want {
			if n > 0 {
				if err := d.put(aPage(n, 0, 10)); err != nil {
					t.Fatal(err)
				}
			}
			if err := d.request(w); err != nil {
				t.Fatal(err)
			}
			got := make([]uint32, sent.Len()/4)
			if err := binary.Read(&sent, binary.LittleEndian, got); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want[n]) {
				t.Errorf("of %d pages, after %d: %v, want %v", pages, n, got, want[n])
			}
		}
		if d.missing() {
			t.Errorf("of %d pages, some are missing", pages)
		}
	}
}
