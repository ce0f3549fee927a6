package users

import (
	"slices"
	"strings"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/text/fold"
)

// column is a column of the users' CSV file.
type column struct {
	field  string // of the API
	ja, en string // headings
	// required: a new user needs it, and it cannot be cleared.
	required bool
	write    func(file, company.User) string
	// read applies the cell to the user; nil for columns that do not change users.
	read func(file, *company.User, string) message.Code
}

// file is the context in which cells are read and written.
type file struct {
	lang  string
	names map[sds.DepartmentID]string
	ids   map[string]sds.DepartmentID // by folded name
}

func newFile(lang string, names map[sds.DepartmentID]string) file {
	f := file{lang, names, map[string]sds.DepartmentID{}}
	for id, name := range names {
		f.ids[company.Fold(name)] = id
	}
	return f
}

func (c column) heading(lang string) string {
	if lang == "ja" {
		return c.ja
	}
	return c.en
}

// CodeCSVChoice is the error for a cell that is not one of its choices.
const CodeCSVChoice message.Code = "csv.choice"

// columns are the file's, in order. The first identifies rows.
var columns = []column{
	{
		field: "email", ja: "メールアドレス", en: "Email", required: true,
		write: func(_ file, u company.User) string { return u.Email },
	},
	text("last_name", "姓", "Last name", true, func(u *company.User) *string { return &u.LastName }, func(s string) message.Code { return company.PersonName(s, true) }),
	text("first_name", "名", "First name", true, func(u *company.User) *string { return &u.FirstName }, func(s string) message.Code { return company.PersonName(s, true) }),
	text("middle_name", "ミドルネーム", "Middle name", false, func(u *company.User) *string { return &u.MiddleName }, func(s string) message.Code { return company.PersonName(s, false) }),
	{
		field: "phone", ja: "電話番号", en: "Phone",
		write: func(_ file, u company.User) string { return u.Phone },
		read: func(_ file, u *company.User, cell string) message.Code {
			if trouble := company.Phone(cell); trouble != "" {
				return trouble
			}
			u.Phone = company.CleanPhone(cell)
			return ""
		},
	},
	text("position", "役職", "Position", false, func(u *company.User) *string { return &u.Position }, position),
	{
		field: "department_id_list", ja: "部署", en: "Departments",
		write: func(f file, u company.User) string {
			var all []string
			for _, d := range named(u.Departments, f.names) {
				all = append(all, d.Name)
			}
			return strings.Join(all, separator)
		},
		read: readDepartments,
	},
	{
		field: "role_id", ja: "権限", en: "Role", required: true,
		write: func(f file, u company.User) string { return roles.write(f.lang, u.Role.Known()) },
		read:  func(_ file, u *company.User, cell string) message.Code { return roles.read(&u.Role, cell) },
	},
	{
		field: "is_subscribe", ja: "お知らせメール", en: "News by email",
		write: func(f file, u company.User) string { return yes.write(f.lang, u.Subscribed) },
		read:  func(_ file, u *company.User, cell string) message.Code { return yes.read(&u.Subscribed, cell) },
	},
	{
		field: "locale", ja: "言語", en: "Language",
		write: func(f file, u company.User) string { return locales.write(f.lang, company.LocaleOf(u.Locale)) },
		read:  func(_ file, u *company.User, cell string) message.Code { return locales.read(&u.Locale, cell) },
	},
	{
		field: "is_active", ja: "状態", en: "Status",
		write: func(f file, u company.User) string { return states.write(f.lang, stateOf(u)) },
	},
}

// separator separates departments in a cell: their names have no commas.
const separator = ","

func text(field, ja, en string, required bool, at func(*company.User) *string, validate func(string) message.Code) column {
	return column{
		field: field, ja: ja, en: en, required: required,
		write: func(_ file, u company.User) string { return *at(&u) },
		read: func(_ file, u *company.User, cell string) message.Code {
			if trouble := validate(cell); trouble != "" {
				return trouble
			}
			if longest := map[string]int{"position": company.MaxPosition}[field]; len([]rune(cell)) > max(longest, company.MaxPersonName) {
				return codeCellTooLong
			}
			*at(u) = company.Clean(cell)
			return ""
		},
	}
}

// codeCellTooLong is the error for a name that is too long.
const codeCellTooLong message.Code = "csv.too_long"

// readDepartments sets the departments of the names. A deleted department of the user
// cannot be named, and makes no difference.
func readDepartments(f file, u *company.User, cell string) message.Code {
	var ids []sds.DepartmentID
	for _, name := range strings.Split(cell, separator) {
		if company.Clean(name) == "" {
			continue
		}
		id, ok := f.ids[company.Fold(name)]
		if !ok {
			return codeDepartmentUnknown
		}
		ids = append(ids, id)
	}
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	if len(ids) > maxOfUser {
		return CodeCSVChoice
	}
	had := []sds.DepartmentID{}
	for _, d := range named(u.Departments, f.names) {
		had = append(had, d.ID)
	}
	if !slices.Equal(ids, slices.Sorted(slices.Values(had))) {
		u.Departments = ids
	}
	return ""
}

// maxOfUser is the most departments of a user.
const maxOfUser = 50

// words are the choices of a cell: ja and en are written, more is also accepted.
type words[T comparable] []struct {
	value  T
	ja, en string
	more   []string
}

func (w words[T]) write(lang string, v T) string {
	for _, one := range w {
		if one.value == v {
			if lang == "ja" {
				return one.ja
			}
			return one.en
		}
	}
	return ""
}

// read sets the value of a word; an empty cell leaves it unchanged.
func (w words[T]) read(to *T, cell string) message.Code {
	if cell == "" {
		return ""
	}
	key := wordKey(cell)
	for _, one := range w {
		if key == wordKey(one.ja) || key == wordKey(one.en) || slices.ContainsFunc(one.more, func(m string) bool { return wordKey(m) == key }) {
			*to = one.value
			return ""
		}
	}
	return CodeCSVChoice
}

func wordKey(s string) string {
	return strings.NewReplacer(" ", "", "_", "", "・", "").Replace(fold.Caseless(s))
}

var (
	roles = words[access.Role]{
		{access.Admin, "管理者", "Administrator", []string{"admin", "100"}},
		{access.Editor, "編集者", "Editor", []string{"90"}},
		{access.DownloadableViewer, "閲覧者（ダウンロード可）", "Viewer with downloads", []string{"downloadable_viewer", "downloadable viewer", "1"}},
		{access.Viewer, "閲覧者", "Viewer", []string{"0"}},
	}
	yes = words[bool]{
		{true, "受け取る", "Yes", []string{"はい", "true", "1", "y", "○"}},
		{false, "受け取らない", "No", []string{"いいえ", "false", "0", "n", "×"}},
	}
	locales = words[string]{
		{company.LocaleJapanese, "日本語", "Japanese", []string{"ja", company.LocaleJapanese}},
		{company.LocaleEnglish, "英語", "English", []string{"en", company.LocaleEnglish}},
	}
	states = words[state]{{stateActive, "有効", "Active", nil}, {stateInvited, "招待中", "Invited", nil}, {stateSuspended, "停止中", "Suspended", nil}}
)

// state is whether a user can sign in.
type state int

const (
	stateInvited state = iota
	stateActive
	stateSuspended
)

func stateOf(u company.User) state {
	switch {
	case u.Suspended():
		return stateSuspended
	case u.Active:
		return stateActive
	}
	return stateInvited
}
