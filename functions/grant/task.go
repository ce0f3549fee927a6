package grant

import "time"

// Task is the declaration of a function without a route: a step of a state machine, or
// the target of an event or a schedule.
type Task struct {
	Name    string // the function's name, and its _HANDLER
	Summary string
	Grants  []Grant
	Memory  int           // MB
	Timeout time.Duration // at most 15 minutes
	// Concurrency is the most concurrent executions; 0: unlimited.
	Concurrency int
	// Image: it runs from the container image of the Dockerfile beside its main, because it needs system
	// programs.
	Image bool
}
