package removal

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// versionStore has the versions of objects, with the part of S3 that is needed to list and remove them. A version whose
// name begins with "marker" is a delete marker.
type versionStore struct {
	mu       sync.Mutex
	versions map[string][]string // of each key
	refuse   string              // a key whose versions cannot be listed
}

func (s *versionStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
				element := "Version"
				if strings.HasPrefix(v, "marker") {
					element = "DeleteMarker"
				}
				if strings.HasPrefix(key, prefix) {
					fmt.Fprintf(w, "<%[1]s><Key>%[2]s</Key><VersionId>%[3]s</VersionId></%[1]s>", element, key, v)
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

// want checks which versions are left: none of a key that is not named.
func (s *versionStore) want(t *testing.T, what string, want map[string][]string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, versions := range s.versions {
		if !slices.Equal(versions, want[key]) {
			t.Errorf("%s: %s has %v, want %v", what, key, versions, want[key])
		}
	}
}

var (
	audit = table.Audit{Action: "test"}
	all   = []string{"v1", "v2", "marker", "v3"}
)

// sweeping is a company with expired forms.
type sweeping struct {
	*purger
	*versionStore
	clock   *tabletest.Clock
	company sds.CompanyID
}

func newSweeping(t *testing.T) *sweeping {
	t.Helper()
	s := &versionStore{versions: map[string][]string{}}
	p, clock := purgerOn(t, s)
	return &sweeping{p, s, clock, sds.NewID[sds.CompanyID]()}
}

// allowed is an upload whose form was issued, and used more than once.
func (s *sweeping) allowed(t *testing.T, key string) sds.Upload {
	t.Helper()
	u := sds.Upload{ID: sds.NewID[sds.UploadID](), Company: s.company, Key: key}
	if err := s.table.CreateUploads(t.Context(), s.company, []sds.Upload{u}, audit); err != nil {
		t.Fatal(err)
	}
	s.versions[key] = slices.Clone(all)
	u.Version = 1
	return u
}

// registered makes a sheet of an upload.
func (s *sweeping) registered(t *testing.T, u sds.Upload, f sds.File, former ...sds.File) {
	t.Helper()
	sheet := sds.Sheet{ID: sds.NewID[sds.SheetID](), Name: u.Key, Status: sds.StatusUploading, Attempt: 1, File: f, Former: former, UploadID: u.ID}
	err := s.table.Register(t.Context(), s.company, []write.Registration{{Upload: u, Sheet: sheet, Edit: sds.Edit{ID: sds.NewEditID(s.clock.Now())}}}, nil, audit, nil)
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhatBelongsToNoSheetIsSwept(t *testing.T) {
	ctx := t.Context()
	s := newSweeping(t)
	s.allowed(t, "uploads/never.pdf")
	s.allowed(t, "uploads/table.csv")
	s.registered(t, s.allowed(t, "uploads/used.pdf"), sds.File{Key: "uploads/used.pdf", Version: "v2"})
	s.registered(t, s.allowed(t, "uploads/former.pdf"), sds.File{Key: "uploads/latest.pdf", Version: "x"}, sds.File{Key: "uploads/former.pdf", Version: "v1"})
	s.registered(t, s.allowed(t, "uploads/awaited.pdf"), sds.File{Key: "uploads/awaited.pdf"})
	sheet := sds.NewID[sds.SheetID]()
	a, b := sds.Attachment{ID: "a", Key: "attachments/a.txt"}, sds.Attachment{ID: "b", Key: "attachments/b.txt"}
	s.versions[a.Key], s.versions[b.Key], s.versions["attachments/a.txt.more"] = slices.Clone(all), slices.Clone(all), []string{"other"}
	if err := s.table.Begin(s.company).Audit(audit).Expect(sheet, a, b).Commit(ctx); err != nil {
		t.Fatal(err)
	}
	a.Version, a.Object = 1, "v1"
	if err := s.table.Begin(s.company).Audit(audit).Attach(sheet, a).Commit(ctx); err != nil {
		t.Fatal(err)
	}

	// One registered without a version.
	old := sds.Attachment{ID: "c", Key: "attachments/c.txt"}
	s.versions[old.Key] = slices.Clone(all)
	if err := s.table.Begin(s.company).Audit(audit).Expect(sheet, old).Commit(ctx); err != nil {
		t.Fatal(err)
	}
	old.Version = 1
	if err := s.table.Begin(s.company).Audit(audit).Attach(sheet, old).Commit(ctx); err != nil {
		t.Fatal(err)
	}

	s.clock.Advance(table.UploadWaits)
	if err := s.sweep(ctx); err != nil {
		t.Fatal(err)
	}
	early := map[string][]string{"attachments/a.txt.more": {"other"}}
	for key := range s.versions {
		if early[key] == nil {
			early[key] = all
		}
	}
	s.want(t, "while it may still be registered", early)

	s.clock.Advance(table.SentKept - table.UploadWaits + time.Minute)
	s.refuse = "uploads/never.pdf"
	if err := s.sweep(ctx); err == nil {
		t.Error("what could not be swept is no error")
	}
	want := map[string][]string{
		"uploads/never.pdf": all, "uploads/used.pdf": {"v2"}, "uploads/former.pdf": {"v1"}, "uploads/awaited.pdf": all,
		"attachments/a.txt": {"v1"}, "attachments/a.txt.more": {"other"}, "attachments/c.txt": all,
	}
	s.want(t, "but for what is refused", want)
	s.refuse = ""
	if err := s.sweep(ctx); err != nil {
		t.Fatal(err)
	}
	delete(want, "uploads/never.pdf")
	s.want(t, "again", want)
	due, err := s.table.AllowedBefore(ctx, s.clock.Now(), 10)
	var left []string
	for _, of := range due {
		left = append(left, of.Keys...)
	}
	if slices.Sort(left); err != nil || !slices.Equal(left, []string{"attachments/c.txt", "uploads/awaited.pdf"}) {
		t.Errorf("still to be looked at: %v, %v", left, err)
	}
}

// Undecided uploads do not stop the sweep of later ones, however many there are.
func TestTheSweepGoesPastWhatIsAwaited(t *testing.T) {
	s := newSweeping(t)
	want := map[string][]string{}
	for i := range atOnce + 1 {
		key := fmt.Sprintf("uploads/awaited-%d.pdf", i)
		s.registered(t, s.allowed(t, key), sds.File{Key: key})
		want[key] = all
	}
	s.clock.Advance(time.Second)
	s.allowed(t, "uploads/never.pdf")
	s.clock.Advance(table.SentKept + time.Minute)
	if err := s.sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.want(t, "behind the awaited ones", want)
}

// With hardly any time left the sweep leaves everything to the next run.
func TestTheSweepEndsInTime(t *testing.T) {
	s := newSweeping(t)
	s.allowed(t, "uploads/never.pdf")
	s.clock.Advance(table.SentKept + time.Minute)
	ctx, cancel := context.WithTimeout(t.Context(), oneTakes-time.Second)
	defer cancel()
	if err := s.sweep(ctx); err != nil {
		t.Fatal(err)
	}
	s.want(t, "without time", map[string][]string{"uploads/never.pdf": all})
}
