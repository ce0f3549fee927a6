package states

import "context"

// attempt runs a state once.
func (e *execution) attempt(ctx context.Context, f frame, s *State, at *place, sc scope) (outcome, error) {
	if s.jsonata {
		return e.attemptJSONata(ctx, f, s, at, sc)
	}
	input, err := selectPath(s.InputPath, at.input, sc.context)
	if err != nil {
		return outcome{}, err
	}
	effective := scope{input: input, context: sc.context}
	end := outcome{next: s.Next, variables: at.variables}
	result := input
	if s.Parameters != nil {
		if result, err = effective.fill(s.Parameters); err != nil {
			return outcome{}, err
		}
	}
	switch s.Type {
	case "Task":
		result, err = e.task(ctx, s, result, s.TimeoutSeconds, s.HeartbeatSeconds)
	case "Parallel":
		result, err = e.parallel(ctx, f, s, at, sc.context, result)
	case "Map":
		items := input
		if s.ItemsPath.given {
			if items, err = effective.query(s.ItemsPath.text); err != nil {
				return outcome{}, err
			}
		}
		result, err = e.each(ctx, f, s, at, effective, items)
	case "Pass":
		if s.Result != nil {
			result = s.Result
		}
	case "Wait":
		err = e.wait(ctx, f, s, at, effective)
	case "Choice":
		end.next, err = s.choose(effective)
	case "Fail":
		err = s.fail(effective)
	}
	if err != nil {
		return outcome{}, err
	}
	if s.ResultSelector != nil {
		if result, err = (scope{input: result, context: sc.context}).fill(s.ResultSelector); err != nil {
			return outcome{}, err
		}
	}
	switch s.Type {
	case "Task", "Parallel", "Map", "Pass":
		if result, err = put(s.ResultPath, at.input, result); err != nil {
			return outcome{}, err
		}
	}
	end.output, err = selectPath(s.OutputPath, result, sc.context)
	return end, err
}

func (e *execution) attemptJSONata(ctx context.Context, f frame, s *State, at *place, sc scope) (outcome, error) {
	end := outcome{next: s.Next}
	input, output, assign := at.input, s.Output, s.Assign
	var err error
	if s.Arguments != nil {
		if input, err = sc.evaluate(s.Arguments); err != nil {
			return outcome{}, err
		}
	}
	result := at.input
	switch s.Type {
	case "Task":
		var timeout, heartbeat any
		if timeout, err = sc.evaluate(s.TimeoutSeconds); err != nil {
			return outcome{}, err
		}
		if heartbeat, err = sc.evaluate(s.HeartbeatSeconds); err != nil {
			return outcome{}, err
		}
		result, err = e.task(ctx, s, input, timeout, heartbeat)
		sc.result = result
	case "Parallel":
		result, err = e.parallel(ctx, f, s, at, sc.context, input)
		sc.result = result
	case "Map":
		items := at.input
		if s.Items != nil {
			if items, err = sc.evaluate(s.Items); err != nil {
				return outcome{}, err
			}
		}
		result, err = e.each(ctx, f, s, at, sc, items)
		sc.result = result
	case "Wait":
		err = e.wait(ctx, f, s, at, sc)
	case "Choice":
		var choice map[string]any
		choice, err = s.chooseJSONata(sc)
		if choice != nil {
			end.next, _ = choice["Next"].(string)
			output = choice["Output"]
			assign, _ = choice["Assign"].(map[string]any)
		} else {
			end.next = s.Default
		}
	case "Fail":
		err = s.fail(sc)
	}
	if err != nil {
		return outcome{}, err
	}
	end.output = result
	if output != nil {
		if end.output, err = sc.evaluate(output); err != nil {
			return outcome{}, err
		}
	}
	end.variables, err = sc.assign(assign)
	return end, err
}

func (s *State) fail(sc scope) error {
	fault := &faultError{Name: s.Error, Cause: s.Cause}
	for _, each := range []struct {
		into *string
		path string
	}{{&fault.Name, s.ErrorPath}, {&fault.Cause, s.CausePath}} {
		var found any = *each.into
		var err error
		switch {
		case s.jsonata:
			found, err = sc.evaluate(*each.into)
		case each.path != "":
			found, err = sc.query(each.path)
		}
		if err != nil {
			return err
		}
		text, ok := found.(string)
		if !ok {
			return failure(errRuntime, "Error and Cause have to be texts")
		}
		*each.into = text
	}
	return fault
}
