// Package duties is the API of what has to be done in a company: the duties that the laws
// bring for its sheets, as a list and as a file, and what announced changes will bring.
package duties

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{rest.Handle(ListRoute, List), rest.Handle(ExportRoute, Export)}
}
