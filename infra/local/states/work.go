package states

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"anzen/infra/local/lambda"
)

// longestTask is the default timeout of a task, in seconds.
const longestTask = 99999999

// task calls the function of a Task state.
func (e *execution) task(ctx context.Context, s *State, input any) (any, error) {
	encoded, err := encode(input)
	if err != nil {
		return nil, err
	}
	limit := time.Duration(value(s.TimeoutSeconds, longestTask)) * time.Second
	timed, cancel := before(ctx, e.service.clock, e.service.clock.Now().Add(limit), failure(errTimeout, ""))
	defer cancel()
	answer, err := e.service.config.Invoke(timed, s.Resource, encoded)
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
			return nil, failure("Lambda.Unknown", "the function's answer is not JSON:  "+err.Error())
		}
	}
	_, err = encode(result)
	return result, err
}

// each runs the processor of a Map for every item, with its concurrency, and collects
// the results in order. The first error stops the others.
func (e *execution) each(ctx context.Context, f frame, s *State, input any) (any, error) {
	found, _ := s.ItemsPath.in(input)
	items, ok := found.([]any)
	if !ok {
		return nil, failure(errRuntime, fmt.Sprintf("Reference path \"%s\" must point to array, not '%s'", s.ItemsPath, short(found)))
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	results := make([]any, len(items))
	slots := make(chan struct{}, s.MaxConcurrency)
	var group sync.WaitGroup
	var mu sync.Mutex
	var first error
	for i, item := range items {
		select {
		case slots <- struct{}{}:
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			break
		}
		group.Go(func() {
			defer func() { <-slots }()
			inner := frame{id: fmt.Sprintf("%s/%s[%d]", f.id, s.name, i), machine: s.ItemProcessor}
			result, err := e.run(ctx, inner, item)
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
