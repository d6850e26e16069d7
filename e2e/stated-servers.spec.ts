import type { Page } from '@playwright/test'
import { paths } from '#paths.ts'
import { startBeforeStated } from '../tests/support/stated-servers.ts'
import { demoMade, expect, test as base } from './fixtures.ts'
import { sshHostsOf } from './steps/ssh-host.ts'
import { associate, createSshKey } from './steps/ssh-keys.ts'

// The same console before servers that have the stated operations and nothing else.
async function startWithDemo() {
  const stated = await startBeforeStated()
  await demoMade(stated.services.ready, stated.services.apiKey)
  return stated
}

// Started with the first test. As a fixture of the worker it would give this file a worker, and its product, to itself.
let started: ReturnType<typeof startWithDemo> | undefined
const test = base.extend<{ stated: Awaited<ReturnType<typeof startWithDemo>> }>({
  account: 'admin',
  stated: [
    async ({}, use) => {
      started ??= startWithDemo()
      await use(await started)
    },
    { timeout: 300_000 },
  ],
  product: async ({ stated }, use) => use(stated.product),
})
test.afterAll(async () => (await started)?.stop())
test.beforeEach(({ problems }) => problems.allow(/status of 404/))

/** `words` are in it, nothing is still on its way, and nothing is called failed or gone. */
async function expectTrue(page: Page, path: string, words: string | RegExp) {
  await page.goto(path)
  await expect(page.getByRole('main'), path).toContainText(words)
  await expect(page.getByText('Loading', { exact: false }), path).toHaveCount(0)
  await expect(page.getByRole('alert'), path).toHaveCount(0)
  await expect(page.getByRole('main'), path).not.toContainText(/\bNone? [\w ]*yet\b|may have been removed/)
}

test('no page of devices or desktops fails, or claims what the servers do not report', async ({
  page,
  signedIn: _,
}) => {
  test.setTimeout(120_000)
  const missing = /Not offered by this server: /
  const idOf = async (table: string) => {
    const href = await page.getByRole('grid', { name: table }).getByRole('link').first().getAttribute('href')
    return decodeURIComponent(href?.split('/').at(-1) ?? '')
  }
  const device = await idOf('Devices')
  for (const [path, words] of [
    [paths.overview, 'This server does not report how many are enrolled'],
    [paths.device(device), 'Only data from the device list is shown'],
    [paths.deviceCertificates(device), 'This server does not report the certificates of this device'],
    [paths.deviceCommands(device), /Not offered by this server: Commands sent to a device/],
    [`${paths.devices}?managed_status=2`, /This server ignores or rejects: .*the status filter \(managed_status\)/],
    [paths.groups, missing],
    [paths.profile('5'), missing],
    [paths.person('amara.okafor@harbourvale.example'), 'Not offered by the servers: people'],
    [paths.connections, 'All connections are working'],
  ] as const)
    await expectTrue(page, path, words)

  await expectTrue(page, paths.securityCheck, 'this server does not report which they are')
  await page.getByRole('button', { name: 'Start check' }).click()
  await expect(page.getByRole('main')).toContainText(/Not offered by this server: Passcode/)

  await expectTrue(page, paths.desktops, /of 400/)
  const computer = await idOf('Computers')
  for (const [path, words] of [
    [paths.computer(computer), 'Only data from the computer list is shown'],
    [paths.computerSoftware(computer), missing],
    [paths.desktopSummary, missing],
    [paths.desktopAgents, missing],
    [`${paths.desktops}?live=2`, 'This server ignores or rejects: the live status filter (livestatusfilter)'],
  ] as const)
    await expectTrue(page, path, words)
})

test('no page of keys, certificates or requests fails, or shows missing data as empty', async ({
  page,
  withSession: _,
}) => {
  test.setTimeout(120_000)
  const said: [string, string | RegExp][] = [
    [paths.sshHosts, /./],
    [paths.sshKeys, /./],
    [paths.certificates, /./],
    [paths.certificatesIssued, 'This server does not report which certificates were issued and revoked'],
    [paths.certificateServers, 'This server does not report which servers are saved'],
    [paths.newCertificate, 'This server does not report its authorities'],
    [paths.requests, /./],
    [paths.vault, 'payments-wrapping-key'],
    [paths.vulnerabilities, 'This server does not report which hosts they are'],
  ]
  for (const [path, words] of said) await expectTrue(page, path, words)
})

test('accounts of a key are shown on the pages of access, key and host, from the documented operations', async ({
  page,
  product,
  withSession: _,
}) => {
  const [host] = await sshHostsOf(product.lab)
  if (!host) throw new Error('The lab has no SSH host')
  await createSshKey(page, 'e2e stated')
  await associate(page, { host: host.name, user: 'deploy' }, false)
  const accounts = page.getByRole('table', { name: 'Accounts' })
  await expect(accounts.getByRole('row').filter({ hasText: host.name })).toContainText('This server does not report')

  await page.goto(paths.sshAccess)
  await expect(page.getByText('This server does not report since when keys grant access')).toBeVisible()
  const access = page.getByRole('grid', { name: 'Access' })
  await expect(access.getByRole('row').filter({ hasText: `deploy@${host.name}` })).toContainText('Grants access')

  await page.goto(paths.sshHost(host.name))
  const users = page.getByRole('table', { name: 'Users' })
  await expect(users.getByRole('row').filter({ hasText: 'deploy' })).toContainText('e2e stated')
  await expect(page.getByText('This server does not report the host’s keys.')).toBeVisible()
  await expect(page.getByText('This server does not report which credentials it has.')).toBeVisible()
})

test('a request is signed by a root whose name is typed', async ({ page, stated, withSession: _ }) => {
  const { GeneratedList: requests = [] } = await stated.call('getCSRList')
  const id = String(requests[0]?.CSR_ID)
  const { details: listed = [] } = await stated.call('getAllSSLCertificates')
  const roots = listed.filter((row) => row['Common Name'] === row.Issuer)
  let root: { name: string; serial: string } | undefined
  for (const { 'Common Name': name = '' } of roots) {
    const { details: found = [] } = await stated.call('getCertificateDetails', { common_name: name })
    const own = found.find(
      ({ certtype, endpoint }) => certtype === 'Root' && (endpoint as { PrivateKey: boolean } | undefined)?.PrivateKey,
    )
    if (own && !root) root = { name, serial: (own.endpoint as unknown as { serial: string }).serial }
  }
  await page.goto(paths.signRequest(id))
  await page.getByRole('radio', { name: 'Other root' }).check()
  await page.getByRole('textbox', { name: 'Common name of the root' }).fill(root?.name ?? '')
  await page.getByRole('textbox', { name: 'Serial number of the root' }).fill(root?.serial ?? '')
  for (const step of ['Validity', 'Review']) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: step, exact: true })).toBeVisible()
    await expect(page.getByText('A saved draft was restored.')).toBeHidden()
  }
  await page.getByRole('button', { name: 'Sign request' }).click()
  await expect(page.getByRole('heading', { name: /^Certificate .* issued$/ })).toBeVisible()
})
