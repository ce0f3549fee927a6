package analysis

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	service "github.com/aws/aws-sdk-go-v2/service/textract"

	"anzen/functions/analysis/execution"
	"anzen/functions/grant"
	"anzen/shared/aws/textract"
	"anzen/shared/reader"
	"anzen/shared/reader/ocr"
)

// recognition is the text of the pages that are pictures, for the first check: a working object.
type recognition struct {
	Pages []ocr.Result `json:"Pages"`
	// Reason is the code of why they could not be recognised; it fails the sheet only if its other pages
	// have no text.
	Reason string `json:"Reason,omitempty"`
}

// recognitionKey is the key of the recognition.
func recognitionKey(in execution.Input) string {
	return fmt.Sprintf("analysis/%s/%s-%d-recognised.json.gz", in.Company, in.Sheet, in.Attempt)
}

// recognise recognises the text of the pages that the first check could not read.
func (p *pipeline) recognise(ctx context.Context, in execution.Input) (execution.Input, error) {
	s, err := p.attempts().Sheet(ctx, attempt(in))
	if err != nil {
		return in, err
	}
	body, err := p.pdf(ctx, s.File)
	if err != nil {
		return in, err
	}
	r := reader.Reader{PDF: p.reader().PDF, OCR: p.engine}
	var found recognition
	if found.Pages, err = r.Recognise(ctx, body, in.Recognise); err != nil {
		var bad *BadSheet
		if ended := badSheet(ctx, err); !errors.As(ended, &bad) {
			return in, ended
		}
		found.Reason = bad.Code
		p.report(ctx, in, err)
		p.log.WarnContext(ctx, "nothing recognised", "sheet", in.Sheet, "cause", err.Error())
	}
	if err := p.leave(ctx, recognitionKey(in), found); err != nil {
		return in, err
	}
	in.Recognise, in.Recognised = nil, true
	return in, nil
}

// textractTries is the most attempts of a request while Amazon Textract throttles; it accepts only few a second.
const textractTries = 8

// engineOf is the engine configured by the environment.
func engineOf(cfg aws.Config, env func(string) string) ocr.Engine {
	tesseract := &ocr.Tesseract{}
	if env(grant.EnvOCREngine) != "textract" {
		return tesseract
	}
	client := service.NewFromConfig(cfg, func(o *service.Options) { o.RetryMaxAttempts = textractTries })
	return &ocr.Split{
		LineReader: tesseract, Latin: &textract.Engine{Client: client},
		All: slices.Contains(strings.Split(env(grant.EnvOCRLanguages), ","), "ja"),
	}
}
