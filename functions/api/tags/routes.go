package tags

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(Listing, List),
		rest.Handle(Creating, Create),
		rest.Handle(Editing, Edit),
		rest.Handle(Deleting, Delete),
	}
}
