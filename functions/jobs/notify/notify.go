// Package notify mails people that a file which they requested is ready, or why it
// could not be made. The mail leads to the dashboard, where only the starter gets
// the file, and those for whom it was made: a mail goes through many hands.
package notify

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"anzen/functions/jobs/runner"
	"anzen/shared/aws/mailer"
	"anzen/shared/domain/job"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// Page is the dashboard's page of a job.
func Page(appURL string, id job.ID) string { return appURL + "/#/jobs/" + string(id) }

// Mail notifies the starter, or the readers of a finished file, how the job ended. A
// cancelled job, users who have left and those who cannot be reached get no mail. A mail that cannot be sent is only
// logged: the dashboard shows the result.
func Mail(ctx context.Context, w *runner.Work, file string) error {
	if w.Job.State == job.Cancelled {
		return nil
	}
	people := []sds.UserID{w.Job.By}
	if len(w.Job.Readers) > 0 && w.Job.State == job.Done {
		people = w.Job.Readers
	}
	for _, id := range people {
		if err := notifyPerson(ctx, w, id, file); err != nil {
			return err
		}
	}
	return nil
}

func notifyPerson(ctx context.Context, w *runner.Work, id sds.UserID, file string) error {
	to, found, err := w.Table.Person(ctx, w.Job.Company, id)
	if err != nil {
		return fmt.Errorf("read whom to notify: %w", err)
	}
	if !found || !to.Active() || !to.User.Reachable() {
		return nil
	}
	args := mail.Args{"name": to.User.Name(), "file": file, "link": Page(w.AppURL, w.Job.ID), "title": w.Job.Title}
	kind, locale := mail.ExportReady, to.User.Locale
	if w.Job.Title != "" {
		kind = mail.PeriodicReady
	}
	if w.Job.State == job.Failed {
		kind = mail.ExportFailed
		args["reason"] = w.Job.Trouble.Text(message.Locale(locale))
	} else {
		args["count"], args["days"] = strconv.Itoa(w.Job.Done), strconv.Itoa(int(job.ResultLasts.Hours()/24))
		args["notes"] = notes(w.Job, message.Locale(locale))
	}
	m := mail.Compose(locale, kind, args)
	if err := w.Mail.Send(ctx, mailer.Mail{To: to.User.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}); err != nil {
		w.Log.ErrorContext(ctx, "mail not sent", "job", w.Job.ID, "cause", err.Error())
	}
	return nil
}

func notes(j job.Job, locale string) string {
	if len(j.Notes) == 0 {
		if locale == "ja" {
			return "なし"
		}
		return "nothing"
	}
	texts := make([]string, len(j.Notes))
	for i, n := range j.Notes {
		texts[i] = n.Text(locale)
	}
	return strings.Join(texts, " ")
}
