// Package simulation plays hours of uploads in a moment: what happens to each of them while functions are throttled and
// services fail. It runs the product's own state machines by the rules of the local stack (package states), calls functions
// as Lambda calls them when nobody waits (package bus), and takes concurrency, timeouts and queues from the blueprint. What is
// left to models is what the functions do: how long they take, which records they write, and that each write is made once, by
// a condition, as theirs are.
//
// Time is virtual, and everything follows from a seed, so that a run that loses something can be repeated.
//
//	upload  the event of the PDF calls analysis-start, which starts the machine; failing calls go to the queue of
//	        failed events, from which they are made again
//	sweep   every minute analysis-sweep starts what has not started
//	faults  a call of a function finds no free concurrency; a service that it calls answers 5xx; either before its work,
//	        between read and write, or after the write, so that the function is called again for what is done
//
// An upload is lost if its analysis does not end, or ends by our own fault, as none of them deserves that. It is
// doubled if its result was written twice.
package simulation

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"time"

	"anzen/functions/analysis"
	"anzen/functions/grant"
	"anzen/functions/redrive"
	"anzen/infra/blueprint"
	"anzen/infra/local/bus"
	"anzen/infra/local/states"
)

// Scenario is what happens.
type Scenario struct {
	Name    string
	Uploads int
	Within  time.Duration // when the last upload comes
	Scans   float64       // the share of uploads whose text has to be recognised
	// Concurrency is the account's; functions reserve what the blueprint says.
	Concurrency int
	// A region is down from OutageAt for OutageFor: no service answers.
	OutageAt, OutageFor time.Duration
	// Faults is the share of calls of services that fail.
	Faults float64
	// FailAt fails one call of a service, the nth of the whole run; 0: none.
	FailAt int
}

// Result is how a run ended.
type Result struct {
	Seed      uint64
	Ended     int // analyses that ended as they should
	Lost      int
	Doubled   int
	Throttled int           // calls of functions that found no free concurrency
	Failed    int           // calls that failed by a service
	Redriven  int           // events that were called again from the queue
	Calls     int           // calls of services
	Took      time.Duration // until the last analysis ended
	Longest   time.Duration // from upload to the end, of the slowest
	Events    int           // of the longest history
}

// Good reports that nothing was lost or doubled.
func (r Result) Good() bool { return r.Lost == 0 && r.Doubled == 0 }

func (r Result) String() string {
	return fmt.Sprintf("seed %d: %d ended, %d lost, %d doubled; %d throttled, %d failed, %d redriven of %d calls; all after %s, the slowest took %s, at most %d events of a history",
		r.Seed, r.Ended, r.Lost, r.Doubled, r.Throttled, r.Failed, r.Redriven, r.Calls, r.Took.Round(time.Second), r.Longest.Round(time.Second), r.Events)
}

// patience is when a run that does not end is given up.
const patience = 48 * time.Hour

// Run plays a scenario with the product.
func Run(of Scenario, seed uint64) (Result, error) {
	return RunOn(blueprint.New(blueprint.WithAccount(0, of.Concurrency)), of, seed)
}

// EachCallOnce plays an upload of three files, of which some are scans, again and again: each time another call of a service fails,
// from the first to the last. It returns the runs, and how many calls a run has.
func EachCallOnce(seed uint64) (all []Result, err error) {
	s := Single
	whole, err := Run(s, seed)
	for s.FailAt = 1; err == nil && s.FailAt <= whole.Calls; s.FailAt++ {
		var r Result
		r, err = Run(s, seed)
		all = append(all, r)
	}
	return all, err
}

// RunOn plays a scenario with a blueprint.
func RunOn(b blueprint.Blueprint, of Scenario, seed uint64) (Result, error) {
	w := &world{Scenario: of, random: rand.New(rand.NewPCG(seed, 1)), functions: map[string]*function{}, executions: map[*upload]bool{}} //nolint:gosec // repeatable
	if err := w.load(b); err != nil {
		return Result{}, err
	}
	w.result.Seed = seed
	for range of.Uploads {
		u := &upload{at: time.Duration(w.random.Float64() * float64(of.Within)), scan: w.random.Float64() < of.Scans}
		w.uploads = append(w.uploads, u)
		w.open++
		w.at(u.at, func() { w.uploaded(u) })
	}
	w.at(time.Minute, w.sweep)
	for w.open > 0 && len(w.queue) > 0 {
		next := heap.Pop(&w.queue).(event)
		if w.now = next.at; w.now > patience {
			break
		}
		next.do()
	}
	w.count()
	return w.result, w.err
}

// world is a running scenario.
type world struct {
	Scenario
	random    *rand.Rand
	now       time.Duration
	queue     events
	order     int
	machine   *states.Machine
	functions map[string]*function
	left      int // of the account's concurrency, for functions without a reservation
	async     bus.Async
	uploads   []*upload
	open      int // uploads whose analysis has not ended
	// executions of uploads: Step Functions runs each name once.
	executions map[*upload]bool
	result     Result
	err        error
}

// upload is a sheet's record, and its PDF.
type upload struct {
	at      time.Duration
	scan    bool
	status  int // of the steps that have written: see written
	written int // how often the result was written
	reason  string
	ended   time.Duration
}

func (w *world) load(b blueprint.Blueprint) error {
	text := ""
	for _, m := range b.Machines {
		if m.Name == "analysis" {
			names := map[string]string{}
			for _, f := range m.Functions {
				names[f] = arn + f
			}
			var err error
			if text, err = states.Substitute(m.Definition, names); err != nil {
				return err
			}
		}
	}
	var err error
	if w.machine, err = states.Load(text, nil); err != nil {
		return err
	}
	w.left = w.Concurrency
	for _, f := range b.Functions {
		w.functions[f.Name] = &function{name: f.Name, reserved: f.Concurrency, free: f.Concurrency, timeout: f.Timeout}
		w.left -= f.Concurrency
	}
	queue := blueprint.FailedEvents
	w.async = bus.Async{
		Retries: blueprint.AsyncRetries, Age: blueprint.AsyncAge,
		Queues: map[string]bus.Queue{grant.FailedQueue: {Function: redrive.Name, Pause: queue.Pause, Attempts: queue.Attempts}},
	}
	return nil
}

const arn = "arn:aws:lambda:" + blueprint.Region + ":000000000000:function:"

func (w *world) count() {
	for _, u := range w.uploads {
		switch {
		case u.ended == 0, u.reason == analysis.ReasonInternal, u.reason == analysis.ReasonMemory:
			w.result.Lost++
		default:
			w.result.Ended++
		}
		if u.written > 1 {
			w.result.Doubled++
		}
		w.result.Took, w.result.Longest = max(w.result.Took, u.ended), max(w.result.Longest, u.ended-u.at)
	}
}

// at does something later.
func (w *world) at(when time.Duration, do func()) {
	w.order++
	heap.Push(&w.queue, event{when, w.order, do})
}

func (w *world) after(pause time.Duration, do func()) { w.at(w.now+pause, do) }

// event is what happens at a time; those of the same time in the order in which they were planned.
type event struct {
	at    time.Duration
	order int
	do    func()
}

type events []event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].order < e[j].order
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}
