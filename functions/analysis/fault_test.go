package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"anzen/functions/analysis/execution"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/reader"
	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
	"anzen/shared/reader/ocr"
	"anzen/shared/reader/pdf"
)

// run runs the tasks like the state machine: the error of a failed task, as Lambda names it, is passed to the task
// that writes the reason.
func (p *pipeline) run(t *testing.T, s sds.Sheet) sds.Sheet {
	t.Helper()
	in := execution.Of(firm, s)
	for _, task := range []func(context.Context, execution.Input) (execution.Input, error){p.assort, p.firstCheck, p.secondCheck} {
		out, err := p.step(task)(t.Context(), in)
		if err != nil {
			cause, _ := json.Marshal(map[string]string{"errorMessage": err.Error()})
			name := fmt.Sprintf("%T", err)
			in.Error = &execution.Error{Error: name[strings.LastIndexByte(name, '.')+1:], Cause: string(cause)}
			if _, err := p.fail(t.Context(), in); err != nil {
				t.Fatal(err)
			}
			break
		}
		in = out
	}
	s, err := p.table.Sheet(t.Context(), firm, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A panic in any task fails its sheet with a reason, is logged with its stack, and has no effect when the sheet is
// analyzed again by a program without the fault.
func TestAPanicEndsOneSheetWithAReason(t *testing.T) {
	const sample = "js-016.pdf"
	beyond := func(d []doc.Page) doc.Page { return d[len(d)] }
	for name, hurt := range map[string]func(*pipeline) func(){
		"in the layout": func(p *pipeline) func() {
			p.reader = func() *reader.Reader {
				return &reader.Reader{PDF: shared().PDF, Layout: func(pages []doc.Page, _ doc.Info) *doc.Document {
					return &doc.Document{Pages: []doc.Page{beyond(pages)}}
				}}
			}
			return func() { p.reader = shared }
		},
		"in the rules": func(p *pipeline) func() {
			p.reader = func() *reader.Reader {
				return &reader.Reader{PDF: shared().PDF, Rules: func(d *doc.Document) extract.Result {
					_ = beyond(d.Pages)
					return extract.Result{}
				}}
			}
			return func() { p.reader = shared }
		},
		"in a task": func(p *pipeline) func() {
			p.reader = func() *reader.Reader { _ = beyond(nil); return nil }
			return func() { p.reader = shared }
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := works(t, sample)
			var log bytes.Buffer
			p.log = slog.New(slog.NewJSONHandler(&log, nil))
			mend := hurt(p)
			s := p.run(t, p.written(t, nil, func(s *sds.Sheet) { s.File = sds.File{Key: sample, Name: sample} }))
			if s.Status != sds.StatusImpossible || s.Reason != ReasonFault {
				t.Fatalf("status %d, reason %q", s.Status, s.Reason)
			}
			if !strings.Contains(log.String(), "fault_test.go") || !strings.Contains(log.String(), "index out of range") || !strings.Contains(log.String(), string(s.ID)) {
				t.Errorf("the log does not say where: %s", log.String())
			}
			mend()
			if s = p.run(t, p.written(t, &s, func(*sds.Sheet) {})); s.Status != sds.StatusCompleted || s.Reason != "" {
				t.Errorf("analysed again: status %d, reason %q", s.Status, s.Reason)
			}
		})
	}
}

// A panic of the checks after the reading fails the sheet alike.
func TestAPanicOfTheSecondCheck(t *testing.T) {
	const sample = "js-016.pdf"
	p := works(t, sample)
	s := p.written(t, nil, func(s *sds.Sheet) { s.File = sds.File{Key: sample, Name: sample} })
	in := execution.Of(firm, s)
	for _, task := range []func(context.Context, execution.Input) (execution.Input, error){p.assort, p.firstCheck} {
		if _, err := task(t.Context(), in); err != nil {
			t.Fatal(err)
		}
	}
	hurt := *p
	hurt.now = func() time.Time { panic("no time") }
	_, err := hurt.step(hurt.secondCheck)(t.Context(), in)
	var bad *BadSheet
	if !errors.As(err, &bad) || bad.Code != ReasonFault {
		t.Errorf("%v", err)
	}
}

type panics struct{}

func (panics) Page(context.Context, ocr.Image) ([]doc.Word, error) { panic("a page of no colours") }

// A panic in text recognition, which runs in its own goroutine, loses the pictures and not the process.
func TestAPanicOfTheRecognition(t *testing.T) {
	p := works(t, "js-016.pdf")
	p.engine = panics{}
	in := execution.Of(firm, p.written(t, nil, func(s *sds.Sheet) { s.File = sds.File{Key: "js-016.pdf", Name: "a.pdf"} }))
	in.Recognise = []int{1, 2, 3}
	var log bytes.Buffer
	p.log = slog.New(slog.NewJSONHandler(&log, nil))
	if _, err := p.step(p.recognise)(t.Context(), in); err != nil {
		t.Fatal(err)
	}
	var found recognition
	if err := p.take(t.Context(), recognitionKey(in), &found); err != nil || found.Reason != ReasonFault {
		t.Errorf("%+v, %v", found, err)
	}
	if !strings.Contains(log.String(), "fault_test.go") {
		t.Errorf("the log does not say where: %s", log.String())
	}
}

// A failure that is not caused by the file is retried, and then has its own reason.
func TestTheMachinesFaultsAreTriedAgain(t *testing.T) {
	var bad *BadSheet
	if err := badSheet(t.Context(), fmt.Errorf("%w: 3 times", pdf.ErrMemory)); errors.As(err, &bad) || fmt.Sprintf("%T", err) != "*analysis.OutOfMemory" {
		t.Errorf("%T %v", err, err)
	}
	if err := badSheet(t.Context(), fmt.Errorf("%w: 3 times", pdf.ErrCrash)); !errors.As(err, &bad) || bad.Code != "analysis.crash" {
		t.Errorf("%T %v", err, err)
	}
	for _, c := range []struct{ name, cause, want string }{
		{"OutOfMemory", "{}", ReasonMemory},
		{"Runtime.ExitError", `{"errorMessage":"RequestId: 1 Error: Runtime exited with error: signal: killed"}`, ReasonMemory},
		{"Runtime.ExitError", `{"errorMessage":"RequestId: 1 Error: Runtime exited with error: exit status 1"}`, ReasonInternal},
		{"States.Timeout", "", ReasonInternal},
	} {
		p := works(t)
		s := p.written(t, nil, func(*sds.Sheet) {})
		in := execution.Of(firm, s)
		in.Error = &execution.Error{Error: c.name, Cause: c.cause}
		if _, err := p.fail(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		if s, err := p.table.Sheet(t.Context(), firm, s.ID); err != nil || s.Reason != c.want {
			t.Errorf("%s: %q, %v", c.name, s.Reason, err)
		}
	}
}

// Each reason of the reader has a text in both languages.
func TestEveryReasonHasItsWords(t *testing.T) {
	for _, err := range []error{
		ocr.ErrNoOCR, pdf.ErrTimeout, pdf.ErrNoText, pdf.ErrEmpty, pdf.ErrNotPDF, pdf.ErrBroken, pdf.ErrEncrypted, pdf.ErrTooLarge, pdf.ErrCrash, pdf.ErrMemory, &reader.Fault{},
	} {
		code := message.Code("analysis." + reader.Reason(err))
		ja, en := message.Text("ja", code, nil), message.Text("en", code, nil)
		if !message.Known(code) || ja == en {
			t.Errorf("%s: %q, %q", code, ja, en)
		}
	}
}
