package stack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"anzen/infra/blueprint"
	"anzen/infra/local/bus"
	"anzen/infra/local/iam"
	"anzen/infra/local/lambda"
	"anzen/infra/local/mailbox"
	"anzen/infra/local/s3"
	"anzen/infra/local/states"
)

var allowAll = iam.Statement{Actions: []string{"*"}, Resources: []string{"*"}}

// openBusAndBuckets opens the bus first: S3 has events for it when it starts after a
// crash.
func (s *Stack) openBusAndBuckets(ctx context.Context) error {
	b := s.config.Blueprint
	config := bus.Config{
		Folder: s.folder("bus"), Account: account, Region: blueprint.Region, Deliver: s.deliver, Async: s.async(), Log: s.log,
	}
	for _, r := range b.Rules {
		pattern := map[string]any{"source": []string{r.Source}, "detail-type": []string{r.DetailType}}
		if detail := r.Of(func(name string) any { return bucketName(name) }, mailSet); detail != nil {
			pattern["detail"] = detail
		}
		text, err := json.Marshal(pattern)
		if err != nil {
			return fmt.Errorf("rule %s: %w", r.Name, err)
		}
		config.Rules = append(config.Rules, bus.Rule{Name: r.Name, Pattern: string(text), Targets: []string{liveARN(r.Function)}})
	}
	for _, each := range b.Buckets {
		if each.Scanned {
			pattern := `{"source":["aws.s3"],"detail-type":["Object Created"],"detail":{"bucket":{"name":["` + bucketName(each.Name) + `"]}}}`
			config.Rules = append(config.Rules, bus.Rule{Name: "search-" + each.Name, Pattern: pattern, Targets: []string{scannerARN}})
		}
	}
	for _, each := range b.Schedules {
		config.Schedules = append(config.Schedules, bus.Schedule{
			Name: each.Name, Expression: each.Expression, Timezone: each.Timezone, Target: liveARN(each.Function),
		})
	}
	for _, g := range b.Groups {
		config.Groups = append(config.Groups, g.Name)
	}
	var err error
	if s.Bus, err = bus.Open(config); err != nil {
		return err
	}
	buckets := make([]s3.Bucket, 0, len(b.Buckets))
	for _, each := range b.Buckets {
		bucket := s3.Bucket{Name: bucketName(each.Name), Versioned: each.Versioned, Events: each.Events}
		if each.CORS {
			bucket.Origins = s.origins()
		}
		buckets = append(buckets, bucket)
	}
	s.S3, err = s3.Start(ctx, s3.Config{
		Folder: s.folder("s3"), Region: blueprint.Region, Secret: s.Checker.Secret, Authorize: s.Checker.Allow,
		Buckets: buckets, Log: s.log, Room: s.space.room,
		Created: func(_ context.Context, o s3.Created) error {
			event, err := s.Bus.ObjectCreated(bus.Object{
				Bucket: o.Bucket, Key: o.Key, ETag: o.ETag, VersionID: o.VersionID, Size: o.Size,
				Reason: o.Reason, Requester: account, Time: o.Time,
			})
			if err != nil {
				return err
			}
			return s.Bus.Put(event)
		},
	})
	if err != nil {
		return errors.Join(err, s.Bus.Close())
	}
	s.onClose("S3", func(context.Context) error { return s.S3.Close() })
	return nil
}

// mailReturned puts SES's event of a mail on the bus.
func (s *Stack) mailReturned(r mailbox.Returned) error {
	mail := bus.Mail{ID: r.Mail.ID, From: r.Mail.From, Subject: r.Mail.Subject, Set: r.Mail.Set, To: r.Mail.Recipients(), SentAt: r.Mail.At, At: r.At}
	event, err := s.Bus.MailReturned(mail, r.Feedback == mailbox.Complaint, r.Feedback == mailbox.Bounce)
	if err != nil {
		return err
	}
	return s.Bus.Put(event)
}

// deliver passes an event to a function or a state machine.
func (s *Stack) deliver(ctx context.Context, target string, event []byte) error {
	if target == scannerARN {
		return s.search(ctx, event)
	}
	if strings.HasPrefix(target, "arn:aws:states:") {
		machines := s.machines.Load()
		if machines == nil {
			return bus.ErrLeave(errors.New("the state machines are not open"))
		}
		_, err := machines.Start(target, "", event)
		var refusal *states.RefusalError
		if errors.As(err, &refusal) && refusal.Code == "ServiceUnavailable" {
			return bus.ErrLeave(err)
		}
		return err
	}
	err := s.call(ctx, target, event)
	if errors.Is(err, lambda.ErrClosed) {
		return bus.ErrLeave(err)
	}
	return err
}

// call passes an event to a function, or a message to that of a queue.
func (s *Stack) call(ctx context.Context, target string, event []byte) error {
	if strings.HasPrefix(target, "arn:aws:sqs:") {
		// The rules and the journal name only queues of the blueprint.
		for _, q := range s.config.Blueprint.Queues {
			if queueARN(q.Name) == target {
				return s.take(ctx, target, bus.Queue{Function: liveARN(q.Function)}, event)
			}
		}
	}
	_, err := s.Functions.Invoke(ctx, target, event)
	return err
}
