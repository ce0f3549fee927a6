package message

var exchangeTexts = map[Code]pair{
	"exchange.not_json":        {"JSONとして読み取れません（{line}行目付近）。UTF-8のJSONファイルか確認してください。", "This is not JSON (near line {line}). Please check that the file is JSON in UTF-8."},
	"exchange.not_mhlw":        {"厚生労働省のSDS情報交換標準フォーマットではありません。DatasheetやIdentificationなどの項目を持つJSONを指定してください。", "This is not the MHLW standard format for SDS information. Please send JSON that has members such as Datasheet and Identification."},
	"exchange.version":         {"フォーマットのバージョン「{version}」には対応していません。バージョン1.0で出力し直してください。", "Version “{version}” of the format is not supported. Please write the file in version 1.0."},
	"exchange.text_expected":   {"文字列で指定してください。", "A text (string) is expected here."},
	"exchange.number_expected": {"数値で指定してください（引用符は付けません）。", "A number is expected here, without quotation marks."},
	"exchange.list_expected":   {"配列（[ ]）で指定してください。", "A list ([ ]) is expected here."},
	"exchange.object_expected": {"オブジェクト（{ }）で指定してください。", "An object ({ }) is expected here."},
	"exchange.date":            {"「{value}」は日付として読み取れません。YYYY-MM-DDの形式で指定してください。", "“{value}” is not a date. Please write it as YYYY-MM-DD."},
	"exchange.un_number":       {"「{value}」は国連番号として読み取れません。4桁の数字（例：1294）で、該当しない場合は「該当しない」と指定してください。", "“{value}” is not a UN number. Please use four digits, such as 1294, or “not regulated” where there is none."},
	"exchange.choice":          {"「{value}」は指定できません。次のいずれかを指定してください：{choices}", "“{value}” is not one of the choices. Please use one of: {choices}"},
	"exchange.range":           {"下限値が上限値を上回っています。", "The lower value is above the upper value."},
	"exchange.text_long":       {"{length}文字以内にしてください。", "Please use at most {length} characters."},
	"exchange.name_missing":    {"製品名（TradeNameJPまたはTradeNameEN）を指定してください。", "Please give the product's name (TradeNameJP or TradeNameEN)."},
	"exchange.too_large":       {"1つの項（セクション）の内容が大きすぎるため取り込めません。内容を減らしてください。", "One section has too much content to be imported. Please shorten it."},
	"exchange.comment":         {"厚生労働省 SDS情報交換標準フォーマット（JSON 1.0）から取り込み。取り込めなかった項目：{count}件", "Imported from the MHLW exchange format (JSON 1.0). Members not imported: {count}"},
	"exchange.not_completed":   {"解析が完了したSDSのみ出力できます。", "Only SDSs whose analysis is complete can be exported."},
	"sheet.pdf_not_arrived":    {"PDFのアップロードがまだ完了していません。完了してからもう一度お試しください。", "The PDF has not been uploaded yet. Please try again when it has."},
	"sheet.no_pdf":             {"このSDSはデータの取り込みで登録されたため、PDFはありません。", "This SDS was imported as data and has no PDF."},
	"sheet.no_pdf_reanalysis":  {"このSDSはデータの取り込みで登録されたためPDFがなく、再解析できません。内容は編集画面で修正してください。", "This SDS was imported as data and has no PDF, so it cannot be analyzed again. Please edit its values instead."},
}
