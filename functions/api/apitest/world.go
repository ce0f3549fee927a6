// Package apitest runs the API's functions in tests: real routes over a real table on a
// DynamoDB stand-in, with fakes of the user pool, mail, bucket and state machines. A
// function may touch only what its route's grants name: a missing grant fails the test.
package apitest

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"anzen/functions/accounts"
	"anzen/functions/api"
	"anzen/functions/api/rest"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/scheduler"
	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/aws/workflow"
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// The constants of every world.
const (
	AppURL  = "https://anzen.example"
	Address = "203.0.113.7" // of every client
	// Operator is the operator's mail address.
	Operator = "operator@anzen.example"
)

// World is the product in a test.
type World struct {
	Clock   *tabletest.Clock
	Table   *table.Table // without grants
	Engine  tabletest.Engine
	Pool    *Pool
	Mailbox *Mailbox
	Machine *Machine
	Bucket  *Bucket
	// StepTakes is how long a step of a job runs; 0: for one part of the work.
	StepTakes time.Duration
	Logs      *Logs
	// Interfere, where set, is called before each transaction of a function; its error is the answer.
	Interfere func() error
	Timer     *Timer
	// Catalog are further options of the functions' catalogs.
	Catalog []catalog.Option
	// TXT are the TXT records of DNS by name; where TXTFails is set, no name server answers.
	TXT      map[string][]string
	TXTFails error
	// Scanning: uploads are scanned for malware. It is set before the first request.
	Scanning bool
	// Later delays the handling of requests without a session until HandleRequests.
	Later bool

	requests  requests
	routes    []rest.Route
	functions struct {
		sync.Mutex
		made map[string]lambda.Handler // by route
	}
}

// New is an empty world. The test is skipped where no DynamoDB stand-in is installed.
func New(t testing.TB) *World {
	t.Helper()
	w := &World{
		Clock: tabletest.NewClock(), Engine: tabletest.Start(t), Pool: newPool(), Mailbox: &Mailbox{}, Machine: &Machine{}, Bucket: newBucket(t), Logs: newLogs(t), Timer: NewTimer(),
		routes: slices.Concat(api.Routes(), api.Endpoints()), TXT: map[string][]string{},
	}
	w.functions.made = map[string]lambda.Handler{}
	w.Mailbox.logs = w.Logs
	w.Table = table.New(w.Engine.Client, w.Engine.Name, w.Clock.Now)
	return w
}

// Snapshots is the store of the catalog's snapshots.
func (w *World) Snapshots() snapshots.Store {
	return snapshots.Store{Requests: w.Table, Objects: w.NightlyResults()}
}

// NightlyResults is the bucket of the snapshots and of the nightly results.
func (w *World) NightlyResults() *files.Bucket {
	return files.New(w.Bucket.client, "catalog")
}

// function is the route's function, made once, like an instance on AWS. Requests may be concurrent.
func (w *World) function(r rest.Route) lambda.Handler {
	w.functions.Lock()
	defer w.functions.Unlock()
	if f, ok := w.functions.made[r.ID]; ok {
		return f
	}
	allowed := grantsOf(r)
	allowed.world = w
	t := table.New(&guardedTable{w.Engine.Client, allowed}, w.Engine.Name, w.Clock.Now)
	f := rest.New(r, &rest.Services{
		Table: t, Catalog: rest.CatalogOf(t, w.Clock.Now, append(w.Catalog, catalog.WithSnapshots(snapshots.Store{Requests: t, Objects: w.NightlyResults()}))...),
		Files:          files.New(w.Bucket.client, bucketName),
		Results:        files.New(w.Bucket.client, workName),
		NightlyResults: w.NightlyResults(),
		Accounts:       workflow.New(&guardedMachine{API: accountsMachine{w}, allowed: allowed}, accounts.Machine),
		Analysis:       workflow.New(&guardedMachine{API: w.Machine, allowed: allowed}, "arn:aws:states:ap-northeast-1:000000000000:stateMachine:analysis"),
		Jobs:           jobMachines(w.Machine, r),
		Users:          idp.New(&guardedPool{API: w.Pool, allowed: allowed}, "pool").For(Client).WithAdmin(AdminClient), Client: Client,
		Mail:      mailer.New(&guardedMail{w.Mailbox, allowed}, "no-reply@anzen.example"),
		Schedules: scheduler.New(&guardedTimer{w.Timer, allowed}, "periodic-exports", "role", "function"),
		TXT:       func(_ context.Context, name string) ([]string, error) { return w.TXT[name], w.TXTFails },
		Operator:  Operator, AppURL: AppURL, Scanning: w.Scanning, Now: w.Clock.Now, Wait: func(_ context.Context, d time.Duration) { w.Clock.Advance(max(d, 0)) }, Log: slog.New(slog.NewJSONHandler(w.Logs, nil)),
	})
	w.functions.made[r.ID] = f
	return f
}

