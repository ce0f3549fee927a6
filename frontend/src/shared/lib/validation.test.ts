import { describe, expect, test } from 'vitest'
import * as rules from './validation'

/** The message of the first violated rule, without its values; null if there is none. */
function broken(schema: rules.z.ZodType, value: unknown): string | null {
  const result = schema.safeParse(value)
  return result.success ? null : (result.error.issues[0]?.message.replace('validation.', '').replace(/\?.*/, '') ?? '')
}

describe.each<[string, rules.z.ZodType, [value: string, broken: string | null][]]>([
  ['required', rules.required(), [['', 'required'], ['　 ', 'required'], ['a', null]]],
  [
    'email',
    rules.email(),
    [['', 'required'], ['a@b', 'email'], ['a b@example.co.jp', 'email'], ['a@example..jp', 'email'], ['taro.yamada+sds@example.co.jp', null], [' a@example.jp ', null]],
  ],
  [
    'companyEmail',
    rules.companyEmail(),
    [['a@gmail.com', 'freeMail'], ['a@YAHOO.co.jp', 'freeMail'], ['a@mail.gmail.com', 'freeMail'], ['a@notgmail.com', null], ['a@example.co.jp', null]],
  ],
  [
    'password',
    rules.password(),
    [
      ['', 'required'], ['Aa1!aaa', 'password'], ['aaaaaa1!', 'password'], ['AAAAAA1!', 'password'], ['Aaaaaaa!', 'password'], ['Aaaaaaa1', 'password'],
      ['Aaaaaa1！', 'password'], [' Aaaaa1!a', 'passwordSpaces'], ['Aaaaaa1!', null], ['Aaaaaa1~', null], [`Aa1!${'a'.repeat(253)}`, 'maxLength'],
    ],
  ],
  ['oneTimeCode', rules.oneTimeCode(), [['', 'required'], ['12345', 'oneTimeCode'], ['1234567', 'oneTimeCode'], ['12345a', 'oneTimeCode'], ['012345', null]]],
  ['smsPhone', rules.smsPhone(), [['090123456', 'smsPhone'], ['0901234567890123', 'smsPhone'], ['090-1234-5678', 'smsPhone'], ['09012345678', null], ['+819012345678', null]]],
  ['phone', rules.phone(), [['', null], ['03-1234-5678', null], ['+81 (3) 1234 5678', null], ['０３－１２３４－５６７８', null], ['03-1234', 'phone'], ['電話', 'phone']]],
  [
    'companyName',
    rules.companyName(),
    [
      ['', 'required'], ['-', 'meaninglessCompany'], ['－', 'meaninglessCompany'], ['なし', 'meaninglessCompany'], ['None', 'meaninglessCompany'], ['個人', 'meaninglessCompany'],
      ['=cmd', 'specialStart'], ['@花', 'specialStart'], ['（株）安全', null], ['㈱安全', null], ['株式会社安全化学', null], ['あ'.repeat(101), 'maxLength'],
    ],
  ],
  ['departmentName', rules.departmentName(), [['製造部', null], ['製造,品質', 'noCommas'], ['製造，品質', 'noCommas'], ['-部', 'specialStart'], ['製造\n部', 'control'], ['\u200b製造部', null], ['\u200b', 'required'], ['外字\ue000', 'unknownCharacter']]],
  ['position', rules.position(), [['', null], ['課長', null], ['+長', 'specialStart']]],
  ['personName', rules.personName(), [['山田', null], ['', 'required'], ['あ'.repeat(46), null], ['あ'.repeat(47), 'maxLength']]],
  ['tagName', rules.tagName(), [['あ'.repeat(45), null], ['あ'.repeat(46), 'maxLength'], ['a,b', 'noCommas']]],
  ['filterName', rules.filterName(), [['あ'.repeat(48), null], ['あ'.repeat(49), 'maxLength']]],
  ['noInvalidSpaces', rules.noInvalidSpaces(rules.z.string()), [['a b', null], [' a', 'invalidSpaces'], ['a　', 'invalidSpaces'], ['a\u200bb', 'invalidSpaces']]],
  ['alphanumericAndHyphen', rules.alphanumericAndHyphen(), [['', null], ['A-1', null], ['A_1', 'alphanumericAndHyphen']]],
  ['digitsOnly', rules.digitsOnly(), [['012', null], ['1-2', 'digitsOnly']]],
  ['digitsAndHyphen', rules.digitsAndHyphen(), [['1-2', null], ['1 2', 'digitsAndHyphen']]],
  ['decimal', rules.decimal(), [['-1.5', null], ['10', null], ['1.', 'decimal'], ['1,5', 'decimal']]],
  [
    'ipAddress',
    rules.ipAddress(),
    [['203.0.113.7', null], ['203.0.113.0/24', null], ['2001:db8::1', null], ['2001:db8::/32', null], ['203.0.113.256', 'ipAddress'], ['203.0.113.0/33', 'ipAddress'], ['host', 'ipAddress']],
  ],
])('%s', (_, schema, cases) => {
  test.each(cases)('%j', (value, expected) => {
    expect(broken(schema, value)).toBe(expected)
  })
})

test('characters are counted as the API counts them', () => {
  expect(broken(rules.text({ maxLength: 3 }), '𠮷田屋')).toBeNull()
  expect(broken(rules.text({ maxLength: 3 }), ' 𠮷田屋本 ')).toBe('maxLength')
})

test('a password and its confirmation have to agree', () => {
  const schema = rules.z.object({ password: rules.z.string(), confirmation: rules.z.string() }).refine(rules.passwordsMatch.check, rules.passwordsMatch.message)
  expect(broken(schema, { password: 'a', confirmation: 'a' })).toBeNull()
  const result = schema.safeParse({ password: 'a', confirmation: 'b' })
  expect(result.error?.issues[0]).toMatchObject({ path: ['confirmation'], message: 'validation.passwordMismatch' })
})
