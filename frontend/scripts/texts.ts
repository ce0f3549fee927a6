import { readdirSync } from 'node:fs'
import type { Plugin } from 'vite'

const folder = new URL('../src/shared/i18n/ja/', import.meta.url)

/** The areas of texts: each is a file in both languages. */
export const areas = readdirSync(folder).map(file => file.replace(/\.json$/, ''))

/** The areas whose keys the code names, whole or as the beginning of a composed key. */
export function areasIn(code: string): string[] {
  const named = new Set([...code.matchAll(/['"`]([a-z]+)\.[\w$]/g)].map(match => match[1]))
  return areas.filter(area => named.has(area))
}

/**
 * Lets every module register the areas of the texts that it uses, so that a part of the dashboard loads its
 * texts with it and none too early (src/shared/i18n/needs.ts).
 */
export const textsWithCode: Plugin = {
  name: 'texts-with-code',
  transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id) || id.includes('/shared/api/schema')) return null
    const used = areasIn(code)
    if (used.length === 0) return null
    // Appended: the positions of the code, and so its source map, stay.
    return { code: `${code}\nimport { needTexts as $needTexts } from '@/shared/i18n/needs'\n$needTexts(${used.map(area => JSON.stringify(area)).join(', ')})\n`, map: null }
  },
}
