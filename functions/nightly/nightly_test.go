package nightly

import (
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/shared/aws/mailer"
	"anzen/shared/aws/table"
	"anzen/shared/aws/workflow"
	"anzen/shared/catalog"
	"anzen/shared/domain/access"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/company"
	"anzen/shared/domain/sds"
	"anzen/shared/domain/verdict"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/judgement/found"
	"anzen/shared/reference/regulation"
)

// rules are a set of one class: toluene is listed, acetone will be.
func rules(t *testing.T) evaluate.Rules {
	t.Helper()
	k := regulation.Class{ID: 300000000, Law: "JP-X", Category: "LIST", Code: "DEFAULT", Ja: "物質", En: "Substances"}
	set, err := regulation.New(
		[]regulation.Law{{ID: 100000000, Code: "JP-X", Jurisdiction: "JP", Ja: "法", En: "Law"}},
		[]regulation.Category{{ID: 200000000, Law: "JP-X", Code: "LIST", Ja: "物質", En: "Substances", Basis: regulation.ByComposition, Loaded: true, Default: true}},
		[]regulation.Class{k},
		[]regulation.Entry{
			{ID: 400000000, Class: k.Key(), Ja: "トルエン", En: "Toluene", Threshold: regulation.Threshold{Percent: 1}, From: "2020-01-01"},
			{ID: 400000001, Class: k.Key(), Ja: "アセトン", En: "Acetone", Threshold: regulation.Threshold{Percent: 1}, From: "2027-04-01"},
		},
		[]regulation.Link{{ID: 500000000, Entry: 400000000, CAS: "108-88-3"}, {ID: 500000001, Entry: 400000001, CAS: "67-64-1"}})
	if err != nil {
		t.Fatal(err)
	}
	return evaluate.With(set)
}

type night1 struct {
	*apitest.World
	*worker
	c     company.Company
	admin company.User
}

func newNight(t *testing.T) night1 {
	t.Helper()
	w := apitest.New(t)
	c := w.Company(t)
	r := rules(t)
	by := &worker{
		table: w.Table, catalog: catalog.New(w.Table, w.Clock.Now, catalog.WithChecks(r)), rules: r, bucket: w.NightlyResults(),
		mail: mailer.New(w.Mailbox, "x@anzen.example"), machine: workflow.New(w.Machine, "nightly"), appURL: apitest.AppURL,
		workers: 2, now: w.Clock.Now, log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	}
	return night1{w, by, c, w.User(t, c, access.Admin, func(u *company.User) { u.Locale = "ja-JP" })}
}

func (n night1) list(t *testing.T, title string, change func(*checklist.List)) checklist.List {
	t.Helper()
	l := checklist.List{
		ID: checklist.ID(sds.NewID[sds.SheetID]()), Kind: checklist.ByLaws, State: checklist.Created, Title: title,
		Targets: []checklist.Target{checklist.Composition}, LawIDs: []int{100000000}, CreatedBy: n.admin.ID,
	}
	if change != nil {
		change(&l)
	}
	x := n.Table.Begin(n.c.ID).Audit(table.Audit{Action: "test"})
	l = x.CreateChecklist(l, 100)
	if err := x.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l
}

func (n night1) product(t *testing.T, cas string) sds.Sheet {
	t.Helper()
	percent := 10.0
	return n.Sheet(t, n.c, func(s *sds.Sheet) {
		s.Status, s.CAS = sds.StatusCompleted, []string{cas}
		s.Ingredients = []sds.Ingredient{{Name: cas, CAS: []string{cas}, Concentration: &sds.Span{Low: &percent, High: &percent}}}
	})
}

func (n night1) run(t *testing.T) {
	t.Helper()
	if _, err := n.worker.company(t.Context(), Item{Company: n.c.ID}); err != nil {
		t.Fatal(err)
	}
}

func (n night1) seen(t *testing.T, l checklist.List) checklist.Run {
	t.Helper()
	now, err := n.Table.Checklist(t.Context(), n.c.ID, l.ID)
	if err != nil || now.Run == nil {
		t.Fatalf("%+v %v", now, err)
	}
	return *now.Run
}

