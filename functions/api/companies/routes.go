package companies

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(Getting, Get),
		rest.Handle(Editing, Edit),
		rest.Handle(Setting, Set),
		rest.Handle(Closing, Close),
	}
}
