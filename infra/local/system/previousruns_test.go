package system_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/google/uuid"

	"anzen/functions/nightly"
	"anzen/infra/local/lambda"
	"anzen/infra/local/stack"
	"anzen/infra/local/states"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/judgement/found"
	"anzen/shared/library/settle"
)

// place is a company of its own, with two administrators, in which things run by themselves.
type place struct {
	company sds.CompanyID
	a       *browser // one of the administrators
	mails   []string // their addresses
	sheets  int
}

var places atomic.Int64

// newPlace has an id behind all others, so that a nightly run can begin before it.
func newPlace(t *testing.T, sheets int) *place {
	t.Helper()
	s, n := here(t), places.Add(1)
	p := &place{company: sds.CompanyID(fmt.Sprintf("ffffffff-ffff-4fff-bfff-%012d", n))}
	x := p.table().Begin(p.company).Audit(table.Audit{Action: "test.made"}).CreateCompany(company.Company{
		ID: p.company, Name: "Place", Phone: "03-1234-5678", Active: true, Plan: 1000, Features: []plan.Feature{plan.FeatureChecklists, plan.FeaturePeriodicExport, plan.FeatureAttachments},
		ExpirationYears: company.DefaultExpirationYears, CopyFields: company.CopyFields, AttachmentsLimit: plan.Get(1000).AttachmentsPerSheet,
	})
	users := idp.New(cognitoidentityprovider.NewFromConfig(shared.Config()), shared.Names().Pool)
	for i := range 2 {
		u := company.User{
			ID: sds.NewID[sds.UserID](), Company: p.company, Email: fmt.Sprintf("admin%d@place%d.example", i, n), FirstName: "Aoi", LastName: "Mori",
			Role: access.Admin, Active: true, Subscribed: true, Locale: company.LocaleEnglish,
		}
		x.CreateUser(u)
		p.mails = append(p.mails, u.Email)
		if err := users.SetPassword(t.Context(), u.Email, password, p.company, u.ID); err != nil {
			t.Fatal(err)
		}
	}
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.add(t, sheets)
	p.a = s.signIn(t, p.mails[0], password)
	return p
}

// domain is that of the addresses.
func (p *place) domain() string {
	_, domain, _ := strings.Cut(p.mails[0], "@")
	return domain
}

func (p *place) table() *table.Table { return tableOf(shared.Stack, time.Now) }

// add adds sheets of mixtures as they are once they were read: with toluene, and with a substance of which more is announced.
func (p *place) add(t *testing.T, n int) {
	t.Helper()
	var all []write.Sheet
	for range n {
		p.sheets++
		s := sds.Sheet{
			ID: sds.NewID[sds.SheetID](), Version: 1, Name: fmt.Sprintf("Mixture %d", p.sheets), NameByPerson: true, Status: sds.StatusCompleted, Source: sds.SourceBatch, Attempt: 1,
			CreatedAt: time.Now(), UpdatedAt: time.Now(),
		}
		of := func(key string, v sds.Value) sds.Field {
			return sds.Field{ID: key, Key: key, Value: v, State: sds.StateMachine, Confidence: 0.97, Sources: []sds.Source{}}
		}
		group := sds.Group{Key: sds.GroupComposition}
		for i, cas := range []string{"108-88-3", "100-00-5"} {
			share := 10.0
			row := sds.Row{ID: fmt.Sprint(i + 1)}
			for key, value := range map[string]sds.Value{
				"cas":           {Kind: sds.KindList, List: []string{cas}},
				"concentration": {Kind: sds.KindQuantity, Quantity: &sds.Quantity{Low: &share, High: &share, LowOp: "=", HighOp: "=", Unit: "%"}},
			} {
				field := of(key, value)
				field.ID = sds.FieldID(group.Key, row.ID, key)
				row.Fields = append(row.Fields, field)
			}
			group.Rows = append(group.Rows, row)
		}
		sections := []sds.Section{{Number: 3, Fields: []sds.Field{of("composition_type", sds.Value{Kind: sds.KindChoice, Text: "mixture"})}, Groups: []sds.Group{group}}}
		result := settle.Sheet(&s, sections, nil)
		all = append(all, write.Sheet{After: s, Sections: sections, CheckResult: &result})
	}
	for part := range slices.Chunk(all, 20) {
		if err := p.table().WriteSheets(t.Context(), p.company, part, table.Audit{Action: "test.made"}); err != nil {
			t.Fatal(err)
		}
	}
}

