// Package closing is the job that closes a company's account: it removes everything of
// the company from the table, the buckets, the user pool and the Scheduler. What stays is
// a record that there was a company, without personal data; logs keep ids, and the
// table's backups expire after 35 days.
//
// Everything is removed in the same order each time, so that the job can be interrupted
// anywhere and started again. Functions that were running when the account was closed may
// still write: after the longest of them has ended, a second round removes what they left.
package closing

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"anzen/functions/grant"
	"anzen/functions/jobs/execution"
	"anzen/functions/jobs/runner"
	"anzen/shared/aws/mailer"
	"anzen/shared/catalog/snapshots"
	"anzen/shared/domain/job"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/saml"
	"anzen/shared/domain/sds"
)

// Kind is the job's declaration.
var Kind = runner.Kind{
	Name: job.Closing, Summary: "removes everything of a company whose account was closed", Memory: 512, Timeout: 5 * time.Minute, ByMachine: true,
	Grants: append(
		grant.Erase(), grant.Table("Query"), grant.Users("AdminDeleteUser", "DeleteIdentityProvider", "ListIdentityProviders", "DescribeUserPoolClient", "UpdateUserPoolClient"), grant.Mail(), grant.PeriodicEnd(),
	),
	New: func(*runner.Services) runner.Runner { return closer{} },
}

// Quiet is how long after the closing something may still be written: uploads are
// allowed for 15 minutes, and no function runs longer.
const Quiet = 16 * time.Minute

// checkpoint is the job's progress.
type checkpoint struct {
	Swept    bool `json:"swept"` // the first round is done
	Notified bool `json:"told"`
}

type closer struct{}

// Step continues the removal.
func (closer) Step(ctx context.Context, w *runner.Work) (more bool, err error) {
	var params execution.Closing
	var at checkpoint
	if err := errors.Join(w.Params(&params), w.Checkpoint(&at)); err != nil {
		return false, err
	}
	c, err := w.Table.Company(ctx, w.Job.Company)
	if err != nil {
		return false, err
	}
	if more, err := (round{w, c.ID}).run(ctx); more || err != nil {
		return more, err
	}
	if !at.Swept {
		at.Swept = true
		if err := w.Save(ctx, 1, 2, at); err != nil {
			return false, err
		}
	}
	if c.ClosedAt != nil {
		if left := c.ClosedAt.Add(Quiet).Sub(w.Now()); left > 0 {
			return true, rest(ctx, min(left, w.StepTakes))
		}
	}
	if !at.Notified {
		if err := notify(ctx, w, params); err != nil {
			return false, err
		}
		at.Notified = true
		if err := w.Save(ctx, 2, 2, at); err != nil {
			return false, err
		}
	}
	return false, w.Table.ForgetCompany(ctx, c, w.Job)
}

// Ended returns an error until everything is removed: the state machine, and after it
// the sweep, retry the job. A job that is done has no record left to end.
func (closer) Ended(_ context.Context, w *runner.Work) error {
	if w.Job.State == job.Done {
		return nil
	}
	return fmt.Errorf("company %s is not removed yet", w.Job.Company)
}

