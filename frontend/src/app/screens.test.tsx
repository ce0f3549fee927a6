import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it, vi } from 'vitest'
import { hasText } from '@/shared/i18n/i18n'
import { lazyScreen } from '@/shared/lib/lazyScreen'
import { paths, redirectTarget } from '@/shared/lib/paths'
import { asPerson, company } from '@/test/fixtures'
import { renderRoutes } from '@/test/render'
import { server } from '@/test/server'
import { gated } from './gated'
import { makeRoutes } from './router'
import { screens } from './screens'

describe('the table of screens', () => {
  it('has a name for each, and a path once', () => {
    expect(screens.filter(({ title }) => !hasText(title)).map(({ path }) => path)).toEqual([])
    const routes = screens.map(({ path, below = '' }) => path + below)
    expect(new Set(routes).size).toBe(routes.length)
  })

  it('has an icon for whatever is in a menu', () => {
    expect(screens.filter(({ menus, icon }) => menus && !icon).map(({ path }) => path)).toEqual([])
  })

  it('is where a login may lead', () => {
    for (const { path, audience } of screens) expect([path, redirectTarget(path)]).toEqual([path, audience === 'loggedIn' ? path : paths.sdsUpload])
  })
})

it("the browser's tab has the name of the screen, also of one that fails", async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  asPerson()
  const router = renderRoutes(makeRoutes(), paths.company)
  expect(await screen.findByRole('heading', { level: 1, name: '会社情報' })).toBeVisible()
  await expect.poll(() => document.title).toBe('会社情報 | Anzen')
  server.use(http.get('*/api/v1/users/me', () => HttpResponse.error()))
  await router.navigate(paths.departments)
  expect(await screen.findByRole('heading', { level: 1, name: '部署管理' })).toBeVisible()
  await expect.poll(() => document.title).toBe('部署管理 | Anzen')
})

describe('a screen that needs an option', () => {
  const routes = () => [{ path: '/periodic', handle: { title: 'plan.feature.periodic_export' }, lazy: lazyScreen(() => gated('periodic_export', () => Promise.resolve(() => <p>content</p>))) }]

  it('is shown to a company that has it', async () => {
    asPerson(undefined, { ...company, active_features: ['periodic_export'] })
    renderRoutes(routes(), '/periodic')
    expect(await screen.findByText('content')).toBeVisible()
  })

  it('says to others how to get it', async () => {
    asPerson(undefined, { ...company, active_features: [] })
    renderRoutes(routes(), '/periodic')
    expect(await screen.findByText(/「定期エクスポート」は、ご契約のプランに含まれていません。/)).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: '定期エクスポート' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'お問い合わせ' })).toHaveAttribute('href', paths.inquiry)
    expect(screen.queryByText('content')).toBeNull()
  })
})
