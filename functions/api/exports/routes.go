// Package exports is the API of exports of sheets: tables, archives of their PDFs, and
// workbooks for CREATE-SIMPLE. It lists them and starts the jobs that make them; the
// workbook of a single sheet is answered at once.
package exports

import (
	"anzen/functions/api/rest"
	"anzen/shared/formats/createsimple"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListOperationsRoute, ListOperations),
		rest.Handle(ExportRoute, Export),
		rest.Handle(CountPDFsRoute, CountPDFs),
		rest.Handle(DownloadPDFsRoute, DownloadPDFs),
		rest.Handle(DownloadCSVRoute, DownloadCSV),
		rest.Handle(CreateSimple2, createSimple(createsimple.Version2)),
		rest.Handle(CreateSimple3, createSimple(createsimple.Version3)),
		rest.Handle(CreateSimplesRoute, CreateSimples),
	}
}
