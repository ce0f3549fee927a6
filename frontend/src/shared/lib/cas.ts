/** A CAS number in canonical form: plain digits and hyphens. */
export const tidyCas = (text: string) => text.normalize('NFKC').replace(/[‐‑‒–—―−ー－]/g, '-').replace(/\s/g, '')

/** The fault of a CAS number: its form, or its check digit; undefined if it is valid. */
export function casFault(text: string): 'form' | 'checkDigit' | undefined {
  const match = /^([1-9]\d{1,6})-(\d{2})-(\d)$/.exec(text)
  if (!match) return 'form'
  const digits = `${match[1]}${match[2]}`
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i + 1), 0)
  return sum % 10 === Number(match[3]) ? undefined : 'checkDigit'
}
