package message

var deletionTexts = map[Code]pair{
	"deletion.denied":         {"削除する権限のないSDSが{count}件含まれているため、削除しませんでした。一覧のSDSを確認してください。", "Nothing was deleted, because {count} of these SDSs may not be deleted by you. Please check those listed."},
	"deletion.restore_denied": {"元に戻す権限のないSDSが{count}件含まれているため、元に戻しませんでした。一覧のSDSを確認してください。", "Nothing was restored, because {count} of these SDSs may not be restored by you. Please check those listed."},
	"deletion.which":          {"削除するSDSを、SDSのID（sds_ids）または絞り込み条件（filter）のどちらか一方で指定してください。", "Please name the SDSs to delete either by their IDs (sds_ids) or by a filter (filter)."},
	"deletion.count_changed":  {"対象のSDSが{count}件に変わったため、削除しませんでした。一覧を再読み込みしてください。", "Nothing was deleted, because the filter now finds {count} SDSs. Please reload the list."},
	"deletion.changed":        {"削除中に他のユーザーがSDSを更新しました。もう一度お試しください。", "Somebody was changing these SDSs while they were being deleted. Please try again."},
	"change_history.option":   {"変更履歴は、変更履歴オプションをご契約のお客様のみご利用いただけます。ご利用を希望される場合はお問い合わせください。", "The edit history comes with the change history option. Please contact us to use it."},
}
