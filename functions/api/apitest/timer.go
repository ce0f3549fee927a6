package apitest

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/aws/aws-sdk-go-v2/service/scheduler/types"
)

// Timer is a fake EventBridge Scheduler.
type Timer struct {
	Schedules map[string]Schedule // by name
	Fail      error               // of every call, where set
}

// Schedule is a schedule of the Timer.
type Schedule struct {
	Expression, Timezone, Input string
	Enabled                     bool
}

// NewTimer is a Timer without schedules.
func NewTimer() *Timer { return &Timer{Schedules: map[string]Schedule{}} }

// CreateSchedule adds a schedule.
func (c *Timer) CreateSchedule(_ context.Context, in *scheduler.CreateScheduleInput, _ ...func(*scheduler.Options)) (*scheduler.CreateScheduleOutput, error) {
	if _, there := c.Schedules[*in.Name]; there {
		return nil, &types.ConflictException{}
	}
	c.Schedules[*in.Name] = Schedule{*in.ScheduleExpression, *in.ScheduleExpressionTimezone, *in.Target.Input, in.State == types.ScheduleStateEnabled}
	return &scheduler.CreateScheduleOutput{}, c.Fail
}

// UpdateSchedule changes a schedule.
func (c *Timer) UpdateSchedule(_ context.Context, in *scheduler.UpdateScheduleInput, _ ...func(*scheduler.Options)) (*scheduler.UpdateScheduleOutput, error) {
	if c.Fail != nil {
		return nil, c.Fail
	}
	if _, there := c.Schedules[*in.Name]; !there {
		return nil, &types.ResourceNotFoundException{}
	}
	c.Schedules[*in.Name] = Schedule{*in.ScheduleExpression, *in.ScheduleExpressionTimezone, *in.Target.Input, in.State == types.ScheduleStateEnabled}
	return &scheduler.UpdateScheduleOutput{}, nil
}

// DeleteSchedule removes a schedule.
func (c *Timer) DeleteSchedule(_ context.Context, in *scheduler.DeleteScheduleInput, _ ...func(*scheduler.Options)) (*scheduler.DeleteScheduleOutput, error) {
	if c.Fail != nil {
		return nil, c.Fail
	}
	if _, there := c.Schedules[*in.Name]; !there {
		return nil, &types.ResourceNotFoundException{}
	}
	delete(c.Schedules, *in.Name)
	return &scheduler.DeleteScheduleOutput{}, nil
}

// GetSchedule reads a schedule.
func (c *Timer) GetSchedule(_ context.Context, in *scheduler.GetScheduleInput, _ ...func(*scheduler.Options)) (*scheduler.GetScheduleOutput, error) {
	s, there := c.Schedules[*in.Name]
	if !there {
		return nil, &types.ResourceNotFoundException{}
	}
	return &scheduler.GetScheduleOutput{ScheduleExpression: &s.Expression}, nil
}

type guardedTimer struct {
	*Timer
	allowed grants
}

func (g *guardedTimer) CreateSchedule(ctx context.Context, in *scheduler.CreateScheduleInput, _ ...func(*scheduler.Options)) (*scheduler.CreateScheduleOutput, error) {
	if err := g.put(ctx, "scheduler:CreateSchedule"); err != nil {
		return nil, err
	}
	return g.Timer.CreateSchedule(ctx, in)
}

func (g *guardedTimer) UpdateSchedule(ctx context.Context, in *scheduler.UpdateScheduleInput, _ ...func(*scheduler.Options)) (*scheduler.UpdateScheduleOutput, error) {
	if err := g.put(ctx, "scheduler:UpdateSchedule"); err != nil {
		return nil, err
	}
	return g.Timer.UpdateSchedule(ctx, in)
}

// put needs the right to pass the role, too.
func (g *guardedTimer) put(ctx context.Context, action string) error {
	if err := g.allowed.need(ctx, "iam:PassRole"); err != nil {
		return err
	}
	return g.allowed.need(ctx, action)
}

func (g *guardedTimer) DeleteSchedule(ctx context.Context, in *scheduler.DeleteScheduleInput, _ ...func(*scheduler.Options)) (*scheduler.DeleteScheduleOutput, error) {
	if err := g.allowed.need(ctx, "scheduler:DeleteSchedule"); err != nil {
		return nil, err
	}
	return g.Timer.DeleteSchedule(ctx, in)
}
