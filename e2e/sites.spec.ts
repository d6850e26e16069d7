import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../tests/support/server.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

/** A second console over the servers of the first: the same world, as two sites that know nothing of each other. */
async function startConsoleOfTwoSites({ desktop, mdm }: { desktop: string; mdm: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'triptych-sites-'))
  const file = join(folder, 'connections.json')
  const site = (name: string, title: string) => ({
    name,
    title,
    connections: [
      { name: `${name}-desktop`, service: 'desktop', base_url: desktop },
      { name: `${name}-mdm`, service: 'mdm', base_url: mdm },
    ],
  })
  await writeFile(file, JSON.stringify({ sites: [site('hq', 'Head office'), site('branch', 'Branch office')] }))
  const server = await startServer({ TRIPTYCH_CONNECTIONS: file })
  const stop = async () => {
    await server.stop()
    await rm(folder, { recursive: true })
  }
  return { address: server.ready.console, stop }
}

test('two sites in one console have separate URLs and sessions, and links to each other', async ({
  page,
  product,
  context,
}) => {
  const { address, stop } = await startConsoleOfTwoSites(product)
  try {
    await page.goto(`${address}/devices?search=okafor`)
    await expect(page).toHaveURL(`${address}/sites/hq/sign-in?return=%2Fsites%2Fhq%2Fdevices%3Fsearch%3Dokafor`)
    await expect(page.getByText('This is Head office.')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'User name', exact: true }).fill('helpdesk')
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(product.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('okafor')
    await expect(page).toHaveURL(`${address}/sites/hq/devices?search=okafor`)

    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page.getByText('Not available on this site')).toBeVisible()
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await expect(attention.getByText('Failed', { exact: true }).first()).toBeVisible()
    await expect(attention.getByText(/^Unknown/)).toHaveCount(0)

    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page).toHaveURL(`${address}/sites/hq/settings/connections`)
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused()
    await page.getByRole('button', { name: 'Site: Head office' }).press('Enter')
    await expect(page.getByRole('link', { name: 'Head office' })).toHaveAttribute('aria-current', 'true')
    await expectAccessible(page)

    const branch = await context.newPage()
    await branch.goto(`${address}/sites/branch/`)
    await expect(branch).toHaveURL(`${address}/sites/branch/sign-in`)
    await expect(branch.getByText('This is Branch office.')).toBeVisible()

    await page.getByRole('link', { name: 'Branch office' }).click()
    await expect(page).toHaveURL(`${address}/sites/branch/sign-in`)
    await page.goBack()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('button', { name: 'Site: Head office' })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Navigation' }).click()
    await page.getByRole('button', { name: 'Account: helpdesk' }).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL(`${address}/sites/hq/sign-in`)
  } finally {
    await Promise.all(
      page
        .context()
        .pages()
        .map((open) => open.close()),
    ) // before their server goes
    await stop()
  }
})
