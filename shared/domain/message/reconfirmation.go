package message

var reconfirmationTexts = map[Code]pair{
	"reconfirmation.requested":         {"再確認が必要なSDSです。内容を確認し、必要な情報を指定して解析を再開してください。", "Somebody has asked to look at this SDS again. Please check it, and resume the analysis with what it needs to know."},
	"reconfirmation.requested_comment": {"再確認が必要なSDSです（コメント：{comment}）。", "Somebody has asked to look at this SDS again: {comment}"},
	"reconfirmation.already":           {"すでに再確認中のSDSです。", "This SDS is in reconfirmation already."},
	"reconfirmation.answers_on_send":   {"言語・ページ範囲・ファイルは、解析を再開するとき（resume）に指定してください。", "Please give language, pages and file when the analysis is resumed (resume)."},
	"reconfirmation.pages_order":       {"終了ページは開始ページ以降を指定してください。", "The last page must not come before the first."},
	"reconfirmation.pages_beyond":      {"このPDFは{pages}ページです。{pages}以下のページを指定してください。", "This PDF has {pages} pages. Please give a page up to {pages}."},
	"analysis.no_such_pages":           {"指定されたページがPDFにありません（全{pages}ページ）。ページ範囲を指定し直してください。", "The PDF has {pages} pages, and none of those that were given. Please give other pages."},
}
