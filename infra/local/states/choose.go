package states

import "fmt"

func (s *State) choose(sc scope) (string, error) {
	for _, choice := range s.Choices {
		is, err := sc.holds(choice)
		if err != nil {
			return "", err
		}
		if is {
			next, _ := choice["Next"].(string)
			return next, nil
		}
	}
	if s.Default == "" {
		return "", failure(errNoChoice, fmt.Sprintf("No choice of %q matched the input '%s'", s.name, short(sc.input)))
	}
	return s.Default, nil
}

// chooseJSONata returns the choice whose condition holds; none for the default.
func (s *State) chooseJSONata(sc scope) (map[string]any, error) {
	for _, choice := range s.Choices {
		is, err := sc.evaluate(choice["Condition"])
		if err != nil {
			return nil, err
		}
		truth, ok := is.(bool)
		if !ok {
			return nil, failure(errQuery, fmt.Sprintf("The condition of %q is not a boolean but '%s'", s.name, short(is)))
		}
		if truth {
			return choice, nil
		}
	}
	if s.Default == "" {
		return nil, failure(errNoChoice, fmt.Sprintf("No choice of %q matched the input '%s'", s.name, short(sc.input)))
	}
	return nil, nil
}
