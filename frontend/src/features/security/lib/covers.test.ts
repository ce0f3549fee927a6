import { expect, test } from 'vitest'
import { covers } from './covers'

test.each([
  ['203.0.113.7', '203.0.113.7', true],
  ['203.0.113.7', '203.0.113.8', false],
  ['203.0.113.0/24', '203.0.113.200', true],
  ['203.0.113.0/25', '203.0.113.200', false],
  ['0.0.0.0/0', '8.8.8.8', true],
  ['2001:db8::/32', '2001:db8:1::5', true],
  ['2001:db8::/32', '2001:db9::1', false],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['::/0', '203.0.113.7', false],
  ['203.0.113.0/24', '', false],
  ['203.0.113.256', '203.0.113.1', false],
  ['1:2:3', '1:2:3', false],
])('%s contains %s: %s', (network, address, expected) => expect(covers(network, address)).toBe(expected))
