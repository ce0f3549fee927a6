package bounces_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"anzen/functions/api/apitest"
	"anzen/functions/bounces"
	"anzen/shared/aws/mailer"
	"anzen/shared/domain/access"
	"anzen/shared/domain/company"
)

type stand struct {
	*apitest.World
	t             *testing.T
	company       company.Company
	admin, viewer company.User
}

func start(t *testing.T) stand {
	t.Helper()
	w := apitest.New(t)
	c := w.Company(t)
	return stand{w, t, c, w.User(t, c, access.Admin), w.User(t, c, access.Viewer)}
}

func (s stand) call(detail map[string]any) error {
	s.t.Helper()
	event, _ := json.Marshal(map[string]any{"source": "aws.ses", "detail": detail})
	_, err := bounces.Of(bounces.Services{
		Table: s.Table, Mail: mailer.New(s.Mailbox, "no-reply@anzen.example"), AppURL: apitest.AppURL, Now: s.Clock.Now, Log: slog.New(slog.DiscardHandler),
	}).Invoke(s.t.Context(), event)
	return err
}

func to(emails ...string) (all []map[string]string) {
	for _, e := range emails {
		all = append(all, map[string]string{"emailAddress": e})
	}
	return all
}

func (s stand) bounce(kind string, sent time.Time, emails ...string) map[string]any {
	return map[string]any{"eventType": "Bounce", "bounce": map[string]any{"bounceType": kind, "bouncedRecipients": to(emails...)}, "mail": map[string]any{"timestamp": sent}}
}

func (s stand) complaint(kind string, emails ...string) map[string]any {
	return map[string]any{"eventType": "Complaint", "complaint": map[string]any{"complaintFeedbackType": kind, "complainedRecipients": to(emails...)}, "mail": map[string]any{"timestamp": s.Clock.Now()}}
}

func (s stand) actions(of company.User) (all []string) {
	for _, a := range s.Audits(s.t, s.company.ID) {
		if a.Target == string(of.ID) && strings.Contains(a.Action, "mail_") {
			all = append(all, a.Action)
		}
	}
	return all
}

func TestAnAddressIsMarkedOnce(t *testing.T) {
	s := start(t)
	second := s.User(t, s.company, access.Admin, func(u *company.User) { u.Locale = "en-US" })
	for range 3 { // SES, EventBridge and Lambda deliver at least once
		if err := s.call(s.bounce("Permanent", s.Clock.Now(), strings.ToUpper(s.viewer.Email), "nobody@midori.example")); err != nil {
			t.Fatal(err)
		}
	}
	u := s.Reread(t, s.viewer)
	if u.Reachable() || u.Undeliverable.Why != company.Bounced || !u.Undeliverable.At.Equal(s.Clock.Now()) || !u.Undeliverable.Notified {
		t.Errorf("%+v", u.Undeliverable)
	}
	mails := map[string]string{}
	for _, m := range s.Mailbox.Mails {
		mails[m.To] += m.Text
	}
	if len(s.Mailbox.Mails) != 2 || !strings.Contains(mails[s.admin.Email], "宛先不明") || !strings.Contains(mails[second.Email], "returned for good") {
		t.Errorf("%d mails %v", len(s.Mailbox.Mails), mails)
	}
	if !strings.Contains(mails[s.admin.Email], u.Email) || !strings.Contains(mails[s.admin.Email], "/#/company/users") {
		t.Errorf("%s", mails[s.admin.Email])
	}
	if got := s.actions(u); !slices.Equal(got, []string{"user.mail_stopped.bounced", "user.mail_stop_notified"}) {
		t.Errorf("audit %v", got)
	}
	// A complaint outweighs a bounce, not the other way round.
	if err := errors.Join(s.call(s.complaint("abuse", "花子 <"+s.viewer.Email+">")), s.call(s.bounce("Permanent", s.Clock.Now(), s.viewer.Email))); err != nil {
		t.Fatal(err)
	}
	if u := s.Reread(t, s.viewer); u.Undeliverable.Why != company.Complained || len(s.Mailbox.Mails) != 4 {
		t.Errorf("%+v, %d mails", u.Undeliverable, len(s.Mailbox.Mails))
	}
}

