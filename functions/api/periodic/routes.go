package periodic

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListSendableRoute, ListSendable),
		rest.Handle(ListRoute, List),
		rest.Handle(CreateRoute, Create),
		rest.Handle(GetRoute, Get),
		rest.Handle(EditRoute, Edit),
		rest.Handle(DeleteRoute, Delete),
		rest.Handle(RunRoute, Run),
		rest.Handle(RunsRoute, Runs),
	}
}
