package analysis

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"anzen/functions/analysis/run"
	"anzen/shared/analyze/check"
	"anzen/shared/analyze/doc"
	"anzen/shared/analyze/extract"
	"anzen/shared/sds"
)

// reading is what the first check leaves for the second: a working object.
type reading struct {
	Result   extract.Result
	Pages    int
	Language string // "ja", "en" or another two-letter code
	Sheets   int    // how many sheets are in the file
	Titles   map[int]string
	Printed  check.Printed
}

// readingOf takes the values out of a document, their places as the pages are
// displayed.
func readingOf(d *doc.Document) reading {
	r := reading{Result: extract.Sheet(d), Pages: len(d.Pages), Language: d.Language, Sheets: len(d.Sheets), Titles: map[int]string{}, Printed: check.PrintedOf(d)}
	for _, section := range d.Sections {
		if r.Titles[section.Number] == "" {
			r.Titles[section.Number] = section.Title
		}
	}
	pages := map[int]doc.Page{}
	for _, p := range d.Pages {
		pages[p.Number] = p
	}
	for i := range r.Result.Values {
		v := &r.Result.Values[i]
		shown := make([]doc.Source, len(v.Source)) // values may share their places
		for j, s := range v.Source {
			shown[j].Page = s.Page
			for _, b := range s.Boxes {
				shown[j].Boxes = append(shown[j].Boxes, pages[s.Page].Displayed(b))
			}
		}
		v.Source = shown
	}
	return r
}

func workKey(in run.Input) string {
	return fmt.Sprintf("analysis/%s/%s-%d.json.gz", in.Company, in.Sheet, in.Attempt)
}

// firstCheck reads the values off the PDF, each with its place.
func (p *pipeline) firstCheck(ctx context.Context, in run.Input) (run.Input, error) {
	s, err := p.enter(ctx, in, sds.StatusFirstCheck)
	if err != nil {
		return in, err
	}
	body, err := p.pdf(ctx, s.File)
	if err != nil {
		return in, err
	}
	d, err := p.read(ctx, body)
	if err != nil {
		return in, err
	}
	if !d.IsSheet {
		return in, &BadSheet{Code: ReasonNotSDS, Args: map[string]string{"sections": strconv.Itoa(len(d.Numbers()))}}
	}
	if err := p.leave(ctx, in, readingOf(d)); err != nil {
		return in, err
	}
	_, err = p.enter(ctx, in, sds.StatusFirstDone)
	return in, err
}

func (p *pipeline) leave(ctx context.Context, in run.Input, r reading) error {
	var buffer bytes.Buffer
	w := gzip.NewWriter(&buffer)
	if err := errors.Join(json.NewEncoder(w).Encode(r), w.Close()); err != nil {
		return fmt.Errorf("encode the reading: %w", err)
	}
	return p.work.Write(ctx, workKey(in), "application/gzip", buffer.Bytes())
}

// maxReading bounds the working object of a sheet.
const maxReading = 64 << 20

func (p *pipeline) take(ctx context.Context, in run.Input) (r reading, err error) {
	body, err := p.work.Read(ctx, workKey(in), "", maxReading)
	if err != nil {
		return r, err
	}
	unzip, err := gzip.NewReader(bytes.NewReader(body))
	if err != nil {
		return r, fmt.Errorf("decode the reading: %w", err)
	}
	if err := json.NewDecoder(unzip).Decode(&r); err != nil {
		return r, fmt.Errorf("decode the reading: %w", err)
	}
	return r, nil
}
