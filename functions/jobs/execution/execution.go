// Package execution states what one run of a job is: the input that its state machine
// hands on, and the name under which it runs once.
package execution

import (
	"strconv"

	"anzen/shared/domain/job"
	"anzen/shared/domain/sds"
)

// Input is what a job's function is given, and hands on.
type Input struct {
	Company sds.CompanyID `json:"company"`
	Job     job.ID        `json:"job"`
	Attempt int           `json:"attempt"`
	// More tells the state machine that another step is wanted.
	More bool `json:"more"`
	// Error is what a step failed with, put here by the state machine's Catch.
	Error *Error `json:"error,omitempty"`
}

// Error is a failure as Step Functions hands it on.
type Error struct {
	Error string `json:"Error"`
	Cause string `json:"Cause"`
}

// Of is the input of a job's current attempt.
func Of(j job.Job) Input { return Input{Company: j.Company, Job: j.ID, Attempt: j.Attempt} }

// Name is the execution's name: one a job and attempt, so that a start that comes
// twice does nothing.
func Name(id job.ID, attempt int) string { return string(id) + "-" + strconv.Itoa(attempt) }
