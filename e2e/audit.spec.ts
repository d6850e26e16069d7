import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { addressOf, csrfHeader } from '#contract/session.ts'
import { sendCommand } from '#contract/mdm/commands.ts'
import { listDevices } from '#contract/mdm/devices.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { newestEntry, openAudit } from './steps/audit.ts'
import { signIn } from './steps/sign-in.ts'

const asPage = (page: Page, row: { id: string }, input: object) =>
  page.evaluate(
    async ({ address, header, body }) => {
      const headers = { 'content-type': 'application/json', [header]: '1' }
      return (await fetch(address, { method: 'POST', headers, body })).json() as Promise<Record<string, unknown>>
    },
    { address: addressOf(row), header: csrfHeader, body: JSON.stringify(input) },
  )

test.describe('an administrator', () => {
  test.use({ account: 'admin' })

  test('finds who locked a phone, proves that nothing was changed, and takes a file along', async ({
    page,
    signedIn: _,
    problems,
  }) => {
    problems.allow(/status of 4\d\d/)
    const [device] = (await asPage(page, listDevices, { limit: 1 })).devices as { device_id: string }[]
    const device_id = String(device?.device_id)
    await asPage(page, sendCommand, { device_id, action_name: 'lock' })
    await openAudit(page)
    await expect(newestEntry(page)).toContainText('mdm.sendCommand')
    await expect(newestEntry(page)).toContainText(`device_id: ${device_id}, action_name: lock`)
    await expect(newestEntry(page)).toContainText('admin')
    await expectAccessible(page)

    await page.getByRole('searchbox', { name: 'Search' }).fill(device_id)
    await page.getByRole('combobox', { name: 'Period' }).selectOption('Last hour')
    await expect(page).toHaveURL(new RegExp(`search=${device_id}&period=hour`))
    await page.reload()
    await expect(newestEntry(page)).toContainText(device_id)

    await page.getByRole('button', { name: 'Verify the chain' }).click()
    await expect(page.getByText('The chain is intact')).toBeVisible()
    await expectAccessible(page)

    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    expect(text.startsWith('\uFEFFNumber,Time,Site,User,')).toBe(true)
    expect(text).toContain(`mdm.sendCommand,"device_id: ${device_id}, action_name: lock",done`)
  })
})

test('the help desk is told why it may not look, and the attempt of a stranger is written down', async ({
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
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody@HARBOUR')
  await expect(newestEntry(page)).toContainText(
    /Sign in with user name and password.*nobody@harbour.*Refused.*WRONG_CREDENTIALS/,
  )
  await expect(page.locator('body')).not.toContainText('canary')
})
