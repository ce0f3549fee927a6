package closing_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	cognito "github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"

	"anzen/functions/api/apitest"
	"anzen/functions/jobs/closing"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/scheduler"
	"anzen/shared/aws/table"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/job"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// errCut interrupts a run right after a change: the change is made, but the run gets an
// error.
var errCut = errors.New("interrupted")

// cutter interrupts a run after its first change.
type cutter struct {
	on     bool
	mu     sync.Mutex
	made   int
	total  int
	mailed int
}

func (c *cutter) after(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil && c.on {
		c.made++
		c.total++
		return errCut
	}
	return err
}

type cutTable struct {
	table.API
	*cutter
}

func (c cutTable) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (*dynamodb.TransactWriteItemsOutput, error) {
	out, err := c.API.TransactWriteItems(ctx, in, o...)
	return out, c.after(err)
}

type cutPool struct {
	idp.API
	*cutter
}

func (c cutPool) AdminDeleteUser(ctx context.Context, in *cognito.AdminDeleteUserInput, o ...func(*cognito.Options)) (*cognito.AdminDeleteUserOutput, error) {
	out, err := c.API.AdminDeleteUser(ctx, in, o...)
	return out, c.after(err)
}

func (c cutPool) DeleteIdentityProvider(ctx context.Context, in *cognito.DeleteIdentityProviderInput, o ...func(*cognito.Options)) (*cognito.DeleteIdentityProviderOutput, error) {
	out, err := c.API.DeleteIdentityProvider(ctx, in, o...)
	return out, c.after(err)
}

type cutMail struct {
	mailer.API
	*cutter
}

func (c cutMail) SendEmail(ctx context.Context, in *sesv2.SendEmailInput, o ...func(*sesv2.Options)) (*sesv2.SendEmailOutput, error) {
	out, err := c.API.SendEmail(ctx, in, o...)
	if c.mailed++; c.mailed > 1 {
		return out, err // or it would never be recorded as sent
	}
	return out, c.after(err)
}

// bucket has versions of objects, with the part of S3 that is needed to remove them.
type bucket struct {
	mu       sync.Mutex
	versions map[string]int // of each path
	*cutter
}

func (b *bucket) put(paths ...string) {
	for _, p := range paths {
		b.versions[p] = 2
	}
}

func (b *bucket) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	w.Header().Set("Content-Type", "application/xml")
	name := strings.Trim(r.URL.Path, "/")
	if r.Method == http.MethodGet && r.URL.Query().Has("versions") {
		fmt.Fprint(w, "<ListVersionsResult>")
		for path, n := range b.versions {
			of, key, _ := strings.Cut(path, "/")
			for v := range n {
				if of == name && strings.HasPrefix(key, r.URL.Query().Get("prefix")) {
					fmt.Fprintf(w, "<Version><Key>%s</Key><VersionId>%d</VersionId></Version>", key, v)
				}
			}
		}
		fmt.Fprint(w, "</ListVersionsResult>")
		return
	}
	var q struct {
		Object []struct{ Key, VersionId string } //nolint:revive // as on the wire
	}
	body, err := io.ReadAll(r.Body)
	if err = errors.Join(err, xml.Unmarshal(body, &q)); err != nil || !r.URL.Query().Has("delete") {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	for _, o := range q.Object {
		if b.versions[name+"/"+o.Key]--; b.versions[name+"/"+o.Key] <= 0 {
			delete(b.versions, name+"/"+o.Key)
		}
	}
	fmt.Fprint(w, "<DeleteResult></DeleteResult>")
}

type place struct {
	*apitest.World
	bucket   *bucket
	function func(t *testing.T, j job.Job) (execution.Input, error)
	cut      *cutter
}

