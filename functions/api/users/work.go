package users

import (
	"context"
	"errors"
	"slices"

	"anzen/functions/api/rest"
	"anzen/shared/aws/table"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
)

// work writes the entries of a file: a transaction for some at a time, and all of them
// rolled back where one is refused.
type work struct {
	call   *rest.Call
	keeper *company.User // an administrator that the company keeps
	// written has the versions of the users written so far.
	written map[sds.UserID]int64
	done    []entry
}

// txItems leaves room in a transaction for the most items that an entry adds.
const txItems = 100 - maxOfUser - 5

func (w *work) do(ctx context.Context, entries []entry) error {
	todo := slices.DeleteFunc(slices.Clone(entries), func(e entry) bool { return !e.changed() })
	for len(todo) > 0 {
		x, n := w.next(todo)
		if err := x.Commit(ctx); err != nil {
			return errors.Join(w.undo(context.WithoutCancel(ctx)), err)
		}
		for _, e := range todo[:n] {
			w.written[e.after.ID] = e.after.Version + 1
		}
		w.done, todo = append(w.done, todo[:n]...), todo[n:]
	}
	return nil
}

// next is a transaction of the first entries, and their number.
func (w *work) next(todo []entry) (*table.Tx, int) {
	x := w.call.Table.Begin(w.call.CompanyID)
	departments := map[sds.DepartmentID]bool{}
	items, n, demotes, keeps := 0, 0, false, false
	for ; n < len(todo) && items < txItems; n++ {
		e := todo[n]
		var had []sds.DepartmentID
		action := "user.invited"
		if e.before == nil {
			x.CreateUser(e.after)
			items++
		} else {
			x.WriteUser(e.after)
			had, action = e.before.Departments, "user.edited"
			if e.before.Role != e.after.Role {
				action = "user.role_changed"
			}
			demotes = demotes || e.before.Administers() && !e.after.Administers()
			keeps = keeps || e.after.ID == w.keeper.ID
		}
		x.Audit(w.call.Audit(action, string(e.after.ID)))
		items += 2
		for _, d := range newIn(e.after.Departments, had) {
			if !departments[d] {
				departments[d] = true
				RequireDepartments(x, w.call, []sds.DepartmentID{d})
				items++
			}
		}
	}
	if demotes && !keeps {
		kept := *w.keeper
		if v, is := w.written[kept.ID]; is {
			kept.Version = v
		}
		x.RequireUser(kept, errAdminsChanged)
	}
	return x, n
}

// undo restores all users written so far.
func (w *work) undo(ctx context.Context) error {
	var failed error
	for part := range slices.Chunk(w.done, txItems/4) {
		x := w.call.Table.Begin(w.call.CompanyID)
		for _, e := range part {
			if e.before == nil {
				has, err := w.call.Table.HasEmail(ctx, e.after)
				failed = errors.Join(failed, err)
				x.RemoveUser(e.after, has)
			} else {
				u := *e.before
				u.Version = w.written[u.ID]
				x.WriteUser(u)
			}
			x.Audit(w.call.Audit("user.upload_undone", string(e.after.ID)))
		}
		failed = errors.Join(failed, x.Commit(ctx))
	}
	return failed
}
