package analysis

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync"

	"anzen/functions/analysis/execution"
	"anzen/shared/library/sheets"
	"anzen/shared/reader"
	"anzen/shared/reader/pdf"
)

// shared is the reader of this process: its workers stay warm between calls. On Lambda a process has one call at a
// time, so that one works. It recognises nothing.
var shared = sync.OnceValue(func() *reader.Reader {
	debug.SetGCPercent(reader.GCPercent)
	return &reader.Reader{PDF: pdf.NewPool(pdf.Config{Workers: min(runtime.GOMAXPROCS(0), 2)})}
})

// startsAsPDF tells whether the header of a PDF stands in the file's first
// kilobyte, where readers look for it (ISO 32000-1, annex H).
func startsAsPDF(body []byte) bool {
	return bytes.Contains(body[:min(len(body), 1024)], []byte("%PDF-"))
}

// badSheet makes a BadSheet of an error of the reader that lies in the file; any
// other error is to be tried again.
func badSheet(ctx context.Context, err error) error {
	reason := reader.Reason(err)
	switch {
	case ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) || reason == "" || reason == "error":
		return err
	case errors.Is(err, pdf.ErrMemory):
		return &OutOfMemory{err}
	}
	return &BadSheet{Code: "analysis." + reason}
}

// step is a task whose panics end its sheet, and are logged with where they happened: what panics once panics always,
// and neither the process nor its other sheets are to pay for it. A sheet that does not wait for it ends the execution,
// by the name that the state machine knows.
func (p *pipeline) step(task func(context.Context, execution.Input) (execution.Input, error)) func(context.Context, execution.Input) (execution.Input, error) {
	return func(ctx context.Context, in execution.Input) (out execution.Input, err error) {
		if fault := reader.Guard(func() { out, err = task(ctx, in) }); fault != nil {
			p.report(ctx, in, fault)
			return in, &BadSheet{Code: ReasonFault}
		}
		if errors.Is(err, sheets.ErrNotAwaited) {
			return out, &Superseded{}
		}
		return out, err
	}
}

// report the log of a fault of the reader, where an error is one.
func (p *pipeline) report(ctx context.Context, in execution.Input, err error) {
	var fault *reader.Fault
	if errors.As(err, &fault) {
		p.log.ErrorContext(ctx, "the reader fails on a sheet", "sheet", in.Sheet, "attempt", in.Attempt, "cause", fault.Error(), "stack", string(fault.Stack))
	}
}
