// Package upkeep aligns the schedules of periodic exports with their records, and
// notifies the administrators of exports that were disabled automatically. The record is
// authoritative: a change of it is enough, the sweep aligns the schedule.
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

// Services are the dependencies of upkeep.
type Services struct {
	Table     *table.Table
	Schedules *scheduler.Group
	Mail      *mailer.Mailer
	AppURL    string
}

// Occurrence is the event with which a schedule calls the function.
type Occurrence struct {
	Company sds.CompanyID `json:"company"`
	Setting periodic.ID   `json:"setting"`
	At      string        `json:"at"` // RFC 3339; set by the Scheduler
}

// turns is the most repetitions after concurrent changes.
const turns = 5

// Align writes the schedule of a periodic export according to its record, and sends the
// record's pending mail. It is idempotent, also concurrently: after writing the schedule
// it reads the record again.
func Align(ctx context.Context, s Services, c sds.CompanyID, id periodic.ID) error {
	for range turns {
		owed, ok, err := s.Table.UnalignedOf(ctx, c, id)
		if err != nil || !ok {
			return err
		}
		setting, found, err := read(ctx, s.Table, c, id)
		if err != nil {
			return err
		}
		if found {
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
		case still != found || now.Version != setting.Version:
			continue
		case found && now.Unnotified:
			if err := notify(ctx, s, now); err != nil {
				return err
			}
			continue
		}
		return s.Table.Aligned(ctx, owed)
	}
	return nil // it keeps changing; the sweep retries
}

func read(ctx context.Context, t *table.Table, c sds.CompanyID, id periodic.ID) (periodic.Setting, bool, error) {
	s, err := t.PeriodicSetting(ctx, c, id)
	if errors.Is(err, table.ErrNotFound) {
		return s, false, nil
	}
	return s, err == nil, err
}

// Schedule is the schedule of a setting.
func Schedule(s periodic.Setting) scheduler.Schedule {
	return scheduler.Schedule{
		Name: string(s.ID), Expression: s.Times.Expression(), Timezone: periodic.Zone, Enabled: s.Enabled,
		Input: Occurrence{s.Company, s.ID, scheduler.ScheduledTime},
	}
}

// ReasonCode is the code of the reason why a setting was disabled.
func ReasonCode(r periodic.Reason) message.Code {
	return message.Code("periodic.disabled." + string(r))
}

// notify mails the administrators that a setting was disabled automatically, and records
// it. An interrupted one sends the mails again.
func notify(ctx context.Context, s Services, setting periodic.Setting) error {
	people, err := s.Table.Users(ctx, setting.Company)
	if err != nil {
		return err
	}
	for _, u := range people {
		if !u.Active || u.Role != access.Admin || !u.Reachable() {
			continue
		}
		m := mail.Compose(u.Locale, mail.PeriodicDisabled, mail.Args{
			"name": u.Name(), "title": setting.Name, "link": s.AppURL + "/#/company/periodic_export",
			"reason": message.Text(message.Locale(u.Locale), ReasonCode(setting.Disabled), nil),
		})
		if err := s.Mail.Send(ctx, mailer.Mail{To: u.Email, Subject: m.Subject, Text: m.Text, HTML: m.HTML}); err != nil {
			return fmt.Errorf("notify administrators that periodic export %s is disabled: %w", setting.ID, err)
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
