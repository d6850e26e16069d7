import { readJob } from '#contract/console/jobs.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'

interface LabHost {
  address: string
  port: number
}

test.use({ account: 'operator' })

test('every certificate in the lab’s network is found, including the expired and the weak ones', async ({
  page,
  product,
  withSession: _,
}) => {
  const lab = (await (await fetch(product.lab)).json()) as { tls_hosts: { hosts: LabHost[] } }
  const { hosts } = lab.tls_hosts
  const lines = hosts.map(({ address, port }) => `${address} ${port}`).join('\n')
  await page.goto('/discovery')
  await page.getByRole('radio', { name: 'List or file' }).click()
  await page.getByRole('textbox', { name: 'Hosts' }).fill(`${lines}\n127.0.0.1 1\n0x7f.1 443`)
  await expect(page.getByText('1 line skipped')).toBeVisible()
  await expect(page.getByText(`${hosts.length + 1} hosts, up to 5 s`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start discovery' }).click()
  const all = hosts.length + 1
  await expect(
    page.getByText(new RegExp(`^${all} hosts: \\d+ with a certificate, \\d+ without a certificate\\.`)),
  ).toBeVisible({
    timeout: 120_000,
  })
  const table = page.getByRole('table', { name: 'Hosts' })
  await expect(table.getByText('No certificate').first()).toBeVisible()
  await expect(table.getByText('Expired').first()).toBeVisible()
  await expect(table.getByText(/^Weak/).first()).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('a discovery is started by keyboard alone and continues when its page is closed', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/discovery')
  await page.getByRole('radio', { name: 'Single host' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'IP address range' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('127.0.0.1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('127.0.2.255')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  const title = 'Discover certificates of 767 hosts (127.0.0.1:9 to 127.0.2.255:9)'
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  const { pathname, origin } = new URL(page.url())
  const job = Number(pathname.split('/').at(-1))
  await page.goto(`${origin}/healthz`)
  await expect
    .poll(() => ask(page, readJob, { job }), { timeout: 60_000 })
    .toMatchObject({ state: 'ended', counts: { failed: 767 } })
  await page.goto('/discovery')
  await expect(
    page.getByRole('region', { name: 'Recent discoveries' }).getByRole('link', { name: title }),
  ).toBeVisible()
})

test('a file of hosts is previewed before it is sent', async ({ page, withSession: _ }) => {
  await page.goto('/discovery')
  await page.getByRole('radio', { name: 'List or file' }).focus()
  await page.keyboard.press('Space')
  const name = 'hosts.txt'
  await page
    .getByLabel('Load from a file')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('a.test\nb.test 8443\n') })
  await expect(page.getByRole('textbox', { name: 'Hosts' })).toHaveValue('a.test\nb.test 8443\n')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Hosts' })).toHaveValue('a.test\nb.test 8443\n')
})
