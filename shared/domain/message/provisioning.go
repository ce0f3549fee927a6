package message

// The texts of the provisioning of users: on its screen, and answered to identity providers,
// whose logs administrators read.
var provisioningTexts = map[Code]pair{
	"provisioning.token":             {"トークンが正しくないか、終了または期限切れになっています。ユーザー自動連携の画面で新しいトークンを発行し、IDプロバイダーに設定してください。", "The token is not valid, was ended or has expired. Please make a new one on the screen of user provisioning, and set it at the identity provider."},
	"provisioning.too_many_requests": {"リクエストが多すぎます（{window}秒間に{limit}件まで）。{seconds}秒後にもう一度実行してください。", "Too many requests (up to {limit} in {window} seconds). Please try again in {seconds} seconds."},
	"provisioning.too_many_tokens":   {"トークンは{limit}個まで発行できます。使用していないトークンを終了してください。", "There can be {limit} tokens. Please end one that is no longer in use."},
	"provisioning.expires_at":        {"有効期限は、明日から1年後までの日付で指定してください。", "The end must be in the future, and within a year."},
	"provisioning.name_taken":        {"同じ名前のトークンがすでにあります。別の名前を入力してください。", "There is a token with this name already. Please choose another name."},
	"scim.unsupported":               {"この操作には対応していません。", "This operation is not supported."},
	"scim.user_name_fixed":           {"userName（メールアドレス）は変更できません。ユーザーを削除し、新しいアドレスで登録してください。", "userName (the email address) cannot be changed. Please remove the user, and add them with the new address."},
	"scim.domain":                    {"userNameのドメインは、SAML認証に登録したドメイン（{domains}）のいずれかにしてください。", "The domain of userName must be one of those of the SAML sign-in: {domains}."},
	"scim.name":                      {"name.familyNameとname.givenNameの両方、または姓と名を空白で区切ったdisplayNameを指定してください。", "Please send both name.familyName and name.givenName, or a displayName with both, separated by a space."},
	"scim.role_unknown":              {"「{role}」という権限はありません。admin、editor、downloadable_viewer、viewerのいずれかを指定してください。", "There is no role “{role}”. Please use admin, editor, downloadable_viewer or viewer."},
	"scim.boolean":                   {"trueまたはfalseを指定してください。", "This must be true or false."},
	"scim.text":                      {"文字列を指定してください。", "This must be a text."},
	"scim.role_group":                {"権限のグループは、名前の変更と削除ができません。メンバーだけを変更できます。", "The group of a role cannot be renamed or deleted. Only its members can be changed."},
	"scim.role_name":                 {"この名前は権限のグループの名前のため、部署には使用できません。", "This is the name of the group of a role, and cannot be that of a department."},
	"scim.member_unknown":            {"IDが「{id}」のユーザーは登録されていません。", "There is no user with the id “{id}”."},
}