var numbered = regexp.MustCompile(`[^#|/ ]*[0-9][^#|/ ]*`)

// census counts the company's records by their kinds: what is done twice shows.
func (p *place) census(t *testing.T) map[string]int {
	t.Helper()
	count := map[string]int{}
	for _, key := range keys(t) {
		if strings.Contains(key, string(p.company)) && !strings.HasPrefix(key, "SNAPSHOT") { // asked for by whoever reads the list first
			count[numbered.ReplaceAllString(key, "*")]++
		}
	}
	return count
}

// keys are those of all records.
func keys(t *testing.T) (all []string) {
	t.Helper()
	name := shared.Names().Table
	pages := sdk.NewScanPaginator(sdk.NewFromConfig(shared.Config()), &sdk.ScanInput{TableName: &name, ConsistentRead: aws.Bool(true), ProjectionExpression: aws.String("pk, sk")})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			all = append(all, text(item[table.PartitionAttribute])+" | "+text(item[table.SortAttribute]))
		}
	}
	return all
}

// grown is what a company has more than before.
func grown(before, after map[string]int) string {
	var all []string
	for _, kind := range slices.Sorted(maps.Keys(after)) {
		if n := after[kind] - before[kind]; n != 0 {
			all = append(all, fmt.Sprintf("%s: %d", kind, n))
		}
	}
	return strings.Join(all, "\n")
}

// mailed are the subjects of the mails to the administrators.
func (p *place) mailed(t *testing.T) string {
	t.Helper()
	var all []string
	for i, to := range p.mails {
		for _, l := range p.a.site.letters(t, to) {
			if !strings.Contains(l.Subject, "device") { // of the sign-in
				all = append(all, fmt.Sprintf("%d %s", i, l.Subject))
			}
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// cut ends a version of a function at one of its changes, before that is made: the process of the previous version is killed, and of
// this one no call succeeds any more. The other version continues.
type cut struct {
	lambda.Handler // of the previous version
	name           string
	victim         version
	before         func() // each call of the function

	mu      sync.Mutex
	left    int // changes that are made still
	kill    func()
	dead    bool
	over    bool            // the next call of the function has begun
	mailed  bool            // the last change that was made was a mail: nothing records yet that it was sent
	decided map[string]bool // by the ids of calls of services, whose attempts are one
}

// reads says that an operation of a service changes nothing.
func reads(operation string) bool {
	for _, verb := range []string{"Get", "Query", "BatchGet", "List", "Describe", "TransactGet", "GET", "HEAD", "Scan", "Assume"} {
		if strings.HasPrefix(operation, verb) {
			return true
		}
	}
	return false
}

func (c *cut) decide() bool {
	c.before()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = c.dead
	return (c.victim == former) != c.dead
}

func (c *cut) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	exited := make(chan struct{})
	defer close(exited)
	c.mu.Lock()
	c.kill = func() { cancel(); <-exited }
	c.mu.Unlock()
	return c.Handler.Invoke(ctx, payload)
}

// fails says which calls of services fail.
func (c *cut) fails(call stack.Call) bool {
	if call.Function != c.name {
		return false
	}
	c.mu.Lock()
	if failed, known := c.decided[call.ID]; known && call.ID != "" {
		c.mu.Unlock()
		return failed
	}
	if c.dead {
		defer c.mu.Unlock()
		c.decided[call.ID] = !c.over
		return !c.over
	}
	if !reads(call.Operation) {
		c.left--
		c.dead = c.left < 0
		c.mailed = c.dead && c.mailed || !c.dead && call.Service == "ses"
	}
	c.decided[call.ID] = c.dead
	kill := c.kill
	dies := c.dead
	c.mu.Unlock()
	if dies && kill != nil {
		kill()
	}
	return dies
}

// cutting does something while a version of a function is ended after a number of changes, with something that is done before each
// call of the function.
func (v *beside) cutting(t *testing.T, name string, victim version, changes int, before, do func()) *cut {
	t.Helper()
	c := &cut{Handler: v.made[name], name: name, victim: victim, before: before, left: changes, decided: map[string]bool{}}
	if err := shared.Functions.Shift(name, c, c.decide); err != nil {
		t.Fatal(err)
	}
	shared.Fail(c.fails)
	defer v.shift(t, name)
	defer shared.Fail(nil)
	do()
	return c
}

func idle() {}

// whole does all of a part by the versions that are chosen.
func whole(part func()) { part() }

// invoke calls a function with an event, again after an error, as the state machines and the Scheduler do.
func invoke(t *testing.T, name string, event any) {
	t.Helper()
	payload, err := json.Marshal(event)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err = shared.Functions.Invoke(t.Context(), name, payload); err == nil {
			return
		}
	}
	t.Errorf("%s: %v", name, err)
}

// orders are who does the first half of something and who the second.
var orders = [][2]version{{current, former}, {former, current}, {mixed, mixed}}

// envCuts has every version ended at every change, for long campaigns; by default each is at some.
const envCuts = "ANZEN_SYSTEM_CUTS"

// ends says whether a version is ended after so many changes. This one, whose calls fail and are tried again, takes seconds for each.
func ends(victim version, changes int) bool {
	return os.Getenv(envCuts) != "" || victim == former || changes%4 == 1
}

// everyCut does something with each version ended after each number of changes, until it makes fewer, and compares what was made
// with the usual. A mail that was sent last is sent again: nobody knows that it was.
func (v *beside) everyCut(t *testing.T, name, usual string, do func(t *testing.T, cutting func(func())) string) {
	for _, victim := range []version{current, former} {
		for changes, more := 0, true; more; changes++ {
			if !ends(victim, changes) {
				continue
			}
			t.Run(fmt.Sprintf("%s ended after %d changes", victim, changes), func(t *testing.T) {
				c := &cut{}
				made := do(t, func(part func()) { c = v.cutting(t, name, victim, changes, idle, part) })
				if c.mailed {
					made = withoutOneRepetition(made)
				}
				if made != usual {
					t.Errorf("both made\n%s\nthis version\n%s", made, usual)
				}
				more = c.dead
			})
			if t.Failed() || changes > 20 {
				return
			}
			if !more && victim == former {
				t.Logf("%s makes %d changes", name, changes)
			}
		}
	}
}

// withoutOneRepetition leaves out the first line that is the same as the one before it.
func withoutOneRepetition(text string) string {
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines); i++ {
		if lines[i] == lines[i-1] {
			return strings.Join(slices.Delete(lines, i, i+1), "\n")
		}
	}
	return text
}

