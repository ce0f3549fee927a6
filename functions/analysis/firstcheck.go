package analysis

import (
	"context"
	"fmt"
	"strconv"

	"anzen/functions/analysis/execution"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/findings"
	"anzen/shared/reader/doc"
	"anzen/shared/reader/extract"
)

// reading is the result of the first check for the second: a working object.
type reading struct {
	Result   extract.Result   `json:"Result"`
	Pages    int              `json:"Pages"`
	Language string           `json:"Language"` // "ja", "en" or another two-letter code
	Sheets   int              `json:"Sheets"`   // how many sheets are in the file
	Titles   map[int]string   `json:"Titles"`
	Printed  findings.Printed `json:"Printed"`
}

// readingOf makes the reading of a document, with the sources of values in the
// coordinates of the displayed pages.
func readingOf(d *doc.Document, values extract.Result) reading {
	r := reading{Result: values, Pages: len(d.Pages), Language: d.Language, Sheets: len(d.Sheets), Titles: map[int]string{}, Printed: findings.PrintedOf(d)}
	if count := r.Result.Get("hazard_statement_count"); count != nil {
		r.Printed.Statements = int(count.Quantity.Low)
	}
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
		shown := make([]doc.Source, len(v.Source)) // values may share their sources
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

// readingLanguage sets the document's language to the one that a user has chosen.
func readingLanguage(d *doc.Document, a *sds.Answers) {
	if a == nil {
		return
	}
	switch a.Language {
	case sds.LanguageJapanese:
		d.Language = "ja"
	case sds.LanguageEnglish:
		d.Language = "en"
	}
}

// workKey is the key of the reading.
func workKey(in execution.Input) string {
	return fmt.Sprintf("analysis/%s/%s-%d.json.gz", in.Company, in.Sheet, in.Attempt)
}

// firstCheck reads the values of the PDF, each with its source.
func (p *pipeline) firstCheck(ctx context.Context, in execution.Input) (execution.Input, error) {
	s, err := p.attempts().Enter(ctx, attempt(in), sds.StatusFirstCheck)
	if err != nil {
		return in, err
	}
	body, err := p.pdf(ctx, s.File)
	if err != nil {
		return in, err
	}
	pages, err := p.reader().Extract(ctx, body)
	if err != nil {
		return in, badSheet(ctx, err)
	}
	if !pages.Only(s.Answers.Covers) {
		return in, &BadSheet{Code: ReasonNoPages, Args: map[string]string{"pages": strconv.Itoa(pages.Count())}}
	}
	var pictures recognition
	switch {
	case in.Recognised:
		if err := p.take(ctx, recognitionKey(in), &pictures); err != nil {
			return in, err
		}
	case len(pages.Unread) > 0:
		in.Recognise = pages.Unread
		return in, nil
	}
	d, err := pages.Document(pictures.Pages)
	if err != nil {
		p.report(ctx, in, err)
		if pictures.Reason != "" {
			return in, &BadSheet{Code: pictures.Reason}
		}
		return in, badSheet(ctx, err)
	}
	if headings := pages.Captioned(d); len(headings) > 0 && !in.Recognised {
		in.Recognise = headings
		return in, nil
	}
	if !d.IsSheet {
		return in, &BadSheet{Code: ReasonNotSDS, Args: map[string]string{"sections": strconv.Itoa(len(d.Numbers()))}}
	}
	readingLanguage(d, s.Answers)
	values, err := p.reader().Values(d)
	if err != nil {
		p.report(ctx, in, err)
		return in, badSheet(ctx, err)
	}
	r := readingOf(d, values)
	r.Pages = pages.Count()
	if err := p.leave(ctx, workKey(in), r); err != nil {
		return in, err
	}
	_, err = p.attempts().Enter(ctx, attempt(in), sds.StatusFirstDone)
	return in, err
}
