// A page reads its site once, before anything else: these modules are loaded anew for a page that shows one.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { csrfHeader, currentSession } from '#contract/session.ts'
import { otherTab } from '../support/other-tab.ts'

const load = async () => ({
  ...(await import('#api/call.ts')),
  ...(await import('#api/other-tabs.ts')),
  ...(await import('#api/site.ts')),
  ...(await import('#pages/sign-in/return-address.ts')),
})
let page: Awaited<ReturnType<typeof load>>

beforeAll(async () => {
  vi.stubGlobal('window', { site: 'hq', location: { origin: 'https://console.example' } })
  vi.resetModules()
  page = await load()
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('every call names the site that the page shows', async () => {
  const send = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ state: 'signed-out' }))
  expect(await page.call(currentSession, {})).toEqual({ state: 'signed-out' })
  expect(new Headers(send.mock.calls[0]?.[1]?.headers).get(csrfHeader)).toBe('hq')
})

test.each([
  ['/sites/hq', '/'],
  ['/sites/hq/', '/'],
  ['/sites/hq/devices/1', '/devices/1'],
  ['/sites/hq2/devices', undefined],
  ['/devices', undefined],
])('%s is the page %s of this site', (pathname, path) => {
  expect(page.pathInSite(pathname)).toBe(path)
})

test('signing in leads back to the page of this site, and to no other site', () => {
  const wanted = { pathname: page.inSite('/devices'), search: '?search=a', hash: '' }
  const back = (text: string) => page.returnAddress(new URLSearchParams({ return: text }))
  expect(page.returnAddress(new URL(page.signInAddress(wanted), 'http://x').searchParams)).toBe(
    '/sites/hq/devices?search=a',
  )
  expect(page.signInAddress({ pathname: '/sites/hq/', search: '', hash: '' })).toBe('/sign-in')
  for (const elsewhere of ['/sites/other/devices', '/devices', '/sites/hq/sign-in', '/sites/hq/../other/devices']) {
    expect(back(elsewhere)).toBe('/sites/hq/')
  }
})

test('what happens to the session of another site is no news here', async () => {
  const news: string[] = []
  const end = page.onNewsOfOtherTabs((one) => news.push(one))
  const { tell } = otherTab()
  tell({ type: 'signed-out', site: 'branch' })
  tell({ type: 'confirmed' })
  tell({ type: 'signed-in', site: 'hq' })
  await expect.poll(() => news).toEqual(['confirmed', 'signed-in'])
  end()
})
