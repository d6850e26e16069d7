import { readFile } from 'node:fs/promises'
import { paths } from '#paths.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { confirmIdentity } from './steps/sign-in.ts'
import { linesOf, sshHostsOf } from './steps/ssh-host.ts'
import { associate, createSshKey, deleteSshKey, dissociate } from './steps/ssh-keys.ts'

test.use({ account: 'admin' })

test('a new key is associated, and the displayed line is on the host', async ({
  page,
  product,
  withSession: _,
  problems,
}) => {
  problems.allow(/status of 403/) // the question who is there
  const [host] = await sshHostsOf(product.lab)
  if (!host) throw new Error('The lab has no SSH host')
  const place = { host: host.name, user: 'deploy' }
  await createSshKey(page, 'e2e associated', 'of the tests')
  const line = await associate(page, place)
  expect(line).toMatch(/^ssh-ed25519 \S+ of the tests$/)
  expect(await linesOf(host, 'deploy', product.password)).toContain(line)
  await expectAccessible(page)

  await dissociate(page, place)
  await confirmIdentity(page, product.password)
  await expect(page.getByText('Not deployed', { exact: true })).toBeVisible()
  expect(await linesOf(host, 'deploy', product.password)).not.toContain(line)
  await deleteSshKey(page, 'e2e associated')
})

test('a key is deployed to three hosts together, and removed from all of them', async ({
  page,
  product,
  withSession: _,
  problems,
}) => {
  problems.allow(/status of 403/)
  const hosts = await sshHostsOf(product.lab)
  const name = 'e2e several'
  await createSshKey(page, name, 'for several')
  await page.getByRole('link', { name: 'Associate with several' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('deploy')
  const accounts = page.getByRole('table', { name: 'Accounts' })
  await expect(accounts.getByRole('row')).toHaveCount(hosts.length + 1)
  await accounts.getByRole('checkbox').first().check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Preview' }).click()
  const line = (await page.getByText(/^ssh-ed25519 .+ for several$/).textContent()) ?? ''
  await page.reload()
  await page.getByRole('button', { name: `Deploy to ${hosts.length} accounts` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Deploy “${name}” to` })).toBeVisible()
  await expect(page.getByText(`${hosts.length} accounts: ${hosts.length} completed.`)).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  for (const host of hosts) expect(await linesOf(host, 'deploy', product.password)).toContain(line)

  await page.goto(paths.sshKey(name))
  await expect(page.getByRole('link', { name: `Deploy “${name}” to ${hosts.length} accounts` })).toBeVisible()
  await page.getByRole('table', { name: 'Accounts' }).getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Dissociate selected' }).click()
  await page.getByRole('button', { name: `Remove from ${hosts.length} accounts` }).click()
  const dialog = page.getByRole('dialog', { name: `Remove “${name}” from ${hosts.length} accounts?` })
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await confirmIdentity(page, product.password)
  await expect(page.getByRole('heading', { level: 1, name: `Remove “${name}” from` })).toBeVisible()
  await expect(page.getByText(`${hosts.length} accounts: ${hosts.length} completed.`)).toBeVisible()
  await expectAccessible(page)
  for (const host of hosts) expect(await linesOf(host, 'deploy', product.password)).not.toContain(line)
  await page.goto(paths.sshKey(name))
  await deleteSshKey(page, name)
})

test('weak keys are distinguished from the others, in light and dark, by keyboard alone', async ({
  page,
  signedIn: _,
}) => {
  await page.getByRole('link', { name: 'SSH keys', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'SSH keys' })).toBeVisible()
  const keys = page.getByRole('grid', { name: 'SSH keys' })
  await expect(keys.getByText('RSA with 1024 bits is weak')).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await page.keyboard.press('/')
  await page.keyboard.type('old-nagios')
  await expect(keys.getByRole('link')).toHaveCount(1)
  await keys.getByRole('link', { name: 'old-nagios' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'old-nagios' })).toBeVisible()
  await expect(page.getByText('It can be broken with sufficient computing power')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Accounts' })).toContainText('build.lab.example')
  await expectAccessible(page)
})

test('access by user, host and key is one table, and a host shows its key', async ({ page, withSession: _ }) => {
  await page.goto('/ssh-keys/access')
  const access = page.getByRole('grid', { name: 'Access' })
  await expect(access.getByRole('row').filter({ hasText: 'backup@build.lab.example' })).toContainText('Grants access')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Hosts' }).click()
  await page.getByRole('link', { name: 'build.lab.example' }).click()
  await expect(page.getByText(/^SHA256:/)).toBeVisible()
  const login = page.getByRole('table', { name: 'Credentials' }).getByRole('row').filter({ hasText: 'root' })
  await expect(login).toContainText('All users')
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: 'backup' })).toContainText(
    'old-nagios',
  )
  await expectAccessible(page)
})

test('the PGP key of a user is saved', async ({ page, withSession: _ }) => {
  await page.goto('/ssh-keys/pgp')
  await page.getByRole('textbox', { name: 'User' }).fill('Ada Example <ada@example.com>')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export public key' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain('BEGIN PGP PUBLIC KEY BLOCK')
  await expect(page.getByText('was saved as ada@example.com.asc')).toBeVisible()
  await expectAccessible(page)
})
