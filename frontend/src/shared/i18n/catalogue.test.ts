import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { providerMessageKey } from '@/shared/auth/providerErrors'

const source = join(process.cwd(), 'src')

function texts(language: string): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (prefix: string, node: unknown) => {
    if (typeof node === 'string') found.set(prefix, node)
    else for (const [name, child] of Object.entries(node as Record<string, unknown>)) walk(`${prefix}.${name}`, child)
  }
  const folder = join(source, 'shared/i18n', language)
  for (const file of readdirSync(folder)) walk(file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, file), 'utf8')))
  return found
}

const ja = texts('ja')
const en = texts('en')
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !/\.test\.tsx?$|schema\.d\.ts$|^test\//.test(file))
  .map(file => readFileSync(join(source, file), 'utf8'))
  .join('\n')

/** Whether the code names a key, whole or by a beginning it is composed of. */
const used = (key: string) => {
  if (code.includes(`'${key}'`) || code.includes(`"${key}"`)) return true
  const parts = key.split('.')
  return parts.some((_, i) => i > 0 && code.includes(`\`${parts.slice(0, i).join('.')}.\${`))
}

/** What the product says after each success: the key of its text, with words of it in both languages. */
const successes: readonly [what: string, key: string, ja: string, en: string][] = [
  ['login success', 'messages.loginSuccess', 'ログインしました', 'logged in'],
  ['inquiry acknowledged', 'contact.sent', '受け付けました', 'thank you'],
  ['company info updated', 'messages.companyUpdated', '会社情報を更新しました', 'updated'],
  ['settings updated', 'messages.settingsUpdated', '設定を更新しました', 'updated'],
  ['user created', 'messages.userInvited', '招待メールをお送りしました', 'invitation'],
  ['user updated', 'messages.userUpdated', 'ユーザーを更新しました', 'updated'],
  ['user deleted', 'messages.userDeleted', 'ユーザーを削除しました', 'deleted'],
  ['CSV upload completed', 'messages.usersUploaded', '取り込みが完了しました', 'CSV'],
  ['password reissue mail sent', 'messages.passwordMailSent', 'パスワード再設定用のメールをお送りしました', 'sent'],
  ['department created', 'messages.departmentCreated', '部署を追加しました', 'added'],
  ['department updated', 'messages.departmentUpdated', '部署を更新しました', 'updated'],
  ['department deleted', 'messages.departmentDeleted', '部署を削除しました', 'deleted'],
  ['tag added', 'messages.tagAdded', 'タグを追加しました', 'added'],
  ['tag updated', 'messages.tagUpdated', 'タグを更新しました', 'updated'],
  ['tag deleted', 'messages.tagDeleted', 'タグを削除しました', 'deleted'],
  ['file deleted', 'record.attachments.deleted', 'ファイルを削除しました', 'deleted'],
  ['reanalysis requested', 'messages.reanalysisRequested', '再解析を依頼しました', 'requested'],
  ['checklist requested', 'checklists.requested', '依頼しました', 'requested'],
  ['checklist created', 'checklists.created', '作成しました', 'created'],
  ['checklist updated', 'checklists.updated', '更新しました', 'updated'],
  ['checklist suspended', 'checklists.suspended', '停止しました', 'suspended'],
  ['checklist resumed', 'checklists.resumed', '再開しました', 'resumed'],
  ['IP address deleted', 'messages.addressDeleted', 'IPアドレスを削除しました', 'deleted'],
  ['sign up succeeded', 'messages.signupSucceeded', 'お申し込みを受け付けました', 'sign'],
  ['search criteria created', 'views.saved', '保存しました', 'saved'],
  ['PDF download success', 'sheets.download.started', 'PDFの一括ダウンロードを開始しました', 'download'],
]

