package regulation

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
)

// Fingerprint is a hash of the embedded tables. It does not parse them.
var Fingerprint = sync.OnceValue(func() string {
	sum := sha256.New()
	for _, text := range []string{lawFile, categoryFile, versionFile, classFile, transitionFile, entryFile} {
		_, _ = sum.Write([]byte(text)) // a hash accepts everything
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
})

// Until is the first day after the given one on which an entry begins or ends, and so the
// end of its epoch; "" where there is none.
func (s *Set) Until(day string) string {
	n, found := slices.BinarySearch(s.days, day)
	if found {
		n++
	}
	if n == len(s.days) {
		return ""
	}
	return s.days[n]
}

// Turning returns the entries that begin or end after one day and up to another.
func (s *Set) Turning(after, upTo string) (turning []*Entry) {
	for i := range s.entries {
		e := &s.entries[i]
		if e.From > after && e.From <= upTo || e.To > after && e.To <= upTo {
			turning = append(turning, e)
		}
	}
	return turning
}
