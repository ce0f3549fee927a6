import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'

/** Expects the page as it is now to have nothing that axe objects to. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(violation => `${violation.id}: ${violation.nodes.map(node => node.html).join(' ')}`)).toEqual([])
}
