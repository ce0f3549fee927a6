package bus

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"anzen/infra/local/journal"
)

// wire is a schedule as the API writes it. Times are seconds.
type wire struct {
	Arn                        string `json:",omitempty"`
	Name                       string `json:",omitempty"`
	GroupName                  string `json:",omitempty"`
	Description                string `json:",omitempty"`
	ScheduleExpression         string `json:",omitempty"`
	ScheduleExpressionTimezone string `json:",omitempty"`
	State                      string `json:",omitempty"`
	ActionAfterCompletion      string `json:",omitempty"`
	StartDate                  *float64
	EndDate                    *float64
	CreationDate               *float64
	LastModificationDate       *float64
	FlexibleTimeWindow         *struct {
		Mode                   string
		MaximumWindowInMinutes int `json:",omitempty"`
	} `json:",omitempty"`
	Target *wireTarget
}

type wireTarget struct {
	Arn     string
	RoleArn string `json:",omitempty"`
	Input   string `json:",omitempty"`
}

var scheduleName = regexp.MustCompile(`^[0-9a-zA-Z-_.]{1,64}$`)

// ServeHTTP answers CreateSchedule, GetSchedule, UpdateSchedule, DeleteSchedule
// and ListSchedules.
func (s *scheduler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	name, ok := strings.CutPrefix(strings.TrimSuffix(r.URL.Path, "/"), "/schedules")
	name = strings.TrimPrefix(name, "/")
	if !ok || name == "" && r.Method != http.MethodGet {
		refuse(w, http.StatusBadRequest, "UnknownOperationException", "the local Scheduler does not know this operation")
		return
	}
	group := r.URL.Query().Get("groupName") + r.URL.Query().Get("ScheduleGroup")
	if !s.hasGroup(group) {
		refuse(w, http.StatusNotFound, "ResourceNotFoundException", "Schedule group "+group+" does not exist.")
		return
	}
	var answer any = struct{}{}
	var err error
	switch r.Method {
	case http.MethodGet:
		if name == "" {
			answer = s.list(group, r.URL.Query().Get("NamePrefix"), r.URL.Query().Get("State"))
		} else {
			answer, err = s.get(keyOf(group, name))
		}
	case http.MethodPost, http.MethodPut:
		var q wire
		body, readErr := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err = errors.Join(readErr, json.Unmarshal(body, &q)); err == nil {
			q.Name = name
			err = s.take(q, r.Method == http.MethodPost)
			answer = map[string]string{"ScheduleArn": s.arn(Schedule{Name: name, Group: q.GroupName})}
		}
	case http.MethodDelete:
		err = s.remove(keyOf(group, name))
	default:
		err = errors.New("the local Scheduler does not know this operation")
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

func (s *scheduler) take(q wire, create bool) error {
	if !scheduleName.MatchString(q.Name) {
		return errors.New("the name has to match " + scheduleName.String())
	}
	if q.Target == nil || q.Target.Arn == "" || q.Target.RoleArn == "" || q.FlexibleTimeWindow == nil {
		return errors.New("Target with Arn and RoleArn, and FlexibleTimeWindow, are needed")
	}
	if !s.hasGroup(q.GroupName) {
		return errNoSchedule
	}
	if q.Target.Input != "" && !json.Valid([]byte(q.Target.Input)) {
		return errors.New("the Input of the target is no JSON")
	}
	return s.set(Schedule{
		Name: q.Name, Group: q.GroupName, Expression: q.ScheduleExpression, Timezone: q.ScheduleExpressionTimezone,
		Disabled: q.State == "DISABLED", Target: q.Target.Arn, Role: q.Target.RoleArn, Input: q.Target.Input,
		Description: q.Description, Start: fromSeconds(q.StartDate), End: fromSeconds(q.EndDate),
		DeleteAfter: q.ActionAfterCompletion == "DELETE",
	}, create)
}

// hasGroup tells whether there is the group; the empty name is the default one's.
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
	out.Description, out.ScheduleExpression, out.ScheduleExpressionTimezone = each.Description, each.Expression, each.Timezone
	if out.ScheduleExpressionTimezone == "" {
		out.ScheduleExpressionTimezone = "UTC"
	}
	out.ActionAfterCompletion = "NONE"
	if each.DeleteAfter {
		out.ActionAfterCompletion = "DELETE"
	}
	out.StartDate, out.EndDate = toSeconds(each.Start), toSeconds(each.End)
	out.FlexibleTimeWindow = &struct {
		Mode                   string
		MaximumWindowInMinutes int `json:",omitempty"`
	}{Mode: "OFF"}
	out.Target.RoleArn, out.Target.Input = each.Role, each.Input
	return out, nil
}

// written is what a list tells of a schedule.
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

// list is all schedules, or those of a group, in one page.
func (s *scheduler) list(group, prefix, state string) any {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := []wire{}
	for _, each := range s.schedules {
		w := s.written(each)
		if strings.HasPrefix(w.Name, prefix) && (group == "" || group == w.GroupName) && (state == "" || state == w.State) {
			out = append(out, w)
		}
	}
	slices.SortFunc(out, func(a, b wire) int { return strings.Compare(a.Name, b.Name) })
	return map[string]any{"Schedules": out}
}

func toSeconds(at time.Time) *float64 {
	if at.IsZero() {
		return nil
	}
	seconds := float64(at.UnixMilli()) / 1000
	return &seconds
}

func fromSeconds(seconds *float64) time.Time {
	if seconds == nil {
		return time.Time{}
	}
	return time.UnixMilli(int64(*seconds * 1000)).UTC()
}
