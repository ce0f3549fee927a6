package analysis

import (
	"bytes"
	"context"
	"errors"
	"runtime"
	"runtime/debug"
	"sync"

	"anzen/shared/analyze"
	"anzen/shared/analyze/pdf"
)

// shared is the reader of this process: its workers stay warm between calls. It recognises nothing.
var shared = sync.OnceValue(func() *analyze.Reader {
	debug.SetGCPercent(analyze.GCPercent)
	return &analyze.Reader{PDF: pdf.NewPool(pdf.Config{Workers: min(runtime.GOMAXPROCS(0), 2)})}
})

// Warm starts the reader's workers, so that the first sheet does not wait for them.
func Warm(ctx context.Context) error { return shared().PDF.Prewarm(ctx) }

// startsAsPDF tells whether the header of a PDF stands in the file's first
// kilobyte, where readers look for it (ISO 32000-1, annex H).
func startsAsPDF(body []byte) bool {
	return bytes.Contains(body[:min(len(body), 1024)], []byte("%PDF-"))
}

// badSheet makes a BadSheet of an error of the reader that lies in the file; any
// other error stays as it is, to be tried again.
func badSheet(ctx context.Context, err error) error {
	reason := analyze.Reason(err)
	if ctx.Err() != nil || errors.Is(err, context.DeadlineExceeded) || reason == "" || reason == "error" {
		return err
	}
	return &BadSheet{Code: "analysis." + reason}
}
