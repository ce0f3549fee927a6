package message

var versionTexts = map[Code]pair{
	"sheet.unknown":           {"存在しないSDS、または削除されたSDSが指定されています。一覧を再読み込みしてください。", "This SDS does not exist or has been deleted. Please reload the list."},
	"sheet.twice":             {"同じSDSが重複して指定されています。", "The same SDS is named twice."},
	"sheet.superseded":        {"より新しい版が登録されているSDSです。最新の版に対して登録してください。", "A newer version of this SDS has been registered. Please register the file for the newest version."},
	"sheet.first_version":     {"このSDSにはほかの版がありません。", "This SDS has no other version."},
	"sheet.has_older_version": {"このSDSにはすでに旧版があります。旧版のうち最も古い版に対して操作してください。", "This SDS already has an older version. Please use its oldest version instead."},
	"sheet.versions_of_one":   {"指定されたSDSは、すでに同じSDSの版です。", "These are already versions of one SDS."},
	"sheet.not_read":          {"解析が完了していないSDSは、新しい版として登録できません。先に内容を読み取れる状態にしてください。", "An SDS that could not be analyzed cannot be registered as a newer version. Please complete its analysis first."},
	"sheet.no_older_version":  {"このSDSには旧版がありません。画面を再読み込みしてください。", "This SDS has no older version. Please reload the page."},
	"sheet.older_is_self":     {"同じSDSが指定されています。別のSDSを指定してください。", "This is the same SDS. Please name another one."},
	"upload.twice":            {"同じファイルが重複して指定されています。", "The same upload is named twice."},
	"upload.known":            {"「{name}」と同じ内容のファイルが、SDS「{sheet}」として登録されています。", "The content of “{name}” is already registered as the SDS “{sheet}”."},
	"upload.same_as_one":      {"「{name}」は「{other}」と同じ内容のファイルです。", "The content of “{name}” is the same as that of “{other}”."},
	"upload.used":             {"このファイルはすでに別のSDSに使用されています。もう一度アップロードしてください。", "This upload already belongs to another SDS. Please upload the file again."},
}
