package factors

import "anzen/functions/api/rest"

// Routes are the resource's routes, in the order of the document.
func Routes() []rest.Route {
	return []rest.Route{
		rest.Handle(GetRoute, Get),
		rest.Handle(ProveRoute, Prove),
		rest.Handle(ProveCodeRoute, ProveCode),
		rest.Handle(ProveRecoveryRoute, ProveRecovery),
		rest.Handle(BeginTOTPRoute, BeginTOTP),
		rest.Handle(ConfirmTOTPRoute, ConfirmTOTP),
		rest.Handle(SendPhoneCodeRoute, SendPhoneCode),
		rest.Handle(ConfirmPhoneRoute, ConfirmPhone),
		rest.Handle(PreferRoute, Prefer),
		rest.Handle(RemoveRoute, Remove),
		rest.Handle(ResetRoute, Reset),
		rest.Handle(GetRecoveryRoute, GetRecovery),
		rest.Handle(MakeRecoveryRoute, MakeRecovery),
		rest.Handle(ListPasskeysRoute, ListPasskeys),
		rest.Handle(BeginPasskeyRoute, BeginPasskey),
		rest.Handle(AddPasskeyRoute, AddPasskey),
		rest.Handle(RenamePasskeyRoute, RenamePasskey),
		rest.Handle(RemovePasskeyRoute, RemovePasskey),
	}
}
