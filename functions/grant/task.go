package grant

import "time"

// Task is the declaration of a function that no route reaches: a step of a
// pipeline, or what an event or a schedule calls.
type Task struct {
	Name    string // the function's name, and its _HANDLER
	Summary string
	Grants  []Grant
	Memory  int           // MB
	Timeout time.Duration // at most 15 minutes
	// Concurrency bounds how many of it run at the same time; 0 for no bound.
	Concurrency int
	// Image: it runs from the container image of the Dockerfile beside its main, because it needs programs
	// of the system.
	Image bool
}
