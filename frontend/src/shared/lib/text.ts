/*
 * The requirements on every text that a user enters, exactly as on the server (shared/text; the test reads
 * the same vectors): invisible characters without a meaning are removed, undisplayable ones refused.
 */

const ignorable = /[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/u
const han = /\p{Script=Han}/u
const pictured = /[\p{So}\p{Sk}\uFE0F]/u
const styled = /[\p{So}\p{Sm}\u203C\u2049\u3030\u303D]/u
const arabic = /\p{Script=Arabic}/u
// Joins the letters of Indic scripts.
const virama = /[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u0E3A\u0EBA\u0F84\u1039\u103A\u1714\u1734\u17D2\u1A60\u1B44\u1BAA\u1BAB\u1BF2\u1BF3]/u

const mark = /\p{M}/u
// How many marks at one letter count (UAX #15, Stream-Safe Text Format).
const marksMax = 30

/**
 * Whether a joiner stands after a virama or between Arabic letters. Marks count in any order, for the composed text has them
 * in another one than the text entered.
 */
function joins(before: string[], after: string[]): boolean {
  let last = before.length - 1
  for (let n = 0; n < marksMax && mark.test(before[last] ?? ''); n++, last--) if (virama.test(before[last] ?? '')) return true
  let next = 0
  while (next < marksMax && (mark.test(after[next] ?? '') || ignorable.test(after[next] ?? ''))) next++
  return arabic.test(before[last] ?? '') && arabic.test(after[next] ?? '')
}

/** Whether an invisible character changes its neighbours' rendering. */
function meant(before: string[], c: string, after: string[]): boolean {
  const code = c.codePointAt(0) ?? 0
  const last = before.at(-1) ?? ''
  if ((code >= 0xe0100 && code <= 0xe01ef) || (code >= 0xfe00 && code <= 0xfe02)) return han.test(last)
  if (code === 0xfe0e || code === 0xfe0f) return styled.test(last)
  if (code === 0x200d && pictured.test(last) && /\p{So}/u.test(after[0] ?? '')) return true
  if (code === 0x200c || code === 0x200d) return joins(before, after)
  return false
}

function visible(text: string): string {
  const all = [...text]
  const kept: string[] = []
  all.forEach((c, i) => {
    if (c === '\u2800' || (c !== '\u3000' && /\p{Zs}/u.test(c))) kept.push(' ')
    else if (!ignorable.test(c) || meant(kept, c, all.slice(i + 1, i + 2 + marksMax))) kept.push(c)
  })
  return kept.join('')
}

/** NFC, except for the compatibility ideographs of names, which it would replace. */
const compose = (text: string) =>
  text
    .split(/([\uF900-\uFAFF\u{2F800}-\u{2FA1F}])/u)
    .map((part, i) => (i % 2 ? part : part.normalize('NFC')))
    .join('')

/** A text as stored. */
export const clean = (text: string) => compose(visible(text)).replace(/^[\s\u0085]+|[\s\u0085]+$/gu, '')

export type Trouble = 'control' | 'unknownCharacter' | 'marks'

/** The fault of a clean single-line text; null if there is none. */
export function trouble(text: string): Trouble | null {
  let marks = 4 // a text does not begin with a mark
  for (const c of text) {
    if (/[\p{Cc}\u2028\u2029]/u.test(c)) return 'control'
    if (/[\uFFFD\p{Co}\p{Cn}\p{Cs}]/u.test(c)) return 'unknownCharacter'
    if (/[\p{Mn}\p{Me}]/u.test(c) && !/\p{Variation_Selector}/u.test(c)) {
      if (++marks > 4) return 'marks'
    } else marks = 0
  }
  return null
}
