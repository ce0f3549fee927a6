package nightly

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sesv2"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/files"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/catalog"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/judgement/found"
)

// power interrupts a function at a write: that write and all later ones fail.
type power struct {
	mu     sync.Mutex
	writes int
	outAt  int  // the write at which it fails; 0: never
	late   bool // the write itself is done, but returns an error
	out    bool
	cut    string // the write at which it failed
}

var errOut = errors.New("the function has been ended")

// write does a write, unless the power has failed.
func (p *power) write(what string, do func() error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out {
		return errOut
	}
	p.writes++
	if p.writes != p.outAt {
		return do()
	}
	p.out, p.cut = true, what
	if p.late {
		if err := do(); err != nil {
			return err
		}
	}
	return errOut
}

// cutTable, cutMail and cutFiles are the services with interrupted writes.
type cutTable struct {
	table.API
	*power
}

func (c cutTable) TransactWriteItems(ctx context.Context, in *dynamodb.TransactWriteItemsInput, o ...func(*dynamodb.Options)) (out *dynamodb.TransactWriteItemsOutput, err error) {
	err = c.write("table", func() (err error) { out, err = c.API.TransactWriteItems(ctx, in, o...); return err })
	return out, err
}

func (c cutTable) UpdateItem(ctx context.Context, in *dynamodb.UpdateItemInput, o ...func(*dynamodb.Options)) (out *dynamodb.UpdateItemOutput, err error) {
	err = c.write("table", func() (err error) { out, err = c.API.UpdateItem(ctx, in, o...); return err })
	return out, err
}

type cutMail struct {
	*apitest.Mailbox
	*power
}

func (c cutMail) SendEmail(ctx context.Context, in *sesv2.SendEmailInput, o ...func(*sesv2.Options)) (out *sesv2.SendEmailOutput, err error) {
	err = c.write("mail", func() (err error) { out, err = c.Mailbox.SendEmail(ctx, in, o...); return err })
	return out, err
}

type cutFiles struct {
	*apitest.Bucket
	*power
}

func (c cutFiles) Do(r *http.Request) (*http.Response, error) {
	answer := httptest.NewRecorder()
	do := func() error {
		c.ServeHTTP(answer, r)
		return nil
	}
	if r.Body == nil {
		r.Body = io.NopCloser(bytes.NewReader(nil))
	}
	call := do
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		call = func() error { return c.write(r.Method+" "+r.URL.Path, do) }
	}
	if err := call(); err != nil {
		return &http.Response{StatusCode: http.StatusForbidden, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("<Error><Code>AccessDenied</Code></Error>"))}, nil //nolint:nilerr // an answer that is not tried again
	}
	return answer.Result(), nil
}

// on is a new instance of the function, as after a crash.
func (n night1) on(p *power) *worker {
	w := *n.worker
	w.table = table.New(cutTable{n.Engine.Client, p}, n.Engine.Name, n.Clock.Now)
	w.bucket = files.New(s3.New(s3.Options{
		HTTPClient: cutFiles{n.Bucket, p}, BaseEndpoint: aws.String("http://bucket.example"), Region: "ap-northeast-1", UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider("test", "test", ""), RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	}), "catalog")
	w.mail = mailer.New(cutMail{n.Mailbox, p}, "x@anzen.example")
	w.catalog = catalog.New(w.table, n.Clock.Now, catalog.WithChecks(w.rules), catalog.WithSnapshots(snapshots.Store{Requests: w.table, Objects: w.bucket}))
	return &w
}

// end is the result of a night, with names instead of ids.
type end struct {
	Night companyNight
	Runs  map[string]checklist.Run
	Found map[string]found.Found
	Mails map[string]int // by recipient
	Texts map[string]bool
}

