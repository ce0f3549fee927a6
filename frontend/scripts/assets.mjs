// Copies what pdf.js loads at run time (character maps, fonts, decoders, colour profiles, its worker)
// from the installed package to public/pdfjs, so that the dashboard fetches nothing from elsewhere.
import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const source = dirname(require.resolve('pdfjs-dist/package.json'))
const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'public', 'pdfjs')

rmSync(target, { recursive: true, force: true })
mkdirSync(target, { recursive: true })
for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs']) {
  cpSync(join(source, folder), join(target, folder), { recursive: true })
}
cpSync(join(source, 'build', 'pdf.worker.min.mjs'), join(target, 'pdf.worker.min.mjs'))
