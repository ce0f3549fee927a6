package sdses

import (
	"anzen/functions/api/rest"
)

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(CreateLinksRoute, CreateLinks),
		rest.Handle(RegisterRoute, Register),
		rest.Handle(ReviseRoute, Revise),
		rest.Handle(ListRoute, List),
		rest.Handle(CountRoute, Count),
		rest.Handle(KnownRoute, Known),
		rest.Handle(ResemblingRoute, ResemblingSheets),
		rest.Handle(GetRoute, Get),
		rest.Handle(PDFRoute, PDF),
		rest.Handle(EditRoute, Edit),
		rest.Handle(RemoveRoute, Remove),
		rest.Handle(RestoreRoute, Restore),
		rest.Handle(RestoreAllRoute, RestoreAll),
		rest.Handle(ReanalyzeRoute, Reanalyze),
		rest.Handle(ReanalyzeAllRoute, ReanalyzeAll),
		rest.Handle(ReconfirmRoute, Reconfirm),
		rest.Handle(AllowAttachmentsRoute, AllowAttachments),
		rest.Handle(AttachRoute, Attach),
		rest.Handle(GetAttachmentRoute, GetAttachment),
		rest.Handle(DetachRoute, Detach),
		rest.Handle(EditsRoute, Edits),
		rest.Handle(LawsRoute, Laws),
		rest.Handle(MixtureRoute, Mixture),
		rest.Handle(ChangesRoute, Changes),
		rest.Handle(JoinRoute, Join),
		rest.Handle(SeparateRoute, Separate),
		rest.Handle(DismissRoute, Dismiss),
	}
}
