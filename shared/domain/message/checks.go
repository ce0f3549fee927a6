package message

// The lines of the mail about the nightly run of checklists.
var checksTexts = map[Code]pair{
	"nightly.news":          {"{title}：新たに{hits}件", "{title}: {hits} new"},
	"nightly.law_change":    {"{day} {law}（{category}）：追加される物質{entries}件、該当するSDS{sheets}件（うち新たに該当{first}件）", "{day} {law} ({category}): {entries} entries begin, {sheets} of your sheets contain some, {first} of them fall under it for the first time"},
	"nightly.law_duties":    {"必要になること：{duties}", "What follows: {duties}"},
	"nightly.news_in_force": {"{title}：新たに{hits}件（うち{in_force}件は規制の施行による）", "{title}: {hits} new, of which {in_force} by regulations that came into force"},
}