func TestANightTellsWhatIsNewOnce(t *testing.T) {
	n := newNight(t)
	english := n.User(t, n.c, access.Editor, func(u *company.User) { u.Locale = "en-US" })
	n.User(t, n.c, access.Viewer)
	laws := n.list(t, "法令", nil)
	own := n.list(t, "自社基準", func(l *checklist.List) {
		l.Kind, l.LawIDs, l.CreatedBy = checklist.BySubstances, nil, english.ID
		l.Substances = []checklist.Substance{{CAS: "108-88-3", Name: "トルエン", Percent: 20}, {CAS: "64-17-5", Percent: 1}}
	})
	resting := n.list(t, "休止", func(l *checklist.List) { l.State = checklist.Suspended })
	n.product(t, "108-88-3")
	n.run(t)
	if r := n.seen(t, laws); r.NewHits != 0 || r.Counts[verdict.Applies] != 1 || r.Day != n.today() {
		t.Errorf("the first look: %+v", r)
	}
	if r := n.seen(t, own); r.Counts[verdict.Applies] != 0 || r.Counts[verdict.BelowThreshold] != 1 {
		t.Errorf("the first look: %+v", r)
	}
	if l, _ := n.Table.Checklist(t.Context(), n.c.ID, resting.ID); l.Run != nil {
		t.Errorf("a suspended checklist was looked at: %+v", l.Run)
	}
	if len(n.Mailbox.Mails) != 0 {
		t.Fatalf("%d mails about what was there from the beginning", len(n.Mailbox.Mails))
	}

	n.Clock.Advance(24 * time.Hour)
	before := n.seen(t, laws)
	n.run(t)
	if r := n.seen(t, laws); !r.At.Equal(before.At) {
		t.Error("nothing has changed, and something was written")
	}

	n.product(t, "108-88-3")
	n.product(t, "64-17-5")
	n.Mailbox.Fail = errors.New("SES is down")
	if _, err := n.worker.company(t.Context(), Item{Company: n.c.ID}); err == nil {
		t.Error("a mail that is not sent goes unnoticed")
	}
	n.Mailbox.Fail = nil
	for range 3 {
		n.run(t)
	}
	if r := n.seen(t, laws); r.NewHits != 1 || r.Counts[verdict.Applies] != 2 {
		t.Errorf("%+v", r)
	}
	if r := n.seen(t, own); r.NewHits != 1 || r.Counts[verdict.Applies] != 1 {
		t.Errorf("%+v", r)
	}
	mails := map[string]string{}
	for _, m := range n.Mailbox.Mails {
		if mails[m.To] != "" {
			t.Errorf("%s was notified twice", m.To)
		}
		mails[m.To] = m.Subject + m.Text
	}
	if text := mails[n.admin.Email]; !strings.Contains(text, "\n法令：新たに1件\n"+apitest.AppURL+"/#/dynamic/list/"+string(laws.ID)+"\n") {
		t.Errorf("a checklist does not stand on lines of its own: %q", text)
	}
	if len(mails) != 2 || !strings.Contains(mails[n.admin.Email], "法令：新たに1件") || !strings.Contains(mails[english.Email], "自社基準: 1 new") || !strings.Contains(mails[english.Email], "/#/dynamic/list/"+string(own.ID)) {
		t.Errorf("%v", mails)
	}

	n.Clock.Advance(24 * time.Hour)
	n.run(t)
	if r := n.seen(t, laws); r.NewHits != 0 || len(n.Mailbox.Mails) != 2 {
		t.Errorf("a night without news: %+v, %d mails", r, len(n.Mailbox.Mails))
	}
}

func TestWhatComesIntoForceIsNews(t *testing.T) {
	n := newNight(t)
	l := n.list(t, "施行予定", nil)
	s := n.product(t, "67-64-1")
	n.run(t)
	if r := n.seen(t, l); r.Counts[verdict.Scheduled] != 1 {
		t.Fatalf("%+v", r)
	}
	n.Clock.Advance(time.Date(2027, 3, 31, 16, 0, 0, 0, time.UTC).Sub(n.Clock.Now()))
	n.run(t)
	if r := n.seen(t, l); r.Day != "2027-04-01" || r.NewHits != 1 || r.Counts[verdict.Applies] != 1 || r.Counts[verdict.Scheduled] != 0 {
		t.Errorf("%+v", r)
	}
	if len(n.Mailbox.Mails) != 1 || !strings.Contains(n.Mailbox.Mails[0].Text, "うち1件は規制の施行による") {
		t.Errorf("%+v", n.Mailbox.Mails)
	}
	data, err := n.bucket.ReadIfThere(t.Context(), found.Key(n.c.ID, l.ID), maxFound)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := found.Decode(data)
	if err != nil || len(kept.Rows) != 1 || kept.Rows[0].Sheet.String() != string(s.ID) || !kept.IsNew(&kept.Rows[0], "2027-04-01") || kept.IsNew(&kept.Rows[0], "2027-04-02") {
		t.Errorf("%+v %v", kept, err)
	}
}

