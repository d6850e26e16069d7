import { expect, expectAccessible, test } from './fixtures.ts'

interface LabHost {
  address: string
  port: number
}

test.use({ account: 'operator' })

test('find every certificate in the lab’s network, and see the expired and the weak', async ({
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
  await expect(page.getByText(`${hosts.length + 1} of ${hosts.length + 1} hosts checked`)).toBeVisible({
    timeout: 120_000,
  })
  const table = page.getByRole('table', { name: 'Hosts' })
  await expect(table.getByText('No certificate').first()).toBeVisible()
  await page.getByRole('radio', { name: 'Expired, expiring or weak' }).click()
  await expect(table.getByText('Expired').first()).toBeVisible()
  await expect(table.getByText(/^Weak/).first()).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})

test('a search can be left and gone on with, by keyboard alone', async ({ page, withSession: _ }) => {
  await page.goto('/discovery')
  await page.getByRole('radio', { name: 'Single host' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: 'IP address range' })).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('127.0.0.1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('127.0.15.255')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('9')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/of 4,095 hosts checked/)).toBeVisible()
  await page.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
  const before = await page.getByText(/hosts checked/).textContent()
  await page.reload()
  await expect(page.getByText(before ?? '')).toBeVisible()
  await page.getByRole('button', { name: 'Resume' }).press('Enter')
  await expect(page.getByText(before ?? '')).toBeHidden({ timeout: 120_000 })
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Start discovery' })).toBeVisible()
})

test('a file of hosts is read into the page, to be seen before it is sent', async ({ page, withSession: _ }) => {
  await page.goto('/discovery')
  await page.getByRole('radio', { name: 'List or file' }).click()
  const name = 'hosts.txt'
  await page
    .getByLabel('Load from a file')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('a.test\nb.test 8443\n') })
  await expect(page.getByRole('textbox', { name: 'Hosts' })).toHaveValue('a.test\nb.test 8443\n')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Hosts' })).toHaveValue('a.test\nb.test 8443\n')
})
