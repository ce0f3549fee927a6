package catalog

import (
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"

	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/sds"
)

// Whoever lists sheets page by page goes on from a position that an earlier version has
// answered, and so do jobs.
func TestStoredPosition(t *testing.T) {
	tabletest.JSON(t, "testdata/stored/position.json", &Position{}, *update)
}

// A snapshot is read by later versions, as long as it has the same version and layout.
// Where other bytes than these are written for the same, SnapshotVersion has to be raised;
// a change of the layout shows in the header and needs no more than -update.
func TestStoredSnapshot(t *testing.T) {
	st := newStore()
	for i := range 2 {
		var s sds.Sheet
		tabletest.Fill(&s, "dynamodbav", fmt.Sprintf("sheet%d", i))
		s.ID = sds.SheetID(fmt.Sprintf("00000000-0000-4000-8000-%012d", i))
		s.RevisedOn, s.File.SHA256 = "2025-04-01", ""
		if err := st.put(&s); err != nil {
			t.Fatal(err)
		}
	}
	at := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	data := (&snapshot{company: "c", store: st, applied: 7, taken: at, span: ruleSpan{"v", "2026-04-01", "2027-03-31"}}).encode()
	var dump strings.Builder
	d := &decoder{in: data[:len(data)-4]}
	d.take(uint64(len(snapshotMagic) + 1 + 4))
	d.take(d.uint())
	d.int()
	d.int()
	for range 3 {
		d.take(d.uint())
	}
	fmt.Fprintf(&dump, "%s\n", hex.EncodeToString(data[:len(data)-4-len(d.in)]))
	for d.err == nil && len(d.in) > 0 {
		fmt.Fprintf(&dump, "%s\n", hex.EncodeToString(d.section()))
	}
	if d.err != nil {
		t.Fatal(d.err)
	}
	tabletest.Golden(t, "testdata/stored/snapshot.txt", []byte(dump.String()), *update)
}
