// Package batch is the API of editing many sheets: by a CSV file, or all of a selection alike.
package batch

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(LinkRoute, Link),
		rest.Handle(PatchRoute, Patch),
		rest.Handle(EditRoute, Edit),
	}
}
