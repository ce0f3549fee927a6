import { expect, it } from 'vitest'
import { listAddress } from './listAddress'

it.each([
  [undefined, '/sds/index'],
  [{ status_group: ['impossible' as const, 'check' as const], has_findings: true }, '/sds/index?status_group=impossible%2Ccheck&has_findings=true'],
  [{ law_change: ['JP-PRTR/CLASS1/A,B 5%@2027-04-01'] }, '/sds/index?law_change=JP-PRTR%2FCLASS1%2FA%252CB+5%2525%402027-04-01'],
])('%j is %s', (filter, address) => {
  expect(listAddress(filter as Parameters<typeof listAddress>[0])).toBe(address)
})
