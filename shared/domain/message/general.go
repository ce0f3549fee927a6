package message

// Codes that any route can return.
const (
	CodeInternal         Code = "internal"
	CodeInvalid          Code = "input.invalid"
	CodeMalformed        Code = "input.malformed"
	CodeRequired         Code = "input.required"
	CodeTooLong          Code = "input.too_long"
	CodeTooShort         Code = "input.too_short"
	CodeTooManyItems     Code = "input.too_many_items"
	CodeTooFewItems      Code = "input.too_few_items"
	CodePattern          Code = "input.pattern"
	CodeEmail            Code = "input.email"
	CodeNumberRange      Code = "input.number_range"
	CodeChoice           Code = "input.choice"
	CodeUnknownField     Code = "input.unknown_field"
	CodeUnauthorized     Code = "session.expired"
	CodeInactive         Code = "session.inactive"
	CodeForbidden        Code = "permission.denied"
	CodeOtherDepartment  Code = "permission.other_department"
	CodeNotFound         Code = "not_found"
	CodeStale            Code = "version.stale"
	CodeNewer            Code = "version.newer"
	CodeVersionMissing   Code = "version.missing"
	CodeTooLarge         Code = "input.too_large"
	CodeWrongType        Code = "input.wrong_type"
	CodeIdempotencyReuse Code = "idempotency.reused"
	CodeTooMany          Code = "too_many_requests"
	CodeBusy             Code = "busy"
)

var generalTexts = map[Code]pair{
	CodeInternal:             {"サーバーエラーが発生しました。しばらくしてからもう一度お試しください。", "Something went wrong on our side. Please try again in a moment."},
	CodeInvalid:              {"入力内容に誤りがあります。", "Please check what you entered."},
	CodeMalformed:            {"リクエストの形式が正しくありません。", "The request could not be read."},
	CodeRequired:             {"必須項目です。", "This field is required."},
	CodeTooLong:              {"{length}文字以内で入力してください。", "Please use at most {length} characters."},
	CodeTooShort:             {"{length}文字以上で入力してください。", "Please use at least {length} characters."},
	CodeTooManyItems:         {"{length}件以内にしてください。", "Please give at most {length}."},
	CodeTooFewItems:          {"{length}件以上指定してください。", "Please give at least {length}."},
	CodePattern:              {"形式が正しくありません。", "The format is not valid."},
	CodeEmail:                {"メールアドレスの形式が正しくありません。", "Please enter a valid email address."},
	CodeNumberRange:          {"指定できる範囲の値を入力してください。", "The value is out of range."},
	CodeChoice:               {"選択肢から選んでください。", "Please choose one of the options."},
	CodeUnknownField:         {"不明な項目です。", "This field is not known."},
	"session.idle":           {"一定時間操作がなかったため、ログアウトしました。もう一度ログインしてください。", "You were logged out because the session was not used for a while. Please log in again."},
	CodeUnauthorized:         {"ログインの有効期限が切れました。もう一度ログインしてください。", "Your session has expired. Please log in again."},
	CodeInactive:             {"このユーザーは無効です。", "Inactive user."},
	CodeForbidden:            {"この操作を行う権限がありません。", "You do not have permission to do this."},
	CodeOtherDepartment:      {"他部署のSDSに対してこの操作を行う権限がありません。", "You do not have permission to do this for SDSs of other departments."},
	CodeNotFound:             {"対象が見つかりません。", "This item could not be found."},
	CodeNewer:                {"この内容は新しいバージョンのシステムで保存されています。数分待ってから、もう一度操作してください。", "This was saved by a newer version of the system. Please wait a few minutes and try again."},
	CodeStale:                {"ほかのユーザーが先に更新しました。最新の内容を確認してから、もう一度操作してください。", "Somebody else has changed this in the meantime. Please look at the latest version and try again."},
	CodeVersionMissing:       {"画面を再読み込みして、最新の内容でもう一度保存してください。", "Please reload the page and save again on the latest version."},
	CodeTooLarge:             {"データのサイズが大きすぎます。", "The data is too large."},
	CodeWrongType:            {"ファイル形式が正しくありません。", "The file format is not valid."},
	CodeIdempotencyReuse:     {"同じ操作キーで異なる内容が送信されました。画面を再読み込みしてください。", "The same operation key was sent with different content. Please reload the page."},
	CodeTooMany:              {"リクエストが多すぎます。しばらくしてからもう一度お試しください。", "Too many requests. Please try again later."},
	CodeBusy:                 {"処理が混み合っています。もう一度お試しください。", "The system is busy. Please try again."},
	"json.too_deep":          {"データの階層が深すぎます（{limit}階層まで）。", "The data is nested too deeply (at most {limit} levels)."},
	"json.too_many_values":   {"データの項目数が多すぎます（合計{limit}個まで）。分けて送信してください。", "The data has too many values (at most {limit} in all). Please send it in parts."},
	"json.member_twice":      {"項目「{name}」が2つ以上あります。1つにしてください。", "The field “{name}” is there more than once. Please keep one of them."},
	"json.name":              {"使用できない項目名があります（「.」「[」「]」を含まない{limit}バイト以内の名前にしてください）。", "A field has a name that cannot be used (please use at most {limit} bytes without “.”, “[” and “]”)."},
	"query.too_long":         {"条件が多すぎます。検索条件を減らしてください。", "There are too many conditions. Please search with fewer."},
	"text.control":           {"改行やタブなどの制御文字は使用できません。削除してください。", "Line breaks, tabs and other control characters cannot be used. Please remove them."},
	"text.unknown_character": {"外字など、ほかの環境で表示できない文字は使用できません。別の文字に置き換えてください。", "There is a character that other systems cannot show (such as a private one). Please replace it."},
	"text.marks":             {"文字に重ねる記号が多すぎるか、先頭にあります。減らしてください。", "There are too many accents on one letter, or one without a letter. Please remove some."},
}
