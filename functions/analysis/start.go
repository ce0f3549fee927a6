package analysis

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"anzen/functions/analysis/execution"
	"anzen/functions/common/measure"
	"anzen/functions/common/sweeping"
	"anzen/shared/aws/metrics"
	"anzen/shared/aws/table"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/trace"
	"anzen/shared/library/sheets"
)

// objectCreated is the detail of an event "Object Created" of Amazon S3.
type objectCreated struct {
	Object struct {
		Key     string `json:"key"`
		Version string `json:"version-id"`
	} `json:"object"`
}

// start starts the analysis of the sheet of an arrived PDF. Before the sheet is
// registered there is nothing to do: the registration starts it.
func (p *pipeline) start(ctx context.Context, e events.EventBridgeEvent) error {
	var detail objectCreated
	if err := json.Unmarshal(e.Detail, &detail); err != nil {
		return fmt.Errorf("read the event: %w", err)
	}
	id := sds.UploadID(strings.TrimSuffix(path.Base(detail.Object.Key), ".pdf"))
	if !sds.ValidID(string(id)) {
		return nil // not one of ours
	}
	upload, ok, err := p.table.Upload(ctx, id)
	if err != nil || !ok || upload.Sheet == "" || upload.Key != detail.Object.Key {
		return err
	}
	s, err := p.table.Sheet(ctx, upload.Company, upload.Sheet)
	if err != nil || !s.Status.InProgress() {
		return ignoreMissing(err)
	}
	in := execution.Of(upload.Company, s)
	ctx = trace.With(ctx, in.Trace)
	if s.File.Key != detail.Object.Key || s.File.Version != "" && s.File.Version != detail.Object.Version {
		return nil // its form was submitted again
	}
	return p.arrived(ctx, in, s, detail.Object.Version)
}

// arrived starts the analysis of a sheet whose object has arrived, once its malware scan is complete where there is one.
func (p *pipeline) arrived(ctx context.Context, in execution.Input, s sds.Sheet, version string) error {
	if s.File.Version == "" {
		attempts := p.attempts()
		err := attempts.Allowed(ctx, in.Company, s)
		if errors.Is(err, sheets.ErrSenderLeft) {
			return attempts.Fail(ctx, attempt(in), ReasonVoid, nil)
		}
		if err != nil {
			return err
		}
		if s, err = attempts.Pin(ctx, attempt(in), s.File.Key, version); err != nil || s.File.Version != version {
			return ignoreNotAwaited(err)
		}
	}
	if waits, err := p.awaited(ctx, in.Company, s.File); err != nil || waits {
		return err
	}
	return p.begin(ctx, in.Company, s)
}

// begin starts the analysis of a sheet, unless operators have paused the starting of analyses.
func (p *pipeline) begin(ctx context.Context, c sds.CompanyID, s sds.Sheet) error {
	err := p.starter().Start(ctx, c, s)
	if err == nil {
		p.log.InfoContext(ctx, "analysis asked for", "company", c, "sheet", s.ID, "attempt", s.Attempt)
	}
	return err
}

func (p *pipeline) starter() execution.Starter {
	return execution.Starter{Machine: p.machine, Pauses: p.table}
}

func ignoreNotAwaited(err error) error {
	if errors.Is(err, sheets.ErrNotAwaited) {
		return nil
	}
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, table.ErrNotFound) {
		return nil
	}
	return err
}

// How long the sweep waits for the start of an analysis, for a PDF to arrive, for its
// malware scan, and for an execution to end (its state machine's timeout is six hours, in which it waits
// for functions that are throttled and for services that do not answer).
const (
	startTakes   = 30 * time.Second
	arrivalTakes = 24 * time.Hour
	searchTakes  = 6 * time.Hour
	runTakes     = 7 * time.Hour
)

