package users

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(GetMeRoute, GetMe),
		rest.Handle(EditMeRoute, EditMe),
		rest.Handle(SignOutRoute, SignOut),
		rest.Handle(ListSessionsRoute, ListSessions),
		rest.Handle(ListSignInsRoute, ListSignIns),
		rest.Handle(ChangePasswordRoute, ChangePassword),
		rest.Handle(GetLanguageRoute, GetLanguage),
		rest.Handle(SetLanguageRoute, SetLanguage),
		rest.Handle(ListRoute, List),
		rest.Handle(InviteRoute, Invite),
		rest.Handle(EditRoute, Edit),
		rest.Handle(DeleteRoute, Delete),
		rest.Handle(ResendRoute, Resend),
		rest.Handle(EndSessionsRoute, EndSessions),
		rest.Handle(DownloadRoute, Download),
		rest.Handle(UploadRoute, Upload),
	}
}
