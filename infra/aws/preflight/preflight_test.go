package main

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// fake is an account, a name server and a Docker that are ready, with the changes of a test.
type fake struct {
	bootstraps map[string]int
	stacks     map[string]string
	role       string
	limit, mb  int
	cert       issued
	send       sending
	id         *identity
	txt, cname map[string]string
	silent     bool // the name servers do not answer
	builds     []string
	docker     error
	refused    error
}

func ready() *fake {
	return &fake{
		bootstraps: map[string]int{"ap-northeast-1": 21, "us-east-1": 21}, stacks: map[string]string{"anzen-Mail-mail-example-com": "CREATE_COMPLETE"},
		limit: 1000, mb: 10240, send: sending{true, true, 50000}, id: &identity{verified: true, dkim: "SUCCESS"},
		cert:   issued{"ISSUED", []string{"*.example.com"}, time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)},
		txt:    map[string]string{"mail.example.com": "v=spf1 include:amazonses.com ~all", "_dmarc.mail.example.com": "v=DMARC1; p=quarantine"},
		builds: []string{"linux/amd64", "linux/arm64"},
	}
}

func (f *fake) number(context.Context) (string, error) { return "123456789012", f.refused }

func (f *fake) bootstrap(_ context.Context, region string) (int, error) {
	if v := f.bootstraps[region]; v > 0 {
		return v, nil
	}
	return 0, errMissing
}

func (f *fake) stack(_ context.Context, region, name string) (string, error) {
	if (region == edgeRegion) != strings.HasSuffix(name, "-Guard") {
		return "", errors.New("asked in the wrong region")
	}
	if s := f.stacks[name]; s != "" {
		return s, nil
	}
	return "", errMissing
}
func (f *fake) gatewayRole(context.Context) (string, error)         { return f.role, nil }
func (f *fake) concurrency(context.Context) (int, error)            { return f.limit, nil }
func (f *fake) memory(_ context.Context, wanted int) (int, error)   { return min(wanted, f.mb), nil }
func (f *fake) certificate(context.Context, string) (issued, error) { return f.cert, nil }
func (f *fake) sending(context.Context) (sending, error)            { return f.send, nil }
func (f *fake) platforms(context.Context) ([]string, error)         { return f.builds, f.docker }

func (f *fake) LookupCNAME(_ context.Context, name string) (string, error) { return f.cname[name], nil }

func (f *fake) identity(context.Context, string) (identity, error) {
	if f.id == nil {
		return identity{}, errMissing
	}
	return *f.id, nil
}

func (f *fake) LookupTXT(_ context.Context, name string) ([]string, error) {
	if f.silent {
		return nil, &net.DNSError{Err: "server misbehaving", Name: name}
	}
	if f.txt[name] == "" {
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	}
	return []string{"other=1", f.txt[name]}, nil
}

var settings = map[string]string{
	"stage": "prod", "domain": "sds.example.com", "mail": "no-reply@mail.example.com", "certificate": "arn:aws:acm:us-east-1:123456789012:certificate/1",
}

func of(t *testing.T, f *fake, changes ...string) []result {
	t.Helper()
	given := map[string]string{}
	for name, value := range settings {
		given[name] = value
	}
	for _, c := range changes {
		name, value, _ := strings.Cut(c, "=")
		given[name] = value
	}
	p, err := planOf(given)
	if err != nil {
		t.Fatal(err)
	}
	return check(t.Context(), p, world{f, f, f})
}

func TestAnAccountThatIsReady(t *testing.T) {
	for _, r := range of(t, ready()) {
		if r.verdict != fine {
			t.Errorf("%s: %s", r.what, r.found)
		}
	}
}

