package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"anzen/infra/aws/stacknames"
)

// resolver asks name servers; *net.Resolver is one.
type resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupCNAME(ctx context.Context, name string) (string, error)
}

func certificate(ctx context.Context, p plan, a account) result {
	const what = "domain and certificate"
	if p.certificate == "" {
		return notice.of(what, "no certificate: the dashboard is under CloudFront's own domain, which has to be "+p.domain,
			"at the first deployment nobody knows it: deploy, then deploy again with --context domain= and the output DistributionDomain",
			fmt.Sprintf("or, as CloudFront's own domain also admits TLS 1.0 and is for trying alone: ask AWS Certificate Manager in us-east-1 for a certificate of %s, and deploy with --context certificate=ARN", p.domain))
	}
	c, err := a.certificate(ctx, p.certificate)
	switch {
	case errors.Is(err, errMissing):
		return failing.of(what, p.certificate+" does not exist", "take the ARN of a certificate in us-east-1 of this account")
	case err != nil:
		return unknown(what, err)
	case c.status != "ISSUED":
		return failing.of(what, "the certificate is "+c.status, "add the CNAME records that AWS Certificate Manager shows, and wait until it is issued")
	case !slices.ContainsFunc(c.names, func(name string) bool { return covers(name, p.domain) }):
		return failing.of(what, fmt.Sprintf("the certificate is for %s, not for %s", strings.Join(c.names, ", "), p.domain), "ask for one with that name")
	}
	return ok(what, "issued for %s until %s; after the deployment point %s at the output DistributionDomain (CNAME, or an alias)",
		strings.Join(c.names, ", "), c.until.Format(time.DateOnly), p.domain)
}

// covers: a star stands for one label (RFC 6125, 6.4.3).
func covers(pattern, domain string) bool {
	if rest, ok := strings.CutPrefix(pattern, "*."); ok {
		_, parent, _ := strings.Cut(domain, ".")
		return strings.EqualFold(rest, parent)
	}
	return strings.EqualFold(pattern, domain)
}

func sandbox(ctx context.Context, a account) result {
	const what = "SES"
	s, err := a.sending(ctx)
	switch {
	case err != nil:
		return unknown(what, err)
	case !s.enabled:
		return notice.of(what, "sending is paused by AWS: no mail leaves", "see the account dashboard of SES for the reason")
	case !s.production:
		return notice.of(what, fmt.Sprintf("in the sandbox: mails reach only addresses that you verify, %.0f a day", s.daily),
			"request production access in SES (Account dashboard); AWS answers within a day", "until then verify the addresses of those who try the product")
	}
	return ok(what, "production access, %.0f mails a day", s.daily)
}

// sender checks the domain's identity in SES, and its DKIM records where it exists.
func sender(ctx context.Context, p plan, w world) []result {
	what := "mail domain " + p.sender()
	id, err := w.account.identity(ctx, p.sender())
	switch {
	case errors.Is(err, errMissing) && p.ownSender:
		return []result{failing.of(what, "SES has no such identity", "leave out --context sender=own: the stack "+stacknames.Mail(p.sender())+" makes it")}
	case errors.Is(err, errMissing):
		return []result{notice.of(what, "the stack "+stacknames.Mail(p.sender())+" makes its identity",
			"after the deployment add the three CNAME records of its outputs Dkim1 to Dkim3 to the domain; no mail leaves before")}
	case err != nil:
		return []result{unknown(what, err)}
	}
	if _, err := w.account.stack(ctx, mailRegion, stacknames.Mail(p.sender())); errors.Is(err, errMissing) && !p.ownSender {
		return []result{failing.of(what, "the identity exists, but not by the stack "+stacknames.Mail(p.sender())+", which cannot make it again",
			"add --context sender=own to use it as it is")}
	}
	if id.verified {
		return []result{ok(what, "verified, DKIM %s", strings.ToLower(id.dkim))}
	}
	r := notice.of(what, "not verified (DKIM "+strings.ToLower(id.dkim)+"): no mail leaves")
	for _, token := range id.tokens {
		name, value := token+"._domainkey."+p.sender(), token+".dkim.amazonses.com"
		if at, err := w.names.LookupCNAME(ctx, name); err == nil && strings.EqualFold(strings.TrimSuffix(at, "."), value) {
			continue
		}
		r.todo = append(r.todo, "add to DNS: "+name+" CNAME "+value)
	}
	if len(id.tokens) > 0 && r.todo == nil {
		r.todo = append(r.todo, "the DKIM records are there; SES looks at them within 72 hours, mostly minutes")
	}
	return []result{r}
}

// mailRecords are the records by which receivers judge mails: without them they are taken for spam.
func mailRecords(ctx context.Context, p plan, names resolver) []result {
	domain := p.sender()
	return []result{spf(ctx, names, domain), dmarc(ctx, names, domain)}
}

func spf(ctx context.Context, names resolver, domain string) result {
	found, err := record(ctx, names, domain, "v=spf1")
	switch {
	case err != nil:
		return unknown("SPF", err)
	case found == "":
		return notice.of("SPF", "no record at "+domain, `add to DNS: `+domain+` TXT "v=spf1 include:amazonses.com ~all"`)
	case !strings.Contains(found, "include:amazonses.com"):
		return notice.of("SPF", found+" does not name SES", "add include:amazonses.com before its last part")
	}
	return ok("SPF", "%s", found)
}

func dmarc(ctx context.Context, names resolver, domain string) result {
	found, err := record(ctx, names, "_dmarc."+domain, "v=DMARC1")
	switch {
	case err != nil:
		return unknown("DMARC", err)
	case found == "":
		return notice.of("DMARC", "no record at _dmarc."+domain,
			`add to DNS: _dmarc.`+domain+` TXT "v=DMARC1; p=none; rua=mailto:dmarc@`+domain+`", and p=quarantine once the reports are clean`)
	}
	return ok("DMARC", "%s", found)
}

// record is the TXT record with the version, or nothing. The error is that of name servers that do not answer.
func record(ctx context.Context, names resolver, name, version string) (string, error) {
	texts, err := names.LookupTXT(ctx, name)
	if missing := (*net.DNSError)(nil); errors.As(err, &missing) && missing.IsNotFound {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	for _, text := range texts {
		if len(text) >= len(version) && strings.EqualFold(text[:len(version)], version) {
			return text, nil
		}
	}
	return "", nil
}
