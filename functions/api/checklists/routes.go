package checklists

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListRoute, List),
		rest.Handle(CreateRoute, Create),
		rest.Handle(RequestRoute, Request),
		rest.Handle(PreviewRoute, Preview),
		rest.Handle(SuspendRoute, Suspend),
		rest.Handle(ResumeRoute, Resume),
		rest.Handle(GetRoute, Get),
		rest.Handle(EditRoute, Edit),
		rest.Handle(DeleteRoute, Delete),
		rest.Handle(ListChangesRoute, ListChanges),
		rest.Handle(ListResultsRoute, ListResults),
		rest.Handle(ExportRoute, Export),
		rest.Handle(StartExportRoute, StartExport),
		rest.Handle(JudgeAllRoute, JudgeAll),
		rest.Handle(JudgeRoute, Judge),
		rest.Handle(RecheckRoute, Recheck),
		rest.Handle(ExcludeRoute, Exclude),
	}
}
