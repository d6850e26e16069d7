import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addServer, removeServer } from '#contract/keys/servers.ts'
import { listSshResources } from '#contract/keys/ssh.ts'
import { sendCommand } from '#contract/mdm/commands.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { paths } from '#paths.ts'
import { expect, expectAccessible, expectAccessibleInBothSchemes, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { auditTable, newestEntry, openAudit } from './steps/audit.ts'
import { picture } from './steps/picture.ts'
import { signIn } from './steps/sign-in.ts'

/** It changes key management, and leaves nothing behind. */
async function saveAndForgetServer(page: Page, serverName: string) {
  const { rows } = await ask(page, listSshResources, {})
  const [{ ResourceName = '' } = {}] = rows
  const files = { certificatePath: '/tmp/audit-spec.crt', keyPath: '/tmp/audit-spec.key' }
  await ask(page, addServer, { serverName, ResourceName, userName: 'root', ...files })
  await ask(page, removeServer, { serverName })
}

test.describe('an administrator', () => {
  test.use({ account: 'admin' })

  test('finds who locked a phone, verifies the audit and exports a file', async ({ page, signedIn: _, problems }) => {
    problems.allow(/status of 4\d\d/)
    const [device] = (await ask(page, listDevices, { limit: 1 })).rows
    const device_id = String(device?.device_id)
    await ask(page, sendCommand, { device_id, action_name: 'lock' })
    await openAudit(page)
    // Key management writes entries of its own while the demo is filled.
    await page.getByRole('searchbox', { name: 'Search' }).fill(device_id)
    await expect(newestEntry(page)).toContainText('mdm.sendCommand')
    await expect(newestEntry(page)).toContainText(`device_id: ${device_id}, action_name: lock`)
    await expect(newestEntry(page)).toContainText('admin')
    await expectAccessible(page)

    await page.getByRole('combobox', { name: 'Period' }).selectOption('Last hour')
    await expect(page).toHaveURL(new RegExp(`search=${device_id}&period=hour`))
    await page.reload()
    await expect(newestEntry(page)).toContainText(device_id)

    await page.getByRole('button', { name: 'Verify hash chains' }).click()
    await expect(page.getByText('This console: hash chain intact')).toBeVisible()
    await expect(page.getByText('Key management: hash chain intact')).toBeVisible()
    await expectAccessible(page)
    await picture(page, 'audit')

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text.startsWith('\uFEFFSource,Number,Time,Site,User,')).toBe(true)
    expect(text).toContain(`mdm.sendCommand,"device_id: ${device_id}, action_name: lock",,,,done`)
  })

  test('finds the entries of the console and of key management about one action in one list, and exports both', async ({
    page,
    signedIn: _,
  }) => {
    const serverName = 'server of the audit spec'
    await saveAndForgetServer(page, serverName)
    await openAudit(page)
    await page.getByRole('searchbox', { name: 'Search' }).fill(serverName)
    const rows = auditTable(page).getByRole('row')
    await expect(rows).toHaveCount(5)
    await page.getByRole('combobox', { name: 'Action' }).selectOption(`Keys: ${removeServer.summary}`)
    await expect(rows).toHaveCount(3)
    await expect(auditTable(page)).toMatchAriaSnapshot(`
      - grid "Audit":
        - rowgroup:
          - row:
            - columnheader "Action"
            - columnheader "Time"
            - columnheader "Source"
            - columnheader "User"
            - columnheader "Details"
            - columnheader "Result"
        - rowgroup:
          - row /Remove a deployment server.* keys.removeServer .* This console admin .* serverName. server of the audit spec Done/
          - row /Remove a deployment server.* removeServer .* Key management console Server “server of the audit spec” removed –/
    `)
    await expectAccessibleInBothSchemes(page)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const text = await readFile(await (await downloading).path(), 'utf8')
    expect(
      text
        .trim()
        .split('\r\n')
        .map((line) => line.replace(/,.*/, '')),
    ).toEqual(['Source', 'This console', 'Key management'])

    await page.getByRole('combobox', { name: 'Source' }).selectOption('Key management')
    await expect(rows).toHaveCount(2)
    await expect(page).toHaveURL(/source=keys/)
    await expect(page.getByRole('button', { name: 'Export JSON lines' })).toHaveAttribute('aria-disabled', 'true')
    await page.reload()
    await expect(newestEntry(page)).toContainText('removed')
  })

  test('verifies both chains and filters by source, by keyboard alone', async ({ page, withSession: _ }) => {
    await page.goto(paths.audit)
    await expect(newestEntry(page)).toBeVisible()
    await page.getByRole('button', { name: 'Verify hash chains' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('This console: hash chain intact')).toBeVisible()
    await expect(page.getByText('Key management: hash chain intact')).toBeVisible()
    await page.keyboard.press('/')
    await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('combobox', { name: 'Source' })).toBeFocused()
    await page.keyboard.type('Key')
    await expect(page).toHaveURL(/source=keys/)
    await expect(newestEntry(page)).toContainText('Key management')
    await page.getByRole('combobox', { name: 'Result' }).focus()
    await page.keyboard.type('Ref')
    await expect(page.getByText('No matching entries')).toBeVisible()
    await expect(page.getByText('Key management does not report results')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the filters' }).press('Enter')
    await expect(newestEntry(page)).toBeVisible()
  })
})

test('the help desk sees why it has no access, and an unauthenticated attempt is recorded', async ({
  page,
  product,
  problems,
}) => {
  problems.allow(/status of 40[13]/)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill('nobody@harbour')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill('canary-of-a-stranger')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await signIn(page, 'helpdesk', product.password)
  await page.getByRole('link', { name: 'Audit', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Common_Admin')
  await expectAccessible(page)

  await page.context().clearCookies()
  await signIn(page, 'admin', product.password)
  await openAudit(page)
  // People type passwords into the field for the name: only the digest of an unknown one is kept.
  await page.getByRole('searchbox', { name: 'Search' }).fill('UNKNOWN account')
  await expect(newestEntry(page)).toContainText(
    /Sign in with user name and password.*unknown account [0-9a-f]{12}.*Refused.*WRONG_CREDENTIALS/,
  )
  await expect(page.locator('body')).not.toContainText('nobody@harbour')
  await expect(page.locator('body')).not.toContainText('canary')
})