// tonight is a night with every kind of write: two checklists with new hits, one that was
// deleted since the last night, and three recipients.
func tonight(t *testing.T) (n night1, look func(t *testing.T) end) {
	t.Helper()
	n = newNight(t)
	editor := n.User(t, n.c, access.Editor, func(u *company.User) { u.Locale = "en-US" })
	second := n.User(t, n.c, access.Admin)
	n.User(t, n.c, access.Viewer)
	laws := n.list(t, "法令", nil)
	n.Clock.Advance(time.Minute) // the checklists stand in the order in which they were made
	own := n.list(t, "自社基準", func(l *checklist.List) {
		l.Kind, l.LawIDs, l.CreatedBy = checklist.BySubstances, nil, editor.ID
		l.Substances = []checklist.Substance{{CAS: "108-88-3", Percent: 5}}
	})
	gone := n.list(t, "廃止", nil)
	first := n.product(t, "108-88-3")
	n.run(t)
	n.Clock.Advance(24 * time.Hour)
	x := n.Table.Begin(n.c.ID).Audit(table.Audit{Action: "test"}).DeleteChecklist(gone)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	fresh := n.product(t, "108-88-3")
	names := strings.NewReplacer(
		string(n.c.ID), "company", string(laws.ID), "laws", string(own.ID), "own", string(gone.ID), "gone", string(first.ID), "first", string(fresh.ID), "fresh",
		string(n.admin.ID), "admin", string(editor.ID), "editor", string(second.ID), "second",
		n.admin.Email, "admin", editor.Email, "editor", second.Email, "second",
	)
	return n, func(t *testing.T) end {
		t.Helper()
		e := end{Runs: map[string]checklist.Run{}, Found: map[string]found.Found{}, Mails: map[string]int{}, Texts: map[string]bool{}}
		if err := json.Unmarshal([]byte(names.Replace(string(n.Bucket.Object("catalog", nightKey(n.c.ID))))), &e.Night); err != nil {
			t.Fatal(err)
		}
		slices.Sort(e.Night.Notified) // the order of people is that of their ids
		for _, l := range []checklist.List{laws, own, gone} {
			name := names.Replace(string(l.ID))
			if data := n.Bucket.Object("catalog", found.Key(n.c.ID, l.ID)); data != nil {
				f, err := found.Decode(data)
				if err != nil {
					t.Fatal(err)
				}
				e.Found[name] = *f
			}
			if l.ID != gone.ID {
				r := n.seen(t, l)
				r.Found = names.Replace(r.Found)
				e.Runs[name] = r
			}
		}
		for _, f := range e.Found { // the ids of the two sheets fall in any order
			if len(f.Rows) == 2 && f.Rows[0].Sheet.String() != string(first.ID) {
				f.Rows[0], f.Rows[1] = f.Rows[1], f.Rows[0]
			}
			for i := range f.Rows {
				f.Rows[i].Sheet = [16]byte{byte(i)}
			}
		}
		for _, m := range n.Mailbox.Mails {
			e.Mails[names.Replace(m.To)]++
			e.Texts[names.Replace(m.To+m.Subject+m.Text)] = true
		}
		return e
	}
}

// Wherever a night is interrupted, before a write or after it, a repeated run has the
// result of an uninterrupted one. A mail and the record that it was sent cannot be one
// write, so the recipient of a mail interrupted between the two gets it again: rather
// twice than never. No other mail is sent twice.
func TestANightThatIsCutOffAnywhereComesToTheSameEnd(t *testing.T) {
	n, look := tonight(t)
	whole := &power{}
	if err := n.on(whole).checkCompany(t.Context(), n.c.ID); err != nil {
		t.Fatal(err)
	}
	want := look(t)
	if r := want.Runs["laws"]; r.NewHits != 1 || len(want.Found["laws"].Rows) != 2 || len(want.Found) != 2 || len(want.Mails) != 3 || len(want.Night.Notified) != 3 || whole.writes < 12 {
		t.Fatalf("%d writes, %+v", whole.writes, want)
	}
	for _, late := range []bool{false, true} {
		for at := 1; at <= whole.writes; at++ {
			n, look := tonight(t)
			p := &power{outAt: at, late: late}
			if err := n.on(p).checkCompany(t.Context(), n.c.ID); err == nil {
				t.Errorf("write %d (%s, done: %v) fails without an error", at, p.cut, late)
			}
			sent := len(n.Mailbox.Mails)
			for range 2 {
				if err := n.on(&power{}).checkCompany(t.Context(), n.c.ID); err != nil {
					t.Fatal(err)
				}
			}
			got := look(t)
			repeated := 0
			for who, times := range got.Mails {
				repeated += times - 1
				got.Mails[who] = 1
			}
			between := sent > 0 && (p.cut == "mail" && late || strings.HasSuffix(p.cut, "checklists-night") && !late)
			if between && repeated > 1 || !between && repeated != 0 {
				t.Errorf("write %d (%s, done: %v): %d mails were repeated", at, p.cut, late, repeated)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("write %d (%s, done: %v):\n%+v\nnot\n%+v", at, p.cut, late, got, want)
			}
		}
	}
}
