package regulation

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"sync"
)

// Fingerprint names the embedded tables: others have another one. The tables are not
// read for it.
var Fingerprint = sync.OnceValue(func() string {
	sum := sha256.New()
	for _, text := range []string{lawFile, categoryFile, versionFile, classFile, entryFile} {
		_, _ = sum.Write([]byte(text)) // a hash takes everything
	}
	return hex.EncodeToString(sum.Sum(nil)[:6])
})

// Until is the first day after the given one on which something of the set begins or
// ends; "" where there is none. The day's epoch goes up to before it.
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

// Turning are the entries that begin or end after one day and up to another.
func (s *Set) Turning(after, upTo string) (turning []*Entry) {
	for i := range s.entries {
		e := &s.entries[i]
		if e.From > after && e.From <= upTo || e.To > after && e.To <= upTo {
			turning = append(turning, e)
		}
	}
	return turning
}
