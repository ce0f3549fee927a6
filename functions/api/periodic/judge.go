package periodic

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"anzen/functions/api/rest"
	"anzen/functions/api/sdses"
	"anzen/shared/company"
	"anzen/shared/message"
	"anzen/shared/periodic"
	"anzen/shared/sds"
)

// The codes of settings that are not accepted.
const (
	CodeWeekday        message.Code = "periodic.weekday"
	CodeDay            message.Code = "periodic.day"
	CodeRecipient      message.Code = "periodic.recipient"
	CodeRecipientTwice message.Code = "periodic.recipient_twice"
)

// judge tells everything that is wrong with a setting. People of one that is
// disabled may be gone: it can be changed all the same, and enabled when they are not.
func judge(s periodic.Setting, of map[sds.UserID]company.User) error {
	var wrong rest.Wrong
	if s.Name == "" {
		wrong.Note("name", message.CodeRequired)
	}
	if weekly := s.Times.Frequency == periodic.Weekly; weekly != (s.Times.Weekday != "") {
		wrong.Note("weekday", CodeWeekday)
	}
	if monthly := s.Times.Frequency == periodic.Monthly; monthly != (s.Times.Day != "") {
		wrong.Note("export_date", CodeDay)
	}
	recipient := func(path string, id sds.UserID) {
		if u, there := of[id]; s.Enabled && (!there || !u.Active) {
			wrong.Note(path, CodeRecipient)
		}
	}
	recipient("recipient_id", s.Recipient)
	for i, id := range s.CC {
		path := fmt.Sprintf("cc_recipient_ids[%d]", i)
		recipient(path, id)
		if id == s.Recipient || slices.Contains(s.CC[:i], id) {
			wrong.Note(path, CodeRecipientTwice)
		}
	}
	for name, values := range s.Export.Filter {
		switch {
		case !filters[name]:
			wrong.Note("filter."+name, message.CodeUnknownField)
		case len(values) > maxValues || slices.ContainsFunc(values, func(v string) bool { return len(v) > maxValue }):
			wrong.Note("filter."+name, message.CodePattern)
		}
	}
	return wrong.Err()
}

// The bounds of a filter: what the list of sheets takes.
const (
	maxValues = 100
	maxValue  = 600 // bytes
)

// filters are the names of the parameters by which the list of sheets is filtered.
var filters = func() map[string]bool {
	names := map[string]bool{}
	t := reflect.TypeFor[sdses.Filters]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("query"), ",")
		names[name] = true
	}
	return names
}()
