package sdses

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(Links, CreateLinks),
		rest.Handle(Registering, Register),
		rest.Handle(Revising, Revise),
		rest.Handle(Listing, List),
		rest.Handle(Counting, Count),
		rest.Handle(Getting, Get),
		rest.Handle(GettingPDF, PDF),
		rest.Handle(Editing, Edit),
		rest.Handle(Removing, Remove),
		rest.Handle(Reanalysing, Reanalyse),
		rest.Handle(Reconfirming, Reconfirm),
		rest.Handle(AllowingAttachments, AllowAttachments),
		rest.Handle(Attaching, Attach),
		rest.Handle(GettingAttachment, GetAttachment),
		rest.Handle(Detaching, Detach),
		rest.Handle(GettingEdits, Edits),
		rest.Handle(GettingLaws, Laws),
	}
}
