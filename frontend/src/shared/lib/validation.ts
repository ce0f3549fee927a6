import { config, z } from 'zod'
import { emailMax, emailPattern } from './email'
import { CompanyChange, DepartmentName, NewEntry, NewProvisioningToken, PasswordChange, ProfileChange, SearchToSave, SignUpRequest, TagName } from '@/shared/api/rules'
import type { Texts } from '@/shared/i18n/keys'
import { isFreeMail } from './freeMail'
import { messageKey } from './messageKey'
import { clean, trouble } from './text'
import { isTooLong } from './tooLong'

// zod would otherwise try to compile its checks with `new Function`, which the content security policy forbids.
config({ jitless: true })

/*
 * The rules of section 5 of the specification. Every rule's message is a message key (see messageKey.ts),
 * so that an error on the screen changes its language with the rest.
 */

const rule = (name: keyof Texts['validation'], values?: Record<string, number>) => messageKey(`validation.${name}`, values)

/** Required text; surrounding spaces do not count. */
export const required = () => z.string().overwrite(clean).min(1, rule('required'))

/** Optional text. */
export const optional = () => z.string().overwrite(clean)

/** What the API says about a text. */
interface TextRule {
  required?: boolean
  maxLength?: number
}

/** A text as the API takes it: required or not, and its length. */
export const text = ({ required: needed = false, maxLength = Infinity }: TextRule) => (needed ? required() : optional()).refine(value => !isTooLong(value, { maxLength }), rule('maxLength', { length: maxLength }))

export const email = () => required().regex(emailPattern, rule('email')).max(emailMax, rule('maxLength', { length: emailMax }))

/** An address of the company's own domain. */
export const companyEmail = () => email().refine(address => !isFreeMail(address), rule('freeMail'))

export const password = () =>
  z
    .string()
    .min(1, rule('required'))
    .refine(value => value.length >= passwordMin && passwordKinds.every(kind => kind.test(value)), rule('password', { length: passwordMin }))
    .max(PasswordChange.new_password.maxLength, rule('maxLength', { length: PasswordChange.new_password.maxLength }))
    .refine(value => value === value.trim(), rule('passwordSpaces'))

// The policy of the user pool.
const passwordMin = 8
// The symbols are those that Cognito counts as symbols.
const passwordKinds = [/[A-Z]/, /[a-z]/, /[0-9]/, /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/]

/** Requires `password` and `confirmation` of a form to be equal. */
export const passwordsMatch = {
  check: (form: { password: string; confirmation: string }) => form.password === form.confirmation,
  message: { path: ['confirmation'], message: rule('passwordMismatch') },
}

export const oneTimeCode = () => required().regex(/^\d{6}$/, rule('oneTimeCode'))

/** A number that can receive SMS: 10 to 15 digits. */
export const smsPhone = () => required().regex(/^\+?\d{10,15}$/, rule('smsPhone'))

/** An optional telephone number in usual notation, with 10 to 15 digits. */
export const phone = () =>
  text(CompanyChange.phone)
    .refine(value => value === '' || isPhone(value.normalize('NFKC')), rule('phone'))

const isPhone = (value: string) => {
  const digits = value.replace(/\D/g, '').length
  return /^\+?[\d\-() ]+$/.test(value) && digits >= 10 && digits <= 15
}

// A name may begin with a letter, a digit, an opening bracket such as that of （株）, or an enclosed sign such as ㈱.
const startsWell = /^[\p{L}\p{N}(（「『【〔\u3200-\u33FF]/u

/** The name of a company, a department or a position. */
const organisationName = ({ maxLength }: TextRule) =>
  line(text({ required: true, maxLength })).refine(value => value === '' || startsWell.test(value), rule('specialStart'))

// Meaningless entries to get past the field. The server knows more of them.
const meaningless = new Set(['なし', '無し', '無', 'ナシ', '個人', '個人事業', '個人事業主', '該当なし', '無所属', 'テスト', '会社', '株式会社', 'none', 'no', 'n/a', 'na', 'individual', 'personal', 'private', 'test', 'company'])
const means = (name: string) => {
  const bare = name.normalize('NFKC').toLowerCase().replace(/^[\s.。・*_/\-‐‑–—―−ー]+|[\s.。・*_/\-‐‑–—―−ー]+$/g, '')
  return bare !== '' && !meaningless.has(bare)
}

export const companyName = () =>
  required()
    .refine(value => value === '' || means(value), rule('meaninglessCompany'))
    .pipe(organisationName(SignUpRequest.company_name))

export const departmentName = () => noCommas(organisationName(DepartmentName.name))

export const position = () =>
  line(text(ProfileChange.position))
    .refine(value => value === '' || startsWell.test(value), rule('specialStart'))

/** The optional name of an address, such as that of an office. */
export const tokenName = () => organisationName(NewProvisioningToken.name)

export const addressName = () => line(text(NewEntry.name)).refine(value => value === '' || startsWell.test(value), rule('specialStart'))

export const personName = () => line(text(SignUpRequest.last_name))

export const middleName = () => line(text(ProfileChange.middle_name))

export const tagName = () => noCommas(line(text(TagName.name)))

export const filterName = () => line(text(SearchToSave.name))

/* Rules that are put around a text. */

/** A single-line text that every system can display. */
export const line = <T extends z.ZodType<string>>(schema: T) =>
  schema.superRefine((value, context) => {
    const found = trouble(value)
    if (found) context.addIssue({ code: 'custom', message: rule(found) })
  })
export const noCommas = <T extends z.ZodType<string>>(schema: T) => schema.refine(value => !/[,，]/.test(value), rule('noCommas'))
export const noInvalidSpaces = <T extends z.ZodType<string>>(schema: T) =>
  schema.refine(value => !/^[\s\u3000]|[\s\u3000]$|[\u200b\ufeff\u00a0]/.test(value), rule('invalidSpaces'))

/* Rules for the form of a text; nothing at all is fine. */
const form = (pattern: RegExp, name: keyof Texts['validation']) => z.string().refine(value => value === '' || pattern.test(value), rule(name))
export const alphanumericAndHyphen = () => form(/^[A-Za-z0-9-]+$/, 'alphanumericAndHyphen')
export const digitsOnly = () => form(/^\d+$/, 'digitsOnly')
export const digitsAndHyphen = () => form(/^[\d-]+$/, 'digitsAndHyphen')
export const decimal = () => form(/^[+-]?\d+(?:\.\d+)?$/, 'decimal')

const ipv4 = z.ipv4()
const ipv6 = z.ipv6()
const cidrv4 = z.cidrv4()
const cidrv6 = z.cidrv6()

/** One address or a block in CIDR form, version 4 or 6. */
export const ipAddress = () =>
  required().refine(value => [ipv4, ipv6, cidrv4, cidrv6].some(schema => schema.safeParse(value).success), rule('ipAddress'))

export { z }
