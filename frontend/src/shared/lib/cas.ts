/** A CAS number in canonical form: plain digits and hyphens, which digits alone get where they are a CAS number. */
export function tidyCas(text: string): string {
  const plain = text.normalize('NFKC').replace(/[‐‑‒–—―−ー－]/g, '-').replace(/\s/g, '')
  const parted = plain.replace(/^(\d+)(\d\d)(\d)$/, '$1-$2-$3')
  return casFault(parted) ? plain : parted
}

/** The fault of a CAS number: its form, or its check digit; undefined if it is valid. */
export function casFault(text: string): 'form' | 'checkDigit' | undefined {
  const match = /^([1-9]\d{1,6})-(\d{2})-(\d)$/.exec(text)
  if (!match) return 'form'
  const digits = `${match[1]}${match[2]}`
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i + 1), 0)
  return sum % 10 === Number(match[3]) ? undefined : 'checkDigit'
}
