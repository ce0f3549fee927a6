package sheets

import (
	"context"
	"errors"
	"slices"

	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/write"
	"anzen/shared/text"
)

// Codes of sheets that cannot become versions of one, or be separated.
const (
	CodeHasOlder    message.Code = "sheet.has_older_version"
	CodeSameChain   message.Code = "sheet.versions_of_one"
	CodeNotRead     message.Code = "sheet.not_read"
	CodeNoOlder     message.Code = "sheet.no_older_version"
	CodeOlderIsSelf message.Code = "sheet.older_is_self"
)

// Refused changes of a sheet's versions.
var (
	// ErrHasOlder refuses a sheet that has an older version as the newer version of another.
	ErrHasOlder = message.New(message.Conflict, CodeHasOlder)
	// ErrSameChain refuses sheets that are versions of one.
	ErrSameChain = message.New(message.Conflict, CodeSameChain)
	// ErrNotRead refuses a sheet without values as the newer version of another.
	ErrNotRead = message.New(message.Conflict, CodeNotRead)
	// ErrNoOlder refuses to separate a sheet from an older version that it does not have.
	ErrNoOlder = message.New(message.Conflict, CodeNoOlder)
)

// Joining names a sheet and the one that it replaces.
type Joining struct{ Newer, Older sds.SheetID }

// JoinStore is what joining and separating versions reads and writes.
type JoinStore interface {
	reader
	valueReader
	CodeOwners(ctx context.Context, c sds.CompanyID, codes []string) (map[string]sds.SheetID, error)
	WriteBatch(ctx context.Context, c sds.CompanyID, writes []write.Sheet, a write.Audit, answer *write.Answer) error
}

// joinable returns why the actor cannot make a sheet the newer version of another.
func joinable(by Actor, newer, older sds.Sheet) error {
	switch {
	case !by.MayEdit(newer):
		return denied(ErrOtherDepartment, []sds.Sheet{newer})
	case !by.MayEdit(older):
		return denied(ErrOtherDepartment, []sds.Sheet{older})
	case older.Newer != "":
		return denied(ErrSuperseded, []sds.Sheet{older})
	case newer.Older != "":
		return denied(ErrHasOlder, []sds.Sheet{newer})
	case newer.Status.InProgress():
		return denied(ErrNotEditable, []sds.Sheet{newer})
	case !older.Status.Editable():
		return denied(ErrNotEditable, []sds.Sheet{older})
	case !isRead(&newer):
		return denied(ErrNotRead, []sds.Sheet{newer})
	}
	return nil
}

// Join makes a registered sheet, with its newer versions, the newer version of another, which
// has none. Where it is the current one it takes over what the company's settings copy,
// besides what it has. Joining sheets that are joined so already changes nothing.
func Join(ctx context.Context, store JoinStore, by Actor, in Joining) error {
	if in.Newer == in.Older {
		return errInvalid.On("older_id", CodeOlderIsSelf, nil)
	}
	return retried(func() error { return join(ctx, store, by, in) })
}

// retried repeats a change whose sheets are written concurrently.
func retried(change func() error) error {
	for try := 1; ; try++ {
		err := change()
		stale := errors.Is(err, write.ErrStale) || errors.Is(err, message.New(message.Conflict, write.CodeProductCodeExists))
		if !stale {
			return err
		}
		if try == maxTries {
			return ErrChanging
		}
	}
}