// What runs without anybody waiting for it is done by both versions, in turn, side by side, and by one where the other was ended.
func (v *beside) runs(t *testing.T) {
	v.api.use(current)
	v.jobs.use(current)
	t.Run("nights", v.nights)
	t.Run("snapshots", v.snapshots)
	t.Run("periodic exports", v.periodic)
	t.Run("closing", v.closing)
	t.Run("deletion", v.deletion) // last: its records slow down who looks at all
}

// nights: a night of one version, its repetition and the next night of another have the results and the mails of one version alone.
func (v *beside) nights(t *testing.T) {
	night := func(t *testing.T, p *place, by version) {
		v.jobs.use(by)
		invoke(t, nightly.Company, nightly.Item{Company: p.company})
	}
	days := func(t *testing.T, by [2]version, second func(func())) string {
		p := newPlace(t, 2)
		list := p.checklist(t)
		night(t, p, by[0])
		night(t, p, by[1])
		p.passesNight(t, list)
		p.add(t, 1)
		v.jobs.use(by[1])
		second(func() { invoke(t, nightly.Company, nightly.Item{Company: p.company}) })
		night(t, p, by[0])
		night(t, p, by[1])
		return p.hits(t, list) + "\n" + p.mailed(t) + "\n" + grown(nil, p.census(t))
	}
	usual := days(t, [2]version{current, current}, whole)
	if !strings.Contains(usual, "Mixture 3 applies") || strings.Count(usual, "new hits") != 2 {
		t.Fatalf("a night of this version:\n%s", usual)
	}
	same := func(t *testing.T, made string) {
		t.Helper()
		if made != usual {
			t.Errorf("both made\n%s\nthis version\n%s", made, usual)
		}
	}
	for _, by := range orders {
		t.Run(fmt.Sprintf("%s, then %s", by[0], by[1]), func(t *testing.T) { same(t, days(t, by, whole)) })
	}
	v.everyCut(t, nightly.Company, usual, func(t *testing.T, cutting func(func())) string { return days(t, [2]version{current, current}, cutting) })
	t.Run("the whole machine", func(t *testing.T) {
		p := newPlace(t, 2)
		list := p.checklist(t)
		v.jobs.use(mixed)
		for range 2 {
			p.machine(t, "nightly", nightly.Night{Day: time.Now().Format(time.DateOnly), Part: 1, After: p.company[:len(p.company)-1]})
		}
		if hits := p.hits(t, list); !strings.Contains(hits, "Mixture 2 applies") {
			t.Errorf("hits:\n%s", hits)
		}
	})
}