// route finds the route of a request, the one with the fewest parameters first.
func (w *World) route(t testing.TB, method, path string) rest.Route {
	t.Helper()
	var found *rest.Route
	for i, r := range w.routes {
		if r.Method == method && fits(r.FullPath(), path) && (found == nil || len(r.Params()) < len(found.Params())) {
			found = &w.routes[i]
		}
	}
	if found == nil {
		t.Fatalf("there is no route %s %s", method, path)
	}
	return *found
}

// fits reports whether a path matches a route's pattern, with or without a trailing slash.
func fits(pattern, path string) bool {
	parts, wanted := strings.Split(strings.TrimSuffix(path, "/"), "/"), strings.Split(strings.TrimSuffix(pattern, "/"), "/")
	for i, p := range wanted {
		if strings.HasSuffix(p, "+}") {
			return i < len(parts)
		}
		if i >= len(parts) || p != parts[i] && (!strings.HasPrefix(p, "{") || parts[i] == "") {
			return false
		}
	}
	return len(parts) == len(wanted)
}

// Company makes an active company with a paid plan.
func (w *World) Company(t testing.TB, change ...func(*company.Company)) company.Company {
	t.Helper()
	c := company.Company{
		ID: sds.NewID[sds.CompanyID](), Name: "株式会社みどり化学", Phone: "03-1234-5678", Active: true, Plan: 1000,
		Features: []plan.Feature{plan.FeatureChangeHistory}, FactorRule: company.FactorOptional, ExpirationYears: company.DefaultExpirationYears, CopyFields: company.CopyFields,
	}
	for _, f := range change {
		f(&c)
	}
	if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.made"}).CreateCompany(c).Commit(t.Context()); err != nil {
		t.Fatalf("make a company: %v", err)
	}
	c, err := w.Table.Company(t.Context(), c.ID)
	if err != nil {
		t.Fatalf("read the company: %v", err)
	}
	return c
}

// User makes an active user of the company with an account at the user pool.
func (w *World) User(t testing.TB, c company.Company, role access.Role, change ...func(*company.User)) company.User {
	t.Helper()
	id := sds.NewID[sds.UserID]()
	u := company.User{
		ID: id, Company: c.ID, Email: strings.ToLower(string(id)[:8]) + "@midori.example", FirstName: "花子", LastName: "山田", Role: role, Active: true,
		Locale: company.LocaleJapanese,
	}
	for _, f := range change {
		f(&u)
	}
	if err := w.Table.Begin(c.ID).Audit(table.Audit{Action: "test.made"}).CreateUser(u).Commit(t.Context()); err != nil {
		t.Fatalf("make a user: %v", err)
	}
	for what, text := range map[string]string{"address": u.Email, "first name": u.FirstName, "last name": u.LastName, "telephone number": u.Phone} {
		w.Logs.note(what, text)
	}
	w.Pool.Accounts[u.Email] = &Account{Password: "Passw0rd!", Company: string(c.ID), User: string(u.ID)}
	return w.Reread(t, u)
}

