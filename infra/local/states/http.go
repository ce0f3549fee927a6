package states

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"
)

// Target is the first part of the operations' names in X-Amz-Target.
const Target = "AWSStepFunctions"

// ServeHTTP answers StartExecution in the JSON 1.0 protocol, the only operation that
// functions use.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	operation, _ := strings.CutPrefix(r.Header.Get("X-Amz-Target"), Target+".")
	if operation != "StartExecution" {
		answer(w, nil, &RefusalError{"UnknownOperationException", "the local Step Functions does not know " + operation})
		return
	}
	var request struct{ StateMachineArn, Name, Input string }
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err == nil {
		err = json.Unmarshal(body, &request)
	}
	if err != nil {
		answer(w, nil, &RefusalError{"SerializationException", "the request is no JSON of this operation"})
		return
	}
	summary, err := s.Start(request.StateMachineArn, request.Name, []byte(request.Input))
	answer(w, map[string]any{"executionArn": summary.ARN, "startDate": seconds(summary.Started)}, err)
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
