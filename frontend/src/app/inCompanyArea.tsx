import type { ComponentType } from 'react'
import { CompanyArea } from '@/shared/ui/CompanyArea'

/** A screen with the navigation of the company's area. */
export async function inCompanyArea(load: () => Promise<ComponentType>): Promise<ComponentType> {
  const Content = await load()
  return function CompanyScreen() {
    return (
      <CompanyArea>
        <Content />
      </CompanyArea>
    )
  }
}
