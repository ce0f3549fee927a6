type Named = readonly [RegExp, string]

/** Of browsers that name themselves as others too, the first that fits. */
const browsers: readonly Named[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly Named[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const first = (names: readonly Named[], agent: string) => names.find(([form]) => form.test(agent))?.[1]

/** The browser and the system by the text with which a browser names itself, as far as they are known. */
export const deviceOf = (agent: string) => ({ browser: first(browsers, agent), system: first(systems, agent) })
