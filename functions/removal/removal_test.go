package removal

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"anzen/shared/aws/files"
	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// bin records the deleted keys of a bucket, and fails for one key where it is set.
type bin struct {
	mu      sync.Mutex
	deleted []string
	refuse  string
}

func (b *bin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if r.Method != http.MethodDelete || r.URL.Path == b.refuse {
		w.WriteHeader(http.StatusForbidden)
		_, _ = io.WriteString(w, `<Error><Code>AccessDenied</Code></Error>`)
		return
	}
	b.deleted = append(b.deleted, r.URL.Path)
	w.WriteHeader(http.StatusNoContent)
}

// purgerOn is a purger with a fake bucket.
func purgerOn(t *testing.T, bucket http.Handler) (*purger, *tabletest.Clock) {
	t.Helper()
	clock := tabletest.NewClock()
	server := httptest.NewServer(bucket)
	t.Cleanup(server.Close)
	return &purger{table: tabletest.New(t, clock.Now), now: clock.Now, log: slog.New(slog.DiscardHandler), sheets: files.New(s3.New(s3.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", UsePathStyle: true, RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("test", "test", ""), RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	}), "sheets")}, clock
}

func TestWhatIsDueIsPurged(t *testing.T) {
	ctx := t.Context()
	b := &bin{}
	p, clock := purgerOn(t, b)
	tab := p.table
	c := sds.NewID[sds.CompanyID]()
	made := func(key string) sds.Sheet {
		s, err := tab.WriteSheet(ctx, c, write.Sheet{
			After: sds.Sheet{ID: sds.NewID[sds.SheetID](), Name: key, File: sds.File{Key: key}, Former: []sds.File{{Key: key + "-former"}}}, Audit: table.Audit{Action: "test"},
			Sections: []sds.Section{{Number: 1}}, Edit: &sds.Edit{ID: sds.NewEditID(clock.Now())},
		})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	removed := func(s sds.Sheet) {
		if err := tab.RemoveSheets(ctx, c, []sds.Sheet{s}, write.Removal{At: clock.Now(), Audit: table.Audit{Action: "test"}}); err != nil {
			t.Fatal(err)
		}
	}
	first, stays := made("first"), made("stays")
	a := sds.Attachment{ID: "a", Key: "attached", Name: "a.pdf"}
	if err := tab.Begin(c).Audit(table.Audit{Action: "test"}).Expect(first.ID, a).Commit(ctx); err != nil {
		t.Fatal(err)
	}
	a.Version = 1
	if err := tab.Begin(c).Audit(table.Audit{Action: "test"}).Attach(first.ID, a).Commit(ctx); err != nil {
		t.Fatal(err)
	}
	removed(first)
	removed(made("refused"))
	clock.Advance(20 * 24 * time.Hour)
	late := made("late")
	removed(late)
	if err := p.run(ctx); err != nil || len(b.deleted) != 0 {
		t.Fatalf("deleted before its time: %v, %v", b.deleted, err)
	}
	clock.Advance(11 * 24 * time.Hour)
	b.refuse = "/sheets/refused"
	if err := p.run(ctx); err == nil {
		t.Error("a refused deletion is no error")
	}
	b.refuse = ""
	if err := p.run(ctx); err != nil {
		t.Fatal(err)
	}
	slices.Sort(b.deleted)
	want := []string{"/sheets/attached", "/sheets/first", "/sheets/first-former", "/sheets/refused", "/sheets/refused-former"}
	if got := slices.Compact(b.deleted); !slices.Equal(got, want) {
		t.Errorf("deleted %v, want %v", got, want)
	}
	records, err := tab.VersionRecords(ctx, c, []sds.SheetID{first.ID, stays.ID, late.ID})
	if err != nil || len(records) != 3 || records[0].Name != "" || records[1].Name != "stays" || records[2].Name != "late" {
		t.Errorf("heads %+v, %v", records, err)
	}
	if sections, _ := tab.Sections(ctx, c, first.ID); len(sections) != 0 {
		t.Errorf("sections are left: %v", sections)
	}
	if sections, _ := tab.Sections(ctx, c, late.ID); len(sections) != 1 {
		t.Errorf("sections of one that is kept: %v", sections)
	}
}
