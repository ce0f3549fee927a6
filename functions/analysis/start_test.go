package analysis

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-sdk-go-v2/service/sfn"
	"github.com/aws/aws-sdk-go-v2/service/sfn/types"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// starts records the started executions; a sweep starts several side by side.
type starts struct {
	workflow.API
	mu    sync.Mutex
	names []string
	ended []string // executions that have ended
}

func (s *starts) StartExecution(_ context.Context, in *sfn.StartExecutionInput, _ ...func(*sfn.Options)) (*sfn.StartExecutionOutput, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if slices.Contains(s.ended, *in.Name) {
		return nil, &types.ExecutionAlreadyExists{}
	}
	s.names = append(s.names, *in.Name)
	return &sfn.StartExecutionOutput{}, nil
}

// registered is a sheet whose PDF has not arrived, of an allowed upload.
func (p *pipeline) registered(t *testing.T, change func(*company.User)) (sds.Sheet, *starts) {
	t.Helper()
	started := &starts{}
	p.machine = workflow.New(started, "arn:aws:states:ap-northeast-1:000000000000:stateMachine:analysis")
	audit := table.Audit{Action: "test"}
	by := company.User{ID: sds.NewID[sds.UserID](), Company: firm, Email: string(sds.NewID[sds.UserID]()) + "@a.example", Role: access.Editor, Active: true}
	if change != nil {
		change(&by)
	}
	if err := p.table.Begin(firm).Audit(audit).CreateUser(by).Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	u := sds.Upload{ID: sds.NewID[sds.UploadID](), Company: firm, By: by.ID}
	u.Key = "uploads/" + string(u.ID) + ".pdf"
	if err := p.table.CreateUploads(t.Context(), firm, []sds.Upload{u}, audit); err != nil {
		t.Fatal(err)
	}
	u.Version = 1
	s := sds.Sheet{ID: sds.NewID[sds.SheetID](), Status: sds.StatusUploading, Attempt: 1, UploadID: u.ID, File: sds.File{Key: u.Key}}
	if err := p.table.Register(t.Context(), firm, []write.Registration{{Upload: u, Sheet: s, Edit: sds.Edit{ID: sds.NewEditID(p.now())}}}, nil, audit, nil); err != nil {
		t.Fatal(err)
	}
	return s, started
}

// arrives sends the pipeline the event of a version of the sheet's object.
func (p *pipeline) arrives(t *testing.T, s sds.Sheet, version string) sds.Sheet {
	t.Helper()
	detail, err := json.Marshal(map[string]any{"object": map[string]string{"key": s.File.Key, "version-id": version}})
	if err == nil {
		err = p.start(t.Context(), events.EventBridgeEvent{Detail: detail})
	}
	if err != nil {
		t.Fatal(err)
	}
	if s, err = p.table.Sheet(t.Context(), firm, s.ID); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheFirstThatComesBelongsToTheSheet(t *testing.T) {
	p := works(t)
	s, started := p.registered(t, nil)
	s = p.arrives(t, s, "one")
	if s.File.Version != "one" || len(started.names) != 1 {
		t.Fatalf("%+v, started %v", s.File, started.names)
	}
	if s = p.arrives(t, s, "two"); s.File.Version != "one" || len(started.names) != 1 {
		t.Errorf("the form was sent again: %+v, started %v", s.File, started.names)
	}
	if s = p.arrives(t, s, "one"); s.File.Version != "one" || len(started.names) != 2 || started.names[0] != started.names[1] {
		t.Errorf("the event came twice: %+v, started %v", s.File, started.names)
	}
}

func TestWhatComesFromSomebodyWhoMayNoLongerSendEndsTheSheet(t *testing.T) {
	for what, change := range map[string]func(*company.User){
		"demoted":     func(u *company.User) { u.Role = access.Viewer },
		"deactivated": func(u *company.User) { u.Active = false },
	} {
		p := works(t)
		s, started := p.registered(t, change)
		s = p.arrives(t, s, "one")
		if s.Status != sds.StatusImpossible || s.Reason != ReasonVoid || s.File.Version != "" || len(started.names) != 0 {
			t.Errorf("%s: %+v, started %v", what, s, started.names)
		}
	}
}

// Every analysis reads the version that belongs to the sheet, whatever the current version of the object.
func TestTheVersionOfTheSheetIsRead(t *testing.T) {
	p, o := worksOn(t, "js-005.pdf")
	sum := func(o *objects, key string) string {
		digest := sha256.Sum256(o.in["/sheets/"+key])
		return hex.EncodeToString(digest[:])
	}
	o.in["/sheets/js-005.pdf?one"] = o.in["/sheets/js-005.pdf"]
	o.in["/sheets/js-005.pdf"] = []byte("%PDF-1.7 something else")
	s := p.written(t, nil, func(s *sds.Sheet) {
		s.File = sds.File{Key: "js-005.pdf", Version: "one", SHA256: sum(o, "js-005.pdf?one")}
	})
	s, _ = p.analyze(t, s)
	if s.Status != sds.StatusCompleted || s.File.Version != "one" {
		t.Errorf("status %d %s, %+v", s.Status, s.Reason, s.File)
	}
	s = p.written(t, &s, func(*sds.Sheet) {})
	if s, _ = p.analyze(t, s); s.Status != sds.StatusCompleted || s.File.Version != "one" {
		t.Errorf("again: status %d %s, %+v", s.Status, s.Reason, s.File)
	}

	changed := p.written(t, nil, func(s *sds.Sheet) {
		s.File = sds.File{Key: "js-005.pdf", Version: "one", SHA256: sum(o, "js-005.pdf")}
	})
	var bad *BadSheet
	if _, err := p.assort(t.Context(), execution.Of(firm, changed)); !errors.As(err, &bad) || bad.Code != ReasonChanged {
		t.Errorf("another file than was announced: %v", err)
	}
	gone := p.written(t, nil, func(s *sds.Sheet) { s.File = sds.File{Key: "js-005.pdf", Version: "two"} })
	if _, err := p.assort(t.Context(), execution.Of(firm, gone)); !errors.As(err, &bad) || bad.Code != ReasonMissing {
		t.Errorf("a version that is gone: %v", err)
	}
}
