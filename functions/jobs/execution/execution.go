// Package execution defines one run of a job: the parameters of each kind, the input that
// its state machine passes on, and the execution's name.
package execution

import (
	"strconv"

	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
)

// Input is the input and the output of a job's function.
type Input struct {
	Company sds.CompanyID `json:"company"`
	Job     job.ID        `json:"job"`
	Attempt int           `json:"attempt"`
	// Trace is the id of the request that asked for the job.
	Trace string `json:"trace,omitempty"`
	// More makes the state machine run another step.
	More bool `json:"more"`
	// Error is a step's failure, set by the state machine's Catch.
	Error *Error `json:"error,omitempty"`
}

// Error is a failure as Step Functions passes it.
type Error struct {
	Error string `json:"Error"`
	Cause string `json:"Cause"`
}

// Of is the input of a job's current attempt.
func Of(j job.Job) Input { return Input{Company: j.Company, Job: j.ID, Attempt: j.Attempt} }

// Name is the execution's name, one for each job and attempt, so that a second start
// has no effect.
func Name(id job.ID, attempt int) string { return string(id) + "-" + strconv.Itoa(attempt) }
