// Package upkeep keeps the schedules of periodic exports as their records say, and
// tells the administrators of what the machine has disabled. The record is the
// truth: whoever changes it need do nothing else, the sweep follows.
package upkeep

import (
	"context"
	"errors"
	"fmt"

	"anzen/shared/aws/mailer"
	"anzen/shared/aws/scheduler"
	"anzen/shared/aws/table"
	"anzen/shared/domain/access"
	"anzen/shared/domain/mail"
	"anzen/shared/domain/message"
	"anzen/shared/domain/periodic"
	"anzen/shared/domain/sds"
)

// Services are what upkeep works with.
type Services struct {
	Table     *table.Table
	Schedules *scheduler.Group
	Mail      *mailer.Mailer
	AppURL    string
}

// Occurrence is what a schedule calls the function with.
type Occurrence struct {
	Company sds.CompanyID `json:"company"`
	Setting periodic.ID   `json:"setting"`
	At      string        `json:"at"` // RFC 3339; the Scheduler fills it in
}

// turns bounds how often a change that comes meanwhile is followed at once.
const turns = 5

// Align makes the schedule of a periodic export follow its record, and sends the
// mail that the record owes. It can be repeated at any place, and by several at
// the same time: who has written the schedule looks at the record once more.
func Align(ctx context.Context, s Services, c sds.CompanyID, id periodic.ID) error {
	for range turns {
		owed, ok, err := s.Table.UnalignedOf(ctx, c, id)
		if err != nil || !ok {
			return err
		}
		setting, there, err := read(ctx, s.Table, c, id)
		if err != nil {
			return err
		}
		if there {
			err = s.Schedules.Put(ctx, Schedule(setting))
		} else {
			err = s.Schedules.Delete(ctx, string(id))
		}
		if err != nil {
			return err
		}
		now, still, err := read(ctx, s.Table, c, id)
		switch {
		case err != nil:
			return err
		case still != there || now.Version != setting.Version:
			continue
		case there && now.Unnotified:
			if err := notify(ctx, s, now); err != nil {
				return err
			}
			continue
		}
		return s.Table.Aligned(ctx, owed)
	}
	return nil // somebody keeps changing it; the sweep comes again
}

func read(ctx context.Context, t *table.Table, c sds.CompanyID, id periodic.ID) (periodic.Setting, bool, error) {
	s, err := t.PeriodicSetting(ctx, c, id)
	if errors.Is(err, table.ErrNotFound) {
		return s, false, nil
	}
	return s, err == nil, err
}

// Schedule is the schedule that the setting asks for.
func Schedule(s periodic.Setting) scheduler.Schedule {
	return scheduler.Schedule{
		Name: string(s.ID), Expression: s.Times.Expression(), Timezone: periodic.Zone, Enabled: s.Enabled,
		Input: Occurrence{s.Company, s.ID, scheduler.ScheduledTime},
	}
}

// ReasonCode is the text for why a setting was disabled.
func ReasonCode(r periodic.Reason) message.Code {
	return message.Code("periodic.disabled." + string(r))
}

// notify mails the administrators that the machine has disabled a setting, and notes
// that they know. Who was cut off in between tells them once more.
func notify(ctx context.Context, s Services, setting periodic.Setting) error {
	people, err := s.Table.Users(ctx, setting.Company)
	if err != nil {
		return err
	}
	for _, u := range people {
		if !u.Active || u.Role != access.Admin {
			continue
		}
		m := mail.Compose(u.Locale, mail.PeriodicDisabled, mail.Args{
			"name": u.Name(), "title": setting.Name, "link": s.AppURL + "/#/company/periodic_export",
			"reason": message.Text(message.Locale(u.Locale), ReasonCode(setting.Disabled), nil),
		})
		if err := s.Mail.Send(ctx, mailer.Mail{To: u.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}); err != nil {
			return fmt.Errorf("tell that periodic export %s is disabled: %w", setting.ID, err)
		}
	}
	setting.Unnotified = false
	x := s.Table.Begin(setting.Company).Audit(table.Audit{Action: "periodic.disabled_told", Target: string(setting.ID)})
	x.WritePeriodic(setting)
	if err := x.Commit(ctx); !errors.Is(err, table.ErrStale) {
		return err
	}
	return nil
}
