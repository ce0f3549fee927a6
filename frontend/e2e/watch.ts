import type { Page } from '@playwright/test'

/** Collects what must not happen on a page: faults of the code, and what the content security policy forbids. */
export function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on('console', message => {
    if (/content security policy|refused to/i.test(message.text())) faults.push(`policy: ${message.text()}`)
  })
  return faults
}
