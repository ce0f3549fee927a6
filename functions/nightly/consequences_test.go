package nightly

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

func (n night1) changeMails() (texts []string) {
	for _, m := range n.Mailbox.Mails {
		if strings.Contains(m.Subject, "法令の改正") || strings.Contains(m.Subject, "changes of laws") {
			texts = append(texts, m.To+"\n"+m.Subject+"\n"+m.Text)
		}
	}
	return texts
}

// An announced change is mailed once, before it comes into force, to the administrators who want news, in a company
// without checklists too.
func TestConsequencesOfAnAnnouncedChangeAreToldOnce(t *testing.T) {
	n := newNight(t)
	subscribed := n.User(t, n.c, access.Admin, func(u *company.User) { u.Locale, u.Subscribed = "en-US", true })
	n.User(t, n.c, access.Editor, func(u *company.User) { u.Subscribed = true })
	n.product(t, "108-88-3")
	n.run(t)
	if mails := n.changeMails(); len(mails) != 0 {
		t.Fatalf("no sheet is concerned, but %q", mails)
	}
	n.product(t, "67-64-1")
	n.Mailbox.Fail = errors.New("SES is down")
	if _, err := n.worker.company(t.Context(), Item{Company: n.c.ID}); err == nil {
		t.Error("a mail that is not sent goes unnoticed")
	}
	n.Mailbox.Fail = nil
	for range 3 {
		n.run(t)
		n.Clock.Advance(24 * time.Hour)
		n.product(t, "67-64-1")
	}
	mails := n.changeMails()
	if len(mails) != 1 {
		t.Fatalf("mailed %d times: %q", len(mails), mails)
	}
	for _, want := range []string{subscribed.Email, "1 announced", "04/01/2027 Law (Substances): 1 entries begin, 1 of your sheets", "/#/duties"} {
		if !strings.Contains(mails[0], want) {
			t.Errorf("%q is missing in %s", want, mails[0])
		}
	}
}

func TestOverdueListsAreMeasured(t *testing.T) {
	n := newNight(t)
	if s := n.overdue(); s.Metric != "OverdueLists" || s.Value != 0 {
		t.Errorf("%+v", s)
	}
	// Of the real lists, in the far future, each says since when it is past its rhythm.
	w := worker{now: func() time.Time { return time.Date(2099, 1, 1, 0, 0, 0, 0, time.UTC) }}
	s := w.overdue()
	named := strings.Split(s.Also["lists"], ", ")
	if s.Value < 10 || len(named) != int(s.Value) || !slices.ContainsFunc(named, func(l string) bool {
		return regexp.MustCompile(`^JP-PDSCA/POISON since 20\d\d-\d\d-\d\d$`).MatchString(l)
	}) {
		t.Errorf("%+v", s)
	}
}
