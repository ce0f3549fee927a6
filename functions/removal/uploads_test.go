package removal

import (
	"encoding/xml"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
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
)

// shelf has the versions of objects, as much of S3 as is needed to list and remove them.
type shelf struct {
	mu       sync.Mutex
	versions map[string][]string // of each key
	refuse   string              // a key whose versions cannot be listed
}

func (s *shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	w.Header().Set("Content-Type", "application/xml")
	if prefix := r.URL.Query().Get("prefix"); r.Method == http.MethodGet {
		if prefix == s.refuse {
			w.WriteHeader(http.StatusForbidden)
			_, _ = io.WriteString(w, "<Error><Code>AccessDenied</Code></Error>")
			return
		}
		_, _ = io.WriteString(w, "<ListVersionsResult>")
		for key, versions := range s.versions {
			for _, v := range versions {
				if strings.HasPrefix(key, prefix) {
					fmt.Fprintf(w, "<Version><Key>%s</Key><VersionId>%s</VersionId></Version>", key, v)
				}
			}
		}
		_, _ = io.WriteString(w, "</ListVersionsResult>")
		return
	}
	var q struct {
		Object []struct{ Key, VersionId string } //nolint:revive // as on the wire
	}
	body, _ := io.ReadAll(r.Body)
	if xml.Unmarshal(body, &q) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	for _, o := range q.Object {
		s.versions[o.Key] = slices.DeleteFunc(s.versions[o.Key], func(v string) bool { return v == o.VersionId })
	}
	_, _ = io.WriteString(w, "<DeleteResult></DeleteResult>")
}

func (s *shelf) want(t *testing.T, what string, want map[string][]string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, versions := range s.versions {
		if !slices.Equal(versions, want[key]) {
			t.Errorf("%s: %s has %v, want %v", what, key, versions, want[key])
		}
	}
}

func TestWhatBelongsToNoSheetIsSwept(t *testing.T) {
	ctx := t.Context()
	clock := tabletest.NewClock()
	tab := tabletest.New(t, clock.Now)
	all := []string{"v1", "v2", "v3"}
	s := &shelf{versions: map[string][]string{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	p := &purger{table: tab, now: clock.Now, log: slog.New(slog.DiscardHandler), sheets: files.New(s3.New(s3.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", UsePathStyle: true, RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("test", "test", ""), RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	}), "sheets")}
	c, audit := sds.NewID[sds.CompanyID](), table.Audit{Action: "test"}
	allowed := func(key string) table.Upload {
		u := table.Upload{ID: sds.NewID[sds.UploadID](), Company: c, Key: key}
		if err := tab.CreateUploads(ctx, c, []table.Upload{u}, audit); err != nil {
			t.Fatal(err)
		}
		s.versions[key] = slices.Clone(all)
		u.Version = 1
		return u
	}
	registered := func(u table.Upload, f sds.File, former ...sds.File) {
		sheet := sds.Sheet{ID: sds.NewID[sds.SheetID](), Name: u.Key, Status: sds.StatusUploading, Attempt: 1, File: f, Former: former, UploadID: u.ID}
		err := tab.Register(ctx, c, []table.Registration{{Upload: u, Sheet: sheet, Edit: sds.Edit{ID: table.NewEditID(clock.Now())}}}, nil, audit, nil)
		if err != nil {
			t.Fatal(err)
		}
	}
	allowed("uploads/never.pdf")
	allowed("uploads/table.csv")
	registered(allowed("uploads/used.pdf"), sds.File{Key: "uploads/used.pdf", Version: "v2"})
	registered(allowed("uploads/former.pdf"), sds.File{Key: "uploads/latest.pdf", Version: "x"}, sds.File{Key: "uploads/former.pdf", Version: "v1"})
	registered(allowed("uploads/awaited.pdf"), sds.File{Key: "uploads/awaited.pdf"})
	sheet := sds.NewID[sds.SheetID]()
	a, b := sds.Attachment{ID: "a", Key: "attachments/a.txt"}, sds.Attachment{ID: "b", Key: "attachments/b.txt"}
	s.versions[a.Key], s.versions[b.Key], s.versions["attachments/a.txt.more"] = slices.Clone(all), slices.Clone(all), []string{"other"}
	if err := tab.Begin(c).Audit(audit).Expect(sheet, a, b).Commit(ctx); err != nil {
		t.Fatal(err)
	}
	a.Version, a.Object = 1, "v1"
	if err := tab.Begin(c).Audit(audit).Attach(sheet, a).Commit(ctx); err != nil {
		t.Fatal(err)
	}

	clock.Advance(table.UploadWaits)
	if err := p.sweep(ctx); err != nil {
		t.Fatal(err)
	}
	early := map[string][]string{"attachments/a.txt.more": {"other"}}
	for key := range s.versions {
		if early[key] == nil {
			early[key] = all
		}
	}
	s.want(t, "while it may still be registered", early)

	clock.Advance(table.SentKept - table.UploadWaits + time.Minute)
	s.refuse = "uploads/never.pdf"
	if err := p.sweep(ctx); err == nil {
		t.Error("what could not be swept is no error")
	}
	want := map[string][]string{
		"uploads/never.pdf": all, "uploads/used.pdf": {"v2"}, "uploads/former.pdf": {"v1"}, "uploads/awaited.pdf": all,
		"attachments/a.txt": {"v1"}, "attachments/a.txt.more": {"other"},
	}
	s.want(t, "but for what is refused", want)
	s.refuse = ""
	if err := p.sweep(ctx); err != nil {
		t.Fatal(err)
	}
	delete(want, "uploads/never.pdf")
	s.want(t, "again", want)
	if due, err := tab.AllowedBefore(ctx, clock.Now(), 10); err != nil || len(due) != 1 || due[0].Keys[0] != "uploads/awaited.pdf" {
		t.Errorf("still to be looked at: %+v, %v", due, err)
	}
}
