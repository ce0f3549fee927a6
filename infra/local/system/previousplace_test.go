package system_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cognitoidentityprovider"
	sdk "github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/google/uuid"

	"anzen/infra/local/states"
	"anzen/shared/aws/files"
	"anzen/shared/aws/idp"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/plan"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
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

func s3Client() *s3.Client {
	return s3.NewFromConfig(shared.Config(), func(o *s3.Options) { o.UsePathStyle = true })
}

func catalogBucket() *files.Bucket { return files.New(s3Client(), shared.Names().Bucket("catalog")) }

const largest = 1 << 20

// objects are the keys in a bucket that contain a text, with all versions.
func objects(t *testing.T, bucket, with string) (keys []string) {
	t.Helper()
	client, name := s3Client(), shared.Names().Bucket(bucket)
	pages := s3.NewListObjectVersionsPaginator(client, &s3.ListObjectVersionsInput{Bucket: &name})
	for pages.HasMorePages() {
		page, err := pages.NextPage(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range page.Versions {
			keys = append(keys, *o.Key)
		}
	}
	slices.Sort(keys)
	return slices.DeleteFunc(slices.Compact(keys), func(key string) bool { return !strings.Contains(key, with) })
}

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
