package maildomains_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/maildomains"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
)

const domain = "midori.example"

// stand is a company with an active connection for domains, and its administrator.
type stand struct {
	*apitest.World
	t       *testing.T
	company company.Company
	admin   company.User
}

func start(t *testing.T, domains ...string) stand {
	t.Helper()
	w := apitest.New(t)
	c := w.Company(t, func(c *company.Company) { c.Features = []plan.Feature{plan.FeatureSAML} })
	s := stand{w, t, c, w.User(t, c, access.Admin)}
	w.User(t, c, access.Viewer)
	x := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.connected"})
	x.WriteConnection(nil, saml.Connection{State: saml.StateActive, Only: true, Domains: domains, UpdatedAt: w.Clock.Now()})
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Pool.Providers[saml.ProviderName(c.ID)], w.Pool.Domains[saml.ProviderName(c.ID)] = "metadata", domains
	w.Pool.Providers["somebody-else"] = "metadata"
	return s
}

func (s stand) call(function string, event any) (string, error) {
	s.t.Helper()
	h, err := maildomains.Of(function, maildomains.Services{
		Table: s.Table, Users: idp.New(s.Pool, "pool").For(apitest.Client), Mail: mailer.New(s.Mailbox, "no-reply@anzen.example"), AppURL: apitest.AppURL, Now: s.Clock.Now, Log: slog.New(slog.DiscardHandler),
		TXT: func(_ context.Context, name string) ([]string, error) { return s.TXT[name], s.TXTFails },
	})
	if err != nil {
		s.t.Fatal(err)
	}
	in, _ := json.Marshal(event)
	out, err := h.Invoke(s.t.Context(), in)
	return string(out), err
}

// day is the next day's run.
func (s stand) day() {
	s.t.Helper()
	s.Clock.Advance(24 * time.Hour)
	if _, err := s.call(maildomains.Verify, map[string]any{}); err != nil {
		s.t.Fatal(err)
	}
}

func (s stand) connection() saml.Connection {
	s.t.Helper()
	c, there, err := s.Table.Connection(s.t.Context(), s.company.ID)
	if err != nil || !there {
		s.t.Fatal(there, err)
	}
	return c
}

// mails are the subjects of the mails since the last call, all to the administrator.
func (s stand) mails() (subjects []string) {
	s.t.Helper()
	for _, m := range s.Mailbox.Mails {
		if m.To != s.admin.Email {
			s.t.Errorf("mail to %s", m.To)
		}
		subjects = append(subjects, m.Subject)
	}
	s.Mailbox.Mails = nil
	return subjects
}

func (s stand) prove(domains ...string) {
	for _, d := range domains {
		s.TXT[saml.ProofName(d)] = []string{"v=spf1 -all", saml.Proof(s.company.ID)}
	}
}

func TestAProofThatIsGoneEndsTheDomain(t *testing.T) {
	s := start(t, domain, "lab.midori.example")
	s.prove(domain, "lab.midori.example")
	s.day()
	if v := s.connection().Version; v != 1 || len(s.mails()) != 0 {
		t.Errorf("written for nothing: version %d", v)
	}
	s.TXT[saml.ProofName(domain)] = []string{"anzen-domain-verification=another"}
	var notified []int
	for day := range 20 {
		if day == 5 { // looked for once more on the same day
			if _, err := s.call(maildomains.Verify, map[string]any{}); err != nil {
				t.Fatal(err)
			}
		}
		s.day()
		c := s.connection()
		if len(s.Mailbox.Mails) > 0 {
			notified = append(notified, day)
			m := s.Mailbox.Mails[0]
			if !strings.Contains(m.Text, domain) || !strings.Contains(m.Text, saml.ProofName(domain)) || !strings.Contains(m.Text, saml.Proof(s.company.ID)) {
				t.Errorf("mail %s", m.Text)
			}
			if day < 14 {
				missing, _ := c.MissingOf(domain)
				if end := company.TimeText(missing.Ends(), s.admin.Locale); !strings.Contains(m.Text, end) {
					t.Errorf("%s is not in %s", end, m.Text)
				}
			}
		}
		s.mails()
		if stays := day < 14; c.Covers("x@"+domain) != stays || !c.Covers("x@lab.midori.example") {
			t.Fatalf("day %d: %v", day, c.Domains)
		}
	}
	if !slices.Equal(notified, []int{2, 11, 14}) {
		t.Errorf("notified on the days %v", notified)
	}
	if d := s.Pool.Domains[saml.ProviderName(s.company.ID)]; !slices.Equal(d, []string{"lab.midori.example"}) {
		t.Errorf("the pool still has %v", d)
	}
	var actions []string
	for _, a := range s.Audits(t, s.company.ID) {
		if a.Target == domain {
			actions = append(actions, a.Action)
		}
	}
	if want := []string{"saml.domain_missing", "saml.domain_told", "saml.domain_told", "saml.domain_stopped"}; !slices.Equal(actions, want) {
		t.Errorf("audit %v", actions)
	}
	// The domain is free: its owner of today may be another company.
	rival := s.Company(t)
	x := s.Table.Begin(rival.ID).Audit(table.Audit{Action: "test.connected"})
	x.WriteConnection(nil, saml.Connection{State: saml.StateActive, Domains: []string{domain}})
	if err := x.Commit(t.Context()); err != nil {
		t.Error(err)
	}
}

