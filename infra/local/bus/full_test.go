package bus_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/scheduler"
	"github.com/aws/aws-sdk-go-v2/service/scheduler/types"

	"anzen/infra/local/bus"
	"anzen/infra/local/clock"
	"anzen/infra/local/journal"
)

// An accepted event is on disk; one for which there is no space is refused.
func TestEventsOnFullDisk(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "bus")
	r := newTargets()
	b := open(t, folder, clock.NewManual(epoch), r)
	sent := object(t, b, "sheets")
	free := journal.Limit(folder, 50)
	if err := b.Put(sent); !journal.Refused(err) {
		t.Fatalf("accepted: %v", err)
	}
	free()
	if err := b.Put(sent); err != nil {
		t.Fatal(err)
	}
	free = journal.Limit(folder, 0)
	b.Start()
	r.wait(t, 1)
	until(t, func() bool { return b.Pending() == 0 })
	free()
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	// The delivery is recorded late, but not lost.
	again := open(t, folder, clock.NewManual(epoch), newTargets())
	if n := again.Pending(); n != 0 {
		t.Errorf("%d are outstanding after the next start", n)
	}
}

// lines counts the lines of a log.
type lines atomic.Int64

func (l *lines) Write(line []byte) (int, error) {
	(*atomic.Int64)(l).Add(1)
	return len(line), nil
}

// A run that the disk refuses again and again is in the log once.
func TestFullDiskIsSaidOnce(t *testing.T) {
	folder, c, r := filepath.Join(t.TempDir(), "bus"), clock.NewManual(epoch), newTargets()
	var said lines
	b, err := bus.Open(bus.Config{
		Folder: folder, Account: "000000000000", Region: "ap-northeast-1", Clock: c, Deliver: r.deliver, Log: slog.New(slog.NewTextHandler(&said, nil)),
		Schedules: []bus.Schedule{{Name: "nightly", Expression: "rate(1 hour)", Target: first}},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	b.Start()
	free := journal.Limit(folder, 0)
	pass(t, c, time.Hour)
	for range 3 {
		pass(t, c, 5*time.Second)
	}
	if n := (*atomic.Int64)(&said).Load(); n != 1 {
		t.Errorf("said %d times", n)
	}
	free()
}

// A run that comes due while the disk is full happens once there is space; changes of
// schedules meanwhile are refused and change nothing.
func TestSchedulesOnFullDisk(t *testing.T) {
	ctx, folder := t.Context(), filepath.Join(t.TempDir(), "bus")
	c, r := clock.NewManual(epoch), newTargets()
	b := open(t, folder, c, r)
	b.Start()
	server := httptest.NewServer(b.Scheduler())
	t.Cleanup(server.Close)
	client := scheduler.New(scheduler.Options{
		BaseEndpoint: &server.URL, Region: "ap-northeast-1", RetryMaxAttempts: 1,
		Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""),
	})
	target := &types.Target{Arn: aws.String(first), RoleArn: aws.String("arn:aws:iam::0:role/r"), Input: aws.String(`{}`)}
	window := &types.FlexibleTimeWindow{Mode: types.FlexibleTimeWindowModeOff}
	create := func(name string) error {
		_, err := client.CreateSchedule(ctx, &scheduler.CreateScheduleInput{
			Name: &name, ScheduleExpression: aws.String("rate(1 hour)"), Target: target, FlexibleTimeWindow: window,
		})
		return err
	}
	remove := func(name string) error {
		_, err := client.DeleteSchedule(ctx, &scheduler.DeleteScheduleInput{Name: &name})
		return err
	}
	known := func(name string) bool {
		_, err := client.GetSchedule(ctx, &scheduler.GetScheduleInput{Name: &name})
		return err == nil
	}
	if err := create("export"); err != nil {
		t.Fatal(err)
	}
	free := journal.Limit(folder, 10)
	internal := (*types.InternalServerException)(nil) // which callers retry
	if err := create("other"); !errors.As(err, &internal) || known("other") {
		t.Errorf("a schedule exists that could not be stored: %v", err)
	}
	if err := remove("export"); !errors.As(err, &internal) || !known("export") {
		t.Errorf("a schedule is gone whose deletion could not be stored: %v", err)
	}
	pass(t, c, time.Hour)
	pass(t, c, 5*time.Second) // it is retried
	r.none(t)
	free()
	soon, taken := context.WithCancel(ctx)
	go c.PassUpTo(soon, 5*time.Second) // unless it was retried after space was freed
	r.wait(t, 1)
	taken()
	c.Set(epoch.Add(2 * time.Hour))
	r.wait(t, 1)
	if err := remove("export"); err != nil || known("export") {
		t.Errorf("remove: %v", err)
	}
	if err := create("other"); err != nil {
		t.Error(err)
	}
}
