package analysis

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"anzen/functions/analysis/execution"
	"anzen/shared/aws/files"
	"anzen/shared/aws/table"
	"anzen/shared/aws/table/tabletest"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
)

// objects are the objects of the buckets, by path.
type objects struct {
	mu sync.Mutex
	in map[string][]byte
}

// currentVersion is the version of an object stored under its key; others are stored under their own names.
const currentVersion = "current"

func (o *objects) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	o.mu.Lock()
	defer o.mu.Unlock()
	path := r.URL.Path
	if v := r.URL.Query().Get("versionId"); v != "" && v != currentVersion {
		path += "?" + v
	}
	data, ok := o.in[path]
	switch {
	case r.Method == http.MethodPut:
		o.in[r.URL.Path], _ = io.ReadAll(r.Body)
	case r.Method == http.MethodDelete:
		delete(o.in, path)
		w.WriteHeader(http.StatusNoContent)
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	default:
		w.Header().Set("Content-Length", strconv.Itoa(len(data)))
		w.Header().Set("x-amz-version-id", currentVersion)
		if r.Method == http.MethodGet {
			_, _ = w.Write(data)
		}
	}
}

// works is a pipeline over fakes, with sample PDFs in its bucket.
func works(t *testing.T, samples ...string) *pipeline {
	t.Helper()
	p, _ := worksOn(t, samples...)
	return p
}

// worksOn is a pipeline over fakes with its buckets.
func worksOn(t *testing.T, samples ...string) (*pipeline, *objects) {
	t.Helper()
	clock := tabletest.NewClock()
	o := &objects{in: map[string][]byte{}}
	for _, s := range samples {
		body, err := os.ReadFile(filepath.Join("..", "..", "shared", "reader", "testdata", s))
		if err != nil {
			t.Fatal(err)
		}
		o.in["/sheets/"+s] = body
	}
	server := httptest.NewServer(o)
	t.Cleanup(server.Close)
	client := s3.New(s3.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", UsePathStyle: true,
		Credentials: credentials.NewStaticCredentialsProvider("test", "test", ""), RequestChecksumCalculation: aws.RequestChecksumCalculationWhenRequired,
	})
	return &pipeline{
		table: tabletest.New(t, clock.Now), sheets: files.New(client, "sheets"), work: files.New(client, "work"), reader: shared, now: clock.Now,
		log: slog.New(slog.DiscardHandler),
	}, o
}

const firm = sds.CompanyID("c")

