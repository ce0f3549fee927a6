package bus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"anzen/infra/local/journal"
)

// wire is a schedule as the API encodes it, with the fields that the product sets or
// reads. Times are seconds.
type wire struct {
	Arn                        string `json:",omitempty"`
	Name                       string `json:",omitempty"`
	GroupName                  string `json:",omitempty"`
	ScheduleExpression         string `json:",omitempty"`
	ScheduleExpressionTimezone string `json:",omitempty"`
	State                      string `json:",omitempty"`
	ClientToken                string `json:",omitempty"`
	CreationDate               *float64
	LastModificationDate       *float64
	FlexibleTimeWindow         *window `json:",omitempty"`
	Target                     *wireTarget
}

type window struct{ Mode string }

type wireTarget struct {
	Arn     string
	RoleArn string `json:",omitempty"`
	Input   string `json:",omitempty"`
	// RetryPolicy is accepted but ignored: the queue retries for a day.
	RetryPolicy json.RawMessage `json:",omitempty"`
}

var scheduleName = regexp.MustCompile(`^[0-9a-zA-Z-_.]{1,64}$`)

// ServeHTTP answers CreateSchedule, GetSchedule, UpdateSchedule and DeleteSchedule.
func (s *scheduler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	name, ok := strings.CutPrefix(strings.TrimSuffix(r.URL.Path, "/"), "/schedules")
	name = strings.TrimPrefix(name, "/")
	if !ok || name == "" {
		refuse(w, http.StatusBadRequest, "UnknownOperationException", "the local Scheduler does not know this operation")
		return
	}
	group := r.URL.Query().Get("groupName")
	if !s.hasGroup(group) {
		refuse(w, http.StatusNotFound, "ResourceNotFoundException", "Schedule group "+group+" does not exist.")
		return
	}
	var answer any = struct{}{}
	var err error
	switch r.Method {
	case http.MethodGet:
		answer, err = s.get(keyOf(group, name))
	case http.MethodPost, http.MethodPut:
		var q wire
		body, readErr := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err = errors.Join(readErr, decodeStrictly(body, &q)); err == nil {
			q.Name = name
			err = s.take(q, r.Method == http.MethodPost)
			answer = map[string]string{"ScheduleArn": s.arn(Schedule{Name: name, Group: q.GroupName})}
		}
	case http.MethodDelete:
		err = s.remove(keyOf(group, name))
	default:
		err = errors.New("the local Scheduler does not support this operation")
	}
	switch {
	case err == nil:
		_ = json.NewEncoder(w).Encode(answer)
	case errors.Is(err, errNoSchedule):
		refuse(w, http.StatusNotFound, "ResourceNotFoundException", "Schedule "+name+" does not exist.")
	case errors.Is(err, errConflict):
		refuse(w, http.StatusConflict, "ConflictException", "Schedule "+name+" already exists.")
	case journal.Refused(err):
		refuse(w, http.StatusInternalServerError, "InternalServerException", err.Error())
	default:
		refuse(w, http.StatusBadRequest, "ValidationException", err.Error())
	}
}

// decodeStrictly refuses unknown fields, so that no schedule means less here than on AWS.
func decodeStrictly(body []byte, q *wire) error {
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(q); err != nil {
		return fmt.Errorf("the local Scheduler does not support this schedule: %w", err)
	}
	return nil
}

func (s *scheduler) take(q wire, create bool) error {
	if !scheduleName.MatchString(q.Name) {
		return errors.New("the name has to match " + scheduleName.String())
	}
	if q.Target == nil || q.Target.Arn == "" || q.Target.RoleArn == "" || q.FlexibleTimeWindow == nil {
		return errors.New("Target with Arn and RoleArn, and FlexibleTimeWindow, are required")
	}
	if q.FlexibleTimeWindow.Mode != "OFF" {
		return errors.New("the local Scheduler supports no FlexibleTimeWindow but OFF")
	}
	if !s.hasGroup(q.GroupName) {
		return errNoSchedule
	}
	if q.Target.Input != "" && !json.Valid([]byte(q.Target.Input)) {
		return errors.New("the Input of the target is not valid JSON")
	}
	return s.set(Schedule{
		Name: q.Name, Group: q.GroupName, Expression: q.ScheduleExpression, Timezone: q.ScheduleExpressionTimezone,
		Disabled: q.State == "DISABLED", Target: q.Target.Arn, Role: q.Target.RoleArn, Input: q.Target.Input,
	}, create)
}

// hasGroup reports whether the group exists; the empty name is the default one.
func (s *scheduler) hasGroup(name string) bool {
	return name == "" || name == defaultGroup || slices.Contains(s.config.Groups, name)
}

func (s *scheduler) get(key string) (wire, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	each := s.schedules[key]
	if each == nil {
		return wire{}, errNoSchedule
	}
	out := s.written(each)
	out.ScheduleExpression, out.ScheduleExpressionTimezone = each.Expression, each.Timezone
	if out.ScheduleExpressionTimezone == "" {
		out.ScheduleExpressionTimezone = "UTC"
	}
	out.FlexibleTimeWindow = &window{"OFF"}
	out.Target.RoleArn, out.Target.Input = each.Role, each.Input
	return out, nil
}

// written is the part of a schedule that does not depend on when it runs.
func (s *scheduler) written(each *scheduled) wire {
	state := "ENABLED"
	if each.Disabled {
		state = "DISABLED"
	}
	return wire{
		Arn: s.arn(each.Schedule), Name: each.Name, GroupName: each.group(), State: state,
		CreationDate: toSeconds(each.Created), LastModificationDate: toSeconds(each.Modified),
		Target: &wireTarget{Arn: each.Schedule.Target},
	}
}

func toSeconds(at time.Time) *float64 {
	if at.IsZero() {
		return nil
	}
	seconds := float64(at.UnixMilli()) / 1000
	return &seconds
}
