package periodic

import (
	"fmt"
	"slices"

	"anzen/functions/api/filter"
	"anzen/shared/domain/company"
	"anzen/shared/domain/input"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
	"anzen/shared/formats/export"
)

// The errors of settings.
const (
	CodeWeekday        message.Code = "periodic.weekday"
	CodeDay            message.Code = "periodic.day"
	CodeRecipient      message.Code = "periodic.recipient"
	CodeRecipientTwice message.Code = "periodic.recipient_twice"
	CodeColumn         message.Code = "periodic.column"
)

// validate returns all errors of a setting and of the filter in the request, if any. A disabled setting may have
// recipients who have left: it can be changed, but not enabled.
func validate(s periodic.Setting, users map[sds.UserID]company.User, stated *filter.Filters) error {
	var wrong input.FieldErrors
	wrong.Line("name", &s.Name)
	if s.Name == "" {
		wrong.Add("name", message.CodeRequired)
	}
	if weekly := s.Times.Frequency == periodic.Weekly; weekly != (s.Times.Weekday != "") {
		wrong.Add("weekday", CodeWeekday)
	}
	if monthly := s.Times.Frequency == periodic.Monthly; monthly != (s.Times.Day != "") {
		wrong.Add("export_date", CodeDay)
	}
	recipient := func(path string, id sds.UserID) {
		if u, found := users[id]; s.Enabled && (!found || !u.Active) {
			wrong.Add(path, CodeRecipient)
		}
	}
	recipient("recipient_id", s.Recipient)
	for i, id := range s.CC {
		path := fmt.Sprintf("cc_recipient_ids[%d]", i)
		recipient(path, id)
		if id == s.Recipient || slices.Contains(s.CC[:i], id) {
			wrong.Add(path, CodeRecipientTwice)
		}
	}
	if operation, ok := export.OperationOf(s.Export.Type); ok {
		if _, unknown := operation.Choose(s.Export.Columns); unknown >= 0 {
			wrong.Add(fmt.Sprintf("columns[%d]", unknown), CodeColumn)
		}
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	if _, err := stated.Filter(); err != nil {
		return err
	}
	_, err := filterOf(s).Filter()
	return err
}
