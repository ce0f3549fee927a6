package message

// The texts of options that a company has not purchased.
var optionTexts = map[Code]pair{
	"option.change_history":  option("変更履歴", "Change history"),
	"option.ip_restriction":  option("IPアドレス制限", "IP address restriction"),
	"option.saml":            option("SAML認証", "SAML sign-in"),
	"option.checklists":      option("チェックリスト", "Checklists"),
	"option.bulk_download":   option("一括ダウンロード", "Bulk download"),
	"option.periodic_export": option("定期エクスポート", "Periodic export"),
	"option.attachments":     option("添付ファイルの追加", "More attachments"),
}

func option(ja, en string) pair {
	return pair{"「" + ja + "」はオプション機能です。ご利用を希望される場合は、お問い合わせください。", "“" + en + "” is an option that your company has not purchased. Please contact us if you would like to use it."}
}