// sweep starts the analyses whose start failed, and those whose execution broke, and fails those that cannot end, with a
// reason.
func (p *pipeline) sweep(ctx context.Context) error {
	pause, err := p.table.AnalysesPause(ctx)
	if err != nil {
		return err
	}
	if pause.On {
		p.log.WarnContext(ctx, "the starting of analyses is paused", "since", pause.Since, "by", pause.By)
		return nil
	}
	pending, err := p.table.AllPending(ctx)
	if err != nil {
		return err
	}
	pending = slices.DeleteFunc(pending, func(w table.Pending) bool { return p.now().Sub(w.Since) < startTakes })
	var oldest longest
	left := sweeping.Each(ctx, pending, func(ctx context.Context, waits table.Pending) {
		age := p.now().Sub(since(waits, pause))
		runs, err := p.sweepOne(ctx, waits, age)
		if err != nil {
			p.log.ErrorContext(ctx, "sweep", "sheet", waits.Sheet, "cause", err.Error())
		}
		if runs || err != nil {
			oldest.note(age)
		}
	})
	if left > 0 { // which ones is not known
		for _, w := range pending {
			oldest.note(p.now().Sub(since(w, pause)))
		}
		p.log.WarnContext(ctx, "left for the next sweep", "sheets", left)
	}
	waits := metrics.Sample{Metric: metrics.OldestWaits, Unit: metrics.Seconds, Value: oldest.time().Seconds()}
	measure.Put(ctx, p.counted, p.log, waits)
	return nil
}

// since is when an analysis began to wait: what waited because of a pause waits anew from its end.
func since(w table.Pending, pause table.Pause) time.Time {
	if pause.Ended.After(w.Since) {
		return pause.Ended
	}
	return w.Since
}

// longest is the longest of some times, for several at once.
type longest struct{ nanoseconds atomic.Int64 }

func (l *longest) note(d time.Duration) {
	for {
		known := l.nanoseconds.Load()
		if int64(d) <= known || l.nanoseconds.CompareAndSwap(known, int64(d)) {
			return
		}
	}
}

func (l *longest) time() time.Duration { return time.Duration(l.nanoseconds.Load()) }

// sweepOne sees to one analysis, and reports whether nothing keeps it from running: its file has arrived and may be read.
func (p *pipeline) sweepOne(ctx context.Context, waits table.Pending, age time.Duration) (runs bool, err error) {
	in := execution.Input{Company: waits.Company, Sheet: waits.Sheet, Attempt: waits.Attempt}
	attempts := p.attempts()
	s, err := attempts.Sheet(ctx, attempt(in))
	if errors.Is(err, sheets.ErrNotAwaited) {
		return false, p.table.RemovePending(ctx, waits)
	}
	if err != nil {
		return false, err
	}
	in.Trace = s.Trace
	ctx = trace.With(ctx, s.Trace)
	version, arrived := s.File.Version, s.File.Version != ""
	if !arrived {
		var info sds.Object
		if info, arrived, err = p.sheets.Stat(ctx, s.File.Key); err != nil {
			return false, err
		}
		version = info.Version
	}
	searching, err := p.awaited(ctx, in.Company, s.File)
	switch {
	case err != nil:
		return false, err
	case searching && age > searchTakes:
		return false, attempts.Fail(ctx, attempt(in), ReasonUnsearched, nil)
	case searching:
		return false, nil
	case !arrived && age > arrivalTakes:
		return false, attempts.Fail(ctx, attempt(in), ReasonMissing, nil)
	case !arrived:
		return false, nil
	case age > takes(s.File):
		return true, attempts.Fail(ctx, attempt(in), ReasonInternal, nil)
	case s.File.Version != "" && age >= execution.RestartAfter:
		return true, p.starter().Restart(ctx, in.Company, s, age)
	}
	return true, p.arrived(ctx, in, s, version)
}

// takes is the longest time until a pending analysis ends: its own time begins when its file has arrived and has been
// scanned.
func takes(f sds.File) time.Duration {
	switch {
	case f.Version == "":
		return arrivalTakes + runTakes
	case f.Scan == sds.ScanWaiting:
		return searchTakes + runTakes
	}
	return runTakes
}