// The last domain's end locks nobody out: passwords are allowed again.
func TestTheLastDomainEnds(t *testing.T) {
	s := start(t, domain)
	viewer := s.User(t, s.company, access.Viewer)
	if !s.connection().RefusesPassword(s.company, viewer) {
		t.Fatal("passwords are allowed already")
	}
	for range 16 {
		s.day()
	}
	if c := s.connection(); len(c.Domains) != 0 || c.RefusesPassword(s.company, viewer) {
		t.Errorf("%+v", c)
	}
}

func TestAProofThatIsFoundAgain(t *testing.T) {
	s := start(t, domain)
	for range 5 {
		s.day()
	}
	if _, missing := s.connection().MissingOf(domain); !missing || len(s.mails()) != 1 {
		t.Error("not missing")
	}
	s.prove(domain)
	s.day()
	if _, missing := s.connection().MissingOf(domain); missing || len(s.mails()) != 0 {
		t.Error("still missing")
	}
	// DNS that does not answer, for however long, is no proof that it is gone.
	s.TXTFails = errors.New("SERVFAIL")
	for range 30 {
		s.day()
	}
	if c := s.connection(); !c.Covers("x@"+domain) || len(c.Missing) != 0 || len(s.mails()) != 0 {
		t.Errorf("%+v", c)
	}
}

// Nothing ends without a mail, even where mails failed for weeks or the function did not run.
func TestNothingEndsUnannounced(t *testing.T) {
	s := start(t, domain)
	s.day()
	s.Mailbox.Fail = errors.New("SES is down")
	for range 20 {
		s.Clock.Advance(24 * time.Hour)
		if _, err := s.call(maildomains.Verify, map[string]any{}); err == nil && s.Clock.Now().Sub(s.connection().Missing[0].Since) >= saml.MissingNotified {
			t.Fatal("the failure is not reported to the operator")
		}
	}
	s.Mailbox.Fail = nil
	for day := range 4 {
		s.day()
		if stays := day < 3; s.connection().Covers("x@"+domain) != stays {
			t.Errorf("day %d after the mail: %v", day, s.connection().Domains)
		}
	}
	if subjects := s.mails(); len(subjects) != 2 {
		t.Errorf("mails %v", subjects)
	}
}

func TestTheOperatorProvesADomain(t *testing.T) {
	s := start(t, domain)
	word := func(change map[string]any) map[string]any {
		w := map[string]any{"company": s.company.ID, "domain": " @Midori.Example", "by": "佐藤 operator", "reason": "contract 2026-118"}
		for name, value := range change {
			w[name] = value
		}
		return w
	}
	for name, change := range map[string]map[string]any{
		`"company"`: {"company": "x"}, "no company": {"company": sds.NewID[sds.CompanyID]()}, `"domain"`: {"domain": "no domain"}, "free mail": {"domain": "gmail.com"}, `"by"`: {"by": " "}, `"reason"`: {"reason": strings.Repeat("長", 501)},
	} {
		if _, err := s.call(maildomains.Prove, word(change)); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
	out, err := s.call(maildomains.Prove, word(nil))
	if err != nil || !strings.Contains(out, `"domain":"midori.example"`) || !strings.Contains(out, s.company.Name) {
		t.Fatal(out, err)
	}
	if subjects := s.mails(); len(subjects) != 1 || !strings.Contains(subjects[0], domain) {
		t.Errorf("mails %v", subjects)
	}
	proof, there, err := s.Table.OperatorProof(t.Context(), s.company.ID, domain)
	if err != nil || !there || proof.By != "佐藤 operator" || proof.Reason != "contract 2026-118" || !proof.At.Equal(s.Clock.Now()) {
		t.Errorf("%+v %v %v", proof, there, err)
	}
	for range 20 {
		s.day()
	}
	if c := s.connection(); !c.Covers("x@"+domain) || len(c.Missing) != 0 {
		t.Errorf("ended although the operator has proven it: %+v", c)
	}
	if _, err := s.call(maildomains.Prove, word(map[string]any{"withdraw": true})); err != nil {
		t.Fatal(err)
	}
	s.day()
	if _, missing := s.connection().MissingOf(domain); !missing {
		t.Error("the word was not taken back")
	}
	var actions []string
	for _, a := range s.Audits(t, s.company.ID) {
		if a.Target == domain {
			actions = append(actions, a.Action)
		}
	}
	if want := []string{"saml.domain_proven", "saml.domain_proof_withdrawn", "saml.domain_missing"}; !slices.Equal(actions, want) {
		t.Errorf("audit %v", actions)
	}
}
