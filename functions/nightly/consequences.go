package nightly

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"anzen/shared/aws/mailer"
	"anzen/shared/aws/metrics"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/sds"
	"anzen/shared/library/changes"
	"anzen/shared/library/search"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
)

// companyChanges is what the administrators of a company have been notified of announced changes.
type companyChanges struct {
	Basis   string `json:"Basis"`   // of the rules (evaluate.Rules.Basis)
	Applied int64  `json:"Applied"` // the number of the company's log up to which sheets were compared
	// Everyone are the changes that all have been notified of, by class and day.
	Everyone map[string]bool `json:"Told"`
	// Notified are those who have been notified of the others already, by a run that was interrupted.
	Notified []sds.UserID `json:"Notified,omitempty"`
}

func changesKey(c sds.CompanyID) string { return "companies/" + string(c) + "/law-changes" }

// consequences compares announced changes of the laws with the company's sheets, and mails
// each change that concerns some of them once to the administrators who want news: which
// law, from when, how many sheets, and what has to be done. Where neither sheets nor laws
// have changed, there is nothing to compare.
func (w *worker) consequences(ctx context.Context, firm *company.Company, head int64) error {
	was := companyChanges{Everyone: map[string]bool{}}
	data, err := w.bucket.ReadIfThere(ctx, changesKey(firm.ID), maxNight)
	if err != nil {
		return err
	}
	if data != nil {
		if err := json.Unmarshal(data, &was); err != nil {
			return fmt.Errorf("read what company %s was notified of: %w", firm.ID, err)
		}
	}
	basis := w.rules.Basis(w.today())
	if was.Basis == basis && was.Applied == head {
		return nil
	}
	viewer := search.Viewer{Principal: access.Principal{CompanyID: firm.ID, Role: access.Admin}, Company: *firm, Now: w.now()}
	all, err := changes.Of(ctx, w.catalog, w.rules.Set(), duty.Current(), viewer)
	if err != nil {
		return err
	}
	fresh := slices.DeleteFunc(all, func(c changes.Change) bool { return was.Everyone[keyOf(&c)] })
	if err := w.notifyOf(ctx, firm.ID, &was, fresh); err != nil {
		return err
	}
	for i := range fresh {
		was.Everyone[keyOf(&fresh[i])] = true
	}
	was.Basis, was.Applied, was.Notified = basis, head, nil
	return w.keepChanges(ctx, firm.ID, &was)
}

func keyOf(c *changes.Change) string { return c.Class.Key() + "@" + c.Day }

func (w *worker) keepChanges(ctx context.Context, c sds.CompanyID, now *companyChanges) error {
	data, err := json.Marshal(now)
	if err != nil {
		return fmt.Errorf("encode what company %s was notified of: %w", c, err)
	}
	return w.bucket.Write(ctx, changesKey(c), "application/json", data)
}

// notifyOf mails changes. Recipients are recorded after each mail, so that an interrupted run
// mails only the others.
func (w *worker) notifyOf(ctx context.Context, c sds.CompanyID, now *companyChanges, fresh []changes.Change) error {
	if len(fresh) == 0 {
		return nil
	}
	people, err := w.table.Users(ctx, c)
	if err != nil {
		return err
	}
	for i := range people {
		u := &people[i]
		if u.Role != access.Admin || !u.Active || !u.Subscribed || !u.Reachable() || slices.Contains(now.Notified, u.ID) {
			continue
		}
		m := mail.Compose(u.Locale, mail.LawChanges, w.changeArgs(u, fresh))
		if err := w.mail.Send(ctx, mailer.Mail{To: u.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}); err != nil {
			return fmt.Errorf("notify company %s of changes of laws: %w", c, err)
		}
		now.Notified = append(now.Notified, u.ID)
		if err := w.keepChanges(ctx, c, now); err != nil {
			return err
		}
	}
	return nil
}

// The lines of the mail, for each change.
const (
	CodeLineChange message.Code = "nightly.law_change"
	CodeLineDuties message.Code = "nightly.law_duties"
)

// mostDuties are named for a change; its screen has all.
const mostDuties = 4

func (w *worker) changeArgs(u *company.User, all []changes.Change) mail.Args {
	lang := message.Locale(u.Locale)
	in := func(ja, en string) string {
		if lang == "ja" || en == "" {
			return ja
		}
		return en
	}
	set := w.rules.Set()
	laws := map[string]regulation.Law{}
	for _, l := range set.Laws() {
		laws[l.Code] = l
	}
	var lines []string
	for i := range all {
		c := &all[i]
		category, l := set.Category(c.Class.Law, c.Class.Category), laws[c.Class.Law]
		lines = append(lines, message.Text(lang, CodeLineChange, message.Args{
			"day": c.Day, "law": in(l.Ja, l.En), "category": in(category.Ja, category.En), "entries": c.Entries, "sheets": c.Sheets, "first": c.First,
		}))
		var what []string
		for _, d := range c.Duties {
			if name := in(d.What.Ja, d.What.En); len(what) < mostDuties && !slices.Contains(what, name) {
				what = append(what, name)
			}
		}
		if len(what) > 0 {
			lines = append(lines, message.Text(lang, CodeLineDuties, message.Args{"duties": strings.Join(what, in("、", "; "))}))
		}
	}
	return mail.Args{"name": u.Name(), "count": strconv.Itoa(len(all)), "lists": strings.Join(lines, "\n"), "link": w.appURL + "/#/duties"}
}

// overdue measures how many lists that are checked unasked are past their revision rhythm, and names each with the first day of that.
func (w *worker) overdue() metrics.Sample {
	var names []string
	for _, c := range w.rules.Set().Categories() {
		if c.Default && c.Loaded && c.Basis == regulation.ByComposition && c.Overdue(w.today()) {
			names = append(names, c.Law+"/"+c.Code+" since "+c.OverdueFrom)
		}
	}
	return metrics.Sample{Metric: metrics.OverdueLists, Unit: metrics.Count, Value: float64(len(names)), Also: map[string]string{"lists": strings.Join(names, ", ")}}
}
