package journal_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"anzen/infra/local/journal"
)

// A full disk refuses a record, wherever in it the space ends, and the journal
// continues as soon as there is space: nothing is torn, nothing is lost.
func TestFullDisk(t *testing.T) {
	record := entry{N: 2, Text: strings.Repeat("x", 20)}
	for space := range 80 {
		folder := t.TempDir()
		path := filepath.Join(folder, "j.jsonl")
		j := open(t, path)
		if _, err := j.Append(entry{N: 1}); err != nil {
			t.Fatal(err)
		}
		free := journal.Limit(folder, space)
		_, err := j.Append(record, entry{N: 3})
		want := []int{1}
		if err == nil {
			want = append(want, 2, 3)
		} else if !errors.Is(err, syscall.ENOSPC) || !journal.Refused(err) {
			t.Fatalf("%d bytes: %v", space, err)
		}
		if got := read(t, path); !slices.Equal(got, want) {
			t.Fatalf("%d bytes: %v while the disk is full", space, got)
		}
		if lazy := j.AppendLazily(entry{N: 4, Text: strings.Repeat("y", 80)}); !journal.Refused(lazy) {
			t.Fatalf("%d bytes: %v", space, lazy)
		}
		free()
		if _, err := j.Append(entry{N: 5}); err != nil {
			t.Fatalf("%d bytes: %v once there is space", space, err)
		}
		want = append(want, 5)
		if got := read(t, path); !slices.Equal(got, want) {
			t.Fatalf("%d bytes: %v once there is space", space, got)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := open(t, path).Append(entry{N: 6}); err != nil {
			t.Fatal(err)
		}
		if got := read(t, path); !slices.Equal(got, append(want, 6)) {
			t.Fatalf("%d bytes: %v after the next start", space, got)
		}
	}
}

// A journal that cannot be rewritten continues with its content.
func TestRewriteOnFullDisk(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "j.jsonl")
	j := open(t, path)
	if _, err := j.Append(entry{N: 1}, entry{N: 2}); err != nil {
		t.Fatal(err)
	}
	free := journal.Limit(folder, 5)
	if err := j.Rewrite([]any{entry{N: 2}}); !journal.Refused(err) {
		t.Fatalf("rewritten: %v", err)
	}
	if err := journal.Replace(path, []any{entry{N: 2}}); !journal.Refused(err) {
		t.Fatalf("replaced: %v", err)
	}
	if _, err := os.Stat(path + ".new"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the unfinished journal was not removed: %v", err)
	}
	free()
	if _, err := j.Append(entry{N: 3}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); !slices.Equal(got, []int{1, 2, 3}) {
		t.Fatalf("%v", got)
	}
	if err := j.Rewrite([]any{entry{N: 3}}); err != nil {
		t.Fatal(err)
	}
	offset, err := j.Append(entry{N: 4})
	if err != nil {
		t.Fatal(err)
	}
	var last entry
	if err := j.ReadAt(offset, &last); err != nil || last.N != 4 {
		t.Errorf("%v, %v", last, err)
	}
	if got := read(t, path); !slices.Equal(got, []int{3, 4}) || j.Size() == 0 {
		t.Fatalf("%v", got)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Rewrite(nil); err == nil || journal.Refused(err) {
		t.Errorf("a closed journal was rewritten: %v", err)
	}
}
