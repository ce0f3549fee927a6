package dns_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"anzen/infra/local/journal"
)

// A full disk refuses changes of the records, wherever in the file the space ends, and the records stay as they are, over the
// next start too.
func TestFullDisk(t *testing.T) {
	const name = "_anzen.midori.example"
	for space := range 60 {
		dir := t.TempDir()
		s, _ := open(t, dir)
		if err := s.Add(name, "first"); err != nil {
			t.Fatal(err)
		}
		free := journal.Limit(dir, space)
		want := []string{"first"}
		if err := s.Add(name, "second"); err == nil {
			want = append(want, "second")
		} else if !journal.Refused(err) {
			t.Fatalf("%d bytes: %v", space, err)
		}
		if err := s.Remove(name); err == nil {
			want = nil
		}
		free()
		if got := s.Values(name); !slices.Equal(got, want) {
			t.Errorf("%d bytes: %v", space, got)
		}
		if again, _ := open(t, dir); !slices.Equal(again.Values(name), want) {
			t.Errorf("%d bytes, after the next start: %v", space, again.Values(name))
		}
	}
}

// A change that cannot be stored is not visible either.
func TestRefusedChange(t *testing.T) {
	dir := t.TempDir()
	s, _ := open(t, dir)
	if err := os.Mkdir(filepath.Join(dir, "txt.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := s.Add("_anzen.midori.example", "first"); err == nil || len(s.Values("_anzen.midori.example")) != 0 {
		t.Errorf("%v, %v", err, s.Values("_anzen.midori.example"))
	}
}
