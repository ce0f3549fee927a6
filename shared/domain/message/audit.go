package message

// The texts of the audit log.
var auditTexts = map[Code]pair{
	"audit.reversed": {"終了日時は、開始日時より後にしてください。", "The end must be after the beginning."},
	"audit.too_many": {"一度に出力できる操作ログは{limit}件までです。期間や条件を絞り込んでください。", "At most {limit} records can be written at once. Please narrow the period or the conditions."},
}
