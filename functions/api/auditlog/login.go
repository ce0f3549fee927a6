package auditlog

import (
	"context"
	"time"

	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/sds"
)

// loginSteps are the records of a login in their order: the attempt, before the password is checked; all challenges passed;
// the session, with the address that its first request came from.
var loginSteps = map[string]int{"user.sign_in_begun": 1, "user.signed_in": 2, "user.session_begun": 3}

// longestLogin is how long a login takes at most: its codes are valid for ten minutes.
const longestLogin = 15 * time.Minute

// logins are the logins whose last step has been read, by user; records are read the latest first.
type logins map[sds.UserID]table.AuditEntry

// loginsAfter are the logins that ended after a span, of which it may have the steps.
func loginsAfter(ctx context.Context, call *rest.Call, span table.AuditSpan) (logins, error) {
	after, end := logins{}, span.End()
	if end.IsZero() {
		return after, nil
	}
	err := call.Table.Audits(ctx, call.CompanyID, table.AuditSpan{From: end, To: end.Add(longestLogin)}, func(e table.AuditEntry) bool {
		if span.Follows(e.ID) {
			after.isStep(e)
		}
		return true
	})
	return after, err
}

// isStep reports whether a record is a step of a login of which a later one has been read, and notes the login for the records
// that follow. An attempt that led to none stays, as does a login that led to no session.
func (l logins) isStep(e table.AuditEntry) bool {
	step, ok := loginSteps[e.Action]
	if !ok {
		return false
	}
	last, found := l[e.By]
	part := found && step < loginSteps[last.Action] && last.At.Sub(e.At) <= longestLogin
	switch {
	case step == 1: // where a login begins
		delete(l, e.By)
	case !part:
		l[e.By] = e
	}
	return part
}
