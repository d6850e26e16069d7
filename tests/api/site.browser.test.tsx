import { expect, test, vi } from 'vitest'
import { call } from '#api/call.ts'
import { onNewsOfOtherTabs } from '#api/other-tabs.ts'
import { inSite, pathInSite } from '#api/site.ts'
import { csrfHeader, currentSession } from '#contract/session.ts'
import { returnAddress, signInAddress } from '#pages/sign-in/return-address.ts'
import { answering } from '../support/answering.ts'
import { otherTab } from '../support/other-tab.ts'

// As `index.html` does it, before any script.
vi.hoisted(() => {
  window.site = 'hq'
})

test('every call names the site that the page shows', async () => {
  const calls = answering({ [currentSession.id]: { state: 'signed-out' } })
  await call(currentSession, {})
  expect(calls[0]?.headers.get(csrfHeader)).toBe('hq')
})

test.each([
  ['/sites/hq', '/'],
  ['/sites/hq/', '/'],
  ['/sites/hq/devices/1', '/devices/1'],
  ['/sites/hq2/devices', undefined],
  ['/devices', undefined],
])('%s is the page %s of this site', (pathname, path) => {
  expect(pathInSite(pathname)).toBe(path)
})

test('signing in leads back to the page of this site, and to no other site', () => {
  const wanted = { pathname: inSite('/devices'), search: '?search=a', hash: '' }
  const back = (text: string) => returnAddress(new URLSearchParams({ return: text }))
  expect(returnAddress(new URL(signInAddress(wanted), 'http://x').searchParams)).toBe('/sites/hq/devices?search=a')
  expect(signInAddress({ pathname: '/sites/hq/', search: '', hash: '' })).toBe('/sign-in')
  for (const elsewhere of ['/sites/other/devices', '/devices', '/sites/hq/sign-in', '/sites/hq/../other/devices']) {
    expect(back(elsewhere)).toBe('/sites/hq/')
  }
})

test('what happens to the session of another site is no news here', async () => {
  const news: string[] = []
  const end = onNewsOfOtherTabs((one) => news.push(one))
  const { tell } = otherTab()
  tell({ type: 'signed-out', site: 'branch' })
  tell({ type: 'confirmed' })
  tell({ type: 'signed-in', site: 'hq' })
  await expect.poll(() => news).toEqual(['confirmed', 'signed-in'])
  end()
})
