import type { Page } from '@playwright/test'

/** Collects faults of a page: exceptions, and violations of the content security policy. */
export function watch(page: Page): string[] {
  const faults: string[] = []
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on('console', message => {
    if (/content security policy|refused to/i.test(message.text())) faults.push(`policy: ${message.text()}`)
  })
  return faults
}
