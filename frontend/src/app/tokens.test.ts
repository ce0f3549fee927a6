import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(process.cwd(), 'src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  file => /\.tsx?$/.test(file) && !/\.test\.tsx?$|schema\.d\.ts$|^test\/|app\/theme\.ts$/.test(file),
)

/** The lines of the code with what the pattern finds. */
const found = (pattern: RegExp) =>
  files.flatMap(file =>
    readFileSync(join(source, file), 'utf8')
      .split('\n')
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  )

it.each([
  ['colours', /['"\s(]#(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\b|\brgba?\(|\bhsla?\(/],
  ['sizes of text', /\d(?:\.\d+)?rem\b/],
])('the theme alone has %s', (_, pattern) => {
  expect(found(pattern)).toEqual([])
})

it('there is one way to hide something from sight alone', () => {
  expect(found(/inset\(50%\)/).map(line => line.split(':')[0])).toEqual(['shared/ui/VisuallyHidden.tsx'])
})