/** What the dashboard says by itself of each failure; the other texts of failures are the server's. */
const failures: readonly [what: string, key: string, ja: string, en: string][] = [
  ['401', 'errors.tokenExpired', '有効期限が切れました', 'expired'],
  ['403', 'errors.noPermission', '権限がありません', 'permission'],
  ['400 of a read', 'errors.receiving', '取得中にエラー', 'received'],
  ['400 and 422 otherwise', 'errors.updating', '更新中にエラー', 'updated'],
  ['404', 'errors.notFound', '見つかりません', 'not found'],
  ['408', 'errors.timeout', 'タイムアウト', 'time'],
  ['413', 'errors.tooLarge', '上限を超えています', 'large'],
  ['415', 'errors.wrongType', 'ファイル形式が正しくありません', 'format'],
  ['500 to 504', 'errors.server', 'サーバーエラー', 'server'],
  ['other', 'errors.unknown', '予期しないエラー', 'unknown error'],
  ['export and delete on 400', 'errors.checkThese', '次のSDSをご確認ください', 'check'],
  ['and without names', 'errors.checkGeneric', 'ご確認のうえ', 'check'],
  ['create SDS', 'upload.reason.planLimit', '登録上限を超える', 'plan'],
  ['reset of a password', 'auth.reset.failed', '15分', '15 minutes'],
  ['regenerating an activation', 'auth.activation.failedRegenerate', 'サポート窓口までお問い合わせください', 'contact'],
  ['sign-up', 'auth.signup.failed', '登録済みのメールアドレスの可能性', 'registered'],
  ['a link with an invalid token', 'auth.reset.invalidTitle', 'URLが正しくありません', 'valid'],
  ['a link with an expired token', 'auth.reset.expiredTitle', '有効期限が切れています', 'expired'],
  ['an expired activation', 'auth.activation.expiredTitle', '有効期限が切れています', 'expired'],
  ['a file over 10 MB', 'upload.reason.tooLarge', '10MBを超えています', '10 MB'],
  ['attachments over the plan', 'record.attachments.noRoom', 'ご契約のプランでは', 'plan'],
  ['an attachment over 10 MB', 'record.attachments.tooLarge', '10MBを超えています', '10 MB'],
]

describe.each([
  ['success', successes],
  ['failure', failures],
] as const)('each %s of the catalogue', (_, entries) => {
  it.each(entries)('%s has its text in both languages, and is told', (_what, key, japanese, english) => {
    expect(ja.get(key)).toContain(japanese)
    expect(en.get(key)?.toLowerCase()).toContain(english.toLowerCase())
    expect(used(key), `${key} is used`).toBe(true)
  })
})

test.each<[name: string, code: string, ja: string, en: string]>([
  ['CodeMismatchException', 'form_code_incorrect', '認証コードが正しくありません', 'not correct'],
  ['TooManyRequestsException', 'too_many_requests', '10分', '10 minutes'],
  ['ForbiddenException', 'too_many_requests', '10分', '10 minutes'],
  ['ExpiredCodeException', 'verification_expired', '10分', '10 minutes'],
  ['TooManyFailedAttemptsException', 'verification_failed', '中止しました', 'start again'],
  ['ReauthenticationRequiredException', 'session_reverification_required', 'もう一度ログイン', 'log in again'],
  ['UserNotFoundException', 'form_password_incorrect', 'メールアドレスまたはパスワードが正しくありません', 'not correct'],
  ['NotAuthorizedException', 'form_password_incorrect', 'メールアドレスまたはパスワードが正しくありません', 'not correct'],
  ['InvalidParameterException', 'form_param_format_invalid', '形式が正しくありません', 'valid email'],
  ['UsernameExistsException', 'form_identifier_exists', 'すでに登録されています', 'already registered'],
  ['SomethingElse', 'unknown_error', '認証中にエラー', 'error'],
])('the user pool’s %s is told as %s', (name, code, japanese, english) => {
  const error = Object.assign(new Error(name), { name })
  expect(providerMessageKey(error)).toBe(`auth.provider.${code}`)
  expect(ja.get(`auth.provider.${code}`)).toContain(japanese)
  expect(en.get(`auth.provider.${code}`)?.toLowerCase()).toContain(english)
})

test('a sign-in past the identity provider of a company that allows none says where to log in', () => {
  const error = Object.assign(new Error('PreTokenGeneration failed with error saml.password_refused.'), { name: 'UserLambdaValidationException' })
  expect(providerMessageKey(error)).toBe('auth.login.samlOnly')
  expect(providerMessageKey(Object.assign(new Error('PreTokenGeneration failed with error broken.'), { name: 'UserLambdaValidationException' }))).toBe('auth.provider.unknown_error')
})

test('Japanese has one word for one thing, but for the terms of the JIS', () => {
  const others = new RegExp(readFileSync(join(process.cwd(), '../shared/text/texttest/terms.ja.txt'), 'utf8').trim().split('\n').join('|'))
  expect([...ja].filter(([key, text]) => !key.startsWith('sds.') && others.test(text))).toEqual([])
})

test('English is spelled as in the United States, as dates are written', () => {
  const british = new RegExp(readFileSync(join(process.cwd(), '../shared/text/texttest/british.txt'), 'utf8').trim().split('\n').join('|'), 'i')
  expect([...en].filter(([, text]) => british.test(text.replaceAll(/{{\w+}}/g, '')))).toEqual([])
})
