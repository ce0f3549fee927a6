package accounts

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(SigningUp, SignUp),
		rest.Handle(Verifying, Verify),
		rest.Handle(Activating, Activate),
		rest.Handle(Regenerating, Regenerate),
		rest.Handle(Recovering, Recover),
		rest.Handle(Resetting, Reset),
	}
}
