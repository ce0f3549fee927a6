package blueprint

import (
	"slices"
	"time"

	"anzen/functions/grant"
	"anzen/functions/redrive"
)

// Rule sends events of the bus to a function.
type Rule struct {
	Name       string
	Source     string // "aws.s3"
	DetailType string // "Object Created"
	Bucket     string // the bucket's name in the blueprint
	// BucketIn is the path of the bucket's name in the event's detail; empty: bucket, name.
	BucketIn []string
	// Mails: the events are of the product's mails, those of its configuration set.
	Mails    bool
	Function string
}

// MailSetIn is the path of the configuration set's name in the detail of SES's events.
var MailSetIn = []string{"mail", "tags", "ses:configuration-set"}

// Of is the pattern on an event's detail that admits only the product's own, with the names of the bucket and of the
// configuration set as deployed; nil: the rule has none.
func (r Rule) Of(bucket func(name string) any, mails any) map[string]any {
	switch {
	case r.Mails:
		return within(MailSetIn, []any{mails})
	case r.Bucket != "":
		return r.Detail([]any{bucket(r.Bucket)})
	}
	return nil
}

// Detail is the pattern on an event's detail that selects the bucket.
func (r Rule) Detail(names any) map[string]any {
	path := r.BucketIn
	if len(path) == 0 {
		path = []string{"bucket", "name"}
	}
	return within(path, names)
}

func within(path []string, value any) map[string]any {
	detail := map[string]any{path[len(path)-1]: value}
	for _, name := range slices.Backward(path[:len(path)-1]) {
		detail = map[string]any{name: detail}
	}
	return detail
}

// Schedule calls a function at fixed times.
type Schedule struct {
	Name       string
	Expression string // EventBridge Scheduler's: cron(...), rate(...)
	Timezone   string
	Function   string
}

// Queue is an SQS queue whose messages a function takes, one at a time. A message that the function
// does not take is delivered again after Pause, Attempts times, and is then kept with the undeliverable events.
type Queue struct {
	Name     string // as in grant: "failed-events"
	Function string
	Pause    time.Duration // longer than the function's timeout
	Attempts int
}

// FailedEvents keeps the events for which a function failed, beyond Lambda's own attempts: they are
// tried again for a day.
var FailedEvents = Queue{Name: grant.FailedQueue, Function: redrive.Name, Pause: 16 * time.Minute, Attempts: 90}

// LostEvents is the name of the queue that keeps what could not be delivered, nor handled in time.
const LostEvents = "lost-events"

// How Lambda calls a function again that failed for an event (EventInvokeConfig), and for how long it waits where the
// function is throttled.
const (
	AsyncRetries = 2
	// CompressedFrom is how long an answer of the API is at least that the gateway compresses, in bytes.
	CompressedFrom = 1 << 10
	AsyncAge       = 6 * time.Hour
)

// Asynchronous are the functions that are called without waiting for their answer: by rules and schedules.
func (b Blueprint) Asynchronous() []string {
	var all []string
	for _, r := range b.Rules {
		all = append(all, r.Function)
	}
	for _, s := range b.Schedules {
		all = append(all, s.Function)
	}
	for _, g := range b.Groups {
		all = append(all, g.Function)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// keepFailed has no event dropped: those of functions that fail go to the queue, from which they are called again.
func (b *Blueprint) keepFailed() {
	called := b.Asynchronous()
	for i := range b.Functions {
		f := &b.Functions[i]
		switch {
		case slices.Contains(called, f.Name):
			f.Grants = append(slices.Clip(f.Grants), grant.KeepFailed())
		case f.Name == redrive.Name:
			f.Grants = slices.Clip(f.Grants)
			for _, name := range called {
				f.Grants = append(f.Grants, grant.Call(name))
			}
		}
	}
}

// ScheduleGroup is a group in which functions create schedules at run time. Its role
// lets them call the one function and nothing else.
type ScheduleGroup struct {
	Name     string // as in grant: "periodic-exports"
	Function string
}

// Group returns the schedule group with the name.
func (b Blueprint) Group(name string) (ScheduleGroup, bool) {
	for _, g := range b.Groups {
		if g.Name == name {
			return g, true
		}
	}
	return ScheduleGroup{}, false
}
