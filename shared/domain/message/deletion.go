package message

var deletionTexts = map[Code]pair{
	"deletion.denied":         {"削除する権限のないSDSが{count}件含まれているため、削除しませんでした。一覧のSDSを確認してください。", "Nothing was deleted, because {count} of these SDSs may not be deleted by you. Please check those listed."},
	"deletion.restore_denied": {"元に戻す権限のないSDSが{count}件含まれているため、元に戻しませんでした。一覧のSDSを確認してください。", "Nothing was restored, because {count} of these SDSs may not be restored by you. Please check those listed."},
	"deletion.changed":        {"処理中にほかのユーザーがSDSを更新しました。もう一度お試しください。", "Somebody was changing these SDSs at the same time. Please try again."},
	"deletion.left":           {"{count}件のSDSは削除できませんでした。理由はファイルをご確認ください。", "{count} SDSs could not be deleted. The file lists them with the reasons."},
	"deletion.restore_purged": {"削除から30日が過ぎたため、元に戻せません。", "It was deleted more than thirty days ago, and cannot be restored any more."},
	"restoration.left":        {"{count}件のSDSは元に戻せませんでした。理由はファイルをご確認ください。", "{count} SDSs could not be restored. The file lists them with the reasons."},
	"reanalysis.left":         {"{count}件のSDSは再解析できませんでした。理由はファイルをご確認ください。", "{count} SDSs could not be analyzed again. The file lists them with the reasons."},
	"reanalysis.denied":       {"再解析を依頼する権限のないSDSが{count}件含まれているため、依頼しませんでした。", "Nothing was requested, because you may not have {count} of these SDSs analyzed again."},
	"choice.which":            {"対象のSDSを、SDSのID（sds_ids）または絞り込み条件（filter）のどちらか一方で指定してください。", "Please name the SDSs either by their IDs (sds_ids) or by a filter (filter)."},
	"choice.none":             {"対象のSDSがありません。一覧を再読み込みしてください。", "There are no such SDSs. Please reload the list."},
	"choice.count_changed":    {"対象のSDSが{count}件に変わったため、実行しませんでした。一覧を再読み込みしてください。", "Nothing was done, because the number of SDSs is now {count}. Please reload the list."},
	"worklist.gone":           {"対象のSDSの一覧は、保存期間（7日間）が過ぎたため残っていません。SDS一覧からもう一度実行してください。", "The list of the SDSs is no longer kept: that is 7 days. Please start again from the SDS list."},
	"change_history.option":   {"変更履歴は、変更履歴オプションをご契約のお客様のみご利用いただけます。ご利用を希望される場合はお問い合わせください。", "The edit history comes with the change history option. Please contact us to use it."},
}
