package stack

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/sts"
	"github.com/aws/aws-sdk-go-v2/service/sts/types"

	"anzen/infra/blueprint"
	"anzen/infra/local/iam"
	"anzen/shared/aws/table"
	"anzen/shared/aws/tenant"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// narrowed is the table as a function of the blueprint sees it: by the function's own policy and the role's, which the checker holds
// against every request that is signed.
func narrowed(t *testing.T, name string, role iam.Role) (*table.Table, aws.Config) {
	t.Helper()
	checker, err := iam.Open(iam.Config{Dir: t.TempDir(), Account: account, Region: blueprint.Region})
	if err != nil {
		t.Fatal(err)
	}
	engine := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"Items":[],"Responses":{}}`)) })
	protected := map[string]http.Handler{iam.STS: checker.Protect(iam.STS, checker.STS()), iam.DynamoDB: checker.Protect(iam.DynamoDB, engine)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { protected[iam.Service(r)].ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	b := blueprint.New()
	checker.AddRole(roleARN(b.Tenant.Name), role)
	f, ok := b.Function(name)
	if !ok {
		t.Fatalf("there is no function %s", name)
	}
	own, err := policy(f)
	if err != nil {
		t.Fatal(err)
	}
	c := checker.Issue(f.Name, own...)
	cfg := aws.Config{Region: blueprint.Region, BaseEndpoint: &server.URL, RetryMaxAttempts: 1, Credentials: credentials.NewStaticCredentialsProvider(c.AccessKeyID, c.SecretAccessKey, "")}
	return tableOf(cfg, roleARN(b.Tenant.Name)), cfg
}

// Where STS is throttled a call waits and asks again; where it stays so, the call fails by no other credentials, and the next one
// asks anew.
func TestRolesThatAreThrottled(t *testing.T) {
	var faults, asked, read atomic.Int64
	roles := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1); faults.Add(-1) >= 0 {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`<ErrorResponse><Error><Type>Sender</Type><Code>Throttling</Code><Message>Rate exceeded</Message></Error></ErrorResponse>`))
			return
		}
		_, _ = w.Write([]byte(`<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIA</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken>` +
			`<Expiration>` + time.Now().Add(time.Hour).UTC().Format(time.RFC3339) + `</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>`))
	})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if iam.Service(r) == iam.STS {
			roles.ServeHTTP(w, r)
			return
		}
		if read.Add(1); !strings.Contains(r.Header.Get("Authorization"), "Credential=ASIA/") {
			t.Errorf("the table is called by %s", r.Header.Get("Authorization"))
		}
		_, _ = w.Write([]byte(`{}`))
	}))
	t.Cleanup(server.Close)
	own := credentials.NewStaticCredentialsProvider("AKIA", "s", "")
	cfg := aws.Config{Region: blueprint.Region, BaseEndpoint: &server.URL, Credentials: own, Retryer: func() aws.Retryer {
		return retry.NewStandard(func(o *retry.StandardOptions) { o.MaxAttempts, o.MaxBackoff = 3, time.Millisecond })
	}}
	tab := tableOf(cfg, "role")
	c := sds.NewID[sds.CompanyID]()
	ask := func() error {
		_, err := tab.Users(tenant.With(t.Context(), c), c)
		return err
	}
	faults.Store(10)
	if err := ask(); err == nil || !strings.Contains(err.Error(), "Throttling") || asked.Load() < 3 || read.Load() != 0 {
		t.Errorf("%v after %d calls of STS and %d of the table", err, asked.Load(), read.Load())
	}
	faults.Store(2)
	if err := ask(); err != nil || read.Load() != 1 {
		t.Errorf("after a pause: %v, %d calls of the table", err, read.Load())
	}
}

// tableOf is the table through a role.
func tableOf(cfg aws.Config, role string) *table.Table {
	return table.New(tenant.New(dynamodb.NewFromConfig(cfg), sts.NewFromConfig(cfg), role), tableName, time.Now)
}

func refused(err error) bool { return err != nil && strings.Contains(err.Error(), "AccessDenied") }

// A handler that asks for another company's key gets nothing, in each of the ways in which it can ask; by the condition on the keys, as
// it gets everything without.
func TestAReadingRouteSeesOneCompany(t *testing.T) {
	mine, other := sds.NewID[sds.CompanyID](), sds.NewID[sds.CompanyID]()
	role := tenantRole(blueprint.New().Tenant)
	open := iam.Role{Tags: role.Tags}
	for _, s := range role.Statements {
		s.LeadingKeys = nil
		open.Statements = append(open.Statements, s)
	}
	ways := map[string]func(ctx context.Context, t *table.Table, c sds.CompanyID) error{
		"an item": func(ctx context.Context, tab *table.Table, c sds.CompanyID) error {
			_, _, err := table.Get[sds.Sheet](ctx, tab, table.SheetKey(c, "s"))
			return err
		},
		"the company": func(ctx context.Context, tab *table.Table, c sds.CompanyID) error {
			_, _, err := table.Get[struct{}](ctx, tab, table.CompanyKey(c))
			return err
		},
		"a batch": func(ctx context.Context, tab *table.Table, c sds.CompanyID) error {
			_, err := tab.Batch(ctx, table.CompanyKey(mine), table.SheetKey(c, "s"))
			return err
		},
		"a query": func(ctx context.Context, tab *table.Table, c sds.CompanyID) error {
			_, err := tab.Users(ctx, c)
			return err
		},
		"all sheets": func(ctx context.Context, tab *table.Table, c sds.CompanyID) error {
			return tab.EachSheet(ctx, c, func(*sds.Sheet) error { return nil })
		},
	}
	tab, _ := narrowed(t, "listSheets", role)
	without, _ := narrowed(t, "listSheets", open)
	ctx := tenant.With(t.Context(), mine)
	for name, ask := range ways {
		if err := ask(ctx, tab, mine); err != nil {
			t.Errorf("%s of the own company: %v", name, err)
		}
		if err := ask(ctx, tab, other); !refused(err) {
			t.Errorf("%s of another company: %v", name, err)
		}
		// Companies whose ids begin alike are two.
		if err := ask(ctx, tab, mine[:len(mine)-1]); !refused(err) {
			t.Errorf("%s of a company with the beginning of the id: %v", name, err)
		}
		if err := ask(ctx, without, other); err != nil {
			t.Errorf("without the condition %s is refused by something else: %v", name, err)
		}
	}
	if err := tab.RequestSnapshot(ctx, mine); err != nil {
		t.Errorf("a search cannot ask for a snapshot: %v", err)
	}
}

// What a reading route writes is the use of a session and a request for a snapshot: no sheet, and nothing of another company.
func TestAReadingRouteWritesLittle(t *testing.T) {
	tab, _ := narrowed(t, "listSheets", tenantRole(blueprint.New().Tenant))
	mine, other := sds.NewID[sds.CompanyID](), sds.NewID[sds.CompanyID]()
	ctx := tenant.With(t.Context(), mine)
	session := company.Session{ID: "s", SignedIn: time.Now()}
	begin := func(of sds.CompanyID) error {
		return tab.BeginSession(ctx, company.User{ID: sds.NewID[sds.UserID](), Company: of}, session)
	}
	for name, err := range map[string]error{
		"the first use of a session": begin(mine), "the use of a session": tab.NoteSession(ctx, mine, sds.NewID[sds.UserID](), session),
		"a request for a snapshot": tab.RequestSnapshot(ctx, mine),
	} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, err := range map[string]error{
		"a session of another company": begin(other), "its use": tab.NoteSession(ctx, other, sds.NewID[sds.UserID](), session),
		"a part of a sheet": tab.Begin(mine).Audit(table.Audit{Action: "test"}).Attach(sds.NewID[sds.SheetID](), sds.Attachment{}).Commit(ctx),
	} {
		if !refused(err) {
			t.Errorf("%s is written: %v", name, err)
		}
	}
}

// The function's own credentials reach no item, and the role is given to nobody without the tag, or to whom it is not granted.
func TestOnlyTheRoleSeesTheTable(t *testing.T) {
	_, cfg := narrowed(t, "listSheets", tenantRole(blueprint.New().Tenant))
	mine := sds.NewID[sds.CompanyID]()
	if _, _, err := table.Get[struct{}](t.Context(), table.New(dynamodb.NewFromConfig(cfg), tableName, time.Now), table.CompanyKey(mine)); !refused(err) {
		t.Errorf("the function's own role reads the table: %v", err)
	}
	role := roleARN(blueprint.New().Tenant.Name)
	if _, err := sts.NewFromConfig(cfg).AssumeRole(t.Context(), &sts.AssumeRoleInput{RoleArn: &role, RoleSessionName: aws.String("x")}); !refused(err) {
		t.Errorf("the role is given without a company: %v", err)
	}
	if _, err := sts.NewFromConfig(cfg).AssumeRole(t.Context(), &sts.AssumeRoleInput{RoleArn: &role, RoleSessionName: aws.String("x"), Tags: []types.Tag{
		{Key: aws.String(tenant.Tag), Value: aws.String(string(mine))}, {Key: aws.String("other"), Value: aws.String("x")},
	}}); !refused(err) {
		t.Errorf("the role is given with another tag: %v", err)
	}
	denied, _ := narrowed(t, "sheets-purge", tenantRole(blueprint.New().Tenant))
	if _, err := denied.Users(tenant.With(t.Context(), mine), mine); !refused(err) {
		t.Errorf("a function without the grant gets the role: %v", err)
	}
}
