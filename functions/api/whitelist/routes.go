package whitelist

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(Listing, List),
		rest.Handle(Adding, Add),
		rest.Handle(Registering, Register),
		rest.Handle(Deleting, Delete),
		rest.Handle(GettingClient, GetClient),
	}
}
