package journal_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"anzen/infra/local/journal"
)

type entry struct {
	N    int    `json:"n"`
	Text string `json:"text,omitempty"`
}

func read(t *testing.T, path string) []int {
	t.Helper()
	var numbers []int
	err := journal.Read(path, func(_ int64, record json.RawMessage) error {
		var e entry
		if err := json.Unmarshal(record, &e); err != nil {
			return err
		}
		numbers = append(numbers, e.N)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return numbers
}

func open(t *testing.T, path string) *journal.File {
	t.Helper()
	j, err := journal.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func TestTornRecordIsDropped(t *testing.T) {
	tests := map[string]struct {
		tail string
		want int
	}{
		"nothing torn":          {"", 2},
		"no line end":           {`{"n":3}`, 2},
		"half a record":         {`{"n":3,"te`, 2},
		"zeroes of a lost page": {"\x00\x00\x00\n", 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "folder", "j.jsonl")
			j := open(t, path)
			if _, err := j.Append(entry{N: 1}, entry{N: 2}); err != nil {
				t.Fatal(err)
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := file.WriteString(test.tail); err != nil {
				t.Fatal(err)
			}
			_ = file.Close()

			if got := read(t, path); len(got) != test.want {
				t.Fatalf("read %v before reopening", got)
			}
			again := open(t, path)
			if _, err := again.Append(entry{N: 9}); err != nil {
				t.Fatal(err)
			}
			if got := read(t, path); len(got) != test.want+1 || got[test.want] != 9 {
				t.Fatalf("read %v after reopening", got)
			}
		})
	}
}

func TestConcurrentAppend(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	j := open(t, path)
	var group sync.WaitGroup
	for n := range 50 {
		group.Go(func() {
			offset, err := j.Append(entry{N: n, Text: "日本語"})
			if err != nil {
				t.Error(err)
			}
			var back entry
			if err := j.ReadAt(offset, &back); err != nil || back.N != n {
				t.Errorf("read back %v, %v instead of %d", back, err, n)
			}
		})
	}
	group.Wait()
	if got := read(t, path); len(got) != 50 {
		t.Fatalf("%d records", len(got))
	}
}

func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j.jsonl")
	if _, err := open(t, path).Append(entry{N: 1}, entry{N: 2}); err != nil {
		t.Fatal(err)
	}
	if err := journal.Replace(path, []any{entry{N: 7}}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); len(got) != 1 || got[0] != 7 {
		t.Fatalf("read %v", got)
	}
	if err := journal.Remove(path); err != nil {
		t.Fatal(err)
	}
	if got := read(t, path); got != nil {
		t.Fatalf("read %v from a removed journal", got)
	}
}
