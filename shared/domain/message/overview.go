package message

// The texts of the overview.
var overviewTexts = map[Code]pair{
	"overview.since": {"今日までの日付を入力してください。", "Please enter a date up to today."},
}
