package message

// The lines of the mail about the nightly run of checklists.
var checksTexts = map[Code]pair{
	"nightly.news":          {"{title}：新たに{hits}件", "{title}: {hits} new"},
	"nightly.news_in_force": {"{title}：新たに{hits}件（うち{in_force}件は規制の施行による）", "{title}: {hits} new, of which {in_force} by regulations that came into force"},
}
