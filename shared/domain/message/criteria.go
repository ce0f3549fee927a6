package message

// The texts of saved searches.
var criteriaTexts = map[Code]pair{
	"criteria.name_exists": {"同じ名前のマイフィルターがすでに登録されています。", "You already have a filter with this name."},
	"criteria.too_many":    {"マイフィルターは{limit}件まで登録できます。不要なものを削除してください。", "You can keep {limit} filters. Please delete one that you no longer need."},
}
