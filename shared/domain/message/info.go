package message

// The texts of inquiries.
var infoTexts = map[Code]pair{
	"inquiry.too_many": {"続けて送信することはできません。1分ほど待ってから、もう一度送信してください。", "You have sent something a moment ago. Please wait a minute and send it again."},
}
