// Package exchange is the API of the Ministry of Health, Labour and Welfare's format for
// the exchange of SDS information: export of a sheet, import of a document.
package exchange

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ExportRoute, Export),
		rest.Handle(ImportRoute, Import),
	}
}
