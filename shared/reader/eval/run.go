package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"anzen/shared/reader"
	"anzen/shared/reader/extract"
)

// Parallel is the number of files read at the same time.
const Parallel = 2

// NotSDS is the error of a readable document that is no safety data sheet.
const NotSDS = "not_sds"

// Analyze reads one file into its view. A file that cannot be read, or is no safety data
// sheet, has a view with ID and Error only. The error is for causes outside of the file: it
// is missing, or the reader fails.
func Analyze(ctx context.Context, r *reader.Reader, file string) (extract.View, error) {
	id := ID(file)
	start := time.Now()
	b, err := os.ReadFile(file)
	if err != nil {
		return extract.View{ID: id, Error: "unreadable"}, err
	}
	d, err := r.Read(ctx, b)
	var result extract.Result
	if err == nil && d.IsSheet {
		result, err = r.Values(d)
	}
	var v extract.View
	if err == nil && d.IsSheet {
		if fault := reader.Guard(func() { v = result.GoldView() }); fault != nil {
			err = fault
		}
	}
	if err != nil {
		reason := reader.Reason(err)
		if slices.Contains(failures, reason) {
			return extract.View{ID: id, Error: reason}, fmt.Errorf("%s: %w", file, err)
		}
		return extract.View{ID: id, Error: reason}, nil
	}
	if !d.IsSheet {
		return extract.View{ID: id, Error: NotSDS}, nil
	}
	v.ID, v.Pages = id, len(d.Pages)
	v.MS = float64(time.Since(start).Microseconds()) / 1000
	return v, nil
}

// failures are the reasons outside of the file.
var failures = []string{"error", "fault", "crash", "out_of_memory"}

// ID is the id of a sheet: its file name without .pdf.
func ID(file string) string {
	base := filepath.Base(file)
	if ext := filepath.Ext(base); strings.EqualFold(ext, ".pdf") {
		base = base[:len(base)-len(ext)]
	}
	return base
}

// AnalyzeAll reads files, Parallel at a time, and passes each view to emit in the order of
// the files. A failure on one file does not stop the others; the error joins all failures.
func AnalyzeAll(ctx context.Context, r *reader.Reader, files []string, emit func(extract.View) error) error {
	type outcome struct {
		view extract.View
		err  error
	}
	done := make([]chan outcome, len(files))
	for i := range done {
		done[i] = make(chan outcome, 1)
	}
	slots := make(chan struct{}, Parallel)
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		for i, f := range files {
			slots <- struct{}{}
			wg.Add(1)
			go func() {
				defer wg.Done()
				defer func() { <-slots }()
				v, err := Analyze(ctx, r, f)
				done[i] <- outcome{v, err}
			}()
		}
	}()
	var failed []error
	var stopped error
	for i := range files {
		o := <-done[i]
		if o.err != nil && ctx.Err() == nil {
			failed = append(failed, o.err)
		}
		if stopped == nil {
			stopped = emit(o.view)
		}
	}
	return errors.Join(append(failed, stopped, ctx.Err())...)
}

// Line is a view as one line of JSON; for an unreadable file, its id and error only.
func Line(v extract.View) ([]byte, error) {
	if v.Error != "" {
		return json.Marshal(struct {
			ID    string `json:"id"`
			Error string `json:"error"`
		}{v.ID, v.Error})
	}
	return json.Marshal(v)
}
