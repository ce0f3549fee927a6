import type { components } from '@/shared/api/schema'
import file from '@/shared/sds/filters.json'

/** The filters as the API takes them. */
export type ApiFilters = components['schemas']['Filters']
/** A parameter by which a filter is stated. */
export type Parameter = keyof ApiFilters

type WithoutNot<P> = P extends `${infer Name}_not` ? Name : P
type WithoutFrom<P> = P extends `${infer Name}_from` ? Name : P
type WithoutTo<P> = P extends `${infer Name}_to` ? Name : P
export type FilterName = WithoutNot<WithoutFrom<WithoutTo<Parameter>>>

export type Kind = 'words' | 'parts' | 'choice' | 'numbers' | 'codes' | 'ids' | 'number_range' | 'day_range' | 'yes_no' | 'switch'

/** A filter as the server declares it. */
export interface Declaration {
  name: FilterName
  kind: Kind
  /** Its second parameter leaves out what the first finds. */
  not?: boolean
  /** How many values it takes, or characters of a text. */
  max?: number
  options?: readonly string[]
  /** Whose ids, or which vocabulary's codes. */
  of?: string
  unit?: string
  /** How the ends of a range of numbers are written. */
  pattern?: string
  /** The filter without which it means nothing. */
  with?: FilterName
  parameters: readonly Parameter[]
}

/** All filters; the server writes them and tests that they are current. */
export const declared = new Map((file.filters as readonly Declaration[]).map(one => [one.name, one]))

/** The fields that the server sorts by. */
export const orders = file.orders.map(name => name.replace(/^order_by_/, ''))

const lists: readonly Kind[] = ['parts', 'choice', 'numbers', 'codes', 'ids']

/** Whether it takes several values. */
export const takesSeveral = ({ kind }: Declaration) => lists.includes(kind)

export const isRange = ({ kind }: Declaration) => kind === 'number_range' || kind === 'day_range'
