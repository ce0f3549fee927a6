package message

var exportTexts = map[Code]pair{
	"export.unknown_operation":    {"このエクスポートは存在しません。画面を再読み込みしてください。", "There is no such export. Please reload the page."},
	"export.unknown_column":       {"この項目は出力できません。項目を選び直してください。", "This column is not available, or is chosen twice. Please choose the columns again."},
	"export.one_selection":        {"SDSを選択するか、絞り込み条件を指定してください。両方は指定できません。", "Please either choose SDSs or give a filter, not both."},
	"export.denied":               {"出力できないSDSが{count}件含まれています。削除されたか、存在しないSDSです。選択から外してください。", "{count} of the SDSs cannot be exported (deleted meanwhile, or unknown). Please take those listed out of your selection."},
	"export.nothing":              {"対象のSDSがありません。条件を確認してください。", "No SDSs match. Please check the conditions."},
	"export.replaced":             {"Shift_JISにない文字{count}字を「〓」に置き換えました。そのままの文字が必要な場合はUTF-8で出力してください。{where}", "{count} characters that Shift_JIS does not have were replaced by 〓. Choose UTF-8 to keep them. {where}"},
	"export.folded":               {"Shift_JISにない文字{count}字を、同じ意味の文字に置き換えました（例：m³→m3、≤→≦）。", "{count} characters that Shift_JIS does not have were written as ones that mean the same (m³ as m3, ≤ as ≦)."},
	"export.cut":                  {"Excelのセルに収まらない文章{count}件を途中で省略しました。全文が必要な場合はCSVで出力してください。{where}", "{count} texts were too long for a cell of Excel and were cut. Choose CSV to keep them whole. {where}"},
	"download.nothing":            {"対象のSDSにPDFがありません。条件を確認してください。", "None of the SDSs that match has a PDF. Please check the conditions."},
	"download.quota":              {"PDFの一括ダウンロードは月{limit}回までです。今月分はすべてご利用済みのため、{renews}以降にお試しください。", "PDFs can be downloaded in bulk {limit} times a month, and your company has used all of them. Please try again from {renews} on."},
	"download.too_many":           {"一度にダウンロードできるPDFは{limit}件までです（現在{count}件）。条件を絞り込んでください。", "At most {limit} PDFs can be downloaded at once, and {count} match. Please narrow the conditions."},
	"download.missing":            {"PDFを取得できなかったSDSが{count}件あります。ZIP内の「{file}」をご確認ください。", "{count} PDFs could not be included. See “{file}” in the ZIP file."},
	"download.slot_lost":          {"この一括ダウンロードの回数は、失敗後に別のダウンロードで使用されました。もう一度ダウンロードを開始してください。", "After this download failed, its place in the monthly quota was used by another one. Please start the download again."},
	"create_simple.not_completed": {"解析が完了したSDSのみCREATE-SIMPLE用データを作成できます。", "Data for CREATE-SIMPLE can be made only of SDSs whose analysis is complete."},
	"create_simple.too_many":      {"一度に作成できるCREATE-SIMPLE用データは{limit}件までです（現在{count}件）。条件を絞り込んでください。", "Data for CREATE-SIMPLE can be made of {limit} SDSs at once, and {count} match. Please narrow the conditions."},
	"create_simple.missing":       {"CREATE-SIMPLE用データを作成できなかったSDSが{count}件あります。ZIP内の「{file}」をご確認ください。", "Data for CREATE-SIMPLE could not be made of {count} SDSs. See “{file}” in the ZIP file."},
}
