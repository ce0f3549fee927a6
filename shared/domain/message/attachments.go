package message

var attachmentTexts = map[Code]pair{
	"attachment.limit":       {"ご契約のプランで登録できる添付ファイルは、SDS1件につき{limit}件までです。上限の追加（添付ファイルオプション）については、お問い合わせください。", "The limit of your plan is reached (attachments per SDS: {limit}). Please contact us about the option for more attachments."},
	"attachment.most":        {"添付ファイルは、SDS1件につき{limit}件までです。不要な添付ファイルを削除してから追加してください。", "An SDS may have at most {limit} attachments. Please delete some before you add others."},
	"attachment.type":        {"「{name}」は添付できない形式のファイルです。PDF、Office文書、画像、テキスト、CSV、メール、ZIPのいずれかを選択してください。", "“{name}” is of a type that cannot be attached. Please choose a PDF, an Office document, an image, a text, CSV, mail or ZIP file."},
	"attachment.name":        {"ファイル名に使用できない文字が含まれています。ファイル名を変更してください。", "The file name has characters that cannot be used. Please rename the file."},
	"attachment.too_large":   {"「{name}」は10MBを超えています。10MB以下のファイルを選択してください。", "“{name}” is larger than 10 MB. Please choose files of up to 10 MB."},
	"attachment.unknown":     {"アップロードの有効期限が切れたか、添付ファイルが削除されています。もう一度アップロードしてください。", "This upload has expired, or the attachment has been deleted. Please upload the file again."},
	"attachment.checking":    {"「{name}」をマルウェア検査中です。しばらくしてからもう一度お試しください。", "“{name}” is being checked for malware. Please try again in a moment."},
	"attachment.infected":    {"「{name}」からマルウェアが検出されたため、ファイルを削除しました。入手元に連絡し、この添付を削除して、安全なファイルを添付してください。", "Malware was found in “{name}”, so the file was deleted. Please inform its sender, remove this attachment, and attach a clean file."},
	"attachment.failed":      {"「{name}」はマルウェア検査を完了できなかったため、使用できません。パスワードなどの保護を外して添付し直してください。", "“{name}” could not be checked for malware, so it cannot be used. Please remove its protection, such as a password, and attach it again."},
	"attachment.void":        {"「{name}」のアップロードを許可されたユーザーが、削除されたか、編集する権限を失いました。もう一度アップロードしてください。", "The person who was allowed to upload “{name}” has been removed or may no longer edit. Please upload the file again."},
	"attachment.changed":     {"届いた「{name}」の内容が、選択されたファイルと一致しません。もう一度アップロードしてください。", "What arrived as “{name}” is not the file that was chosen. Please upload the file again."},
	"attachment.content":     {"「{name}」の内容が拡張子と一致しません。正しい形式で保存し直し、もう一度アップロードしてください。", "The content of “{name}” is not what its extension says. Please save it in that format and upload it again."},
	"attachment.archive":     {"「{name}」に含まれるファイルが多すぎるか、展開後のサイズが1GBを超えています。分割してアップロードしてください。", "“{name}” holds more than 10,000 files, or more than 1 GB unpacked. Please split it and upload the parts."},
	"attachment.not_arrived": {"「{name}」のアップロードが完了していません。完了してからもう一度お試しください。", "The upload of “{name}” has not finished. Please try again when it has."},
}
