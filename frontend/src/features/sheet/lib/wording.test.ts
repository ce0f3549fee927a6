import { expect, test } from 'vitest'
import { bareWording } from './wording'

test.each([
  ['Highly flammable liquid and vapour', 'Highly Flammable liquid and vapor'],
  ['Do not breathe dust/fume/gas/mist/vapours/spray', 'Do not breathe dust/fume/gas/mist/vapors/spray.'],
  ['H225: Highly flammable liquid and vapour.', 'Highly flammable liquid and vapor'],
  ['P301 + P310 IF SWALLOWED: Immediately call a POISON CENTRE', 'IF SWALLOWED: Immediately call a POISON CENTER'],
  ['Handle under inert gas. Specialised equipment', 'Handle under inert gas. Specialized equipment'],
  ['引火性の高い液体及び蒸気', '引火性の高い液体および蒸気'],
  ['吸入すると有害のおそれ。', '吸入すると有害の恐れ'],
  ['粉塵／煙／ガス', '粉じん/煙/ガス'],
])('%s says the same as %s', (one, other) => expect(bareWording(one)).toBe(bareWording(other)))

test.each([
  ['Toxic if swallowed', 'Fatal if swallowed'],
  ['飲み込むと有毒', '飲み込むと有害'],
  ['Keep away from heat', 'Keep away from heat, sparks'],
])('%s does not say the same as %s', (one, other) => expect(bareWording(one)).not.toBe(bareWording(other)))