func TestARunGoesOverAllCompanies(t *testing.T) {
	n := newNight(t)
	n.list(t, "a", nil)
	if err := n.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := n.start(t.Context()); err != nil || len(n.Machine.Started) != 1 {
		t.Errorf("%v %v", n.Machine.Started, err)
	}
	first, err := n.plan(t.Context(), Night{Day: "2027-01-02", Part: 1})
	if err != nil || len(first.Companies) != 1 || first.Companies[0].Company != n.c.ID {
		t.Fatalf("%+v %v", first, err)
	}
	first.Failed = []Item{{Company: n.c.ID, Failed: true}}
	last, err := n.next(t.Context(), first)
	if err != nil || !last.Broken || len(last.Companies) != 0 || len(n.Machine.Started) != 1 {
		t.Errorf("%+v %v", last, err)
	}
	if _, err := n.worker.company(t.Context(), Item{Company: sds.NewID[sds.CompanyID]()}); err != nil {
		t.Errorf("a company that there is not: %v", err)
	}
}

// An execution has a limited number of companies, and starts the next one, once; together they have each company.
func TestANightHasSeveralExecutions(t *testing.T) {
	n := newNight(t)
	n.list(t, "a", nil)
	n.list(t, "b", nil)
	part := Night{Day: "2027-01-02", Part: 1}
	for range atOnce {
		part.Companies = append(part.Companies, Item{Company: sds.NewID[sds.CompanyID]()})
	}
	for range 2 {
		if _, err := n.next(t.Context(), part); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := n.Machine.Started["nightly-2027-01-02-2"]; !ok || len(n.Machine.Started) != 1 {
		t.Errorf("%v", n.Machine.Started)
	}
	before, err := n.plan(t.Context(), Night{})
	if err != nil || len(before.Companies) != 1 {
		t.Fatalf("%+v %v", before, err)
	}
	after, err := n.plan(t.Context(), Night{After: n.c.ID})
	if err != nil || len(after.Companies) != 0 {
		t.Errorf("%+v %v", after, err)
	}
}

// The news of a night whose mails all failed are mailed by the next night.
func TestTheNextNightTellsWhatANightCouldNot(t *testing.T) {
	n := newNight(t)
	laws := n.list(t, "法令", nil)
	n.run(t)
	n.Clock.Advance(24 * time.Hour)
	n.product(t, "108-88-3")
	n.Mailbox.Fail = errors.New("SES is down")
	if _, err := n.worker.company(t.Context(), Item{Company: n.c.ID}); err == nil {
		t.Error("a mail that is not sent goes unnoticed")
	}
	n.Mailbox.Fail = nil
	n.Clock.Advance(24 * time.Hour)
	n.product(t, "108-88-3")
	n.run(t)
	if len(n.Mailbox.Mails) != 1 || !strings.Contains(n.Mailbox.Mails[0].Text, "法令：新たに2件") {
		t.Errorf("%+v", n.Mailbox.Mails)
	}
	if r := n.seen(t, laws); r.NewHits != 1 {
		t.Errorf("of the second night: %+v", r)
	}
	n.Clock.Advance(24 * time.Hour)
	n.run(t)
	n.Clock.Advance(24 * time.Hour)
	n.product(t, "108-88-3")
	n.run(t)
	if len(n.Mailbox.Mails) != 2 || !strings.Contains(n.Mailbox.Mails[1].Text, "法令：新たに1件") {
		t.Errorf("the same news are mailed again: %+v", n.Mailbox.Mails)
	}
}
