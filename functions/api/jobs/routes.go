package jobs

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(Listing, List),
		rest.Handle(Getting, Get),
		rest.Handle(Cancelling, Cancel),
		rest.Handle(Retrying, Retry),
	}
}
