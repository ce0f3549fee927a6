package states

import "context"

// attempt runs a state once.
func (e *execution) attempt(ctx context.Context, f frame, s *State, input any) (outcome, error) {
	end := outcome{next: s.Next, output: input}
	var result any
	var err error
	switch s.Type {
	case "Task":
		if result, err = e.task(ctx, s, input); err == nil {
			end.output, err = s.ResultPath.put(input, result)
		}
	case "Map":
		if result, err = e.each(ctx, f, s, input); err == nil {
			end.output, err = s.ResultPath.put(input, result)
		}
	case "Pass":
		if s.Parameters != nil {
			end.output, err = fill(s.Parameters, input)
		}
	case "Choice":
		end.next, err = s.choose(input)
	case "Fail":
		err = failure(s.Error, s.Cause)
	}
	return end, err
}
