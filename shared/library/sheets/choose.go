package sheets

import (
	"context"
	"slices"

	"anzen/shared/catalog"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Codes of choices: neither ids nor a filter or both, none chosen, and another number than expected.
const (
	CodeChoiceWhich message.Code = "choice.which"
	CodeChoiceNone  message.Code = "choice.none"
	CodeChoiceCount message.Code = "choice.count_changed"
)

// Choice is what a user chose to change together: named sheets, or those of a filter.
type Choice struct {
	IDs []sds.SheetID // "sds_ids"
	// Pages reads the filter's results, as the actor may see them; nil where sheets are named.
	Pages    func(after *catalog.Position, limit int) (catalog.Page, error)
	Excluded []sds.SheetID // of the filter
	// Expected is how many sheets are expected, without the excluded ones; nil is any number.
	Expected *int
	// Skip leaves out the sheets that may not be changed; otherwise they refuse the whole choice.
	Skip bool
	// May reports whether the actor may change a sheet so; Deny is the error of those that may not be.
	May  func(sds.Sheet) bool
	Deny func([]sds.Sheet) error
}

// Chosen are sheets to change, in the order of the choice, and how many others were left out.
type Chosen struct {
	IDs     []sds.SheetID
	Skipped int
}

// pageOfFilter is how many sheets of a filter are read in a page.
const pageOfFilter = 1000

// Choose returns the chosen sheets that are not removed, each once.
func Choose(ctx context.Context, store Records, by Actor, in Choice) (Chosen, error) {
	var out Chosen
	var refused []sds.Sheet
	judge := func(s *sds.Sheet) {
		if in.May(*s) {
			out.IDs = append(out.IDs, s.ID)
		} else {
			refused = append(refused, *s)
		}
	}
	read := func() error { return in.named(ctx, store, by, judge) }
	if in.Pages != nil {
		read = func() error { return in.filtered(judge) }
	}
	if err := read(); err != nil {
		return Chosen{}, err
	}
	if total := len(out.IDs) + len(refused); in.Expected != nil && *in.Expected != total {
		return Chosen{}, message.New(message.Conflict, CodeChoiceCount).With(message.Args{"count": total})
	}
	if out.Skipped = len(refused); out.Skipped > 0 && !in.Skip {
		return Chosen{}, in.Deny(refused)
	}
	return out, nil
}

func (in *Choice) named(ctx context.Context, store Records, by Actor, judge func(*sds.Sheet)) error {
	var wrong input.FieldErrors
	for part := range slices.Chunk(Unique(in.IDs), readTogether) {
		found, err := store.VersionRecords(ctx, by.CompanyID, part)
		if err != nil {
			return err
		}
		for _, id := range part {
			i := slices.IndexFunc(found, func(s sds.Sheet) bool { return s.ID == id })
			switch {
			case i < 0:
				wrong.Add("sds_ids["+itoa(slices.Index(in.IDs, id))+"]", CodeSheetUnknown)
			case found[i].DeletedAt == nil:
				judge(&found[i])
			}
		}
	}
	return wrong.Err()
}

func (in *Choice) filtered(judge func(*sds.Sheet)) error {
	left := make(map[sds.SheetID]bool, len(in.Excluded))
	for _, id := range in.Excluded {
		left[id] = true
	}
	var after *catalog.Position
	for {
		page, err := in.Pages(after, pageOfFilter)
		if err != nil {
			return err
		}
		for i := range page.Sheets {
			if !left[page.Sheets[i].ID] {
				judge(&page.Sheets[i])
			}
		}
		if after = page.Next; after == nil {
			return nil
		}
	}
}

// Left is a sheet that a change of many could not change, with the reason.
type Left struct {
	Sheet sds.SheetID
	Name  string
	Code  message.Code
	Args  map[string]string
}

func leave(s *sds.Sheet, code message.Code, args map[string]string) Left {
	return Left{s.ID, s.Name, code, args}
}