func rest(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// notify mails the user who closed the account that everything is removed. A job that is
// interrupted right after it sends the mail again.
func notify(ctx context.Context, w *runner.Work, p execution.Closing) error {
	m := mail.Compose(p.Locale, mail.CompanyClosed, mail.Args{"name": p.Name, "company": p.Company})
	return w.Mail.Send(ctx, mailer.Mail{To: p.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML})
}

// round is one pass over everything of a company.
type round struct {
	*runner.Work
	company sds.CompanyID
}

// run removes the parts in their order: objects before the records that refer to them,
// users early, so that their addresses are free soon.
func (r round) run(ctx context.Context) (more bool, err error) {
	for _, part := range []func(context.Context) (bool, error){r.schedules, r.provider, r.people, r.links, r.uploads, r.sheets, r.checklists, r.objects, r.records} {
		if more, err := part(ctx); more || err != nil {
			return more, err
		}
	}
	return false, nil
}

// until repeats a part while it finds something and there is time.
func (r round) until(some func() (bool, error)) (more bool, err error) {
	for {
		more, err := some()
		if !more || err != nil {
			return false, err
		}
		if !r.HasTime() {
			return true, nil
		}
	}
}

func (r round) schedules(ctx context.Context) (bool, error) {
	settings, err := r.Table.PeriodicSettings(ctx, r.company)
	if err != nil {
		return false, err
	}
	for _, s := range settings {
		if err := r.Schedules.Delete(ctx, string(s.ID)); err != nil {
			return false, err
		}
	}
	return false, nil
}

// provider removes the company's identity provider, even where the table has no record of
// it: the creation of a connection may have been interrupted.
func (r round) provider(ctx context.Context) (bool, error) {
	if err := r.Users.Disconnect(ctx, saml.ProviderName(r.company)); err != nil {
		return false, err
	}
	return false, r.Table.EraseConnection(ctx, r.company)
}

func (r round) people(ctx context.Context) (bool, error) {
	account := func(email string) error { return r.Users.Delete(ctx, email) }
	people, err := r.Table.Users(ctx, r.company)
	if err != nil {
		return false, err
	}
	for _, u := range people {
		if err := r.Table.EraseUser(ctx, u, account); err != nil {
			return false, err
		}
		if !r.HasTime() {
			return true, nil
		}
	}
	return false, r.Table.EraseLeft(ctx, r.company, account)
}

func (r round) links(ctx context.Context) (bool, error) {
	return r.until(func() (bool, error) { return r.Table.EraseLinks(ctx, r.company) })
}

func (r round) uploads(ctx context.Context) (bool, error) {
	return r.until(func() (bool, error) {
		return r.Table.EraseUploads(ctx, r.company, func(keys []string) error { return r.erase(ctx, keys) })
	})
}

// atOnce is how many objects or sheets are removed concurrently.
const atOnce = 8

func (r round) erase(ctx context.Context, keys []string) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for _, k := range keys {
		if k != "" {
			group.Go(func() error { return r.Sheets.Erase(ctx, k) })
		}
	}
	return group.Wait()
}

func (r round) sheets(ctx context.Context) (bool, error) {
	return r.until(func() (bool, error) {
		records, err := r.Table.SheetRecordsPage(ctx, r.company, 4*atOnce)
		if err != nil {
			return false, err
		}
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(atOnce)
		for _, record := range records {
			group.Go(func() error { return r.sheet(ctx, record) })
		}
		return len(records) > 0, group.Wait()
	})
}

// sheet removes a sheet, its objects before the records that refer to them.
func (r round) sheet(ctx context.Context, record sds.Sheet) error {
	keys, err := r.Table.AttachmentKeys(ctx, r.company, record.ID)
	if err != nil {
		return err
	}
	for _, k := range append(keys, record.File.Key) {
		if k == "" {
			continue
		}
		if err := r.Sheets.Erase(ctx, k); err != nil {
			return err
		}
	}
	return r.Table.EraseSheet(ctx, r.company, record)
}

func (r round) checklists(ctx context.Context) (bool, error) {
	return false, r.Table.EraseChecklists(ctx, r.company)
}

// objects removes the objects under the company's prefixes.
func (r round) objects(ctx context.Context) (bool, error) {
	id := string(r.company)
	return false, errors.Join(
		r.Files.Erase(ctx, "analysis/"+id+"/"), r.Files.Erase(ctx, "jobs/"+id+"/"), r.Snapshots.Erase(ctx, "companies/"+id), r.Snapshots.Erase(ctx, snapshots.Of(r.company)),
	)
}

func (r round) records(ctx context.Context) (bool, error) {
	return r.until(func() (bool, error) { return r.Table.EraseRest(ctx, r.company, r.Job) })
}
