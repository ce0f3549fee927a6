package departments

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListRoute, List),
		rest.Handle(UsageRoute, Usage),
		rest.Handle(CreateRoute, Create),
		rest.Handle(EditRoute, Edit),
		rest.Handle(DeleteRoute, Delete),
	}
}
