package message

var jobTexts = map[Code]pair{
	"job.too_many":     {"実行中の処理が{count}件あります。いずれかが終わってからもう一度お試しください。", "You have {count} jobs under way. Please try again when one of them has finished."},
	"job.ended":        {"この処理は中止できません。すでに終了したか、中止できない処理です。", "This job cannot be canceled: it has ended already, or it must run to its end."},
	"job.not_failed":   {"再試行できるのは失敗した処理だけです。", "Only a job that has failed can be tried again."},
	"job.not_undoable": {"元に戻せるのは、終了してから7日以内の一括削除だけです。個別に戻すには、SDS一覧で削除済みのSDSを表示してください。", "Only a deletion of many SDSs can be undone, within 7 days of its end. Single ones can be restored in the list of deleted SDSs."},
	"job.internal":     {"処理中に問題が発生しました。もう一度お試しください。解消しない場合はお問い合わせください。", "Something went wrong with this job. Please try again, or contact us if it happens again."},
	"job.no_rights":    {"この処理に必要な権限がなくなったため、中断しました。", "This job was stopped because you no longer have the permission that it needs."},
}
