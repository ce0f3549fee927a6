// Package exports is the API of tables and archives of sheets: which exports there
// are, and starting the jobs that make them.
package exports

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListingOperations, ListOperations),
		rest.Handle(Exporting, Export),
		rest.Handle(CountingPDFs, CountPDFs),
		rest.Handle(DownloadingPDFs, DownloadPDFs),
		rest.Handle(DownloadingCSV, DownloadCSV),
	}
}
