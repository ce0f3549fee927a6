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

// shared is the reader of this process, without text recognition: its workers stay warm between calls. A Lambda process
// handles one call at a time.
var shared = sync.OnceValue(func() *reader.Reader {
	debug.SetGCPercent(reader.GCPercent)
	return &reader.Reader{PDF: pdf.NewPool(pdf.Config{Workers: min(runtime.GOMAXPROCS(0), 2)})}
})

// startsAsPDF reports whether the header of a PDF is in the file's first kilobyte,
// where readers look for it (ISO 32000-1, annex H).
func startsAsPDF(body []byte) bool {
	return bytes.Contains(body[:min(len(body), 1024)], []byte("%PDF-"))
}

// badSheet maps an error of the reader that is caused by the file to a BadSheet; any
// other error is to be retried.
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

// step wraps a task: a panic fails its sheet and is logged with its stack, since a retry would panic again, and the
// process survives. sheets.ErrNotAwaited becomes Superseded, the error's name in the state machine.
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

// report logs an error that is a fault of the reader, with its stack.
func (p *pipeline) report(ctx context.Context, in execution.Input, err error) {
	var fault *reader.Fault
	if errors.As(err, &fault) {
		p.log.ErrorContext(ctx, "the reader fails on a sheet", "sheet", in.Sheet, "attempt", in.Attempt, "cause", fault.Error(), "stack", string(fault.Stack))
	}
}
