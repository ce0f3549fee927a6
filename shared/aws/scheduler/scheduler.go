// Package scheduler is the adapter of Amazon EventBridge Scheduler: schedules of
// one group, which all call the same function.
package scheduler

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/aws/aws-sdk-go-v2/service/scheduler/types"
)

// API is the used part of the Scheduler.
type API interface {
	CreateSchedule(context.Context, *scheduler.CreateScheduleInput, ...func(*scheduler.Options)) (*scheduler.CreateScheduleOutput, error)
	UpdateSchedule(context.Context, *scheduler.UpdateScheduleInput, ...func(*scheduler.Options)) (*scheduler.UpdateScheduleOutput, error)
	DeleteSchedule(context.Context, *scheduler.DeleteScheduleInput, ...func(*scheduler.Options)) (*scheduler.DeleteScheduleOutput, error)
	GetSchedule(context.Context, *scheduler.GetScheduleInput, ...func(*scheduler.Options)) (*scheduler.GetScheduleOutput, error)
}

// Group is a group of schedules.
type Group struct {
	api API
	// The group's name, the ARN of the role that its schedules assume, and of the
	// function that they call.
	name, role, target string
}

// New is the group with the given name.
func New(api API, name, role, target string) *Group { return &Group{api, name, role, target} }

// ScheduledTime is the placeholder in an input for the moment of the occurrence.
const ScheduledTime = "<aws.scheduler.scheduled-time>"

// How often, and how long, a failed call is retried: the function is idempotent for an
// occurrence.
const (
	retries    = 24
	retryUntil = 6 * 60 * 60 // seconds
)

// Schedule is when the function is called, and with which input.
type Schedule struct {
	Name       string // letters, digits, - _ . ; 64 at most
	Expression string // cron(...)
	Timezone   string // "Asia/Tokyo"
	Enabled    bool
	Input      any // sent as JSON
}

// Put creates or updates the schedule.
func (g *Group) Put(ctx context.Context, s Schedule) error {
	// The Scheduler replaces ScheduledTime literally: < must not be escaped.
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(s.Input); err != nil {
		return fmt.Errorf("encode the input of schedule %s: %w", s.Name, err)
	}
	input := strings.TrimSpace(body.String())
	state := types.ScheduleStateEnabled
	if !s.Enabled {
		state = types.ScheduleStateDisabled
	}
	target := &types.Target{
		Arn: &g.target, RoleArn: &g.role, Input: &input,
		RetryPolicy: &types.RetryPolicy{MaximumRetryAttempts: aws.Int32(retries), MaximumEventAgeInSeconds: aws.Int32(retryUntil)},
	}
	exact := &types.FlexibleTimeWindow{Mode: types.FlexibleTimeWindowModeOff}
	// Concurrent calls may meet each other's creation or deletion.
	for try := 1; ; try++ {
		_, err := g.api.UpdateSchedule(ctx, &scheduler.UpdateScheduleInput{
			Name: &s.Name, GroupName: &g.name, ScheduleExpression: &s.Expression, ScheduleExpressionTimezone: &s.Timezone,
			State: state, Target: target, FlexibleTimeWindow: exact,
		})
		if missing(err) {
			_, err = g.api.CreateSchedule(ctx, &scheduler.CreateScheduleInput{
				Name: &s.Name, GroupName: &g.name, ScheduleExpression: &s.Expression, ScheduleExpressionTimezone: &s.Timezone,
				State: state, Target: target, FlexibleTimeWindow: exact,
			})
		}
		var conflict *types.ConflictException
		if errors.As(err, &conflict) && try < 3 {
			continue
		}
		if err != nil {
			return fmt.Errorf("put schedule %s: %w", s.Name, err)
		}
		return nil
	}
}

// Delete removes the schedule, if there is one.
func (g *Group) Delete(ctx context.Context, name string) error {
	_, err := g.api.DeleteSchedule(ctx, &scheduler.DeleteScheduleInput{Name: &name, GroupName: &g.name})
	if err != nil && !missing(err) {
		return fmt.Errorf("delete schedule %s: %w", name, err)
	}
	return nil
}

// Get reads a schedule without its input; false where there is none.
func (g *Group) Get(ctx context.Context, name string) (Schedule, bool, error) {
	out, err := g.api.GetSchedule(ctx, &scheduler.GetScheduleInput{Name: &name, GroupName: &g.name})
	if missing(err) {
		return Schedule{}, false, nil
	}
	if err != nil {
		return Schedule{}, false, fmt.Errorf("read schedule %s: %w", name, err)
	}
	return Schedule{
		Name: name, Expression: aws.ToString(out.ScheduleExpression), Timezone: aws.ToString(out.ScheduleExpressionTimezone),
		Enabled: out.State == types.ScheduleStateEnabled,
	}, true, nil
}

func missing(err error) bool {
	var notFound *types.ResourceNotFoundException
	return errors.As(err, &notFound)
}
