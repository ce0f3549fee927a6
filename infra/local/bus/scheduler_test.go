package bus_test

import (
	"errors"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/aws/aws-sdk-go-v2/service/scheduler/types"

	"anzen/infra/local/bus"
	"anzen/infra/local/clock"
)

func TestExpressions(t *testing.T) {
	const tokyo = "Asia/Tokyo"
	// 2026-11-01 is a Sunday; 00:00 UTC is 09:00 in Tokyo.
	tests := []struct {
		text, zone string
		want       []string
	}{
		{"rate(5 minutes)", "", []string{"2026-11-01T00:05:00Z", "2026-11-01T00:10:00Z"}},
		{"rate(1 day)", tokyo, []string{"2026-11-02T00:00:00Z", "2026-11-03T00:00:00Z"}},
		{"cron(0 2 * * ? *)", tokyo, []string{"2026-11-01T17:00:00Z", "2026-11-02T17:00:00Z"}},
		{"cron(30 9 ? * 1 *)", tokyo, []string{"2026-11-01T00:30:00Z", "2026-11-08T00:30:00Z"}},         // Sundays
		{"cron(0 0 ? * 2-6 *)", "", []string{"2026-11-02T00:00:00Z", "2026-11-03T00:00:00Z"}},           // Monday to Friday
		{"cron(0 0 ? * MON,FRI *)", "", []string{"2026-11-02T00:00:00Z", "2026-11-06T00:00:00Z"}},       // by name
		{"cron(0 0 ? * 7 *)", "", []string{"2026-11-07T00:00:00Z"}},                                     // Saturday
		{"cron(0 0 ? * L *)", "", []string{"2026-11-07T00:00:00Z"}},                                     // Saturday
		{"cron(0 0 ? * 6L *)", "", []string{"2026-11-27T00:00:00Z"}},                                    // the last Friday
		{"cron(0 0 ? * 3#2 *)", "", []string{"2026-11-10T00:00:00Z", "2026-12-08T00:00:00Z"}},           // the second Tuesday
		{"cron(0 0 L * ? *)", tokyo, []string{"2026-11-29T15:00:00Z", "2026-12-30T15:00:00Z"}},          // month's end
		{"cron(0 9 1,5,25 * ? *)", tokyo, []string{"2026-11-05T00:00:00Z", "2026-11-25T00:00:00Z"}},     // days
		{"cron(0/15 8-10 * * ? 2027)", tokyo, []string{"2026-12-31T23:00:00Z", "2026-12-31T23:15:00Z"}}, // 2027 in Tokyo
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			c := clock.NewManual(epoch)
			r := newTargets()
			b := open(t, t.TempDir(), c, r, bus.Schedule{Name: "s", Expression: test.text, Timezone: test.zone, Target: first})
			b.Start()
			for _, text := range test.want {
				at, err := time.Parse(time.RFC3339, text)
				if err != nil {
					t.Fatal(err)
				}
				// Distant times: the scheduler reads the clock at least once a day.
				for at.Sub(c.Now()) > 24*time.Hour {
					pass(t, c, 24*time.Hour)
				}
				pass(t, c, at.Sub(c.Now()))
				r.wait(t, 1)
				if !strings.Contains(string(r.event), `"time":"`+text+`"`) || !strings.Contains(string(r.event), `"source":"aws.scheduler"`) {
					t.Errorf("%s", r.event)
				}
			}
			if len(r.got) != len(test.want) {
				t.Errorf("%d runs", len(r.got))
			}
		})
	}
	bad := []string{
		"", "every day", "rate(0 minutes)", "rate(5 fortnights)", "rate(5)", "at(2026-11-02T09:30:00)", "cron(0 2 * * *)", "cron(0 2 * * * *)",
		"cron(0 2 ? * ? *)", "cron(0 2 ? * 8 *)", "cron(0 2 ? * 0 *)", "cron(61 2 * * ? *)",
	}
	for _, text := range bad {
		_, err := bus.Open(bus.Config{Folder: t.TempDir(), Schedules: []bus.Schedule{{Name: "s", Expression: text, Target: first}}})
		if err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestMissedRuns(t *testing.T) {
	tests := []struct {
		name string
		off  time.Duration
		want int
	}{
		{"nothing missed", time.Hour, 0},
		{"half an hour late", 17*time.Hour + 30*time.Minute, 1},
		{"three hours late", 20 * time.Hour, 0},
		{"three nights and half an hour", 89*time.Hour + 30*time.Minute, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			c := clock.NewManual(epoch)
			nightly := bus.Schedule{Name: "n", Expression: "cron(0 2 * * ? *)", Timezone: "Asia/Tokyo", Target: first}
			r := newTargets()
			b := open(t, folder, c, r, nightly)
			b.Start()
			pass(t, c, 17*time.Hour)
			r.wait(t, 1)
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			c.Set(epoch.Add(24*time.Hour + test.off))
			r = newTargets()
			b = open(t, folder, c, r, nightly)
			b.Start()
			r.wait(t, test.want)
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			if len(r.got) != test.want {
				t.Errorf("%d runs", len(r.got))
			}
		})
	}
}

