import type { Page } from '@playwright/test'
import { createSshKey, deleteSshKey, dissociateKey, associateKey, exportSshKey } from '#contract/keys/ssh.ts'
import { withReason } from '#contract/reason.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { byKeyboard } from './steps/by-keyboard.ts'
import { pressOn, searchFor } from './steps/keyboard.ts'
import { contentOf } from './steps/certificates.ts'
import { picture } from './steps/picture.ts'
import { reason } from './steps/reason.ts'
import { openDevices } from './steps/sign-in.ts'
import { linesOf, sshHostsOf, whoIs } from './steps/ssh-host.ts'

test.use({ account: 'admin' })

const user = 'backup'

/** A key of this spec that opens an account on each host of the lab. */
async function keyOnAllHosts(page: Page, lab: string) {
  // Never digits alone after a hyphen: a rotation counts those on.
  const keyName = `night-backup-k${(Date.now() % 46_656).toString(36)}`
  await ask(page, createSshKey, { keyName, keyType: 'ed25519' })
  const hosts = await sshHostsOf(lab)
  for (const { name } of hosts) await ask(page, associateKey, { keyName, userName: user, resourceName: name })
  return { keyName, hosts }
}

test('an SSH key is rotated over three hosts, and the new one logs in, by keyboard alone', async ({
  page,
  product,
  withSession: _,
  problems,
}) => {
  problems.allow(/status of 403/) // who is there has to be confirmed
  const { keyName, hosts } = await keyOnAllHosts(page, product.lab)
  await openDevices(page)
  const { goTo, follow, press, type, giveReason, confirmIdentity: confirm } = byKeyboard(page)
  await goTo('SSH keys')
  await searchFor(page, keyName)
  // The key may be among the rows of before, whose links are replaced while Tab moves between them.
  await expect(page.getByRole('row').filter({ hasNotText: keyName })).toHaveCount(1)
  await follow(page.getByRole('link', { name: keyName, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: keyName })).toBeFocused()
  await press('Export private key')
  const exporting = page.getByRole('dialog')
  const formerFile = page.waitForEvent('download')
  await giveReason()
  await confirm(product.password)
  const former = String(await contentOf(await formerFile))
  await expect(exporting).toBeHidden()
  expect(await whoIs(hosts[0] ?? { name: '', address: '', port: 0 }, user, former)).toBe(user)

  await pressOn(page, page.getByRole('link', { name: 'Rotate' }), 'Shift+Tab')
  await expect(page.getByRole('heading', { level: 1, name: `Rotate ${keyName}` })).toBeFocused()
  await press('Create key')
  const accounts = page.getByRole('table', { name: 'Accounts' })
  await expect(accounts.getByText(`${keyName} only`)).toHaveCount(hosts.length)
  await press('Deploy new key and verify')
  await expect(accounts.getByText(`${keyName} and ${keyName}-2`)).toHaveCount(hosts.length)
  await picture(page, 'ssh-rotation', 'dark')
  await press('Remove the old key')
  const dialog = page.getByRole('dialog', { name: `Remove “${keyName}” from ${hosts.length} accounts?` })
  await type(dialog.getByRole('textbox'), keyName)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Rotation complete')).toBeVisible({ timeout: 60_000 }) // a job of three hosts, and a check of each
  await expectAccessible(page)

  const next = String(
    Buffer.from((await ask(page, withReason(exportSshKey), { keyName: `${keyName}-2`, reason })).bytes),
  )
  for (const host of hosts) {
    expect(await whoIs(host, user, next)).toBe(user)
    await expect(whoIs(host, user, former)).rejects.toThrow('authentication')
  }
  for (const { name } of hosts) {
    await ask(page, dissociateKey, { keyName: `${keyName}-2`, userName: user, resourceName: name })
  }
  for (const key_name of [keyName, `${keyName}-2`]) await ask(page, deleteSshKey, { key_name })
  for (const host of hosts) {
    expect((await linesOf(host, user, product.password)).filter((line) => line.includes(keyName))).toEqual([])
  }
})
