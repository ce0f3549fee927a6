package stack

import (
	"context"
	"net/http"
	"slices"

	"anzen/functions/grant"
	"anzen/infra/blueprint"
	"anzen/infra/local/bus"
	"anzen/infra/local/dynamodb"
	"anzen/infra/local/gateway"
)

// Limits are those of an AWS account, with which the stack throttles, retries and drops as AWS does.
type Limits struct {
	// Concurrency is how many calls of functions the account has at once, of which functions reserve parts.
	Concurrency int
	// Partition is the throughput of a partition of the table.
	Partition dynamodb.Throughput
}

// Usual are the limits of an account that has been used for a while.
var Usual = Limits{Concurrency: 1000, Partition: dynamodb.OnDemand}

// throttles limits the functions' concurrency.
func (s *Stack) throttles() error {
	if s.config.Limits == nil {
		return nil
	}
	return s.Functions.Limit(s.config.Limits.Concurrency)
}

// async is how functions are called that nobody waits for.
func (s *Stack) async() *bus.Async {
	if s.config.Limits == nil {
		return nil
	}
	b := s.config.Blueprint
	a := &bus.Async{Retries: blueprint.AsyncRetries, Age: blueprint.AsyncAge, Destinations: map[string]string{}, Queues: map[string]bus.Queue{}}
	for _, q := range b.Queues {
		a.Queues[queueARN(q.Name)] = bus.Queue{Function: liveARN(q.Function), Pause: q.Pause, Attempts: q.Attempts}
	}
	for _, name := range b.Asynchronous() {
		a.Destinations[liveARN(name)] = queueARN(grant.FailedQueue)
	}
	return a
}

// queues are those of the blueprint, and the one that keeps what could not be delivered.
func (s *Stack) queues() http.Handler {
	others := map[string]string{}
	for _, q := range s.config.Blueprint.Queues {
		others[bucketName(q.Name)] = queueARN(q.Name)
	}
	return s.Bus.SQS(bucketName(blueprint.LostEvents), others)
}

// take passes a message of a queue to its function.
func (s *Stack) take(ctx context.Context, queue string, q bus.Queue, body []byte) error {
	event, err := bus.Message(queue, body)
	if err != nil {
		return err
	}
	answer, err := s.Functions.Invoke(ctx, q.Function, event)
	if err != nil {
		return err
	}
	return bus.Taken(answer)
}

// requestLimits are those of the edge and the gateway.
func (s *Stack) requestLimits() *gateway.Limits {
	if s.config.Limits == nil {
		return nil
	}
	size := func(rule string) int {
		if slices.Contains(blueprint.CountedRules, rule) {
			return 0
		}
		return blueprint.SizeRules[rule]
	}
	return &gateway.Limits{
		Rate: blueprint.RequestRate, Burst: blueprint.RequestBurst,
		Query: size("SizeRestrictions_QUERYSTRING"), Path: size("SizeRestrictions_URIPATH"), Cookies: size("SizeRestrictions_Cookie_HEADER"),
	}
}

// partition is the throughput of a partition of the table.
func (s *Stack) partition() *dynamodb.Throughput {
	if s.config.Limits == nil {
		return nil
	}
	return &s.config.Limits.Partition
}