// Reread reads the user from the table.
func (w *World) Reread(t testing.TB, u company.User) company.User {
	t.Helper()
	u, err := w.Table.User(t.Context(), u.Company, u.ID)
	if err != nil {
		t.Fatalf("read the user: %v", err)
	}
	return u
}

// Edit changes a user in the table.
func (w *World) Edit(t testing.TB, u company.User, change func(*company.User)) company.User {
	t.Helper()
	u = w.Reread(t, u)
	change(&u)
	x := w.Table.Begin(u.Company).Audit(table.Audit{Action: "test.changed"})
	u = x.WriteUser(u)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatalf("change the user: %v", err)
	}
	return u
}

// Remove removes a user from the table.
func (w *World) Remove(t testing.TB, u company.User) {
	t.Helper()
	if err := w.Table.Begin(u.Company).Audit(table.Audit{Action: "test.removed"}).RemoveUser(w.Reread(t, u), true).Commit(t.Context()); err != nil {
		t.Fatalf("remove the user: %v", err)
	}
}

// Audits are the audit records of a company, in the order of time.
func (w *World) Audits(t testing.TB, c sds.CompanyID) []table.Audit {
	t.Helper()
	out, err := w.Engine.Client.Query(t.Context(), &dynamodb.QueryInput{
		TableName: &w.Engine.Name, KeyConditionExpression: aws.String("pk = :pk"), ConsistentRead: aws.Bool(true),
		ExpressionAttributeValues: table.Item{":pk": &types.AttributeValueMemberS{Value: "C#" + string(c) + "#AUDIT"}},
	})
	if err != nil {
		t.Fatalf("read the audit: %v", err)
	}
	all := make([]table.Audit, len(out.Items))
	for i, item := range out.Items {
		if all[i], _, err = table.Decode[table.Audit](item); err != nil {
			t.Fatalf("read the audit: %v", err)
		}
	}
	return all
}

// Sheets makes many completed sheets of the company, with the same time of creation, and
// advances the clock so far that the catalog expects no write in progress.
func (w *World) Sheets(t testing.TB, c company.Company, n int, change func(i int, s *sds.Sheet)) []sds.Sheet {
	t.Helper()
	sheets := make([]sds.Sheet, n)
	for i := range sheets {
		sheets[i] = w.sheet()
		if change != nil {
			change(i, &sheets[i])
		}
		sheets[i].Version = 1
	}
	for part := range slices.Chunk(sheets, write.MaxSheets) {
		writes := make([]write.Sheet, len(part))
		for i := range part {
			writes[i].After = part[i]
		}
		if err := w.Table.WriteSheets(t.Context(), c.ID, writes, table.Audit{Action: "test.made"}); err != nil {
			t.Fatalf("make sheets: %v", err)
		}
	}
	w.Clock.Advance(sds.WriteTakes + time.Second)
	return sheets
}

func (w *World) sheet() sds.Sheet {
	s := sds.Sheet{ID: sds.NewID[sds.SheetID](), Name: "アセトン", Status: sds.StatusCompleted, CreatedAt: w.Clock.Now(), UpdatedAt: w.Clock.Now()}
	s.File = sds.File{Key: "uploads/" + string(s.ID) + ".pdf", Version: FirstVersion, Name: "sheet.pdf"}
	return s
}

// Sheet makes a completed sheet of the company.
func (w *World) Sheet(t testing.TB, c company.Company, change func(*sds.Sheet)) sds.Sheet {
	t.Helper()
	s := w.sheet()
	if change != nil {
		change(&s)
	}
	s, err := w.Table.WriteSheet(t.Context(), c.ID, write.Sheet{After: s, Audit: table.Audit{Action: "test.made"}})
	if err != nil {
		t.Fatalf("make a sheet: %v", err)
	}
	return s
}
