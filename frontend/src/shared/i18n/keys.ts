import type audit from './ja/audit.json'
import type auth from './ja/auth.json'
import type bulk from './ja/bulk.json'
import type checklists from './ja/checklists.json'
import type common from './ja/common.json'
import type company from './ja/company.json'
import type contact from './ja/contact.json'
import type csv from './ja/csv.json'
import type duties from './ja/duties.json'
import type errors from './ja/errors.json'
import type examples from './ja/examples.json'
import type home from './ja/home.json'
import type jobs from './ja/jobs.json'
import type laws from './ja/laws.json'
import type mfa from './ja/mfa.json'
import type messages from './ja/messages.json'
import type mixture from './ja/mixture.json'
import type palette from './ja/palette.json'
import type periodic from './ja/periodic.json'
import type plan from './ja/plan.json'
import type publicTexts from './ja/public.json'
import type record from './ja/record.json'
import type revision from './ja/revision.json'
import type saml from './ja/saml.json'
import type scim from './ja/scim.json'
import type screens from './ja/screens.json'
import type sds from './ja/sds.json'
import type security from './ja/security.json'
import type sheet from './ja/sheet.json'
import type sheets from './ja/sheets.json'
import type shell from './ja/shell.json'
import type substances from './ja/substances.json'
import type table from './ja/table.json'
import type unsaved from './ja/unsaved.json'
import type upload from './ja/upload.json'
import type user from './ja/user.json'
import type users from './ja/users.json'
import type validation from './ja/validation.json'
import type views from './ja/views.json'

/** The texts of all areas, as the Japanese files have them; the English ones have the same keys. */
export interface Texts {
  audit: typeof audit
  auth: typeof auth
  bulk: typeof bulk
  checklists: typeof checklists
  common: typeof common
  company: typeof company
  contact: typeof contact
  csv: typeof csv
  duties: typeof duties
  errors: typeof errors
  examples: typeof examples
  home: typeof home
  jobs: typeof jobs
  laws: typeof laws
  messages: typeof messages
  mfa: typeof mfa
  mixture: typeof mixture
  palette: typeof palette
  periodic: typeof periodic
  plan: typeof plan
  public: typeof publicTexts
  record: typeof record
  revision: typeof revision
  saml: typeof saml
  scim: typeof scim
  screens: typeof screens
  sds: typeof sds
  security: typeof security
  sheet: typeof sheet
  sheets: typeof sheets
  shell: typeof shell
  substances: typeof substances
  table: typeof table
  unsaved: typeof unsaved
  upload: typeof upload
  user: typeof user
  users: typeof users
  validation: typeof validation
  views: typeof views
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
  }
}

type Stem<Name extends string> = Name extends `${infer Begin}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Begin : Name

type Keys<T, Before extends string = ''> = {
  [Name in keyof T & string]: T[Name] extends string ? `${Before}${Stem<Name>}` : Keys<T[Name], `${Before}${Name}.`>
}[keyof T & string]

/** The key of a text: the only strings that `t` and `text` accept. Plural forms count as their stem. */
export type TextKey = Keys<Texts>

/** The keys of all groups of texts, such as `sds.field`. */
type Groups<T, Before extends string = ''> = {
  [Name in keyof T & string]: T[Name] extends object ? `${Before}${Name}` | Groups<T[Name], `${Before}${Name}.`> : never
}[keyof T & string]

export type TextGroup = Groups<Texts>

/** The key of a text whose name within its group is data, such as the key of a sheet's field. */
export const keyIn = (group: TextGroup, name: string | number): TextKey => `${group}.${name}` as TextKey