// Each fault is found alone, with what to do.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		change  func(*fake)
		context []string
		what    string
		verdict verdict
		todo    string
	}{
		"no bootstrap":                 {func(f *fake) { delete(f.bootstraps, "us-east-1") }, nil, "CDK bootstrap in us-east-1", failing, "cdk bootstrap aws://123456789012/us-east-1"},
		"an old bootstrap":             {func(f *fake) { f.bootstraps["ap-northeast-1"] = 5 }, nil, "CDK bootstrap in ap-northeast-1", failing, "cdk bootstrap"},
		"a failed first deployment":    {func(f *fake) { f.stacks["anzen-prod-Api"] = "ROLLBACK_COMPLETE" }, nil, "stack anzen-prod-Api", failing, "delete it"},
		"the firewall's stack":         {func(f *fake) { f.stacks["anzen-prod-Guard"] = "UPDATE_ROLLBACK_FAILED" }, nil, "stack anzen-prod-Guard", failing, "rollback"},
		"another's gateway role":       {func(f *fake) { f.role = "arn:aws:iam::123456789012:role/other" }, nil, "role of API Gateway's logs", notice, "gateway-role=own"},
		"no gateway role of one's own": {func(*fake) {}, []string{"gateway-role=own"}, "role of API Gateway's logs", failing, "leave out"},
		"a new account's concurrency":  {func(f *fake) { f.limit = 10 }, nil, "concurrency of functions", failing, "--context lambda-concurrency=10"},
		"little concurrency, adapted":  {func(f *fake) { f.limit = 10 }, []string{"lambda-concurrency=10"}, "concurrency of functions", notice, "L-B99A9384"},
		"a new account's memory":       {func(f *fake) { f.mb = 3008 }, nil, "memory of functions", failing, "--context lambda-memory=3008"},
		"no certificate":               {func(*fake) {}, []string{"certificate="}, "domain and certificate", notice, "TLS 1.0"},
		"a certificate that waits":     {func(f *fake) { f.cert.status = "PENDING_VALIDATION" }, nil, "domain and certificate", failing, "CNAME"},
		"a certificate of another":     {func(*fake) {}, []string{"domain=a.sds.example.com"}, "domain and certificate", failing, "that name"},
		"the sandbox":                  {func(f *fake) { f.send.production = false }, nil, "SES", notice, "production access"},
		"sending is paused":            {func(f *fake) { f.send.enabled = false }, nil, "SES", notice, "reason"},
		"no identity yet":              {func(f *fake) { f.id = nil }, nil, "mail domain mail.example.com", notice, "Dkim1"},
		"no identity of one's own":     {func(f *fake) { f.id = nil }, []string{"sender=own"}, "mail domain mail.example.com", failing, "leave out"},
		"an identity made by hand":     {func(f *fake) { delete(f.stacks, "anzen-Mail-mail-example-com") }, nil, "mail domain mail.example.com", failing, "sender=own"},
		"DKIM records lack": {func(f *fake) {
			f.id = &identity{dkim: "PENDING", tokens: []string{"a", "b"}}
			f.cname = map[string]string{"a._domainkey.mail.example.com": "a.dkim.amazonses.com."}
		}, nil, "mail domain mail.example.com", notice, "b._domainkey.mail.example.com CNAME b.dkim.amazonses.com"},
		"no SPF":             {func(f *fake) { delete(f.txt, "mail.example.com") }, nil, "SPF", notice, "v=spf1 include:amazonses.com"},
		"SPF of another":     {func(f *fake) { f.txt["mail.example.com"] = "v=spf1 mx -all" }, nil, "SPF", notice, "include:amazonses.com"},
		"no DMARC":           {func(f *fake) { delete(f.txt, "_dmarc.mail.example.com") }, nil, "DMARC", notice, "v=DMARC1"},
		"no Docker":          {func(f *fake) { f.docker = errMissing }, nil, "Docker", failing, "install Docker"},
		"no buildx":          {func(f *fake) { f.docker = errNoBuildx }, nil, "Docker", failing, "docker-buildx-plugin"},
		"no arm64 emulation": {func(f *fake) { f.builds = []string{"linux/amd64"} }, nil, "Docker", failing, "binfmt"},
	} {
		t.Run(name, func(t *testing.T) {
			f := ready()
			c.change(f)
			results := of(t, f, c.context...)
			for _, r := range results {
				switch {
				case r.what != c.what:
					if r.verdict != fine {
						t.Errorf("also %s: %s", r.what, r.found)
					}
				case r.verdict != c.verdict:
					t.Errorf("%s: %d, want %d", r.found, r.verdict, c.verdict)
				case !strings.Contains(strings.Join(r.todo, "\n"), c.todo):
					t.Errorf("what to do: %q", r.todo)
				}
			}
			if !slices.ContainsFunc(results, func(r result) bool { return r.what == c.what }) {
				t.Errorf("%s is not checked", c.what)
			}
			if failed(results) != (c.verdict == failing) {
				t.Error("the verdict of all is another")
			}
		})
	}
}

// Without credentials the rest is still told.
func TestNoCredentials(t *testing.T) {
	f := ready()
	f.refused = errors.New("no credentials")
	f.builds = nil
	text := report(plan{stage: "prod", domain: "sds.example.com"}, of(t, f))
	for _, want := range []string{"FAILS  credentials: no credentials", "ok     SPF", "FAILS  Docker", "2 to mend"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q lacks:\n%s", want, text)
		}
	}
}

// A name server that does not answer says nothing about the records.
func TestNameServersThatDoNotAnswer(t *testing.T) {
	f := ready()
	f.silent = true
	for _, r := range of(t, f) {
		if mail := r.what == "SPF" || r.what == "DMARC"; mail != (r.verdict == notice) || mail && !strings.Contains(r.found, "could not be checked") {
			t.Errorf("%s: %d, %s", r.what, r.verdict, r.found)
		}
	}
}

func TestPlatforms(t *testing.T) {
	got := platformsIn("Name: default\nNodes:\nName: default\nStatus: running\nPlatforms: linux/amd64*, linux/amd64/v2, linux/arm64\n")
	if !slices.Equal(got, []string{"linux/amd64", "linux/amd64/v2", "linux/arm64"}) {
		t.Errorf("%q", got)
	}
}

// The context is that of the CDK's command line.
func TestContext(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cdk.json")
	if err := os.WriteFile(file, []byte(`{"context": {"stage": "dev", "domain": "a.example.com", "mail": "m@example.com", "@aws-cdk/core:x": true}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := read(file, []string{"--all", "--context", "stage=prod", "-c", "lambda-memory=3008", "--context=domain=b.example.com"})
	if err != nil || p.stage != "prod" || p.domain != "b.example.com" || p.sender() != "example.com" || p.blueprint.Largest() != 3008 {
		t.Errorf("%s %s %s %d, %v", p.stage, p.domain, p.sender(), p.blueprint.Largest(), err)
	}
	if _, err := read(file, []string{"--context", "lambda-concurrency=many"}); err == nil {
		t.Error("a limit that is no number passed")
	}
	if _, err := read(file, []string{"--context", "prod"}); err == nil {
		t.Error("a context without a value passed")
	}
}
