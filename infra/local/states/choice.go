package states

import "fmt"

// choose returns the state that follows a Choice.
func (s *State) choose(input any) (string, error) {
	for _, rule := range s.Choices {
		is, err := rule.holds(input)
		if err != nil {
			return "", err
		}
		if is {
			return rule.Next, nil
		}
	}
	return s.Default, nil
}

func (r Rule) holds(input any) (bool, error) {
	actual, found := r.Variable.in(input)
	if r.IsPresent != nil {
		return found == *r.IsPresent, nil
	}
	if !found {
		return false, failure(errRuntime, fmt.Sprintf("Invalid path '%s': The choice state's condition path references an invalid value.", r.Variable))
	}
	truth, isBool := actual.(bool)
	return isBool && truth == *r.BooleanEquals, nil
}
