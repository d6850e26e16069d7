import { readFile } from 'node:fs/promises'
import { expect, expectAccessible, test } from './fixtures.ts'
import {
  actionDialog,
  chooseAction,
  closeDialog,
  deviceIs,
  openOnly,
  untilDone,
  whileWorldIsFast,
} from './steps/device-actions.ts'
import { openTab } from './steps/devices.ts'
import { reason } from './steps/reason.ts'
import { confirmIdentity } from './steps/sign-in.ts'

test.use({ account: 'admin' })

/** Devices of these specs alone: what is done to them stays. */
const lockedPhone = 'B892222YB'
const wipedPhone = 'B9X2224ME'

test('a phone is locked with a message, and the history shows when', async ({ page, product, withSession: _ }) => {
  const id = await openOnly(page, lockedPhone)
  await deviceIs(product, id, 'online')
  const lock = async () => {
    await chooseAction(page, 'Lock')
    await expect(actionDialog(page)).toContainText('The user unlocks the device with the passcode.')
    await page.getByLabel('Lock message').fill('Please call 555 0100')
    await actionDialog(page).getByRole('button', { name: 'Lock', exact: true }).click()
    await expect(actionDialog(page).getByText('Accepted by the server')).toBeVisible()
  }
  await whileWorldIsFast(product, () => untilDone(page, lock))
  await openTab(page, 'Command history')
  const newest = page.getByRole('table', { name: 'Command history' }).getByRole('row').nth(1)
  await expect(newest).toContainText('The device is locked and shows the message')
  await expect(newest).toContainText('admin')
  await newest.getByRole('link', { name: 'Lock' }).click()
  const entry = page.getByRole('region', { name: /^Lock, \d+ \w+ \d{4}/ })
  await expect(entry.getByRole('listitem')).toHaveText([/^Initiated/, /^In progress/, /^Success/])
  await deviceIs(product, id, null)
})

test('a lost phone is wiped while it is offline; the command stays pending and is confirmed later', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 403/)
  const id = await openOnly(page, wipedPhone)
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  await deviceIs(product, id, 'offline')

  await test.step('the name has to be typed, and one proves who one is', async () => {
    await chooseAction(page, 'Complete wipe')
    const wipe = actionDialog(page).getByRole('button', { name: 'Complete wipe', exact: true })
    await expect(wipe).toBeDisabled()
    await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
    await page.getByLabel(`Type “${name}” to confirm`).fill(name)
    await wipe.click()
    await confirmIdentity(page, product.password)
    await expect(actionDialog(page).getByText('Waiting for the device')).toBeVisible()
    await closeDialog(page)
  })

  await test.step('the wipe that waits is on every tab, and can be taken back', async () => {
    await openTab(page, 'Restrictions')
    await expect(page.getByText('Complete wipe is pending')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel command: Complete wipe' }).click()
    await expect(page.getByText('Complete wipe is pending')).toBeHidden()
  })

  await test.step('it is sent once more, and done when the phone calls in', async () => {
    const wipe = async () => {
      await deviceIs(product, id, 'offline')
      await chooseAction(page, 'Complete wipe')
      await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
      await page.getByLabel(`Type “${name}” to confirm`).fill(name)
      await page.keyboard.press('Enter')
      await expect(actionDialog(page).getByText('Waiting for the device')).toBeVisible()
      await deviceIs(product, id, 'online')
    }
    await whileWorldIsFast(product, () => untilDone(page, wipe))
    await expect(page.getByText('This device is no longer managed.')).toBeVisible()
  })

  await test.step('a link and a file prove it', async () => {
    await openTab(page, 'Command history')
    const newest = page.getByRole('table', { name: 'Command history' }).getByRole('row').nth(1)
    await newest.getByRole('link', { name: 'Complete wipe' }).click()
    const entry = page.getByRole('region', { name: /^Complete wipe, / })
    await expect(entry).toContainText('The device was erased')
    await page.goto(page.url())
    await expect(entry).toContainText('The device was erased')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain('complete_wipe')
    expect(text).toMatch(/\d{4}-\d{2}-\d{2}T.*Success The device was erased by admin/)
  })
  await deviceIs(product, id, null)
})

test('by keyboard alone, a refusal is read and a phone is scanned', async ({ page, product, withSession: _ }) => {
  const id = await openOnly(page, lockedPhone)
  await deviceIs(product, id, 'online')
  await page.getByRole('button', { name: 'Actions', exact: true }).focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('region', { name: 'Actions' })
  await expect(menu.getByRole('button', { name: /^Disable lost mode/ })).toContainText('The device is not in lost mode')
  await expectAccessible(page)
  const scan = menu.getByRole('button', { name: 'Scan', exact: true })
  for (let presses = 0; presses < 5 && !(await scan.evaluate((one) => one === document.activeElement)); presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(actionDialog(page).getByText('Accepted by the server')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(actionDialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Actions', exact: true })).toBeFocused()
  await deviceIs(product, id, null)
})

test.describe('the help desk', () => {
  test.use({ account: 'helpdesk' })

  test('sees the actions and the missing permission', async ({ page, withSession: _ }) => {
    await openOnly(page, lockedPhone)
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    const lock = page.getByRole('button', { name: /^Lock/ })
    await expect(lock).toHaveAttribute('aria-disabled', 'true')
    await expect(lock).toHaveAccessibleDescription('Your account needs MDM_Write')
    await expect(page.getByText('Your account needs MDM_Write')).toHaveCount(1)
  })
})