// written writes a sheet changed by f.
func (p *pipeline) written(t *testing.T, before *sds.Sheet, f func(*sds.Sheet), sections ...sds.Section) sds.Sheet {
	t.Helper()
	after := sds.Sheet{ID: sds.NewID[sds.SheetID](), Attempt: 1}
	if before != nil {
		after = *before
		after.Attempt++
	}
	after.Status = sds.StatusAssort
	f(&after)
	after, err := p.table.WriteSheet(t.Context(), firm, write.Sheet{Before: before, After: after, Sections: sections, Audit: table.Audit{Action: "test"}})
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// analyze runs the tasks of the state machine for a sheet that has text.
func (p *pipeline) analyze(t *testing.T, s sds.Sheet) (sds.Sheet, []sds.Section) {
	t.Helper()
	in := execution.Of(firm, s)
	_, err := p.assort(t.Context(), in)
	if err == nil {
		_, err = p.firstCheck(t.Context(), in)
	}
	if err == nil {
		_, err = p.secondCheck(t.Context(), in)
	}
	var bad *BadSheet
	if errors.As(err, &bad) {
		err = p.attempts().Fail(t.Context(), attempt(in), bad.Code, bad.Args)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err = p.table.Sheet(t.Context(), firm, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	sections, err := p.table.Sections(t.Context(), firm, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	return s, sections
}

// pagesOf are the pages of the sources of values, both extracted and edited.
func pagesOf(sections []sds.Section) (pages []int) {
	for i := range sections {
		sections[i].Each(func(_ string, f *sds.Field) {
			for _, s := range f.Sources {
				if !slices.Contains(pages, s.Page) {
					pages = append(pages, s.Page)
				}
			}
		})
	}
	slices.Sort(pages)
	return pages
}

func TestAnswersAreHonoured(t *testing.T) {
	const sample = "js-005.pdf"
	p := works(t, sample)
	all, sections := p.analyze(t, p.written(t, nil, func(s *sds.Sheet) { s.File = sds.File{Key: sample, Name: sample} }))
	last := all.File.Pages
	if all.Status != sds.StatusCompleted || last < 3 || len(pagesOf(sections)) < 3 || all.Language != sds.LanguageJapanese {
		t.Fatalf("status %d, %d pages, values on %v", all.Status, last, pagesOf(sections))
	}
	some, sections := p.analyze(t, p.written(t, &all, func(s *sds.Sheet) {
		s.Answers = &sds.Answers{Language: sds.LanguageEnglish, FirstPage: 1, LastPage: last - 1}
	}))
	if pages := pagesOf(sections); slices.Contains(pages, last) || !slices.Contains(pages, 1) || some.File.Pages != last {
		t.Errorf("values on pages %v of %d; the last is not to be read", pages, some.File.Pages)
	}
	if some.Status != sds.StatusCompleted || some.Language != sds.LanguageEnglish || some.LanguageCode != "en" {
		t.Errorf("status %d, language %d %s", some.Status, some.Language, some.LanguageCode)
	}
	none, after := p.analyze(t, p.written(t, &some, func(s *sds.Sheet) { s.Answers = &sds.Answers{FirstPage: last + 1} }))
	if none.Status != sds.StatusImpossible || none.Reason != ReasonNoPages || none.ReasonDetail["pages"] != strconv.Itoa(last) {
		t.Errorf("pages that there are not: %d %s %v", none.Status, none.Reason, none.ReasonDetail)
	}
	if len(after) != len(sections) {
		t.Errorf("what was read before is lost: %d sections, were %d", len(after), len(sections))
	}
	again, _ := p.analyze(t, p.written(t, &none, func(s *sds.Sheet) { s.Answers = nil }))
	if again.Status != sds.StatusCompleted || again.Language != sds.LanguageJapanese || again.Reason != "" {
		t.Errorf("without answers: %+v", again)
	}
}

// After another analysis, with any answers and from any file, a value that a user has
// confirmed, edited or deleted stays unchanged.
func TestNoAnalysisOverwritesAPerson(t *testing.T) {
	p := works(t, "js-005.pdf", "js-015.pdf")
	s, sections := p.analyze(t, p.written(t, nil, func(s *sds.Sheet) { s.File = sds.File{Key: "js-005.pdf", Name: "a.pdf"} }))
	mine := map[string]sds.Field{}
	n := 0
	for i := range sections {
		sections[i].Each(func(_ string, f *sds.Field) {
			machine := f.Value
			switch n++; n % 4 {
			case 0:
				f.State, f.Machine = sds.StateConfirmed, &machine
			case 1:
				f.State, f.Machine = sds.StateDeleted, &machine
			case 2:
				f.State, f.Machine = sds.StateEdited, &machine
				f.Value.Text += "、人の言葉"
			default:
				return
			}
			mine[strconv.Itoa(sections[i].Number)+" "+f.ID] = *f
		})
	}
	if len(mine) < 30 {
		t.Fatalf("only %d values to hold", len(mine))
	}
	after := s
	after.GuardedCodes = []string{"人のコード"}
	s, err := p.table.WriteSheet(t.Context(), firm, write.Sheet{Before: &s, After: after, Sections: sections, Audit: table.Audit{Action: "test"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, again := range []struct {
		file    string
		answers *sds.Answers
	}{
		{"js-005.pdf", nil},
		{"js-005.pdf", &sds.Answers{Language: sds.LanguageEnglish, FirstPage: 2}},
		{"js-015.pdf", nil},
		{"js-005.pdf", &sds.Answers{LastPage: 1}},
		{"js-005.pdf", &sds.Answers{FirstPage: 900}},
		{"js-005.pdf", nil},
	} {
		s, sections = p.analyze(t, p.written(t, &s, func(s *sds.Sheet) { s.File, s.Answers = sds.File{Key: again.file, Name: again.file}, again.answers }))
		left := len(mine)
		for i := range sections {
			sections[i].Each(func(_ string, f *sds.Field) {
				was, ok := mine[strconv.Itoa(sections[i].Number)+" "+f.ID]
				if !ok {
					if f.State != sds.StateMachine {
						t.Errorf("%+v: %s became %s by itself", again, f.ID, f.State)
					}
					return
				}
				left--
				if f.State != was.State || !f.Value.Equal(was.Value) {
					t.Errorf("%+v: %s is %s %+v, was %s %+v", again, f.ID, f.State, f.Value, was.State, was.Value)
				}
			})
		}
		if left != 0 {
			t.Errorf("%+v: %d values of a person are gone", again, left)
		}
		if !slices.Equal(s.GuardedCodes, []string{"人のコード"}) {
			t.Errorf("%+v: guarded codes %v", again, s.GuardedCodes)
		}
	}
}

// A newer version begins with the product codes that a user gave the older one.
func TestTheFirstAnalysisOfANewerVersionIsNoChange(t *testing.T) {
	p := works(t, "js-005.pdf")
	s, sections := p.analyze(t, p.written(t, nil, func(s *sds.Sheet) {
		s.File, s.GuardedCodes = sds.File{Key: "js-005.pdf", Name: "a.pdf"}, []string{"X-1"}
	}, sds.Section{Number: 1, Groups: []sds.Group{}, Fields: []sds.Field{{
		ID: "product_codes", Key: "product_codes", Value: sds.Value{Kind: sds.KindList, List: []string{"X-1"}}, Confidence: 1, State: sds.StateEdited,
	}}}))
	edits, err := p.table.Edits(t.Context(), firm, s.ID)
	if err != nil || len(edits) != 1 || len(edits[0].Changes) != 0 {
		t.Errorf("history: %+v, %v", edits, err)
	}
	if !slices.Equal(sds.CodesByPerson(sections), []string{"X-1"}) || !slices.Equal(s.ProductCodes, []string{"X-1"}) || !slices.Equal(s.GuardedCodes, []string{"X-1"}) {
		t.Errorf("codes: %v %v %v", sds.CodesByPerson(sections), s.ProductCodes, s.GuardedCodes)
	}
}
