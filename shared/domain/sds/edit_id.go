package sds

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"
)

// NewEditID is an id for a history entry that sorts after earlier ones, also within a
// millisecond.
func NewEditID(at time.Time) EditID {
	return EditID(ulid.MustNew(ulid.Timestamp(at), ulid.DefaultEntropy()).String())
}

// EditIDFor is the id of a history entry derived from what it is for, so that the
// entry's existence shows whether that was done. It sorts by the time.
func EditIDFor(at time.Time, what ...string) EditID {
	sum := sha256.Sum256([]byte(strings.Join(what, "\x00")))
	var id ulid.ULID
	if err := id.SetTime(ulid.Timestamp(at)); err != nil {
		panic(fmt.Sprintf("sds: time of an entry %s: %v", at, err))
	}
	if err := id.SetEntropy(sum[:10]); err != nil {
		panic(fmt.Sprintf("sds: %v", err))
	}
	return EditID(id.String())
}
