package nightly

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/aws/mailer"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
)

// The lines of the mail, one for each checklist.
const (
	CodeLine        message.Code = "nightly.news"
	CodeLineInForce message.Code = "nightly.news_in_force"
)

// notify mails the news of all checklists to each administrator and to the creators of
// those checklists. Recipients are recorded after each mail, so an interrupted run mails
// only the others.
func (w *worker) notify(ctx context.Context, c sds.CompanyID, n companyNight) error {
	if n.Day != w.today() || len(n.News) == 0 {
		return nil
	}
	people, err := w.table.Users(ctx, c)
	if err != nil {
		return err
	}
	people = slices.DeleteFunc(people, func(u company.User) bool {
		recipient := u.Role == access.Admin || slices.ContainsFunc(n.News, func(x news) bool { return x.By == u.ID })
		return !recipient || !u.Active || !u.Reachable() || slices.Contains(n.Notified, u.ID)
	})
	for i, u := range people {
		m := mail.Compose(u.Locale, mail.ChecklistNews, w.args(u, n.News))
		if err := w.mail.Send(ctx, mailer.Mail{To: u.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}); err != nil {
			return fmt.Errorf("notify company %s of new hits: %w", c, err)
		}
		n.Notified = append(n.Notified, u.ID)
		if i == len(people)-1 {
			n.Closed = n.Day
		}
		if err := w.keepNight(ctx, c, n); err != nil {
			return err
		}
	}
	return nil
}

func (w *worker) args(u company.User, all []news) mail.Args {
	var lines []string
	total := 0
	for _, n := range all {
		code := CodeLine
		if n.InForce > 0 {
			code = CodeLineInForce
		}
		total += n.Hits
		lines = append(lines, message.Text(message.Locale(u.Locale), code, message.Args{"title": n.Title, "hits": n.Hits, "in_force": n.InForce}),
			w.appURL+"/#/dynamic/list/"+string(n.List))
	}
	return mail.Args{"name": u.Name(), "count": strconv.Itoa(total), "lists": strings.Join(lines, "\n"), "link": w.appURL + "/#/dynamic/list"}
}
