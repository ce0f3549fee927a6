package analysis

import (
	"context"
	"strconv"

	"anzen/functions/analysis/execution"
	"anzen/shared/domain/sds"
	"anzen/shared/library/sheets"
)

// secondCheck looks for contradictions and writes the sheet. Values that a user has
// confirmed, edited or deleted before stay as they are.
func (p *pipeline) secondCheck(ctx context.Context, in execution.Input) (execution.Input, error) {
	if _, err := p.attempts().Enter(ctx, attempt(in), sds.StatusSecondCheck); err != nil {
		return in, err
	}
	var r reading
	if err := p.take(ctx, workKey(in), &r); err != nil {
		return in, err
	}
	read := sheets.Reading{Sections: sectionsOf(r), Printed: &r.Printed, Language: languageID(r.Language), LanguageCode: r.Language, Pages: r.Pages}
	if r.Sheets > 1 {
		read.Reason, read.ReasonDetail = ReasonSeveral, map[string]string{"count": strconv.Itoa(r.Sheets)}
	}
	if err := p.attempts().Complete(ctx, attempt(in), read); err != nil {
		return in, err
	}
	p.ended(ctx, EndingAnalyzed)
	left := []string{workKey(in)}
	if in.Recognised {
		left = append(left, recognitionKey(in))
	}
	for _, key := range left {
		if err := p.work.Delete(ctx, key); err != nil {
			// The bucket removes it after some days by itself.
			p.log.WarnContext(ctx, "working object left", "sheet", in.Sheet, "cause", err.Error())
		}
	}
	return in, nil
}

func languageID(code string) int {
	switch code {
	case "ja":
		return sds.LanguageJapanese
	case "en":
		return sds.LanguageEnglish
	default:
		return sds.LanguageOther
	}
}
