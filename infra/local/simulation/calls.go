package simulation

import (
	"errors"
	"time"

	"anzen/functions/analysis"
	"anzen/functions/grant"
	"anzen/functions/redrive"
	"anzen/infra/local/bus"
	"anzen/infra/local/lambda"
	"anzen/infra/local/states"
)

// function is a Lambda function with what is free of its concurrency.
type function struct {
	name           string
	reserved, free int
	timeout        time.Duration
}

// takes is how long a call of a function takes, from half of the usual time to twice of it.
func (w *world) takes(name string) time.Duration {
	usual := map[string]time.Duration{
		analysis.TaskAssort: 300 * time.Millisecond, analysis.TaskFirstCheck: 4 * time.Second, analysis.TaskRecognise: 25 * time.Second, analysis.TaskSecondCheck: 500 * time.Millisecond,
	}[name]
	if usual == 0 {
		usual = 100 * time.Millisecond
	}
	return time.Duration(float64(usual) * (0.5 + 1.5*w.random.Float64()))
}

// call calls a function: it takes a part of the concurrency for a time, and then does its work. done gets the error
// as Step Functions and Lambda name it, ErrThrottled at once.
func (w *world) call(name string, work func() error, done func(error)) {
	f := w.functions[name]
	free := &w.left
	if f.reserved > 0 {
		free = &f.free
	}
	if *free == 0 {
		w.result.Throttled++
		done(lambda.ErrThrottled)
		return
	}
	*free--
	w.after(w.takes(name), func() {
		*free++
		err := work()
		if err != nil {
			w.result.Failed++
		}
		done(err)
	})
}

// errUnavailable is how a function names a service that does not answer (package handler).
var errUnavailable = &lambda.FunctionError{Type: "Unavailable"}

// service is a call of an AWS service by a function, beyond the SDK's own attempts.
func (w *world) service() error {
	w.result.Calls++
	down := w.now >= w.OutageAt && w.now < w.OutageAt+w.OutageFor
	if down || w.result.Calls == w.FailAt || w.Faults > 0 && w.random.Float64() < w.Faults {
		return errUnavailable
	}
	return nil
}

// write is a function's write on a record, which either fails, or is made, and may fail still by its answer.
func (w *world) write(make func()) error {
	if err := w.service(); err != nil {
		return err
	}
	make()
	return w.service()
}

// uploaded delivers the event of the PDF.
func (w *world) uploaded(u *upload) { w.deliver(analysis.TaskStart, u, w.now, &bus.Calls{}) }

// deliver calls a function without waiting, as Lambda does: again after errors, then by the queue of failed events.
func (w *world) deliver(target string, u *upload, since time.Duration, calls *bus.Calls) {
	name := target
	if target == grant.FailedQueue {
		name = redrive.Name
	}
	w.call(name, func() error {
		if target == grant.FailedQueue { // the function calls the other, and waits for it
			w.result.Redriven++
		}
		return w.start(u)
	}, func(err error) {
		if err == nil {
			return
		}
		pause, again, _ := w.async.Next(target, calls, w.now-since, err)
		switch {
		case again:
			w.after(pause, func() { w.deliver(target, u, since, calls) })
		case target != grant.FailedQueue:
			w.after(0, func() { w.deliver(grant.FailedQueue, u, w.now, &bus.Calls{}) })
		}
	})
}

// start is what analysis-start and the sweep do for an upload: they read its record, and start its machine, which runs
// each name once.
func (w *world) start(u *upload) error {
	if err := w.service(); err != nil {
		return err
	}
	if u.ended > 0 {
		return nil
	}
	return w.write(func() {
		if !w.executions[u] {
			w.executions[u] = true
			w.execute(u)
		}
	})
}

// sweepWaits is how old an upload is before the sweep starts its analysis.
const sweepWaits = 30 * time.Second

// sweep starts what has not started, every minute.
func (w *world) sweep() {
	w.after(time.Minute, w.sweep)
	w.call(analysis.TaskSweep, func() error {
		if err := w.service(); err != nil {
			return err
		}
		for _, u := range w.uploads {
			if u.ended == 0 && u.at < w.now-sweepWaits && !w.executions[u] {
				_ = w.start(u) // the next sweep tries again
			}
		}
		return nil
	}, func(error) {})
}

// execute runs the machine for an upload.
func (w *world) execute(u *upload) {
	walk, err := states.NewWalk(w.machine, map[string]any{})
	if err != nil {
		w.err = errors.Join(w.err, err)
		return
	}
	w.step(u, walk, w.now)
}

// step calls the function that the execution waits for.
func (w *world) step(u *upload, walk *states.Walk, since time.Duration) {
	w.result.Events = max(w.result.Events, walk.Events())
	resource, _, _, ok := walk.Task()
	if limit := w.machine.Timeout(); !ok || w.now-since > limit || walk.Events() > historyLimit {
		return // what has not ended yet is lost
	}
	name := resource[len(arn):]
	answer := map[string]any{}
	w.call(name, func() error { return w.task(name, u, answer) }, func(err error) {
		var pause time.Duration
		switch {
		case err == nil:
			w.err = errors.Join(w.err, walk.Succeed(answer))
		default:
			fault := "Lambda.TooManyRequestsException"
			if own := (*lambda.FunctionError)(nil); errors.As(err, &own) {
				fault = own.Type
			}
			pause, err = walk.Fail(fault, "{}", w.random.Float64)
			w.err = errors.Join(w.err, err)
		}
		w.after(pause, func() { w.step(u, walk, since) })
	})
}

const historyLimit = 25_000

// task is what a task of the analysis does: it reads the record, which tells whether it is waited for still, and writes
// its result on the condition of what it has read.
func (w *world) task(name string, u *upload, answer map[string]any) error {
	if err := w.service(); err != nil {
		return err
	}
	if u.ended > 0 {
		return &lambda.FunctionError{Type: "Superseded"}
	}
	end := func(reason string) func() {
		return func() {
			u.written++
			u.reason, u.ended = reason, w.now
			w.open--
		}
	}
	switch name {
	case analysis.TaskFirstCheck:
		if u.scan && u.status == 0 {
			answer["recognise"] = []any{1}
			return w.service()
		}
	case analysis.TaskRecognise:
		return w.write(func() { u.status = 1 })
	case analysis.TaskSecondCheck:
		return w.write(end(analysis.EndingAnalyzed))
	case analysis.TaskFail:
		return w.write(end(analysis.ReasonInternal))
	}
	return w.service()
}
