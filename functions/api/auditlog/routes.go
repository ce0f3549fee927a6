package auditlog

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(ListRoute, List),
		rest.Handle(DownloadRoute, Download),
		rest.Handle(VerifyRoute, Verify),
	}
}
