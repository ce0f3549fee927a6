/** A Japanese era: the year before its first, and its first and last day. */
const reiwa = { before: 2018, first: '2019-05-01', last: '9999-12-31' }
const heisei = { before: 1988, first: '1989-01-08', last: '2019-04-30' }
const showa = { before: 1925, first: '1926-12-25', last: '1989-01-07' }
const none = { before: 0, first: '1900-01-01', last: '9999-12-31' }
const eras: Record<string, typeof none> = { 令和: reiwa, R: reiwa, 平成: heisei, H: heisei, 昭和: showa, S: showa }

const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/
const separated = /^(令和|平成|昭和|[RHS])? ?\.?(元|\d{1,4})(?:[-/.]|年 ?)(\d{1,2})(?:(?:[-/.]|月 ?)(\d{1,2})日?|月)?$/i

/**
 * A day or a month as people type it, in the form in which it is stored: `2024/4/1`, `2024年4月1日`, `20240401`, `2024-04`,
 * `令和6年4月1日`, `R6.4.1`. The server reads the same (ReadDay, with the same vectors). Undefined if it is neither.
 */
export function parseDay(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  const [, year = '', month = '', day = ''] = compact.exec(plain) ?? []
  if (year) return stored(Number(year), month, day, none)
  const match = separated.exec(plain)
  if (!match) return undefined
  const [, name, of = '', inYear = '', ofMonth = ''] = match
  const era = name ? eras[name.toUpperCase()] : undefined
  // An era's year has two digits at most, any other has four.
  if ((era !== undefined) === (of.length === 4)) return undefined
  return stored(of === '元' ? 1 : Number(of), inYear, ofMonth, era ?? none)
}

function stored(year: number, month: string, day: string, { before, first, last }: typeof none): string | undefined {
  if (year === 0) return undefined
  const whole = `${before + year}-${month.padStart(2, '0')}-${(day || '1').padStart(2, '0')}`
  const date = new Date(`${whole}T00:00:00Z`)
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== whole) return undefined
  const read = day ? whole : whole.slice(0, 7)
  return read < first.slice(0, read.length) || read > last.slice(0, read.length) ? undefined : read
}

/** Whether what has been typed so far cannot become a day any more, or is complete and is none. */
export function isNoDay(text: string): boolean {
  const plain = text.normalize('NFKC').trim()
  if (plain === '' || parseDay(plain)) return false
  if (!/^[令和平成昭RHS元年月日\d\s\-/.]*$/i.test(plain)) return true
  return /日$|^\d{8,}$/.test(plain) || /^\D{0,2}\d{1,4}[-/.]\d{1,2}[-/.]\d{2,}$/.test(plain) || /(?:^|\D)\d{5,7}[-/.年]/.test(plain)
}
