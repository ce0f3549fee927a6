/** The bits of an address, of version 4 or 6; null for any other text. */
function bits(address: string): string | null {
  const v4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(address)
  if (v4) {
    const parts = v4.slice(1).map(Number)
    return parts.every(part => part <= 255) ? parts.map(part => part.toString(2).padStart(8, '0')).join('') : null
  }
  const halves = address.toLowerCase().split('::')
  if (halves.length > 2) return null
  const [head = [], tail = []] = halves.map(half => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail]
  return groups.every(group => /^[0-9a-f]{1,4}$/.test(group)) ? groups.map(group => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('') : null
}

/** Whether an address, or a network in CIDR notation, contains an address. */
export function covers(network: string, address: string): boolean {
  const [base = '', length] = network.split('/')
  const [a, b] = [bits(base), bits(address)]
  if (a === null || b === null || a.length !== b.length) return false
  const kept = length === undefined ? a.length : Number(length)
  return a.slice(0, kept) === b.slice(0, kept)
}
