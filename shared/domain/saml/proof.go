package saml

import (
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strings"
	"time"

	"anzen/shared/domain/sds"
)

// ProofName is the name of the TXT record of DNS by which a company proves a mail domain.
func ProofName(domain string) string { return "_anzen." + domain }

// Proof is the text of the record. It is no secret: who can write it owns the domain.
func Proof(c sds.CompanyID) string {
	sum := sha256.Sum256([]byte("anzen mail domain:" + string(c)))
	return "anzen-domain-verification=" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:20]))
}

// OperatorProof is that the operator has convinced themselves that a mail domain is a
// company's, where the company cannot write a TXT record.
type OperatorProof struct {
	Domain string    `dynamodbav:"Domain"`
	By     string    `dynamodbav:"By"`     // the person of the operator
	Reason string    `dynamodbav:"Reason"` // what convinced them: a contract, a ticket
	At     time.Time `dynamodbav:"At"`
}

// Proofs are looked up again once a day. A domain whose proof is gone is a domain that may
// have been sold: whoever owns it could be asserted as its former users.
const (
	// MissingNotified is after how long the administrators are notified: a name server may be repaired
	// within a day.
	MissingNotified = 2 * 24 * time.Hour
	// MissingAgain is after how long they are notified again.
	MissingAgain = 11 * 24 * time.Hour
	// MissingEnds is after how long the domain stops working.
	MissingEnds = 14 * 24 * time.Hour
	// MissingLeft is the least time between a mail and the end.
	MissingLeft = 3 * 24 * time.Hour
)

// Missing is a mail domain of a connection whose proof was not found any more.
type Missing struct {
	Domain string    `dynamodbav:"Domain"`
	Since  time.Time `dynamodbav:"Since"`
	// Notices is how many mails were sent about it, the last at NotifiedAt.
	Notices    int       `dynamodbav:"Told"`
	NotifiedAt time.Time `dynamodbav:"ToldAt"`
}

// Ends is when the domain stops working, unless its proof is found by then: never without a
// mail before.
func (m Missing) Ends() time.Time {
	end := m.Since.Add(MissingEnds)
	if left := m.NotifiedAt.Add(MissingLeft); m.Notices > 0 && left.After(end) {
		return left
	}
	return end
}

// Due is how many mails are to have been sent by now.
func (m Missing) Due(now time.Time) int {
	switch age := now.Sub(m.Since); {
	case age >= MissingAgain:
		return 2
	case age >= MissingNotified:
		return 1
	}
	return 0
}

// Over reports whether the domain stops working now.
func (m Missing) Over(now time.Time) bool { return m.Notices > 0 && !now.Before(m.Ends()) }

// MissingOf is what is known of a domain whose proof is missing; false where it is not.
func (c Connection) MissingOf(domain string) (Missing, bool) {
	i := slices.IndexFunc(c.Missing, func(m Missing) bool { return m.Domain == domain })
	if i < 0 {
		return Missing{}, false
	}
	return c.Missing[i], true
}

// WithMissing is the connection with what is known of a domain whose proof is missing.
func (c Connection) WithMissing(m Missing) Connection {
	c = c.WithoutMissing(m.Domain)
	c.Missing = append(c.Missing, m)
	return c
}

// WithoutMissing is the connection once the proof of a domain was found again.
func (c Connection) WithoutMissing(domain string) Connection {
	c.Missing = slices.DeleteFunc(slices.Clone(c.Missing), func(m Missing) bool { return m.Domain == domain })
	return c
}

// WithoutDomain is the connection without a mail domain.
func (c Connection) WithoutDomain(domain string) Connection {
	c = c.WithoutMissing(domain)
	c.Domains = slices.DeleteFunc(slices.Clone(c.Domains), func(d string) bool { return d == domain })
	return c
}
