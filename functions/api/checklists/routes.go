package checklists

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(Listing, List),
		rest.Handle(Creating, Create),
		rest.Handle(Requesting, Request),
		rest.Handle(Previewing, Preview),
		rest.Handle(Suspending, Suspend),
		rest.Handle(Resuming, Resume),
		rest.Handle(Getting, Get),
		rest.Handle(Editing, Edit),
		rest.Handle(Deleting, Delete),
		rest.Handle(ListingChanges, ListChanges),
		rest.Handle(ListingResults, ListResults),
		rest.Handle(Exporting, Export),
		rest.Handle(StartingExport, StartExport),
		rest.Handle(Judging, Judge),
		rest.Handle(Rechecking, Recheck),
		rest.Handle(Excluding, Exclude),
	}
}
