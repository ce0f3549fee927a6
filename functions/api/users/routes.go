package users

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(GettingMe, GetMe),
		rest.Handle(EditingMe, EditMe),
		rest.Handle(SigningOut, SignOut),
		rest.Handle(ChangingPassword, ChangePassword),
		rest.Handle(GettingLanguage, GetLanguage),
		rest.Handle(SettingLanguage, SetLanguage),
		rest.Handle(GettingRecovery, GetRecovery),
		rest.Handle(MakingRecovery, MakeRecovery),
		rest.Handle(Listing, List),
		rest.Handle(Inviting, Invite),
		rest.Handle(Editing, Edit),
		rest.Handle(Deleting, Delete),
		rest.Handle(Resending, Resend),
		rest.Handle(Downloading, Download),
		rest.Handle(Uploading, Upload),
	}
}
