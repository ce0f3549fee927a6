package accounts

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(SignUpRoute, SignUp),
		rest.Handle(VerifyRoute, Verify),
		rest.Handle(StrengthRoute, EstimateStrength),
		rest.Handle(ActivateRoute, Activate),
		rest.Handle(RegenerateRoute, Regenerate),
		rest.Handle(RecoverRoute, Recover),
		rest.Handle(ResetRoute, Reset),
	}
}
