package message

var versionTexts = map[Code]pair{
	"sheet.unknown":       {"存在しないSDS、または削除されたSDSが指定されています。一覧を再読み込みしてください。", "This SDS does not exist or has been deleted. Please reload the list."},
	"sheet.twice":         {"同じSDSが重複して指定されています。", "The same SDS is named twice."},
	"sheet.superseded":    {"より新しい版が登録されているSDSです。最新の版に対して登録してください。", "A newer version of this SDS has been registered. Please register the file for the newest version."},
	"sheet.first_version": {"このSDSにはほかの版がありません。", "This SDS has no other version."},
	"upload.twice":        {"同じファイルが重複して指定されています。", "The same upload is named twice."},
	"upload.known":        {"「{name}」と同じ内容のファイルが、SDS「{sheet}」として登録されています。", "The content of “{name}” is already registered as the SDS “{sheet}”."},
	"upload.same_as_one":  {"「{name}」は「{other}」と同じ内容のファイルです。", "The content of “{name}” is the same as that of “{other}”."},
	"upload.used":         {"このファイルはすでに別のSDSに使用されています。もう一度アップロードしてください。", "This upload already belongs to another SDS. Please upload the file again."},
}
