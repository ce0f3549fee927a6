package message

// The texts of periodic exports.
var periodicTexts = map[Code]pair{
	"periodic.limit":                   {"契約プランで登録できる定期エクスポート設定（{limit}件）を超えるため登録できません。定期エクスポートのオプションについてはお問い合わせください。", "The limit of your plan is reached (periodic exports: {limit}). Please contact us about the periodic export option."},
	"periodic.weekday":                 {"毎週の場合は曜日を指定してください。それ以外の頻度では指定できません。", "State the weekday for weekly exports, and only for those."},
	"periodic.day":                     {"毎月の場合はエクスポート日を指定してください。それ以外の頻度では指定できません。", "State the export date for monthly exports, and only for those."},
	"periodic.recipient":               {"送信先には、この会社の有効なユーザーを指定してください。", "Please choose active users of your company as recipients."},
	"periodic.recipient_twice":         {"同じユーザーが複数回指定されています。", "The same user is named more than once."},
	"periodic.column":                  {"このエクスポートにない列が指定されています。", "This export does not have that column."},
	"periodic.disabled.by_hand":        {"管理者が無効にしました。", "An administrator has disabled it."},
	"periodic.disabled.owner_gone":     {"設定した管理者が削除されたか、無効になりました。", "The administrator who set it up has left or was deactivated."},
	"periodic.disabled.owner_demoted":  {"設定した管理者の権限が変更されました。", "The administrator who set it up is no longer an administrator."},
	"periodic.disabled.recipient_gone": {"送信先のユーザーが削除されたか、無効になりました。", "A recipient has left or was deactivated."},
	"periodic.disabled.unreachable":    {"送信先のメールアドレスに届かないため、メールの送信を停止しています。ユーザー管理画面で確認してください。", "None of the recipients can be reached by mail. Please see the screen of users."},
	"periodic.disabled.plan_ended":     {"ご契約のプランでは定期エクスポートを利用できません。", "Your plan does not include periodic exports."},
}
