package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"time"
)

// Seal closes the records of a span of time: a later change, removal or insertion of a
// record in it shows, as the hash is another one then. Each seal continues the hash of the
// one before, so that a seal cannot be replaced without replacing all later ones; their
// hashes are in the log of the function that makes them, too, which is kept elsewhere.
type Seal struct {
	Number  int    `dynamodbav:"Number"` // from 1
	After   string `dynamodbav:"After"`  // the sealed records' ids are greater than this
	Until   string `dynamodbav:"Until"`  // and at most this
	Records int    `dynamodbav:"Records"`
	// Previous is the hash of the seal before, in hexadecimal; empty for the first one.
	Previous string    `dynamodbav:"Previous"`
	Hash     string    `dynamodbav:"Hash"`
	At       time.Time `dynamodbav:"At"`
	// RemovedAt is when the records were removed, as they were older than the company keeps
	// them; the seal stays, as the next one continues it.
	RemovedAt *time.Time `dynamodbav:"RemovedAt,omitempty"`
}

// Digest is the digest of a stored record, in a form that is the same whenever it is read.
type Digest = [sha256.Size]byte

// Next is the seal after s (the zero value: the first one) of records with the ids, in
// their order.
func (s Seal) Next(at time.Time, ids []string, records []Digest) Seal {
	next := Seal{Number: s.Number + 1, After: s.Until, Until: s.Until, Records: len(ids), Previous: s.Hash, At: at.UTC()}
	if len(ids) > 0 {
		next.Until = ids[len(ids)-1]
	}
	next.Hash = next.digest(records)
	return next
}

// digest chains the records to the hash of the seal before (SHA-256).
func (s Seal) digest(records []Digest) string {
	sum := sha256.Sum256([]byte(s.Previous))
	for _, r := range records {
		sum = sha256.Sum256(append(sum[:], r[:]...))
	}
	return hex.EncodeToString(sum[:])
}

// Matches reports whether the records are those that were sealed.
func (s Seal) Matches(records []Digest) bool {
	return len(records) == s.Records && s.digest(records) == s.Hash
}

// Continues reports whether the seal is the one after another.
func (s Seal) Continues(before Seal) bool {
	return s.Number == before.Number+1 && s.Previous == before.Hash && s.After == before.Until
}

// Verification is what is found when the seals of a company are compared with its records.
type Verification struct {
	Seals   int
	Records int // of the seals that match
	Removed int // seals whose records are no longer kept
	// Broken are the numbers of seals that do not match their records or do not continue the
	// seal before.
	Broken []int
	// Open is the number of records since the last seal.
	Open int
	// Last is the last seal.
	Last Seal
}

// Intact reports whether no record was changed since it was sealed.
func (v Verification) Intact() bool { return len(v.Broken) == 0 }
