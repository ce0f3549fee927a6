// Package batch is the API by which many sheets are edited with a CSV file.
package batch

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(LinkRoute, Link),
		rest.Handle(PatchRoute, Patch),
	}
}
