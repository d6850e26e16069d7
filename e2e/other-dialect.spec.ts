import { randomBytes } from 'node:crypto'
import type { Page, Request } from '@playwright/test'
import { apiPrefix } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { startServer } from '../tests/support/server.ts'
import { startOtherDialect } from '../tests/support/start-other-dialect.ts'
import { expect, test as base } from './fixtures.ts'
import { deviceTable, deviceTabs, openDevice, openTab, searchField } from './steps/devices.ts'

// The same console before servers that speak otherwise than the references wherever that can be: version, paths, names
// of fields, where pages begin, envelope, content type, errors.
async function startElsewhere() {
  const password = randomBytes(12).toString('base64url')
  const servers = await startOtherDialect(password)
  const console = await startServer({ TRIPTYCH_CONNECTIONS: servers.file })
  const stop = async () => {
    await console.stop()
    await servers.stop()
  }
  return { product: { ...console.ready, password }, stop }
}

// Started with the first test. As a fixture of the worker it would give this file a worker, and its product, to itself.
let elsewhere: ReturnType<typeof startElsewhere> | undefined
const test = base.extend({
  account: 'admin',
  product: [
    async ({}, use) => {
      elsewhere ??= startElsewhere()
      await use((await elsewhere).product)
    },
    { scope: 'test', timeout: 180_000 },
  ],
})
test.afterAll(async () => (await elsewhere)?.stop())

/** What the pages ask of the proxy, and what it did not answer as it should. */
function watchCalls(page: Page) {
  const pending = new Set<Request>()
  const refused: string[] = []
  const isCall = (request: Request) => new URL(request.url()).pathname.startsWith(apiPrefix)
  page.on('request', (request) => isCall(request) && pending.add(request))
  page.on('requestfailed', (request) => pending.delete(request))
  page.on('response', (response) => {
    const request = response.request()
    if (isCall(request) && !response.ok()) refused.push(`${request.url()} ${response.status()}`)
    pending.delete(request)
  })
  return { pending, refused }
}

type PageName = keyof typeof paths
/** Which page an address is: the one of this address, or one of something that has an id. */
function pageAt(pathname: string): PageName | undefined {
  const names = Object.keys(paths) as PageName[]
  const isOneOf = (address: (id: string) => string) => {
    const [before = '', after = ''] = address('ID').split('ID')
    const id = pathname.slice(before.length, pathname.length - after.length)
    return pathname === before + id + after && id !== '' && !id.includes('/')
  }
  return (
    names.find((name) => paths[name] === pathname) ??
    names.find((name) => typeof paths[name] === 'function' && isOneOf(paths[name]))
  )
}

test('every linked page works the same', async ({ page, withSession: _ }) => {
  test.setTimeout(300_000)
  const calls = watchCalls(page)
  /** A page is there when it has its title, and nothing on it or behind it says that something went wrong. */
  const linksOf = async (path: string) => {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title, path).toBeVisible()
    await expect.poll(() => calls.pending.size, path).toBe(0)
    await expect(title, path).not.toHaveText(/^(This page cannot be displayed|Page not found)$/)
    expect(calls.refused, path).toEqual([])
    await expect(page.getByRole('alert'), path).toHaveCount(0)
    const links = page.locator('a[href^="/"]')
    return links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  }
  const visited = new Map<PageName, string>()
  const waiting: string[] = [paths.home, paths.health]
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const name = pageAt(path)
    if (name === undefined || visited.has(name)) continue
    visited.set(name, path)
    waiting.push(...(await linksOf(path)))
  }
  const expected: PageName[] = ['devices', 'deviceRestrictions', 'deviceCommands', 'audit', 'connections', 'reference']
  expect([...visited.keys()]).toEqual(expect.arrayContaining(expected))
})

test('a device is found, and its tabs show fields that its server names differently', async ({ page, signedIn: _ }) => {
  await expect(deviceTable(page).getByRole('row').nth(10)).toBeAttached()
  await searchField(page).fill('amara okafor')
  await expect(deviceTable(page).getByRole('row', { name: 'B9222222M' })).toContainText('Lost mode')
  await openDevice(page, '9222222')
  for (const tab of deviceTabs) await openTab(page, tab)
  await openTab(page, 'Command history')
  const newest = page.getByRole('table', { name: 'Command history' }).getByRole('row').nth(1)
  await expect(newest).toContainText('enable_lost_mode')
  await expect(newest).toContainText('Success')
})

test('devices are sorted by a column with another name there, and each page has other rows', async ({
  page,
  withSession: _,
}) => {
  const firstRow = deviceTable(page).getByRole('row').nth(1)
  await page.goto(`${paths.devices}?sort=-serial_number`)
  const last = await firstRow.textContent()
  await page.goto(`${paths.devices}?sort=serial_number`)
  await expect(firstRow).not.toHaveText(last ?? '')
  const first = await firstRow.textContent()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(firstRow).not.toHaveText(first ?? '')
})

test('a wrong password is explained, although the server returns HTTP status 200', async ({ page, problems }) => {
  problems.allow(/status of 401/)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill('admin')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Incorrect user name or password')
})
