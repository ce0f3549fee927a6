// Writes the rules of the API's request bodies (lengths, patterns, choices, numbers) for the dashboard's forms.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, cwd } from 'node:process'

const kept = ['minLength', 'maxLength', 'pattern', 'enum', 'minimum', 'maximum', 'maxItems']
const name = ref => ref.split('/').at(-1)

/** The rules of a property; those of a list's entries are below `items`. */
function rulesOf(schema, required) {
  const rules = Object.fromEntries(kept.filter(key => schema[key] !== undefined).map(key => [key, schema[key]]))
  const items = schema.items && !schema.items.$ref ? rulesOf(schema.items, false) : {}
  return { ...(required && { required }), ...rules, ...(Object.keys(items).length > 0 && { items }) }
}

/** The names of the schemas of request bodies, with those that they contain. */
function bodies(document) {
  const found = new Set()
  const add = schema => {
    for (const one of [schema, schema?.items, schema?.additionalProperties]) {
      if (!one?.$ref || found.has(name(one.$ref))) continue
      found.add(name(one.$ref))
      Object.values(document.components.schemas[name(one.$ref)].properties ?? {}).forEach(add)
    }
  }
  for (const operations of Object.values(document.paths))
    for (const { requestBody } of Object.values(operations)) add(requestBody?.content?.['application/json']?.schema)
  return [...found].sort()
}

/** The source of the module. */
export function source(document) {
  const lines = bodies(document).flatMap(schema => {
    const { properties = {}, required = [] } = document.components.schemas[schema]
    const rules = Object.entries(properties)
      .filter(([key]) => key !== '$schema')
      .map(([key, property]) => [key, rulesOf(property, required.includes(key))])
      .filter(([, found]) => Object.keys(found).length > 0)
    if (rules.length === 0) return []
    return ['', `export const ${schema} = {`, ...rules.map(([key, found]) => `  ${key}: ${JSON.stringify(found)},`), '} as const']
  })
  return ['// Generated from openapi.json by scripts/rules.mjs (npm run api:types): the rules of request bodies.', ...lines, ''].join('\n')
}

const at = file => join(cwd(), 'src/shared/api', file)
export const document = () => JSON.parse(readFileSync(at('openapi.json'), 'utf8'))

if (argv[1]?.endsWith('rules.mjs')) writeFileSync(at('rules.ts'), source(document()))
