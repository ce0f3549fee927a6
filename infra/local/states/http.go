package states

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Target is the first part of the operations' names in X-Amz-Target.
const Target = "AWSStepFunctions"

// ServeHTTP answers StartExecution, DescribeExecution, ListExecutions,
// StopExecution and GetExecutionHistory in the JSON 1.0 protocol.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	operation, _ := strings.CutPrefix(r.Header.Get("X-Amz-Target"), Target+".")
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	var q request
	if err == nil {
		err = json.Unmarshal(body, &q)
	}
	if err != nil {
		answer(w, nil, &RefusalError{"SerializationException", "the request is no JSON of this operation"})
		return
	}
	switch operation {
	case "StartExecution":
		var input []byte
		if q.Input != nil {
			input = []byte(*q.Input)
		}
		summary, err := s.Start(q.StateMachineArn, q.Name, input)
		answer(w, map[string]any{"executionArn": summary.ARN, "startDate": seconds(summary.Started)}, err)
	case "DescribeExecution":
		d, err := s.Describe(q.ExecutionArn)
		answer(w, s.described(d), err)
	case "ListExecutions":
		out, err := s.listed(q)
		answer(w, out, err)
	case "StopExecution":
		at, err := s.Stop(q.ExecutionArn, q.Error, q.Cause)
		answer(w, map[string]any{"stopDate": seconds(at)}, err)
	case "GetExecutionHistory":
		out, err := s.history(q)
		answer(w, out, err)
	default:
		answer(w, nil, &RefusalError{"UnknownOperationException", "the local Step Functions does not know " + operation})
	}
}

type request struct {
	StateMachineArn, ExecutionArn, Name, Error, Cause, StatusFilter, NextToken string
	Input                                                                      *string
	MaxResults                                                                 int
	ReverseOrder                                                               bool
	IncludeExecutionData                                                       *bool
}

func answer(w http.ResponseWriter, out any, err error) {
	w.Header().Set("Content-Type", "application/x-amz-json-1.0")
	status := http.StatusOK
	var refusal *RefusalError
	switch {
	case errors.As(err, &refusal):
		status = http.StatusBadRequest
		out = map[string]string{"__type": "com.amazonaws.sfn#" + refusal.Code, "message": refusal.Message}
	case err != nil:
		status = http.StatusInternalServerError
		out = map[string]string{"__type": "InternalFailure", "message": err.Error()}
	}
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(out)
}

// seconds is the time as the protocol writes it.
func seconds(at time.Time) float64 { return float64(at.UnixMilli()) / 1000 }

func (s *Service) summarized(summary Summary) map[string]any {
	out := map[string]any{
		"executionArn": summary.ARN, "stateMachineArn": s.MachineARN(summary.Machine), "name": summary.Name,
		"status": summary.Status, "startDate": seconds(summary.Started),
	}
	if !summary.Stopped.IsZero() {
		out["stopDate"] = seconds(summary.Stopped)
	}
	return out
}

func (s *Service) described(d Description) map[string]any {
	out := s.summarized(d.Summary)
	out["input"] = string(d.Input)
	if d.Status == Succeeded {
		out["output"] = string(d.Output)
	}
	if d.Error != "" || d.Cause != "" {
		out["error"], out["cause"] = d.Error, d.Cause
	}
	return out
}

func (s *Service) listed(q request) (any, error) {
	all, err := s.List(q.StateMachineArn, Status(q.StatusFilter))
	if err != nil {
		return nil, err
	}
	part, next, err := page(all, q, 100)
	if err != nil {
		return nil, err
	}
	items := make([]map[string]any, len(part))
	for i, summary := range part {
		items[i] = s.summarized(summary)
	}
	return withToken(map[string]any{"executions": items}, next), nil
}

// page cuts a list; the token is the offset.
func page[T any](all []T, q request, most int) (part []T, next string, err error) {
	from := 0
	if q.NextToken != "" {
		if from, err = strconv.Atoi(q.NextToken); err != nil || from < 0 || from > len(all) {
			return nil, "", &RefusalError{"InvalidToken", "Invalid Token: '" + q.NextToken + "'"}
		}
	}
	size := most
	if q.MaxResults > 0 && q.MaxResults < 1000 {
		size = q.MaxResults
	}
	to := min(from+size, len(all))
	if to < len(all) {
		next = strconv.Itoa(to)
	}
	return all[from:to], next, nil
}

func withToken(out map[string]any, next string) map[string]any {
	if next != "" {
		out["nextToken"] = next
	}
	return out
}

func (s *Service) history(q request) (any, error) {
	_, records, err := s.look(q.ExecutionArn)
	if err != nil {
		return nil, err
	}
	var events []map[string]any
	for _, r := range records {
		if r.Event == "" {
			continue
		}
		event := map[string]any{"id": len(events) + 1, "previousEventId": len(events), "timestamp": seconds(r.At), "type": r.Event}
		name, details := r.details()
		event[name] = details
		events = append(events, event)
	}
	if q.ReverseOrder {
		for i, j := 0, len(events)-1; i < j; i, j = i+1, j-1 {
			events[i], events[j] = events[j], events[i]
		}
	}
	part, next, err := page(events, q, 1000)
	if err != nil {
		return nil, err
	}
	return withToken(map[string]any{"events": part}, next), nil
}

// details are what a history event tells beside its type.
func (r record) details() (name string, details map[string]any) {
	switch r.Kind {
	case kindEnter:
		return "stateEnteredEventDetails", map[string]any{"name": r.State, "input": string(r.Data)}
	case kindExit:
		return "stateExitedEventDetails", map[string]any{"name": r.State, "output": string(r.Data)}
	case kindStart:
		return "executionStartedEventDetails", map[string]any{"input": string(r.Data)}
	}
	// TaskFailed tells taskFailedEventDetails, and so on.
	name = strings.ToLower(r.Event[:1]) + r.Event[1:] + "EventDetails"
	details = map[string]any{}
	if len(r.Data) > 0 {
		details["output"] = string(r.Data)
	}
	if r.Error != "" || r.Cause != "" {
		details["error"], details["cause"] = r.Error, r.Cause
	}
	if strings.HasPrefix(r.Event, "Task") {
		details["resourceType"], details["resource"] = "lambda", "invoke"
	}
	return name, details
}