func newPlace(t *testing.T) *place {
	t.Helper()
	w, cut := apitest.New(t), &cutter{}
	b := &bucket{versions: map[string]int{}, cutter: cut}
	server := httptest.NewServer(b)
	t.Cleanup(server.Close)
	store := s3.New(s3.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", UsePathStyle: true, RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	})
	f := runner.New(closing.Kind, &runner.Services{
		Table:  table.New(cutTable{w.Engine.Client, cut}, w.Engine.Name, w.Clock.Now),
		Sheets: files.New(store, "sheets"), Files: files.New(store, "work"), Snapshots: files.New(store, "catalog"),
		Users: idp.New(cutPool{w.Pool, cut}, "pool"), Mail: mailer.New(cutMail{w.Mailbox, cut}, "x@anzen.example"),
		Schedules: scheduler.New(w.Timer, "g", "r", "f"), Now: w.Clock.Now, StepTakes: 0, Log: slog.New(slog.DiscardHandler),
	})
	return &place{w, b, func(t *testing.T, j job.Job) (out execution.Input, err error) {
		t.Helper()
		in, err := json.Marshal(execution.Of(j))
		if err != nil {
			t.Fatal(err)
		}
		answer, err := f.Invoke(t.Context(), in)
		if err != nil {
			return out, err
		}
		return out, json.Unmarshal(answer, &out)
	}, cut}
}

func (p *place) tx(t *testing.T, c sds.CompanyID, f func(x *table.Tx)) {
	t.Helper()
	x := p.Table.Begin(c).Audit(table.Audit{Action: "test"})
	f(x)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fill writes a record of every kind, and objects for all of them.
func (p *place) fill(t *testing.T) (company.Company, company.User) {
	t.Helper()
	ctx, now := t.Context(), p.Clock.Now()
	c := p.Company(t)
	admin := p.User(t, c, access.Admin)
	p.User(t, c, access.Viewer, func(u *company.User) { u.Active = false })
	gone := p.User(t, c, access.Editor)
	p.tx(t, c.ID, func(x *table.Tx) { x.LeaveUser(gone, true) })
	token := company.ProvisioningToken{ID: sds.NewID[sds.UserID](), Slot: 1, Name: "Entra ID", Hash: "v1:00"}
	p.tx(t, c.ID, func(x *table.Tx) {
		x.CreateDepartment(company.Department{ID: sds.NewID[sds.DepartmentID](), Name: "研究"})
		x.CreateTag(company.Tag{ID: sds.NewID[sds.TagID](), Name: "要確認"})
		_, hash := table.NewSecret()
		x.CreateToken(company.Token{Hash: hash, Company: c.ID, User: admin.ID, Email: admin.Email, ExpiresAt: now.Add(time.Hour)})
		x.ReplaceRecoverySet(admin.ID, company.RecoverySet{})
		x.EndSession(admin.ID, "a-session")
		x.PutReauthentication(admin.ID, "another-session", company.Reauthentication{})
		x.Remember("key", table.Answer{Body: []byte("{}")})
		x.StartJob(job.Job{ID: table.NewJobID(now), By: admin.ID, Kind: job.Export})
		s := x.CreatePeriodic(periodic.Setting{ID: sds.NewID[periodic.ID](), Owner: admin.ID, Times: periodic.Times{Frequency: periodic.Daily}}, 5)
		p.Timer.Schedules[string(s.ID)] = apitest.Schedule{}
		x.CreateCriteria(admin.ID, company.Criteria{ID: sds.NewID[sds.CriteriaID](), Name: "n"}, nil)
		x.TakeSlot(table.Slot{Month: "2026-01", Number: 1}, table.NewJobID(now))
		x.CreateProvisioningToken(token)
		x.WriteOperatorProof(saml.OperatorProof{Domain: "a-" + string(c.ID) + ".example", By: "operator", Reason: "contract"})
		x.WriteConnection(nil, saml.Connection{State: saml.StateActive, Domains: []string{"a-" + string(c.ID) + ".example", "b-" + string(c.ID) + ".example"}})
	})
	_, err := p.Table.CompleteSignIn(ctx, admin, company.SignIn{At: now}, "a-device")
	must(t, err)
	_, _, err = p.Table.CountProvisioning(ctx, c.ID, token, company.ProvisioningWindow)
	must(t, err)
	must(t, p.Table.CountDisclosures(ctx, c.ID, table.Audit{By: admin.ID, Action: "test"}, 1))
	list := checklist.List{ID: sds.NewID[checklist.ID](), Kind: checklist.ByLaws, State: checklist.Created, Title: "化管法"}
	p.tx(t, c.ID, func(x *table.Tx) {
		x.CreateChecklist(list, 5)
		x.NoteChange(list.ID, checklist.Change{Action: checklist.ActionCreated})
	})
	p.tx(t, c.ID, func(x *table.Tx) {
		x.WriteReview(list.ID, checklist.Review{Sheet: sds.NewID[sds.SheetID](), Judgement: checklist.OnHold})
	})
	// As older versions wrote it.
	_, err = p.Engine.Client.PutItem(ctx, &dynamodb.PutItemInput{TableName: &p.Engine.Name, Item: table.Item{
		table.PartitionAttribute: &types.AttributeValueMemberS{Value: "CHECKED"}, table.SortAttribute: &types.AttributeValueMemberS{Value: "C#" + string(c.ID) + "#" + string(list.ID)},
	}})
	must(t, err)
	must(t, p.Table.SaveChecklistRun(ctx, c.ID, list.ID, checklist.Run{Day: "2026-11-20"}))
	p.Pool.Providers[saml.ProviderName(c.ID)] = "metadata"
	p.Sheet(t, c, func(s *sds.Sheet) {
		s.File.Key = "seeded/" + string(s.ID) + ".pdf"
		p.bucket.put("sheets/" + s.File.Key)
	})
	p.sheet(t, c, admin, nil)
	p.sheet(t, c, admin, &now)
	must(t, p.Table.RequestSnapshot(ctx, c.ID))
	_, err = p.Table.SealAudits(ctx, c.ID, now.Add(time.Hour))
	must(t, err)
	p.bucket.put("catalog/companies/"+string(c.ID)+"/checklists/x", "catalog/"+snapshots.Of(c.ID), "catalog/"+snapshots.Of(c.ID)+".9-0a0b0c0d", "work/jobs/"+string(c.ID)+"/x/result", "work/analysis/"+string(c.ID)+"/y.json.gz")
	return p.again(t, c), admin
}

// again reads the company again.
func (p *place) again(t *testing.T, c company.Company) company.Company {
	t.Helper()
	c, err := p.Table.Company(t.Context(), c.ID)
	must(t, err)
	return c
}

// sheet makes a sheet from an upload, with all its parts; removed where at is set.
func (p *place) sheet(t *testing.T, c company.Company, by company.User, at *time.Time) {
	t.Helper()
	ctx, now := t.Context(), p.Clock.Now()
	u := sds.Upload{ID: sds.NewID[sds.UploadID](), Company: c.ID, By: by.ID}
	u.Key = "uploads/" + string(u.ID) + ".pdf"
	other := sds.Upload{ID: sds.NewID[sds.UploadID](), Company: c.ID, Key: "uploads/other-" + string(u.ID) + ".pdf"}
	must(t, p.Table.CreateUploads(ctx, c.ID, []sds.Upload{u, other}, table.Audit{Action: "test"}))
	u, _, err := p.Table.Upload(ctx, u.ID)
	must(t, err)
	s := sds.Sheet{ID: sds.NewID[sds.SheetID](), Name: "n", Status: sds.StatusUploading, File: sds.File{Key: u.Key}, CreatedAt: now, UpdatedAt: now, Attempt: 1}
	edit := sds.Edit{ID: sds.NewEditID(now), At: now, By: by.ID}
	must(t, p.Table.Register(ctx, c.ID, []write.Registration{{Upload: u, Sheet: s, Edit: edit}}, nil, table.Audit{Action: "test"}, nil))
	s, err = p.Table.Sheet(ctx, c.ID, s.ID)
	must(t, err)
	after := s
	after.GuardedCodes = []string{"Code-" + string(s.ID)}
	after, err = p.Table.WriteSheet(ctx, c.ID, write.Sheet{Before: &s, After: after, Sections: []sds.Section{{Number: 1}, {Number: 9}}, CheckResult: &sds.CheckResult{}, Audit: table.Audit{Action: "test"}})
	must(t, err)
	a := sds.Attachment{ID: sds.NewID[sds.AttachmentID](), Key: "attachments/" + string(s.ID) + ".txt"}
	p.tx(t, c.ID, func(x *table.Tx) { x.Expect(s.ID, a) })
	_, err = p.Table.NoteScanned(ctx, c.ID, u.Key, "v", table.Scanned{Result: sds.ScanClean}, table.Audit{Action: "test"})
	must(t, err)
	p.bucket.put("sheets/"+u.Key, "sheets/"+other.Key, "sheets/"+a.Key)
	if at != nil {
		must(t, p.Table.RemoveSheets(ctx, c.ID, []sds.Sheet{after}, write.Removal{By: by.ID, At: *at, Audit: table.Audit{Action: "test"}}))
	}
}

// records are all records of the table, each as its key and its text.
func (p *place) records(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	in := &dynamodb.ScanInput{TableName: &p.Engine.Name, ConsistentRead: aws.Bool(true)}
	for {
		out, err := p.Engine.Client.Scan(t.Context(), in)
		must(t, err)
		for _, item := range out.Items {
			text := func(name string) string { return item[name].(*types.AttributeValueMemberS).Value }
			body, err := json.Marshal(item)
			must(t, err)
			all[text("pk")+" | "+text("sk")] = string(body)
		}
		if out.LastEvaluatedKey == nil {
			return all
		}
		in.ExclusiveStartKey = out.LastEvaluatedKey
	}
}

func (p *place) close(t *testing.T, c company.Company, by company.User) job.Job {
	t.Helper()
	answer := p.Do(t, apitest.Request{Method: "DELETE", Path: "/companies/{id}", As: &by, IfMatch: fmt.Sprint(c.Version), Body: map[string]string{"name": c.Name}})
	if answer.Status != 202 {
		t.Fatal(answer.Body)
	}
	jobs, err := p.Table.Jobs(t.Context(), c.ID, by.ID)
	must(t, err)
	for _, j := range jobs {
		if j.Kind == job.Closing {
			if p.Machine.Started[execution.Name(j.ID, 1)] == nil {
				t.Error("the job was not started")
			}
			return j
		}
	}
	t.Fatal("there is no job")
	return job.Job{}
}

// keys are the kinds of records that the comment in key.go names.
func keys(t *testing.T) map[string]*regexp.Regexp {
	t.Helper()
	source, err := os.ReadFile("../../../shared/aws/table/key.go")
	must(t, err)
	line := regexp.MustCompile(`(?m)^//\t(\S+) +(\S.*?)(?:  .*)?$`)
	variable := regexp.MustCompile(`\b(cid|sid|uid|jid|lid|id|ulid|code|hash|seq|nn|kind|name|email|domain|key|w|time|month|day|session|attempt|mm|yyyy|cidr|address)\b`)
	found := map[string]*regexp.Regexp{}
	for _, m := range line.FindAllStringSubmatch(string(source), -1) {
		if m[1] == "pk" {
			continue
		}
		for _, sk := range strings.Split(m[2], " | ") {
			kind := m[1] + " | " + strings.TrimSpace(sk)
			pattern := variable.ReplaceAllString(regexp.QuoteMeta(kind), `[^#|]+`)
			if sk == "key" {
				pattern = variable.ReplaceAllString(regexp.QuoteMeta(m[1]), `[^#|]+`) + ` \| .+`
			}
			found[kind] = regexp.MustCompile("^" + pattern + "$")
		}
	}
	return found
}

// Wherever the run is interrupted, nothing of the company is left in the end.
func TestNothingIsLeft(t *testing.T) {
	p := newPlace(t)
	neighbour, _ := p.fill(t)
	theirs := p.records(t)
	objects := len(p.bucket.versions)
	accounts := len(p.Pool.Accounts)
	c, admin := p.fill(t)
	j := p.close(t, c, admin)

	// The test needs a record of every kind.
	before := p.records(t)
	for kind, pattern := range keys(t) {
		there := strings.HasPrefix(kind, "THROTTLE#") || strings.HasPrefix(kind, "REQUEST#") || strings.HasPrefix(kind, "CLOSED") || strings.HasPrefix(kind, "SEALING") || strings.HasPrefix(kind, "PAUSE") // not of a company, and what stays
		for k := range before {
			if theirs[k] == "" && pattern.MatchString(k) {
				there = true
			}
		}
		if !there {
			t.Errorf("the test writes no record of the kind %s: let it, and let closing remove it", kind)
		}
	}

	p.cut.on = true
	runs, waited := 0, false
	for ; ; runs++ {
		if runs == 2000 {
			t.Fatal("it does not come to an end")
		}
		p.cut.made = 0
		out, err := p.function(t, j)
		if err == nil && !out.More {
			break
		}
		if err != nil && p.cut.made == 0 {
			t.Fatal(err)
		}
		if err == nil && out.More && !waited && p.cut.made == 0 {
			// The first round is done. A function that was still running leaves something.
			waited = true
			p.tx(t, c.ID, func(x *table.Tx) {
				x.CreateTag(company.Tag{ID: sds.NewID[sds.TagID](), Name: "late"})
			})
			p.bucket.put("work/analysis/" + string(c.ID) + "/late.json.gz")
			p.Pool.Providers[saml.ProviderName(c.ID)] = "late"
			p.Clock.Advance(closing.Quiet)
		}
	}
	if !waited || p.cut.total < 20 {
		t.Errorf("waited %v, %d changes", waited, p.cut.total)
	}

	after := p.records(t)
	for k, text := range after {
		if theirs[k] != "" {
			if text != theirs[k] {
				t.Errorf("a record of another company was changed: %s", k)
			}
			delete(theirs, k)
			continue
		}
		if k != "CLOSED | C#"+string(c.ID) {
			t.Errorf("left: %s %s", k, text)
		}
	}
	if len(theirs) > 0 {
		t.Errorf("removed from another company: %v", theirs)
	}
	stays, ok, err := p.Table.ClosedCompany(t.Context(), c.ID)
	if err != nil || !ok || stays.Plan != c.Plan || !stays.RemovedAt.Equal(p.Clock.Now()) || stays.ClosedAt.IsZero() {
		t.Errorf("what stays: %+v %v %v", stays, ok, err)
	}
	if text := after["CLOSED | C#"+string(c.ID)]; strings.Contains(text, admin.Email) || strings.Contains(text, c.Name) || strings.Contains(text, string(admin.ID)) {
		t.Errorf("what stays has personal data: %s", text)
	}
	if len(p.bucket.versions) != objects || len(p.Pool.Accounts) != accounts || len(p.Timer.Schedules) != 1 || len(p.Pool.Providers) != 1 {
		t.Errorf("objects %v, accounts %d, schedules %v, providers %v", p.bucket.versions, len(p.Pool.Accounts), p.Timer.Schedules, p.Pool.Providers)
	}
	mails := p.Mailbox.Mails
	if len(mails) == 0 || mails[0].To != admin.Email || !strings.Contains(mails[0].Text, "解約手続きが完了") {
		t.Errorf("%+v", mails)
	}
	if out, err := p.function(t, j); err != nil || out.More {
		t.Errorf("once more: %+v %v", out, err)
	}
	if _, err := p.Table.Company(t.Context(), neighbour.ID); err != nil {
		t.Error(err)
	}
}

// An address is free as soon as its account is removed, and stays with its new owner.
func TestAnAddressThatIsTakenAgain(t *testing.T) {
	p := newPlace(t)
	c, admin := p.fill(t)
	j := p.close(t, c, admin)
	for i := range 3 {
		if out, err := p.function(t, j); err != nil || !out.More {
			t.Fatalf("step %d: %+v %v", i, out, err)
		}
	}
	for runs := 0; ; runs++ {
		if _, there, err := p.Table.Account(t.Context(), admin.Email); err != nil || runs == 100 {
			t.Fatal(err)
		} else if !there {
			break
		}
		if _, err := p.function(t, j); err != nil {
			t.Fatal(err)
		}
	}
	fresh := p.Company(t)
	again := p.User(t, fresh, access.Admin, func(u *company.User) { u.Email = admin.Email })
	p.Clock.Advance(closing.Quiet)
	for runs := 0; ; runs++ {
		out, err := p.function(t, j)
		if err != nil || runs == 100 {
			t.Fatal(err)
		}
		if !out.More {
			break
		}
	}
	a, there, err := p.Table.Account(t.Context(), admin.Email)
	if err != nil || !there || a.User != again.ID || p.Pool.Accounts[admin.Email] == nil || p.Pool.Accounts[admin.Email].User != string(again.ID) {
		t.Errorf("%+v %v %v", a, there, err)
	}
}

func TestAFailedJobIsNotGivenUp(t *testing.T) {
	p := newPlace(t)
	c, admin := p.fill(t)
	j := p.close(t, c, admin)
	in, err := json.Marshal(execution.Input{Company: j.Company, Job: j.ID, Attempt: 1, Error: &execution.Error{Error: "x"}})
	must(t, err)
	f := runner.New(closing.Kind, &runner.Services{Table: p.Table, Now: p.Clock.Now, Log: slog.New(slog.DiscardHandler)})
	if _, err := f.Invoke(t.Context(), in); err == nil {
		t.Error("a job that failed was ended")
	}
	if got, err := p.Table.Job(t.Context(), c.ID, j.ID); err != nil || got.State.Ended() {
		t.Errorf("%+v %v", got, err)
	}
}
