package periodic

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(Sendable, ListSendable),
		rest.Handle(Listing, List),
		rest.Handle(Creating, Create),
		rest.Handle(Getting, Get),
		rest.Handle(Editing, Edit),
		rest.Handle(Deleting, Delete),
	}
}
