// Package execution defines one analysis of a sheet: the input that its tasks pass on,
// and the execution's name.
package execution

import (
	"context"
	"strconv"
	"time"

	"anzen/shared/domain/sds"
)

// Input is the input and the output of the state machine's tasks.
type Input struct {
	Company sds.CompanyID `json:"company"`
	Sheet   sds.SheetID   `json:"sheet"`
	Attempt int           `json:"attempt"`
	// Trace is the id of the request that asked for the analysis.
	Trace string `json:"trace,omitempty"`
	// Recognise are the pages, from 1, that need text recognition before the sheet can be read;
	// Recognised is set once it has been tried.
	Recognise  []int `json:"recognise,omitempty"`
	Recognised bool  `json:"recognised,omitempty"`
	// Error is a task's failure, set by the state machine's Catch.
	Error *Error `json:"error,omitempty"`
}

// Error is a failure as Step Functions passes it.
type Error struct {
	Error string `json:"Error"`
	Cause string `json:"Cause"`
}

// Of is the input of a sheet's current analysis.
func Of(c sds.CompanyID, s sds.Sheet) Input {
	return Input{Company: c, Sheet: s.ID, Attempt: s.Attempt, Trace: s.Trace}
}

// Machine starts executions, each name once.
type Machine interface {
	Start(ctx context.Context, name string, input any) (started bool, err error)
}

// Pauses tells whether operators have paused the starting of analyses.
type Pauses interface {
	AnalysesPaused(ctx context.Context) (bool, error)
}

// Starter starts analyses.
type Starter struct {
	Machine Machine
	Pauses  Pauses
}

// Start starts the current analysis of a sheet, unless it was started before. While the starting is paused nothing
// happens: the sweep starts the analysis after the pause.
func (s Starter) Start(ctx context.Context, c sds.CompanyID, sheet sds.Sheet) error {
	paused, err := s.Pauses.AnalysesPaused(ctx)
	if err != nil || paused {
		return err
	}
	_, err = s.Machine.Start(ctx, Name(sheet), Of(c, sheet))
	return err
}

// Restart does so for an analysis that has been waiting for a time without an end: if its execution has ended all the same, as
// Step Functions failed it as a whole, another one takes up the work, the next one after another RestartAfter. What runs
// is left alone: starting it again, with the same input, is no error. Should two run, each result is written once.
func (s Starter) Restart(ctx context.Context, c sds.CompanyID, sheet sds.Sheet, waited time.Duration) error {
	paused, err := s.Pauses.AnalysesPaused(ctx)
	if err != nil || paused {
		return err
	}
	in, times := Of(c, sheet), int(waited/RestartAfter)
	started, err := s.Machine.Start(ctx, Name(sheet), in)
	if err == nil && !started && times > 0 {
		_, err = s.Machine.Start(ctx, Name(sheet)+"-"+strconv.Itoa(times), in)
	}
	return err
}

// RestartAfter is how long an execution that was failed as a whole is left to operators, who may redrive it.
const RestartAfter = time.Hour

// Name is the execution's name, one for each sheet and attempt, so that a second start
// has no effect.
func Name(s sds.Sheet) string { return string(s.ID) + "-" + strconv.Itoa(s.Attempt) }
