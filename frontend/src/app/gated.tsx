import type { ComponentType } from 'react'
import type { Feature } from '@/shared/api/company'
import { Gate } from '@/shared/ui/Gate'
import { PageHeader } from '@/shared/ui/PageHeader'

/** A screen that needs an option: without it, the screen's title and how to get the option. */
export async function gated(option: Feature, load: () => Promise<ComponentType>): Promise<ComponentType> {
  const Content = await load()
  return function GatedScreen() {
    return (
      <Gate option={option} frame={notice => <><PageHeader />{notice}</>}>
        <Content />
      </Gate>
    )
  }
}
