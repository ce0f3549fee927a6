import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(process.cwd(), 'src')
const folder = join(source, 'shared/i18n')

/** All keys of a language with their texts; plural forms count as their stem. */
function textsOf(language: string): Map<string, string> {
  const found = new Map<string, string>()
  const walk = (prefix: string, node: unknown) => {
    if (typeof node === 'string') found.set(prefix, node)
    else for (const [name, child] of Object.entries(node as Record<string, unknown>)) walk(`${prefix}.${name}`, child)
  }
  for (const file of readdirSync(join(folder, language))) {
    walk(file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, language, file), 'utf8')))
  }
  return found
}

const ja = textsOf('ja')
const en = textsOf('en')
const namespaces = new Set([...ja.keys()].map(key => key.split('.')[0]))
const stem = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const stems = new Set([...ja.keys()].map(stem))

/** Every string in the code that looks like a text key, and the prefixes of composed keys. */
function keysInCode(): { whole: Map<string, string>; beginnings: Map<string, string> } {
  const whole = new Map<string, string>()
  const beginnings = new Map<string, string>()
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.tsx?$/.test(file) && !/\.test\.tsx?$|schema\.d\.ts$|^test\//.test(file),
  )
  for (const file of files) {
    const code = readFileSync(join(source, file), 'utf8')
    for (const [, key] of code.matchAll(/['"`]([a-z]+(?:\.[A-Za-z0-9_]+)+)(?=['"`?])/g)) {
      // The API's error codes look the same, and are compared only with a code.
      if (namespaces.has(key?.split('.')[0]) && !new RegExp(`code (===|!==) ['"]${key}`, 'i').test(code)) whole.set(key ?? '', file)
    }
    for (const [, beginning] of code.matchAll(/`([a-z]+\.[A-Za-z0-9_.]*)\$\{/g)) {
      if (namespaces.has(beginning?.split('.')[0])) beginnings.set(beginning ?? '', file)
    }
    for (const [, name] of code.matchAll(/\brule\('([A-Za-z]+)'/g)) whole.set(`validation.${name}`, file)
  }
  return { whole, beginnings }
}

test('Japanese and English have the same keys', () => {
  expect([...ja.keys()].filter(key => !en.has(key))).toEqual([])
  // English has a singular besides.
  expect([...en.keys()].filter(key => !ja.has(key) && !ja.has(key.replace(/_one$/, '')))).toEqual([])
})

test('no text is empty, and each has the same parameters in both languages', () => {
  const values = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1]).sort()
  for (const [key, text] of ja) {
    expect(text.trim(), key).not.toBe('')
    expect(en.get(key)?.trim(), key).not.toBe('')
    expect(values(en.get(key)), key).toEqual(values(text))
  }
})

test('every key that the code uses has a text', () => {
  const { whole, beginnings } = keysInCode()
  expect(whole.size).toBeGreaterThan(100)
  const groups = [...stems].map(key => key.split('.').slice(0, -1).join('.'))
  const missing = [...whole].filter(([key]) => !stems.has(key) && !groups.some(group => group === key || group.startsWith(`${key}.`)))
  const dangling = [...beginnings].filter(([beginning]) => ![...stems].some(key => key.startsWith(beginning)))
  expect(missing).toEqual([])
  expect(dangling).toEqual([])
})

test('the code reads every text', () => {
  const { whole, beginnings } = keysInCode()
  const read = (key: string) => whole.has(key) || [...whole.keys()].some(group => key.startsWith(`${group}.`)) || [...beginnings.keys()].some(beginning => key.startsWith(beginning))
  expect([...stems].filter(key => !read(key))).toEqual([])
})
