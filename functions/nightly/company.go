package nightly

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"anzen/shared/aws/table"
	"anzen/shared/domain/checklist"
	"anzen/shared/domain/sds"
	"anzen/shared/judgement/evaluate"
	"anzen/shared/judgement/found"
)

// companyNight is the stored state of a company's last run: its basis, and the news to
// notify people of.
type companyNight struct {
	Day   string `json:"Day"`
	Basis string `json:"Basis"` // of the rules (evaluate.Rules.Basis)
	// Applied is the number of the company's log up to which sheets were evaluated.
	Applied int64 `json:"Applied"`
	// Definitions are those of the evaluated checklists.
	Definitions map[checklist.ID]string `json:"Definitions"`
	News        []news                  `json:"News"`
	Notified    []sds.UserID            `json:"Told"` // who has been notified of the news
	// Before is the last day whose news had been mailed to everyone when this run began, Closed the same at its end:
	// the next run mails the news of a run whose mails failed.
	Before string `json:"Before"`
	Closed string `json:"Closed"`
}

// news is what is new on a checklist.
type news struct {
	List    checklist.ID `json:"List"`
	Title   string       `json:"Title"`
	By      sds.UserID   `json:"By"` // the checklist's creator
	Hits    int          `json:"Hits"`
	InForce int          `json:"InForce"` // hits among them by an announced regulation that came into force
}

func nightKey(c sds.CompanyID) string { return "companies/" + string(c) + "/checklists-night" }

// The largest stored objects in bytes.
const (
	maxNight = 16 << 20
	maxFound = 256 << 20
)

// company evaluates the checklists of a company.
func (w *worker) company(ctx context.Context, in Item) (Item, error) {
	out := Item{Company: in.Company}
	if err := w.checkCompany(ctx, in.Company); err != nil {
		w.log.ErrorContext(ctx, "company not checked", "company", string(in.Company), "cause", err.Error())
		return out, err
	}
	return out, nil
}

func (w *worker) checkCompany(ctx context.Context, c sds.CompanyID) error {
	firm, err := w.table.Company(ctx, c)
	if errors.Is(err, table.ErrNotFound) || err == nil && !firm.Active {
		return nil // nothing is written for a company that is being closed
	}
	if err != nil {
		return err
	}
	last, err := w.lastNight(ctx, c)
	if err != nil {
		return err
	}
	all, err := w.table.Checklists(ctx, c)
	if err != nil {
		return err
	}
	lists := slices.DeleteFunc(slices.Clone(all), func(l checklist.List) bool { return !l.State.Checked() })
	now := companyNight{Day: w.today(), Basis: w.rules.Basis(w.today()), Definitions: map[checklist.ID]string{}}
	for i := range lists {
		now.Definitions[lists[i].ID] = evaluate.Definition(&lists[i])
	}
	head, err := w.table.LogEnd(ctx, c)
	if err != nil {
		return err
	}
	same := last.Basis == now.Basis && last.Applied == head && maps.Equal(last.Definitions, now.Definitions)
	if !same || last.Day != now.Day && len(last.News) > 0 {
		now.Before, now.Closed = last.Closed, last.Closed
		if last.Day == now.Day {
			now.Before, now.Notified = last.Before, last.Notified
		}
		if err := w.lookAtLists(ctx, c, lists, &now); err != nil {
			return err
		}
		if len(now.News) == 0 {
			now.Closed = now.Day
		}
		if err := w.forget(ctx, c, last, all); err != nil {
			return err
		}
		if err := w.keepNight(ctx, c, now); err != nil {
			return err
		}
		last = now
	}
	if err := w.notify(ctx, c, last); err != nil {
		return err
	}
	return w.consequences(ctx, &firm, head)
}

func (w *worker) lastNight(ctx context.Context, c sds.CompanyID) (n companyNight, err error) {
	data, err := w.bucket.ReadIfThere(ctx, nightKey(c), maxNight)
	if err != nil || data == nil {
		return n, err
	}
	if err := json.Unmarshal(data, &n); err != nil {
		return n, fmt.Errorf("read the last night of company %s: %w", c, err)
	}
	return n, nil
}

func (w *worker) keepNight(ctx context.Context, c sds.CompanyID, n companyNight) error {
	data, err := json.Marshal(n)
	if err != nil {
		return fmt.Errorf("encode the night of company %s: %w", c, err)
	}
	return w.bucket.Write(ctx, nightKey(c), "application/json", data)
}

// forget deletes the results of checklists that have been deleted.
func (w *worker) forget(ctx context.Context, c sds.CompanyID, last companyNight, all []checklist.List) error {
	for id := range last.Definitions {
		if slices.ContainsFunc(all, func(l checklist.List) bool { return l.ID == id }) {
			continue
		}
		if err := w.bucket.Delete(ctx, found.Key(c, id)); err != nil {
			return err
		}
	}
	return nil
}

// lookAtLists evaluates the checklists and writes the results that have changed.
func (w *worker) lookAtLists(ctx context.Context, c sds.CompanyID, lists []checklist.List, now *companyNight) error {
	looks := make([]listCheck, len(lists))
	for i := range lists {
		looks[i].list = &lists[i]
		data, err := w.bucket.ReadIfThere(ctx, found.Key(c, lists[i].ID), maxFound)
		if err != nil {
			return err
		}
		if data != nil {
			if looks[i].before, err = found.Decode(data); err != nil {
				return fmt.Errorf("checklist %s: %w", lists[i].ID, err)
			}
		}
	}
	var err error
	if now.Applied, err = w.evaluate(ctx, c, looks, now); err != nil {
		return err
	}
	for i := range looks {
		if err := w.keep(ctx, c, &looks[i], now); err != nil {
			return err
		}
	}
	return nil
}

// keep writes the result of a checklist, and its run, where they have changed.
func (w *worker) keep(ctx context.Context, c sds.CompanyID, l *listCheck, now *companyNight) error {
	key := found.Key(c, l.list.ID)
	if !l.now.Equal(l.before) {
		data, err := l.now.Encode()
		if err != nil {
			return err
		}
		if err := w.bucket.Write(ctx, key, "application/octet-stream", data); err != nil {
			return err
		}
	}
	if fresh, inForce := l.now.News(now.Before); fresh > 0 {
		now.News = append(now.News, news{l.list.ID, l.list.Title, l.list.CreatedBy, fresh, inForce})
	}
	fresh, _ := l.now.News(dayBefore(now.Day))
	if r := l.list.Run; r != nil && r.NewHits == fresh && r.Found == key && maps.Equal(r.Counts, l.counts) && l.now.Equal(l.before) {
		return nil
	}
	err := w.table.SaveChecklistRun(ctx, c, l.list.ID, checklist.Run{At: w.now(), Day: now.Day, Counts: l.counts, NewHits: fresh, Found: key})
	if errors.Is(err, table.ErrNotFound) {
		return nil // it was deleted meanwhile
	}
	return err
}

// dayBefore is the previous day; empty where day is no date.
func dayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}
