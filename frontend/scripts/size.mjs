// Measures the JavaScript that the first screen needs: the entry and everything it imports statically,
// gzipped. Fails above the budget.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const budget = 210_000
const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist')
const html = readFileSync(join(dist, 'index.html'), 'utf8')
const pending = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(m => m[1])
const sizes = new Map()
while (pending.length > 0) {
  const file = pending.pop()
  if (sizes.has(file)) continue
  const code = readFileSync(join(dist, file))
  sizes.set(file, gzipSync(code, { level: 9 }).length)
  const statics = code.toString().matchAll(/(?:^|[;}\s])import\s*(?:[^'"()]*?from\s*)?["']\.\/([^"']+\.js)["']/g)
  for (const m of statics) pending.push(join('assets', m[1]))
}
const total = [...sizes.values()].reduce((a, b) => a + b, 0)
for (const [file, size] of [...sizes].sort((a, b) => b[1] - a[1])) console.log(`${(size / 1000).toFixed(1).padStart(8)} kB  ${file}`)
console.log(`${(total / 1000).toFixed(1).padStart(8)} kB  initial JavaScript, gzip (budget ${budget / 1000} kB)`)
if (total > budget) process.exit(1)
