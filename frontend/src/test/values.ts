import { type Matcher, buildQueries, queryAllByAttribute } from '@testing-library/react'

const named = (container: HTMLElement, name: Matcher) => queryAllByAttribute('aria-label', container, name)
const [query, , get, , find] = buildQueries(
  named,
  (_, name) => `several elements are named ${String(name)}`,
  (_, name) => `no element is named ${String(name)}`,
)

/**
 * An element by its `aria-label`, such as the values of an open sheet have. By role or label the library asks each of a
 * sheet's thousands of elements for all that could name it, and again with each try of a wait.
 */
export const value = (name: Matcher) => get(document.body, name)
export const queryValue = (name: Matcher) => query(document.body, name)
export const findValue = (name: Matcher) => find(document.body, name)