func TestWhatPassesMarksNothing(t *testing.T) {
	s := start(t)
	for name, detail := range map[string]map[string]any{
		"a full mailbox":       s.bounce("Transient", s.Clock.Now(), s.viewer.Email),
		"nobody knows":         s.bounce("Undetermined", s.Clock.Now(), s.viewer.Email),
		"taken out of spam":    s.complaint("not-spam", s.viewer.Email),
		"another event":        {"eventType": "Delivery", "bounce": map[string]any{"bounceType": "Permanent", "bouncedRecipients": to(s.viewer.Email)}},
		"an address of nobody": s.bounce("Permanent", s.Clock.Now(), "nobody@midori.example"),
		"no address":           s.bounce("Permanent", s.Clock.Now(), ""),
	} {
		if err := s.call(detail); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if u := s.Reread(t, s.viewer); !u.Reachable() || u.Version != s.viewer.Version || len(s.Mailbox.Mails) > 0 {
			t.Errorf("%s: %+v", name, u.Undeliverable)
		}
	}
}

// What is interrupted between the mark and the mails goes on when the event comes again.
func TestTheAdministratorsAreNotifiedInTheEnd(t *testing.T) {
	s := start(t)
	s.Mailbox.Fail = errors.New("SES is down")
	event := s.complaint("", s.viewer.Email)
	if err := s.call(event); err == nil {
		t.Error("nobody is notified, and it goes unnoticed")
	}
	if u := s.Reread(t, s.viewer); u.Reachable() || u.Undeliverable.Notified {
		t.Errorf("%+v", u.Undeliverable)
	}
	s.Mailbox.Fail = nil
	if err := s.call(event); err != nil {
		t.Fatal(err)
	}
	if u := s.Reread(t, s.viewer); !u.Undeliverable.Notified || len(s.Mailbox.Mails) != 1 || s.Mailbox.Mails[0].To != s.admin.Email {
		t.Errorf("%+v %+v", u.Undeliverable, s.Mailbox.Mails)
	}
}

// An administrator who is marked gets no mail about others, nor about themselves.
func TestTheLastAdministratorBounces(t *testing.T) {
	s := start(t)
	for _, u := range []company.User{s.admin, s.viewer} {
		if err := s.call(s.bounce("Permanent", s.Clock.Now(), u.Email)); err != nil {
			t.Fatal(err)
		}
	}
	if len(s.Mailbox.Mails) != 0 || s.Reread(t, s.admin).Reachable() || s.Reread(t, s.viewer).Reachable() {
		t.Errorf("%+v", s.Mailbox.Mails)
	}
}

// An administrator lifts the mark; the events of mails that were sent before do not bring it back, new ones do.
func TestTheMarkIsLifted(t *testing.T) {
	s := start(t)
	sent := s.Clock.Now()
	if err := s.call(s.bounce("Permanent", sent, s.viewer.Email)); err != nil {
		t.Fatal(err)
	}
	s.Clock.Advance(time.Hour)
	editor := s.User(t, s.company, access.Editor)
	put := func(as company.User) apitest.Request {
		return apitest.Request{Method: "PUT", Path: "/companies/{id}/users/" + string(s.viewer.ID), As: &as, IfMatch: fmt.Sprint(s.Reread(t, s.viewer).Version), Body: map[string]any{"resume_mail": true}}
	}
	list := apitest.Request{Method: "GET", Path: "/companies/{id}/users", As: &s.admin}
	s.Run(t,
		apitest.Scenario{Name: "the list shows it", Request: list, Status: 200, Contains: []string{`"mail_stop":{"reason":"bounced"`}},
		apitest.Scenario{Name: "by an editor", Request: put(editor), Status: 403},
		apitest.Scenario{Name: "lifted", Request: put(s.admin), Status: 200, Lacks: []string{"mail_stop"}},
	)
	s.Run(t, apitest.Scenario{Name: "again", Request: put(s.admin), Status: 200})
	if err := s.call(s.bounce("Permanent", sent, s.viewer.Email)); err != nil {
		t.Fatal(err)
	}
	if u := s.Reread(t, s.viewer); !u.Reachable() {
		t.Errorf("an old event brings it back: %+v", u.Undeliverable)
	}
	if err := s.call(s.bounce("Permanent", s.Clock.Now().Add(time.Minute), s.viewer.Email)); err != nil {
		t.Fatal(err)
	}
	if s.Reread(t, s.viewer).Reachable() {
		t.Error("a new event does not")
	}
	want := []string{"user.mail_stopped.bounced", "user.mail_stop_notified", "user.mail_resumed", "user.mail_stopped.bounced", "user.mail_stop_notified"}
	if got := s.actions(s.viewer); !slices.Equal(got, want) {
		t.Errorf("audit %v", got)
	}
}