func TestSchedulerAPI(t *testing.T) {
	ctx := t.Context()
	folder := t.TempDir()
	c := clock.NewManual(epoch)
	r := newTargets()
	b := open(t, folder, c, r, bus.Schedule{Name: "fixed", Expression: "rate(1 day)", Target: first})
	b.Start()
	server := httptest.NewServer(b.Scheduler())
	t.Cleanup(server.Close)
	client := scheduler.New(scheduler.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	})
	target := &types.Target{Arn: aws.String(second), RoleArn: aws.String("arn:aws:iam::0:role/r"), Input: aws.String(`{"at":"<aws.scheduler.scheduled-time>"}`)}
	window := &types.FlexibleTimeWindow{Mode: types.FlexibleTimeWindowModeOff}
	create := func(name, expression string) error {
		_, err := client.CreateSchedule(ctx, &scheduler.CreateScheduleInput{
			Name: &name, ScheduleExpression: &expression, ScheduleExpressionTimezone: aws.String("Asia/Tokyo"), Target: target,
			FlexibleTimeWindow: window,
		})
		return err
	}
	if err := create("export", "cron(0 10 * * ? *)"); err != nil {
		t.Fatal(err)
	}
	conflict, invalid, missing := (*types.ConflictException)(nil), (*types.ValidationException)(nil), (*types.ResourceNotFoundException)(nil)
	if err := create("export", "cron(0 10 * * ? *)"); !errors.As(err, &conflict) {
		t.Errorf("the same name: %v", err)
	}
	if err := create("other", "cron(0 10 * * * *)"); !errors.As(err, &invalid) {
		t.Errorf("bad expression: %v", err)
	}
	for want, in := range map[string]*scheduler.CreateScheduleInput{
		"StartDate":             {StartDate: aws.Time(epoch), FlexibleTimeWindow: window},
		"EndDate":               {EndDate: aws.Time(epoch), FlexibleTimeWindow: window},
		"Description":           {Description: aws.String("d"), FlexibleTimeWindow: window},
		"ActionAfterCompletion": {ActionAfterCompletion: types.ActionAfterCompletionDelete, FlexibleTimeWindow: window},
		"FlexibleTimeWindow":    {FlexibleTimeWindow: &types.FlexibleTimeWindow{Mode: types.FlexibleTimeWindowModeFlexible}},
	} {
		in.Name, in.ScheduleExpression, in.Target = aws.String("other"), aws.String("rate(1 day)"), target
		if _, err := client.CreateSchedule(ctx, in); !errors.As(err, &invalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	got, err := client.GetSchedule(ctx, &scheduler.GetScheduleInput{Name: aws.String("export")})
	if err != nil || *got.ScheduleExpression != "cron(0 10 * * ? *)" || *got.ScheduleExpressionTimezone != "Asia/Tokyo" || *got.Target.Arn != second || got.State != types.ScheduleStateEnabled || !got.CreationDate.Equal(epoch) {
		t.Errorf("get: %+v, %v", got, err)
	}
	pass(t, c, time.Hour)
	r.wait(t, 1)
	if !slices.Equal(r.got, []string{"second"}) || string(r.event) != `{"at":"2026-11-01T01:00:00Z"}` {
		t.Errorf("%v %s", r.got, r.event)
	}
	update := &scheduler.UpdateScheduleInput{Name: aws.String("export"), ScheduleExpression: aws.String("rate(2 hours)"), Target: target, FlexibleTimeWindow: window, State: types.ScheduleStateDisabled}
	if _, err := client.UpdateSchedule(ctx, update); err != nil {
		t.Fatal(err)
	}
	update.Name = aws.String("none")
	if _, err := client.UpdateSchedule(ctx, update); !errors.As(err, &missing) {
		t.Errorf("update of none: %v", err)
	}
	// Schedules of the API outlive the process.
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = open(t, folder, c, r)
	server.Config.Handler = b.Scheduler()
	got, err = client.GetSchedule(ctx, &scheduler.GetScheduleInput{Name: aws.String("export")})
	if err != nil || *got.ScheduleExpression != "rate(2 hours)" || got.State != types.ScheduleStateDisabled {
		t.Errorf("after a restart: %+v, %v", got, err)
	}
	if _, err := client.ListSchedules(ctx, &scheduler.ListSchedulesInput{}); err == nil {
		t.Error("answered another operation")
	}
	if _, err := client.DeleteSchedule(ctx, &scheduler.DeleteScheduleInput{Name: aws.String("export")}); err != nil {
		t.Fatal(err)
	}
	if _, err := client.DeleteSchedule(ctx, &scheduler.DeleteScheduleInput{Name: aws.String("export")}); !errors.As(err, &missing) {
		t.Errorf("delete of none: %v", err)
	}
	if _, err := client.GetSchedule(ctx, &scheduler.GetScheduleInput{Name: aws.String("export"), GroupName: aws.String("none")}); !errors.As(err, &missing) {
		t.Errorf("another group: %v", err)
	}
}
