package maildomains

import (
	"context"
	"errors"
	"fmt"
	"time"

	"anzen/functions/common/domainproof"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
)

// oneTakes is longer than a company takes; with less time left the rest waits for the next day.
const oneTakes = time.Minute

// verify looks for the proofs of all companies' domains. A failure does not stop the others, and
// is retried the next day.
func (s Services) verify(ctx context.Context) error {
	names, err := s.Users.Providers(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, name := range names {
		c, ok := saml.CompanyOf(name)
		if !ok {
			continue
		}
		if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < oneTakes {
			return errors.Join(append(failed, errors.New("not all mail domains were verified in time"))...)
		}
		if err := s.verifyCompany(ctx, c); err != nil {
			failed = append(failed, fmt.Errorf("company %s: %w", c, err))
		}
	}
	return errors.Join(failed...)
}

func (s Services) verifyCompany(ctx context.Context, c sds.CompanyID) error {
	connection, there, err := s.Table.Connection(ctx, c)
	if err != nil || !there {
		return err
	}
	for _, domain := range connection.Domains {
		found, err := domainproof.Proven(ctx, s.Table, s.TXT, c, domain)
		if err != nil {
			s.Log.WarnContext(ctx, "proof of a mail domain not looked up", "company", string(c), "domain", domain, "cause", err.Error())
			continue
		}
		if connection, err = s.settle(ctx, c, connection, domain, found); err != nil {
			return fmt.Errorf("%s: %w", domain, err)
		}
	}
	return nil
}

// settle records what was found of a domain, and does what is due: a mail is sent before it is
// recorded, so that none is left out; a domain ends at the user pool before it is free for others.
func (s Services) settle(ctx context.Context, c sds.CompanyID, connection saml.Connection, domain string, found bool) (saml.Connection, error) {
	now := s.Now().UTC()
	missing, was := connection.MissingOf(domain)
	switch {
	case found && !was:
		return connection, nil
	case found:
		return s.write(ctx, c, "saml.domain_found", connection, connection.WithoutMissing(domain), domain)
	case !was:
		return s.write(ctx, c, "saml.domain_missing", connection, connection.WithMissing(saml.Missing{Domain: domain, Since: now}), domain)
	case missing.Over(now):
		after := connection.WithoutDomain(domain)
		if err := s.Users.Connect(ctx, saml.ProviderName(c), "", after.Domains); err != nil {
			return connection, err
		}
		after, err := s.write(ctx, c, "saml.domain_stopped", connection, after, domain)
		if err != nil {
			return connection, err
		}
		return after, s.notify(ctx, c, mail.SAMLDomainStopped, domain, never)
	case missing.Notices < missing.Due(now):
		missing.Notices, missing.NotifiedAt = missing.Due(now), now
		end := missing.Ends()
		if err := s.notify(ctx, c, mail.SAMLDomainMissing, domain, func(locale string) string { return company.TimeText(end, locale) }); err != nil {
			return connection, err
		}
		return s.write(ctx, c, "saml.domain_told", connection, connection.WithMissing(missing), domain)
	}
	return connection, nil
}

func (s Services) write(ctx context.Context, c sds.CompanyID, action string, before, after saml.Connection, domain string) (saml.Connection, error) {
	x := s.Table.Begin(c).Audit(table.Audit{Action: action, Target: domain, At: s.Now()})
	after = x.WriteConnection(&before, after)
	return after, x.Commit(ctx)
}
