package handler

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"

	"github.com/aws/aws-lambda-go/lambda"

	"anzen/shared/aws/metrics"
	"anzen/shared/domain/trace"
)

// Measured is a task of a state machine that writes a line for each call: how long it took, for which sheet or job of
// which request, and the name of its error.
func Measured(task string, h lambda.Handler, m metrics.Namespaced, log *slog.Logger) lambda.Handler {
	return &measured{task, h, m, log}
}

type measured struct {
	task    string
	next    lambda.Handler
	metrics metrics.Namespaced
	log     *slog.Logger
}

// Invoke calls the task.
func (t *measured) Invoke(ctx context.Context, payload []byte) ([]byte, error) {
	if t.metrics.Namespace == "" {
		return t.next.Invoke(ctx, payload) //nolint:wrapcheck // the task's own
	}
	began := t.metrics.Now()
	out, err := t.next.Invoke(ctx, payload)
	in := inputOf(payload)
	line := metrics.Sample{
		Metric: metrics.StepTime, Unit: metrics.Milliseconds, Value: float64(t.metrics.Now().Sub(began).Microseconds()) / 1000,
		Dimension: metrics.Step, Of: t.task, Also: map[string]string{},
	}
	for name, value := range map[string]string{"company": in.Company, "sheet": in.Sheet, "job": in.Job, "error": errorName(err)} {
		if value != "" {
			line.Also[name] = value
		}
	}
	ctx = trace.With(ctx, in.Trace)
	if failed := t.metrics.Put(ctx, line); failed != nil {
		t.log.WarnContext(ctx, "not measured", "cause", failed.Error())
	}
	return out, err //nolint:wrapcheck // the task's own, whose type is the error's name in the state machine
}

// input are the members of the input of a state machine's task by which its lines are found in the log.
type input struct {
	Trace   string `json:"trace"`
	Company string `json:"company"`
	Sheet   string `json:"sheet"`
	Job     string `json:"job"`
}

// traced tells inputs of state machines that name their request from requests, whose bodies are texts in the event.
var traced = []byte(`"` + trace.Field + `":`)

func inputOf(payload []byte) (in input) {
	if json.Unmarshal(payload, &in) != nil {
		return input{} // the task itself refuses it
	}
	return in
}

// withTrace is the context of the request that an event names.
func withTrace(ctx context.Context, payload []byte) context.Context {
	if !bytes.Contains(payload, traced) {
		return ctx
	}
	return trace.With(ctx, inputOf(payload).Trace)
}

// errorName is the name by which a state machine knows the error.
func errorName(err error) string {
	var u *Unavailable
	switch {
	case err == nil:
		return ""
	case errors.As(err, &u):
		return "Unavailable"
	}
	of := reflect.TypeOf(err)
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	return of.Name()
}
