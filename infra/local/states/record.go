package states

import (
	"encoding/json"
	"strings"
	"time"
)

// record is a line of an execution's journal: one step that is never repeated after a
// restart.
type record struct {
	Kind string `json:"kind"`
	// Execution is its ARN.
	Execution string    `json:"execution"`
	At        time.Time `json:"at"`
	// Event is the type of history event, if the record is one.
	Event string `json:"event,omitempty"`
	// Frame is the path of the machine within the machine: "" is the whole, "/Each[2]" the
	// third item of the Map state Each.
	Frame string `json:"frame,omitempty"`
	State string `json:"state,omitempty"`
	// Data is an input or an output.
	Data     json.RawMessage `json:"data,omitempty"`
	Attempts []int           `json:"attempts,omitempty"`
	Until    time.Time       `json:"until,omitzero"`
	Error    string          `json:"error,omitempty"`
	Cause    string          `json:"cause,omitempty"`
	Status   string          `json:"status,omitempty"`
	// Definition is the machine's at the start, with which the execution continues.
	Definition string `json:"definition,omitempty"`
}

// The kinds of records.
const (
	kindStart = "start"
	kindEnter = "enter"
	kindFault = "fault"
	kindRetry = "retry"
	kindExit  = "exit"
	kindDone  = "done"
	kindEnd   = "end"
)

// place is the position of a frame.
type place struct {
	state    string
	input    any
	attempts []int
	until    time.Time
	done     bool
	output   any
}

// places are the positions of an execution's frames.
type places map[string]*place

// apply advances the frames by one record. Progress inside a state is dropped when the
// state is left or retried.
func (p places) apply(r record) error {
	switch r.Kind {
	case kindEnter:
		next := &place{state: r.State}
		if err := json.Unmarshal(r.Data, &next.input); err != nil {
			return err
		}
		p[r.Frame] = next
	case kindRetry:
		p[r.Frame].attempts, p[r.Frame].until = r.Attempts, r.Until
	case kindDone:
		done := &place{done: true}
		if err := json.Unmarshal(r.Data, &done.output); err != nil {
			return err
		}
		p[r.Frame] = done
	default:
		return nil
	}
	for frame := range p {
		if strings.HasPrefix(frame, r.Frame+"/") {
			delete(p, frame)
		}
	}
	return nil
}
