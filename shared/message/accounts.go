package message

// The texts of names, passwords, mailed links, departments and tags.
var accountTexts = map[Code]pair{
	"input.leading_character":    {"先頭に記号は使用できません。", "The first character must be a letter or a digit."},
	"input.forbidden_characters": {"カンマ、改行、制御文字、URLは使用できません。", "Commas, line breaks, control characters and URLs cannot be used."},
	"input.phone":                {"電話番号は10〜15桁の数字で入力してください。", "Please enter a phone number of 10 to 15 digits."},
	"company.meaningless_name":   {"正式な会社名を入力してください。", "Please enter the registered name of your company."},
	"signup.free_mail":           {"フリーメールや携帯電話のアドレスは使用できません。会社のメールアドレスを入力してください。", "Free and mobile carrier addresses cannot be used. Please enter your company email address."},
	"password.weak":              {"パスワードは8文字以上で、英大文字、英小文字、数字、記号をすべて含めてください。", "The password needs at least 8 characters with an upper-case letter, a lower-case letter, a digit and a symbol."},
	"token.unknown":              {"リンクが正しくありません。メールに記載されたURLをもう一度ご確認ください。", "This link is not valid. Please check the URL in the email."},
	"token.expired":              {"リンクの有効期限が切れています。もう一度手続きを行ってください。", "This link has expired. Please request a new one."},
	"token.used":                 {"このリンクはすでに使用されています。", "This link has already been used."},
	"department.name_exists":     {"同じ名前の部署がすでに登録されています。", "A department with this name already exists."},
	"department.in_use":          {"この部署は使用中のため削除できません（ユーザー{users}名、SDS {sheets}件）。", "This department is still in use (users: {users}, SDSs: {sheets})."},
	"department.used_by_users":   {"{count}名のユーザーが所属しています。", "Users in this department: {count}."},
	"department.used_by_sheets":  {"{count}件のSDSに設定されています。", "SDSs in this department: {count}."},
	"user.email_exists":          {"このメールアドレスはすでに登録されています。", "This email address is already registered."},
	"user.last_admin":            {"管理者が1人もいなくなるため、実行できません。先に別のユーザーを管理者に設定してください。", "The company needs at least one administrator. Please make another user an administrator first."},
	"user.mail_just_sent":        {"直前にメールを送信しています。1分ほど待ってから、もう一度お試しください。", "An email was sent a moment ago. Please wait a minute and try again."},
	"csv.too_large":              {"CSVファイルのサイズが2MBを超えています。", "The CSV file is larger than 2 MB."},
	"csv.encoding":               {"文字コードが正しくありません。UTF-8またはShift_JISのCSVファイルを選択してください。", "The character encoding is not valid. Please choose a CSV file in UTF-8 or Shift_JIS."},
	"csv.malformed":              {"CSVの{row}行目の引用符（\"）の使い方が正しくありません。", "Row {row} of the CSV file has a misplaced quotation mark (\")."},
	"csv.empty":                  {"CSVファイルにデータがありません。", "The CSV file has no data."},
	"tag.name_exists":            {"同じ名前のタグがすでに登録されています。", "A tag with this name already exists."},
	"company.settings_nothing":   {"変更する設定を指定してください。", "Please state a setting to change."},
	"removal.unfinished":         {"件数が多いため、処理が完了していません。もう一度削除を実行してください。", "There is a lot to remove and some of it is left. Please delete again to continue."},
}
