package table

import (
	"context"

	"anzen/shared/domain/message"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
)

// CodeDomainTaken is the code of a domain that another company's identity provider uses.
const CodeDomainTaken message.Code = "saml.domain_taken"

// domainGuard is the guard of a company's mail domain.
type domainGuard struct {
	Company sds.CompanyID `dynamodbav:"Company"`
}

// Connection reads a company's connection to its identity provider; false where there is
// none.
func (t *Table) Connection(ctx context.Context, c sds.CompanyID) (saml.Connection, bool, error) {
	return Get[saml.Connection](ctx, t, connectionKey(c))
}

// OperatorProof reads the operator's word that a mail domain is a company's; false where there
// is none.
func (t *Table) OperatorProof(ctx context.Context, c sds.CompanyID, domain string) (saml.OperatorProof, bool, error) {
	return Get[saml.OperatorProof](ctx, t, proofKey(c, domain))
}

// WriteOperatorProof records the operator's word on a mail domain.
func (x *Tx) WriteOperatorProof(p saml.OperatorProof) *Tx {
	return x.Put(proofKey(x.company, p.Domain), p)
}

// RemoveOperatorProof takes the operator's word back.
func (x *Tx) RemoveOperatorProof(domain string) *Tx { return x.Remove(proofKey(x.company, domain)) }

// WriteConnection adds or changes the connection (before: nil where there was none), with
// the guards of its domains; the result is the connection as written.
func (x *Tx) WriteConnection(before *saml.Connection, after saml.Connection) saml.Connection {
	had := map[string]bool{}
	if before != nil {
		for _, d := range before.Domains {
			had[d] = true
		}
	}
	for _, d := range after.Domains {
		if !had[d] {
			x.Create(domainKey(d), domainGuard{x.company}, message.New(message.Conflict, CodeDomainTaken).With(message.Args{"domain": d}).On("mail_domains", CodeDomainTaken, message.Args{"domain": d}))
		}
		delete(had, d)
	}
	for d := range had {
		x.Remove(domainKey(d))
	}
	if before == nil {
		after.Version = 1
		x.Create(connectionKey(x.company), after, ErrStale)
		return after
	}
	after.Version = before.Version + 1
	x.Replace(connectionKey(x.company), after, before.Version)
	return after
}

// DeleteConnection removes the connection, ErrStale where it has changed since it was read,
// and frees its domains.
func (x *Tx) DeleteConnection(c saml.Connection) *Tx {
	for _, d := range c.Domains {
		x.Remove(domainKey(d))
	}
	return x.Delete(connectionKey(x.company), c.Version)
}
