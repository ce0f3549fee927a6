package main

import (
	"encoding/json"
	"io"
	"slices"

	"anzen/shared/domain/sds"
	"anzen/shared/judgement/duties"
	"anzen/shared/judgement/lawcheck"
	"anzen/shared/reference/duty"
	"anzen/shared/reference/regulation"
)

// dutyLine is the printed form of a duty.
type dutyLine struct {
	ID           int               `json:"duty_id"`
	Kind         duty.Kind         `json:"kind"`
	Force        duties.Force      `json:"force"`
	From         string            `json:"effective_from,omitempty"`
	What         string            `json:"what"`
	When         string            `json:"condition,omitempty"`
	Interval     string            `json:"interval,omitempty"`
	Years        int               `json:"retention_years,omitempty"`
	Deadline     string            `json:"deadline,omitempty"`
	Article      string            `json:"article"`
	Verification duty.Verification `json:"verification"`
	Because      []string          `json:"because"` // the classes that bring it
}

// printDuties prints what has to be done with a product on a day.
func printDuties(set *regulation.Set, record *sds.Sheet, day string, out io.Writer) error {
	subject := lawcheck.Of(record)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for _, d := range duties.Of(duty.Current(), lawcheck.Sheet(set, &subject, day), duties.CAS(record), day) {
		l := dutyLine{
			ID: d.ID, Kind: d.Kind, Force: d.Force, From: d.From, What: d.What.Ja, When: d.When.Ja, Interval: d.Interval.Ja,
			Years: d.Years, Deadline: d.Deadline.Ja, Article: d.Cited(), Verification: d.Verification,
		}
		for _, p := range d.Because {
			if !slices.Contains(l.Because, p.Key()) {
				l.Because = append(l.Because, p.Key())
			}
		}
		if err := lines.Encode(l); err != nil {
			return err
		}
	}
	return nil
}
