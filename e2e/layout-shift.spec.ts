import type { Page } from '@playwright/test'
import { commandDays } from '#contract/attention/command-concerns.ts'
import { listConcerns } from '#contract/attention/list-concerns.ts'
import { sendCommand } from '#contract/mdm/commands.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { addressOf } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { expect, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'

// What is read or about to be pressed stays where it is while a page gets its content.
test.use({ account: 'admin' })

const maxShift = 0.005
const phone = { width: 390, height: 844 }
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
  return shiftsWhenComplete(page)
}

async function shiftsWhenComplete(page: Page) {
  await expect(page.locator('[aria-busy=true]:not([data-stale])'), page.url()).toHaveCount(0)
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
  ['a phone', phone],
] as const)
  test(`pages load without layout shifts on ${screen}`, async ({ page, withSession: _ }) => {
    await page.setViewportSize(viewport)
    await page.addInitScript(watchShifts)
    for (const path of pages) {
      const { sum, shifts } = await shiftsOf(page, path)
      expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(maxShift)
    }
  })

/** A device with a failed command, and another one. */
async function devicesWithCommands(page: Page) {
  const { rows } = await ask(page, listDevices, { limit: 100 })
  const ids = rows.flatMap(({ device_id: id }) => id ?? [])
  for (const id of ids) {
    const history = await ask(page, listDeviceCommands, { device_id: id, days: commandDays, limit: 25 })
    const other = ids.find((one) => one !== id)
    if (other && history.rows.some(({ command_status: status }) => status === 0)) return [id, other]
  }
  throw new Error('No command has failed')
}

test('issues that need attention appear together, however late the console answers', async ({
  page,
  withSession: _,
}) => {
  const devices = await devicesWithCommands(page)
  for (const device_id of devices) await ask(page, sendCommand, { device_id, action_name: 'scan' })
  await page.setViewportSize(phone)
  await page.addInitScript(watchShifts)
  await page.route(`**${addressOf(listConcerns)}*`, async (route) => {
    await new Promise((later) => setTimeout(later, 1500))
    await route.continue()
  })
  await page.goto(paths.overview)
  const issues = page.getByRole('list', { name: 'Needs attention' })
  await expect(issues.getByRole('link', { name: / failed$/ }).first()).toBeVisible()
  const { sum, shifts } = await shiftsWhenComplete(page)
  expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(maxShift)
})
