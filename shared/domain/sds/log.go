package sds

import "time"

// WriteTakes is the maximum time from a write's allocation of its number in a company's
// log to its end; writers give up earlier. A number missing for longer will never appear.
const WriteTakes = 2 * time.Minute

// LogEntry is a change of a sheet record in a company's log.
type LogEntry struct {
	Seq   int64
	At    time.Time // when it was written, by its writer's clock
	Sheet Sheet
}
