package whitelist

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListRoute, List),
		rest.Handle(AddRoute, Add),
		rest.Handle(RegisterRoute, Register),
		rest.Handle(DeleteRoute, Delete),
		rest.Handle(GetClientRoute, GetClient),
	}
}
