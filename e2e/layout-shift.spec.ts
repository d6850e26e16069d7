import type { Page } from '@playwright/test'
import { paths } from '#paths.ts'
import { expect, test } from './fixtures.ts'

// What is read or about to be pressed stays where it is while a page gets its content.
test.use({ account: 'admin' })

const maxShift = 0.005
const pages = [
  paths.overview,
  paths.desktops,
  paths.desktopSummary,
  paths.devices,
  paths.users,
  paths.securityCheck,
  paths.deviceQuery,
  paths.certificates,
  paths.certificateExpiry,
  paths.certificateAuthorities,
  paths.requests,
  paths.sshHosts,
  paths.vault,
  paths.tlsHosts,
  paths.unmanaged,
  paths.jobs,
  paths.schedules,
  paths.audit,
  paths.connections,
  paths.account,
  paths.diagnostics,
  paths.person('amara.okafor@harbourvale.example'),
]

type Shift = { value: number; of: string[] }
type Watched = { shifts: Shift[] }
type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** In the page, before anything of it. However slow the machine is, content below what is loading waits for it. */
function watchShifts() {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  const textOf = (node: Node | null) => node?.textContent?.slice(0, 60) ?? ''
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Entry[])
      shifts.push({ value, of: sources.map(({ node }) => textOf(node)) })
  }).observe({ type: 'layout-shift', buffered: true })
  // From its first frame on: where the machine is busy, the word that it started may come after its end.
  const paused = new CSSStyleSheet()
  paused.replaceSync('[data-page] { animation-play-state: paused !important }')
  document.adoptedStyleSheets.push(paused)
}

async function shiftsOf(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  await expect(page.locator('[aria-busy=true]:not([data-stale])'), path).toHaveCount(0)
  const shifts = await page.evaluate(
    () =>
      new Promise<Shift[]>((drawn) => {
        requestAnimationFrame(() => setTimeout(() => drawn((window as unknown as Watched).shifts)))
      }),
  )
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), shifts }
}

for (const [screen, viewport] of [
  ['a desktop', { width: 1280, height: 800 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`pages load without layout shifts on ${screen}`, async ({ page, withSession: _ }) => {
    await page.setViewportSize(viewport)
    await page.addInitScript(watchShifts)
    for (const path of pages) {
      const { sum, shifts } = await shiftsOf(page, path)
      expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(maxShift)
    }
  })
