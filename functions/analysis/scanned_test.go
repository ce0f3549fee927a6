package analysis

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/table"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/library/sheets"
)

// searches sends the pipeline GuardDuty's result of a version of an object.
func (p *pipeline) searches(t *testing.T, key, version, status, threat string) {
	t.Helper()
	threats := []map[string]string{}
	if threat != "" {
		threats = append(threats, map[string]string{"name": threat})
	}
	detail, err := json.Marshal(map[string]any{
		"scanStatus": "COMPLETED", "s3ObjectDetails": map[string]string{"objectKey": key, "versionId": version},
		"scanResultDetails": map[string]any{"scanResultStatus": status, "threats": threats},
	})
	if err == nil {
		err = p.scanned(t.Context(), events.EventBridgeEvent{Detail: detail})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func (p *pipeline) reread(t *testing.T, s sds.Sheet) sds.Sheet {
	t.Helper()
	s, err := p.table.Sheet(t.Context(), firm, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	clean    = "NO_THREATS_FOUND"
	infected = "THREATS_FOUND"
)

// The analysis of a sheet begins when its PDF was found clean, whichever event comes first.
func TestTheAnalysisWaitsForTheSearch(t *testing.T) {
	for what, events := range map[string]func(p *pipeline, s sds.Sheet, started *starts){
		"searched after it came": func(p *pipeline, s sds.Sheet, started *starts) {
			s = p.arrives(t, s, "one")
			if len(started.names) != 0 || s.File.Scan != sds.ScanWaiting || s.Reason != string(sheets.CodeChecking) || s.File.Version != "one" {
				t.Errorf("before the result: %+v %s, started %v", s.File, s.Reason, started.names)
			}
			if _, err := p.assort(t.Context(), execution.Of(firm, s)); err == nil {
				t.Error("read before the result")
			}
			p.searches(t, s.File.Key, "one", clean, "")
		},
		"scanned before the event of its arrival": func(p *pipeline, s sds.Sheet, _ *starts) {
			p.searches(t, s.File.Key, "one", clean, "")
			p.arrives(t, s, "one")
		},
		"the event of its arrival is lost": func(p *pipeline, s sds.Sheet, _ *starts) {
			p.searches(t, s.File.Key, "one", clean, "")
		},
		"events arrive twice": func(p *pipeline, s sds.Sheet, started *starts) {
			p.arrives(t, s, "one")
			p.searches(t, s.File.Key, "one", clean, "")
			p.searches(t, s.File.Key, "one", clean, "")
			started.names = started.names[:1]
		},
		"another version was searched first": func(p *pipeline, s sds.Sheet, started *starts) {
			p.arrives(t, s, "one")
			p.searches(t, s.File.Key, "two", infected, "EICAR")
			if len(started.names) != 0 {
				t.Error("started by the result of another version")
			}
			p.searches(t, s.File.Key, "one", clean, "")
		},
	} {
		p := works(t)
		p.scanning = true
		s, started := p.registered(t, nil)
		events(p, s, started)
		if s = p.reread(t, s); len(started.names) == 0 || s.File.Version != "one" {
			t.Errorf("%s: %+v, started %v", what, s.File, started.names)
		}
		if err := p.searched(t.Context(), execution.Of(firm, s), s.File); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if s = p.reread(t, s); s.File.Scan != sds.ScanClean || s.Reason != "" {
			t.Errorf("%s: %+v %s", what, s.File, s.Reason)
		}
	}
}

// A PDF that is infected, or cannot be scanned, fails its sheet with a reason; an infected one is erased at once.
func TestWhatIsNotCleanEndsTheSheet(t *testing.T) {
	for status, want := range map[string]struct {
		code string
		scan sds.Scan
	}{
		infected: {ReasonMalware, sds.ScanInfected}, "UNSUPPORTED": {ReasonUnsearched, sds.ScanFailed}, "ACCESS_DENIED": {ReasonUnsearched, sds.ScanFailed},
		"FAILED": {ReasonUnsearched, sds.ScanFailed}, "something new": {ReasonUnsearched, sds.ScanFailed},
	} {
		p, o := worksOn(t)
		p.scanning = true
		s, started := p.registered(t, nil)
		object := "/sheets/" + s.File.Key + "?one"
		o.in[object] = []byte("%PDF-1.7")
		s = p.arrives(t, s, "one")
		p.searches(t, s.File.Key, "one", status, "EICAR-Test-File")
		if _, there := o.in[object]; there != (status != infected) || len(started.names) != 1 {
			t.Errorf("%s: the object is there %v, started %v", status, there, started.names)
		}
		var bad *BadSheet
		_, err := p.assort(t.Context(), execution.Of(firm, s))
		if !errors.As(err, &bad) || bad.Code != want.code || status == infected && bad.Args["threat"] != "EICAR-Test-File" {
			t.Errorf("%s: %v", status, err)
			continue
		}
		if err := p.attempts().Fail(t.Context(), attempt(execution.Of(firm, s)), bad.Code, bad.Args); err != nil {
			t.Fatal(err)
		}
		if s = p.reread(t, s); s.Status != sds.StatusImpossible || s.Reason != want.code || s.File.Scan != want.scan {
			t.Errorf("%s: %d %s %+v", status, s.Status, s.Reason, s.File)
		}
	}
}

// A sheet whose analysis failed before a task had read the result of the scan can be opened and analyzed again.
func TestAFailedStartLeavesTheFileOpen(t *testing.T) {
	p := works(t)
	p.scanning = true
	s, _ := p.registered(t, nil)
	s = p.arrives(t, s, "one")
	p.searches(t, s.File.Key, "one", clean, "")
	in := execution.Of(firm, s)
	in.Error = &execution.Error{Error: "Runtime.ExitError", Cause: "{}"}
	if _, err := p.fail(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	if s = p.reread(t, s); s.Status != sds.StatusImpossible || s.Reason != ReasonInternal || sheets.OpenFile(s.File) != nil {
		t.Errorf("%d %s %+v", s.Status, s.Reason, s.File)
	}
}

// A result "infected" stays, and a failed scan does not override a successful one.
func TestResultsInAnyOrder(t *testing.T) {
	for _, tt := range []struct {
		events []string
		want   sds.Scan
	}{
		{[]string{infected, clean}, sds.ScanInfected},
		{[]string{clean, infected}, sds.ScanInfected},
		{[]string{"FAILED", clean}, sds.ScanClean},
		{[]string{clean, "FAILED"}, sds.ScanClean},
		{[]string{"FAILED", infected, clean, "FAILED"}, sds.ScanInfected},
	} {
		p := works(t)
		p.scanning = true
		s, _ := p.registered(t, nil)
		s = p.arrives(t, s, "one")
		for _, e := range tt.events {
			p.searches(t, s.File.Key, "one", e, "")
		}
		if found, err := p.table.Scanned(t.Context(), firm, s.File.Key, "one"); err != nil || found.Result != tt.want {
			t.Errorf("%v: %+v, %v", tt.events, found, err)
		}
	}
}

// Malware found later in the file of a completed sheet closes the file, and leaves the sheet.
func TestALaterResultClosesTheFile(t *testing.T) {
	p := works(t)
	p.scanning = true
	s, started := p.registered(t, nil)
	s = p.arrives(t, s, "one")
	p.searches(t, s.File.Key, "one", clean, "")
	after := p.reread(t, s)
	before := after
	after.Status, after.File.Scan = sds.StatusCompleted, sds.ScanClean
	if _, err := p.table.WriteSheet(t.Context(), firm, write.Sheet{Before: &before, After: after, Audit: table.Audit{Action: "test"}}); err != nil {
		t.Fatal(err)
	}
	p.searches(t, s.File.Key, "one", infected, "EICAR")
	if s = p.reread(t, s); s.Status != sds.StatusCompleted || s.File.Scan != sds.ScanInfected || len(started.names) != 1 {
		t.Errorf("%d %+v, started %v", s.Status, s.File, started.names)
	}
}

// A result is recorded on a sheet that others change all the while, at its first delivery.
func TestAResultIsRecordedWhileTheSheetChanges(t *testing.T) {
	p := works(t)
	p.scanning = true
	s, _ := p.registered(t, nil)
	s = p.arrives(t, s, "one")
	p.searches(t, s.File.Key, "one", clean, "")
	change := func(f func(*sds.Sheet)) {
		before := p.reread(t, s)
		after := before
		f(&after)
		if _, err := p.table.WriteSheet(t.Context(), firm, write.Sheet{Before: &before, After: after, Audit: table.Audit{Action: "test"}}); err != nil && !errors.Is(err, write.ErrStale) {
			t.Error(err)
		}
	}
	change(func(s *sds.Sheet) { s.Status, s.File.Scan = sds.StatusCompleted, sds.ScanClean })
	// The result is dated between the reading of the sheet and its writing.
	now, changes := p.now, 0
	p.now = func() time.Time {
		if changes++; changes <= 8 {
			change(func(s *sds.Sheet) { s.Name += "x" })
		}
		return now()
	}
	p.searches(t, s.File.Key, "one", infected, "EICAR")
	if s = p.reread(t, s); s.File.Scan != sds.ScanInfected || !strings.HasSuffix(s.Name, "xxxx") {
		t.Errorf("%s: %+v", s.Name, s.File)
	}
}

func TestAttachmentsAreSearched(t *testing.T) {
	p, o := worksOn(t)
	s := p.written(t, nil, func(*sds.Sheet) {})
	company := sds.NewID[sds.CompanyID]()
	audit := table.Audit{Action: "test"}
	a := sds.Attachment{ID: sds.NewID[sds.AttachmentID](), Name: "a.txt"}
	a.Key = "attachments/" + string(company) + "/" + string(s.ID) + "/" + string(a.ID) + ".txt"
	object := "/sheets/" + a.Key + "?one"
	o.in[object] = []byte("x")
	if err := p.table.Begin(company).Audit(audit).Expect(s.ID, a).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.searches(t, a.Key, "two", clean, "") // of another version, and before it is registered
	a.Version, a.Object, a.Scan = 1, "one", sds.ScanWaiting
	if err := p.table.Begin(company).Audit(audit).Attach(s.ID, a).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	is := func(want sds.Scan) {
		t.Helper()
		if got, err := p.table.Attachment(t.Context(), company, s.ID, a.ID); err != nil || got.Scan != want {
			t.Errorf("%s, %v; want %s", got.Scan, err, want)
		}
	}
	is(sds.ScanWaiting)
	p.searches(t, a.Key, "two", infected, "EICAR")
	is(sds.ScanWaiting)
	p.searches(t, a.Key, "one", clean, "")
	is(sds.ScanClean)
	p.searches(t, a.Key, "one", infected, "EICAR")
	is(sds.ScanInfected)
	if _, there := o.in[object]; there {
		t.Error("the object is left")
	}
	for _, key := range []string{"attachments/x.txt", "malware-protection-resource-validation-object", strings.Replace(a.Key, string(a.ID), string(sds.NewID[sds.AttachmentID]()), 1)} {
		p.searches(t, key, "one", clean, "")
	}
}

// The sweep continues where an event was lost, waits while a result may arrive, and fails sheets without a result.
func TestTheSweepAndTheSearch(t *testing.T) {
	ctx := t.Context()
	at := time.Duration(0)
	p := works(t)
	now := p.now
	p.now = func() time.Time { return now().Add(at) }
	p.scanning = true
	s, started := p.registered(t, nil)
	s = p.arrives(t, s, "one")
	at = 3 * time.Hour
	if err := p.sweep(ctx); err != nil || len(started.names) != 0 || p.reread(t, s).Status != sds.StatusUploading {
		t.Errorf("while it may come: %v, started %v", err, started.names)
	}
	if _, err := p.table.NoteScanned(ctx, firm, s.File.Key, "one", table.Scanned{Result: sds.ScanClean}, table.Audit{Action: "test"}); err != nil {
		t.Fatal(err)
	}
	at = time.Hour
	if err := p.sweep(ctx); err != nil || len(started.names) != 1 {
		t.Errorf("the event was lost: %v, started %v", err, started.names)
	}
	never, _ := p.registered(t, nil)
	never = p.arrives(t, never, "one")
	at = 7 * time.Hour
	if err := p.sweep(ctx); err != nil {
		t.Fatal(err)
	}
	if never = p.reread(t, never); never.Reason != ReasonUnsearched {
		t.Errorf("never searched: %d %s", never.Status, never.Reason)
	}
	off, started := p.registered(t, nil)
	off = p.arrives(t, off, "one")
	p.scanning = false
	at = time.Hour
	if err := p.sweep(ctx); err != nil || len(started.names) == 0 {
		t.Errorf("the search was switched off: %v, started %v", err, started.names)
	}
	if err := p.searched(ctx, execution.Of(firm, off), off.File); err != nil || p.reread(t, off).File.Scan != sds.ScanNone {
		t.Errorf("the search was switched off: %v", err)
	}
}
