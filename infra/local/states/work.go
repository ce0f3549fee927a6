package states

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"anzen/infra/local/lambda"
)

// task calls the function of a Task state.
func (e *execution) task(ctx context.Context, s *State, input, timeout, heartbeat any) (any, error) {
	function, payload := s.Resource, input
	optimized := s.Resource == invokeResource
	if optimized {
		fields, _ := input.(map[string]any)
		function, _ = fields["FunctionName"].(string)
		payload = fields["Payload"]
		if fields["Payload"] == nil {
			payload = map[string]any{}
		}
	}
	encoded, err := encode(payload)
	if err != nil {
		return nil, err
	}
	limit, fault := 60*365*24*time.Hour, failure(errTimeout, "")
	if seconds, ok := timeout.(float64); ok {
		limit = time.Duration(seconds * float64(time.Second))
	}
	// A function that is waited for sends no heartbeats.
	if seconds, ok := heartbeat.(float64); ok {
		if pulse := time.Duration(seconds * float64(time.Second)); pulse < limit {
			limit, fault = pulse, failure(errHeartbeat, "")
		}
	}
	timed, cancel := before(ctx, e.service.clock, e.service.clock.Now().Add(limit), fault)
	defer cancel()
	answer, err := e.service.invoke(timed, function, encoded)
	if err != nil {
		if cause := context.Cause(timed); cause != nil {
			return nil, cause
		}
		if errors.Is(err, lambda.ErrClosed) {
			return nil, errSuspended
		}
		return nil, faultOf(err)
	}
	var result any
	if len(answer) > 0 {
		if err := json.Unmarshal(answer, &result); err != nil {
			return nil, failure("Lambda.Unknown", "the function's answer is no JSON: "+err.Error())
		}
	}
	if optimized {
		result = map[string]any{
			"ExecutedVersion": "$LATEST", "StatusCode": float64(200), "Payload": result,
			"SdkHttpMetadata":     map[string]any{"HttpStatusCode": float64(200)},
			"SdkResponseMetadata": map[string]any{"RequestId": "local"},
		}
	}
	_, err = encode(result)
	return result, err
}

// parallel runs all branches with the same input.
func (e *execution) parallel(ctx context.Context, f frame, s *State, at *place, shown map[string]any, input any) (any, error) {
	return e.fan(ctx, len(s.Branches), len(s.Branches), func(ctx context.Context, i int) (any, error) {
		return e.run(ctx, frame{id: child(f, s, i), machine: s.Branches[i], context: shown}, input, at.variables)
	})
}

// mostAtOnce is how many items an inline Map works on if nothing is said.
const mostAtOnce = 40

// each runs the processor of a Map for every item.
func (e *execution) each(ctx context.Context, f frame, s *State, at *place, sc scope, items any) (any, error) {
	list, ok := items.([]any)
	if !ok {
		return nil, failure(errRuntime, fmt.Sprintf("the items of %q are no array but '%s'", s.name, short(items)))
	}
	most := mostAtOnce
	if s.MaxConcurrency > 0 {
		most = min(most, s.MaxConcurrency)
	}
	return e.fan(ctx, len(list), most, func(ctx context.Context, i int) (any, error) {
		of := maps.Clone(sc.context)
		of["Map"] = map[string]any{"Item": map[string]any{"Index": float64(i), "Value": list[i]}}
		item := list[i]
		if s.ItemSelector != nil {
			sc := sc
			sc.context = of
			var err error
			if s.jsonata {
				item, err = sc.evaluate(s.ItemSelector)
			} else {
				item, err = sc.fill(s.ItemSelector)
			}
			if err != nil {
				return nil, err
			}
		}
		return e.run(ctx, frame{id: child(f, s, i), machine: s.ItemProcessor, context: of}, item, at.variables)
	})
}

func child(f frame, s *State, i int) string { return fmt.Sprintf("%s/%s[%d]", f.id, s.name, i) }

// fan runs n pieces of work, some at once, and gathers their results in order.
// The first error stops the others.
func (e *execution) fan(ctx context.Context, n, most int, work func(ctx context.Context, i int) (any, error)) (any, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]any, n)
	slots := make(chan struct{}, max(most, 1))
	var group sync.WaitGroup
	var mu sync.Mutex
	var first error
	for i := range n {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-slots }()
			result, err := work(ctx, i)
			if err != nil {
				mu.Lock()
				if first == nil {
					first = err
				}
				mu.Unlock()
				cancel(errSibling)
				return
			}
			results[i] = result
		})
	}
	group.Wait()
	if first != nil {
		return nil, first
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	return results, nil
}
