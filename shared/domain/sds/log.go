package sds

import "time"

// WriteTakes is how long a write may take from its number in a company's log to its
// end; writers give up earlier. A number missing for longer will never come.
const WriteTakes = 2 * time.Minute

// LogEntry is one change of a sheet's record, as a company's log has it.
type LogEntry struct {
	Seq   int64
	At    time.Time // when it was written, by its writer's clock
	Sheet Sheet
}
