package message

// The texts of checklists.
var checklistTexts = map[Code]pair{
	"checklist.limit":           {"チェックリストは{limit}件まで登録できます。不要なチェックリストを削除してから、もう一度登録してください。", "A company can have {limit} checklists. Please delete one that you no longer need and try again."},
	"checklist.no_target":       {"対象の法規制または物質を1つ以上選択してください。", "Please choose at least one law, regulation or substance."},
	"checklist.no_place":        {"確認する項目（成分・物性、15項の記載）を1つ以上選択してください。", "Please choose at least one of composition and section 15."},
	"checklist.unknown_id":      {"法規制のID {id} は存在しません。法規制を選び直してください。", "There is no law or regulation with the ID {id}. Please choose again."},
	"checklist.not_law":         {"選択された項目（{id}）は法律ではありません。法律を選択し直してください。", "The selected item ({id}) is not a law. Please choose the laws again."},
	"checklist.too_many_ids":    {"1つのチェックリストに指定できる法規制は{limit}件までです。法律や分類の単位でまとめて指定してください。", "A checklist can watch {limit} laws and regulations. Please choose whole laws or categories."},
	"checklist.twice":           {"同じCAS番号が複数回指定されています。", "The same CAS number is named more than once."},
	"checklist.cas":             {"CAS番号が正しくありません。チェックディジットを含めて確認してください。", "This is not a valid CAS number. Please check it, its last digit (check digit) included."},
	"checklist.not_built_by":    {"作成方法（法規制、物質）で選択していない対象が指定されています。", "There are targets of a kind that the checklist is not built by."},
	"checklist.state_of_others": {"状態を変更できるのは、作成前の依頼チェックリストだけです。", "The state can be changed only of a requested checklist that has not been created."},
	"checklist.still_waits":     {"「{title}」は作成前の依頼チェックリストのため、更新を停止できません。", "“{title}” has been requested and not been created yet, so its updates cannot be suspended."},
	"checklist.not_suspended":   {"「{title}」は作成前の依頼チェックリストのため、更新を再開できません。", "“{title}” has been requested and not been created yet, so there are no updates to resume."},
	"checklist.not_there":       {"このチェックリストは存在しません。削除された可能性があります。", "There is no such checklist. It may have been deleted."},
	"checklist.refused":         {"変更できないチェックリストが含まれているため、どのチェックリストも変更しませんでした。", "Some of the checklists cannot be changed, so none was."},

	// The cells of the file of results.
	"checklist.export_too_much":          {"結果が多いため、そのままダウンロードできません（{limit}件、約4MBまで）。「処理状況」に出力する方法を選択すると、件数の制限なく出力できます。", "There is too much for a direct download ({limit} results, about 4 MB). Please have the file made as a job instead, which has no limit."},
	"checklist.export_nothing":           {"出力する結果がありません。判定や検索条件を確認してください。", "There are no results to export. Please check the verdicts and conditions."},
	"checklist.export_gone":              {"出力の途中でチェックリスト「{title}」が削除されたため、ファイルを作成できませんでした。", "The file could not be made: the checklist “{title}” was deleted meanwhile."},
	"checklist.verdict.applies":          {"該当", "applies"},
	"checklist.verdict.requires_context": {"要確認", "to be examined"},
	"checklist.verdict.scheduled":        {"該当予定", "will apply"},
	"checklist.verdict.unknown":          {"判定不能", "unknown"},
	"checklist.verdict.below_threshold":  {"裾切値未満", "below threshold"},
	"checklist.verdict.not_listed":       {"非該当", "not listed"},
	"checklist.judgement.applies":        {"該当", "applies"},
	"checklist.judgement.does_not_apply": {"非該当", "does not apply"},
	"checklist.judgement.on_hold":        {"保留", "on hold"},
	"checklist.confidence.official":      {"公式", "official"},
	"checklist.confidence.derived":       {"公的資料からの整理", "derived"},
	"checklist.confidence.knowledge":     {"要原典確認", "to be verified"},
	"checklist.stated_only":              {"SDSの15項に該当すると記載されています。", "Section 15 of the sheet states that it applies."},
	"checklist.yes":                      {"あり", "yes"},
	"checklist.no":                       {"なし", "no"},
}