func join(ctx context.Context, store JoinStore, by Actor, in Joining) error {
	newer, err := store.Sheet(ctx, by.CompanyID, in.Newer)
	if err != nil {
		return err
	}
	older, err := store.Sheet(ctx, by.CompanyID, in.Older)
	if err != nil {
		return unknown(err, "older_id", CodeSheetUnknown)
	}
	if newer.Older == older.ID {
		return nil
	}
	if older.Newer == newer.ID {
		return write.ErrStale // joined between the two reads
	}
	if err := joinable(by, newer, older); err != nil {
		return err
	}
	latest, err := newest(ctx, store, by.CompanyID, newer)
	if err != nil {
		return err
	}
	if latest.ID == older.ID {
		return denied(ErrSameChain, []sds.Sheet{newer, older})
	}
	up := write.Sheet{Before: &newer}
	after, was := newer, older
	after.UpdatedAt, was.UpdatedAt = by.Now, by.Now
	var changes []sds.Change
	if latest.ID == newer.ID {
		if changes, err = inherit(ctx, store, by, &up, &after, older); err != nil {
			return err
		}
	}
	after.Replace(&was)
	up.After, up.Edit = after, by.Entry("joined", changes...)
	up.Edit.Comment = older.Name
	superseded := by.Entry("superseded")
	superseded.Comment = newer.Name
	writes := []write.Sheet{up, {Before: &older, After: was, Edit: superseded}}
	if latest.ID != newer.ID {
		// As it was: so that no concurrent joining puts it below the older one.
		writes = append(writes, write.Sheet{Before: &latest, After: latest})
	}
	return store.WriteBatch(ctx, by.CompanyID, writes, by.Audit("sheet.joined", string(newer.ID)+","+string(older.ID)), nil)
}

// newest is the newest version of a sheet.
func newest(ctx context.Context, store reader, c sds.CompanyID, s sds.Sheet) (sds.Sheet, error) {
	for s.Newer != "" {
		next, err := store.Sheet(ctx, c, s.Newer)
		if errors.Is(err, write.ErrNotFound) {
			return s, write.ErrStale // it was removed since
		}
		if err != nil {
			return s, err
		}
		s = next
	}
	return s, nil
}

// inherit adds to a sheet what the company's settings copy from the one that it replaces. What
// it has stays: lists are united, and its own note is kept.
func inherit(ctx context.Context, store JoinStore, by Actor, w *write.Sheet, s *sds.Sheet, older sds.Sheet) ([]sds.Change, error) {
	var changes []sds.Change
	note := func(field string, from, to sds.Value) {
		if !from.Equal(to) {
			changes = append(changes, sds.Change{Field: field, From: &from, To: &to})
		}
	}
	for _, field := range by.Settings.CopyFields {
		switch field {
		case copyDepartments:
			note(field, sds.ListValue(s.Departments), unite(&s.Departments, older.Departments))
		case copyAssignees:
			note("assignees", sds.ListValue(s.Assignees), unite(&s.Assignees, older.Assignees))
		case copyTags:
			note(field, sds.ListValue(s.Tags), unite(&s.Tags, older.Tags))
		case copyNote:
			if s.Note == "" {
				s.Note = older.Note
				note(field, sds.Value{Kind: sds.KindText}, sds.Value{Kind: sds.KindText, Text: s.Note})
			}
		case copyCodes:
			taken, err := inheritCodes(ctx, store, by, w, s, older)
			if err != nil {
				return nil, err
			}
			changes = append(changes, taken...)
		}
	}
	return changes, nil
}

// unite adds ids to a list, and returns the list.
func unite[T ~string](list *[]T, more []T) sds.Value {
	*list = append(slices.Clone(*list), added(*list, more)...)
	return sds.ListValue(*list)
}

// inheritCodes adds the product codes that users entered for the older sheet to those of the
// newer one, which guards them from then on.
func inheritCodes(ctx context.Context, store JoinStore, by Actor, w *write.Sheet, s *sds.Sheet, older sds.Sheet) ([]sds.Change, error) {
	theirs, err := store.Sections(ctx, by.CompanyID, older.ID)
	if err != nil {
		return nil, err
	}
	entered := sds.CodesByPerson(theirs)
	if len(entered) == 0 {
		return nil, nil
	}
	sections, result, err := values(ctx, store, by.CompanyID, s.ID)
	if err != nil {
		return nil, err
	}
	codes, known := slices.Clone(s.ProductCodes), map[string]bool{}
	for _, code := range codes {
		known[text.Fold(code)] = true
	}
	for _, code := range entered {
		if key := text.Fold(code); !known[key] {
			known[key], codes = true, append(codes, code)
		}
	}
	if len(codes) > input.MaxProductCodes {
		return nil, errInvalid.On("older_id", message.CodeTooManyItems, message.Args{"length": input.MaxProductCodes})
	}
	changes, err := sectionOf(&sections, 1).Apply(sds.FieldEdit{
		Section: 1, ID: "product_codes", Action: sds.ActionEdit, Value: &sds.Value{Kind: sds.KindList, List: codes},
	}, func() string { return "" })
	if err != nil {
		return nil, err
	}
	Settle(w, s, sections, result, func(number int) bool { return number == 1 })
	s.GuardedCodes, err = free(ctx, store, by.CompanyID, sections, s.ID, older.ID)
	return changes, err
}

