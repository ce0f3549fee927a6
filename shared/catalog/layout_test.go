package catalog

import (
	"encoding/binary"
	"errors"
	"flag"
	"hash/crc32"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the layout of snapshots, and how one and a position are stored")

// The lists of columns, measures, facets and orders, as the layout of snapshots sums them
// up: what is changed here has all snapshots made anew. A number stays with its column for
// good, so lines come and go, and no number comes back with another name.
func TestLayout(t *testing.T) {
	const golden = "testdata/layout.txt"
	described := describe()
	if *update {
		if err := os.WriteFile(golden, []byte(described), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil || string(want) != described {
		t.Errorf("%s is stale (%v): run `go test ./shared/catalog -update`; the lists say\n%s", golden, err, described)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(described) {
		words := strings.Fields(line)
		if key := words[0] + " " + words[1]; seen[key] {
			t.Errorf("%s is there twice", key)
		} else {
			seen[key] = true
		}
	}
}

// A snapshot of other lists or of another version is refused, however whole it is.
func TestSnapshotsOfOtherListsAreRefused(t *testing.T) {
	good := (&snapshot{company: "c", store: newStore()}).encode()
	if _, err := decodeSnapshot(good, "c"); err != nil {
		t.Fatal(err)
	}
	for name, at := range map[string]int{"version": len(snapshotMagic), "layout": len(snapshotMagic) + 1} {
		other := append([]byte{}, good...)
		other[at]++
		binary.LittleEndian.PutUint32(other[len(other)-4:], crc32.Checksum(other[:len(other)-4], castagnoli))
		if _, err := decodeSnapshot(other, "c"); !errors.Is(err, ErrBadSnapshot) {
			t.Errorf("another %s: %v", name, err)
		}
	}
}

// What a list takes for the checks' are the columns that judging fills.
func TestJudgedColumns(t *testing.T) {
	var names []string
	for i := range recordColumns {
		if recordColumns[i].revised {
			names = append(names, recordColumns[i].name)
		}
	}
	if got := strings.Join(names, " "); got != "checked_laws unidentified law_dates" {
		t.Errorf("the checks fill %q", got)
	}
}