// checklist asks for one that hits all sheets.
func (p *place) checklist(t *testing.T) checklist.ID {
	t.Helper()
	return want[struct{ ID checklist.ID }](t, p.a, call{method: "POST", path: "/dynamic_lists", body: map[string]any{
		"dbt_types": []string{"substances"}, "extraction_targets": []string{"composition"}, "title": "Toluene", "substances": []any{map[string]any{"cas": "108-88-3", "threshold": 0}},
	}}).ID
}

func s3Client() *s3.Client {
	return s3.NewFromConfig(shared.Config(), func(o *s3.Options) { o.UsePathStyle = true })
}

func catalogBucket() *files.Bucket { return files.New(s3Client(), shared.Names().Bucket("catalog")) }

const largest = 1 << 20

// passesNight moves what the last night has stored a day into the past.
func (p *place) passesNight(t *testing.T, list checklist.ID) {
	t.Helper()
	bucket, yesterday := catalogBucket(), sds.Day(time.Now()).AddDate(0, 0, -1).Format(time.DateOnly)
	write := func(key string, change func(data []byte) ([]byte, error)) {
		data, err := bucket.ReadIfThere(t.Context(), key, largest)
		if err == nil {
			data, err = change(data)
		}
		if err == nil {
			err = bucket.Write(t.Context(), key, "application/octet-stream", data)
		}
		if err != nil {
			t.Fatalf("%s: %v", key, err)
		}
	}
	write("companies/"+string(p.company)+"/checklists-night", func(data []byte) ([]byte, error) {
		var night map[string]any
		err := json.Unmarshal(data, &night)
		night["Day"], night["Closed"] = yesterday, yesterday
		data, _ = json.Marshal(night)
		return data, err
	})
	write(found.Key(p.company, list), func(data []byte) ([]byte, error) {
		all, err := found.Decode(data)
		if err != nil {
			return nil, err
		}
		all.Begun = yesterday
		for i := range all.Rows {
			all.Rows[i].First = yesterday
		}
		return all.Encode()
	})
}

// hits are the stored results of a checklist, and what the API says of it.
func (p *place) hits(t *testing.T, list checklist.ID) string {
	t.Helper()
	data, err := catalogBucket().ReadIfThere(t.Context(), found.Key(p.company, list), largest)
	if err != nil || data == nil {
		t.Fatalf("no results: %v", err)
	}
	all, err := found.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range all.Rows {
		s, err := p.table().Sheet(t.Context(), p.company, sds.SheetID(r.Sheet.String()))
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s %s since %s", s.Name, r.Verdict, r.First))
	}
	slices.Sort(lines)
	l, err := p.table().Checklist(t.Context(), p.company, list)
	if err != nil || l.Run == nil {
		t.Fatalf("%+v, %v", l, err)
	}
	return strings.Join(lines, "\n") + fmt.Sprintf("\n%v, %d new", l.Run.Counts, l.Run.NewHits)
}

// machine runs a state machine to its end.
func (p *place) machine(t *testing.T, name string, input any) {
	t.Helper()
	encoded, err := json.Marshal(input)
	if err != nil {
		t.Fatal(err)
	}
	started, err := shared.States.Start(shared.Names().Machine(name), "test-"+uuid.NewString(), encoded)
	if err != nil {
		t.Fatal(err)
	}
	if d, err := shared.States.Wait(t.Context(), started.ARN); err != nil || d.Status != states.Succeeded {
		t.Errorf("%s: %+v, %v", name, d, err)
	}
}