// Separate makes a sheet, with its newer versions, another sheet than its older versions, of
// which the newest is current again.
func Separate(ctx context.Context, store JoinStore, by Actor, id sds.SheetID) error {
	return retried(func() error { return separate(ctx, store, by, id) })
}

func separate(ctx context.Context, store JoinStore, by Actor, id sds.SheetID) error {
	newer, err := Editable(ctx, store, by, id)
	if err != nil {
		return err
	}
	if newer.Older == "" {
		return ErrNoOlder
	}
	older, err := store.Sheet(ctx, by.CompanyID, newer.Older)
	if errors.Is(err, write.ErrNotFound) {
		return write.ErrStale // it was removed since
	}
	if err != nil {
		return err
	}
	if !by.MayEdit(older) {
		return denied(ErrOtherDepartment, []sds.Sheet{older})
	}
	after, was := newer, older
	after.UpdatedAt, was.UpdatedAt = by.Now, by.Now
	after.Separate(&was)
	after.MarkUnrelated(was.ID) // it is not offered as a version again
	if was.GuardedCodes, err = regained(ctx, store, by.CompanyID, older.ID); err != nil {
		return err
	}
	separated, reinstated := by.Entry("separated"), by.Entry("reinstated")
	separated.Comment = older.Name
	return store.WriteBatch(ctx, by.CompanyID, []write.Sheet{
		{Before: &newer, After: after, Edit: separated}, {Before: &older, After: was, Edit: reinstated},
	}, by.Audit("sheet.separated", string(newer.ID)+","+string(older.ID)), nil)
}

// regained are the product codes that users entered for a sheet and that no sheet guards.
func regained(ctx context.Context, store JoinStore, c sds.CompanyID, id sds.SheetID) ([]string, error) {
	sections, err := store.Sections(ctx, c, id)
	if err != nil {
		return nil, err
	}
	return free(ctx, store, c, sections)
}

// free are the product codes that users entered, without those that other sheets guard.
func free(ctx context.Context, store JoinStore, c sds.CompanyID, sections []sds.Section, but ...sds.SheetID) (codes []string, err error) {
	entered := sds.CodesByPerson(sections)
	keys := make([]string, len(entered))
	for i, code := range entered {
		keys[i] = text.Fold(code)
	}
	owners, err := store.CodeOwners(ctx, c, Unique(keys))
	if err != nil {
		return nil, err
	}
	for i, code := range entered {
		if owner := owners[keys[i]]; owner == "" || slices.Contains(but, owner) {
			codes = append(codes, code)
		}
	}
	return codes, nil
}

// Dismiss records that sheets that resemble one are not versions of it.
func Dismiss(ctx context.Context, store interface {
	reader
	writer
}, by Actor, id sds.SheetID, unrelated []sds.SheetID,
) error {
	return retried(func() error {
		before, err := Editable(ctx, store, by, id)
		if err != nil {
			return err
		}
		after := before
		after.MarkUnrelated(Unique(unrelated)...)
		if slices.Equal(after.Unrelated, before.Unrelated) {
			return nil
		}
		_, err = store.WriteSheet(ctx, by.CompanyID, write.Sheet{
			Before: &before, After: after, Audit: by.Audit("sheet.unrelated", string(id)),
		})
		return err
	})
}
