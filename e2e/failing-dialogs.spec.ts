import type { Locator } from '@playwright/test'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import type { Fault } from '../src/services/lab/faults.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { actionDialog, chooseAction, openOnly } from './steps/device-actions.ts'
import { letFail, letWork } from './steps/faults.ts'
import { dialogNamed } from './steps/groups.ts'

test.use({ account: 'admin' })
test.afterEach(({ product }) => letWork(product.lab))

/** A device of these specs alone: what is done to it stays. */
const device = 'B8M2222FM'

const unsure = 'The change may have been made. Check before you repeat it.'

/** Faults without an effect on the server, what they are called, and whether the outcome is known. */
const faults: [Omit<Fault, 'service'>, says: string, isUnsure: boolean][] = [
  [{ code: 'COM0004' }, 'Internal server error, try again', true],
  [{ garbage: true }, 'The server response is not JSON', true],
  [{ drop: true }, 'The server closed the connection without a response', true],
  [{ code: 'COM0002' }, 'API limit exceeded', false],
]

/** Sends a form into each fault. */
async function sendIntoFaults(lab: string, path: string, dialog: Locator, send: () => Promise<void>) {
  for (const [fault, says, isUnsure] of faults) {
    await letFail(lab, { service: 'mdm', path, ...fault })
    await send()
    const alert = dialog.getByRole('alert').filter({ hasText: says })
    await expect(alert).toBeVisible()
    await expect(alert.getByText(unsure)).toHaveCount(isUnsure ? 1 : 0)
    await letWork(lab)
  }
}

test('dialogs for a profile and its payload state each failure, keep the input, and can be sent again', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of (429|50\d)/)
  const name = `After failures ${Date.now()}`
  await page.goto('/devices/profiles')
  await page.getByRole('button', { name: 'New profile' }).click()
  const dialog = dialogNamed(page, 'New profile')
  const create = dialog.getByRole('button', { name: 'Create profile' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  await sendIntoFaults(product.lab, '/profiles', dialog, () => create.click())
  await expectAccessible(page)
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.getByRole('button', { name: 'Add payload' }).click()
  const payload = dialogNamed(page, 'Add payload')
  const add = payload.getByRole('button', { name: 'Add', exact: true })
  const length = payload.getByLabel('Min length')
  await length.fill('6')
  await sendIntoFaults(product.lab, '/payloads', payload, () => add.click())
  await expect(length).toHaveValue('6')
  await add.click()
  await expect(payload).toBeHidden()
})

test('a command states each failure, keeps its input, and is sent once in the end', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of (429|50\d)/)
  const device_id = await openOnly(page, device)
  await chooseAction(page, 'Lock')
  const dialog = actionDialog(page)
  const send = dialog.getByRole('button', { name: 'Lock', exact: true })
  await dialog.getByRole('textbox', { name: 'Lock message' }).fill('Call the help desk')
  await sendIntoFaults(product.lab, '/actions/lock', dialog, () => send.click())
  await expect(dialog.getByRole('textbox', { name: 'Lock message' })).toHaveValue('Call the help desk')
  const { total: before = 0 } = await ask(page, listDeviceCommands, { device_id })
  await send.click()
  await expect(dialog.getByText('Accepted by the server')).toBeVisible()
  const { total: after } = await ask(page, listDeviceCommands, { device_id })
  expect(after).toBe(before + 1)
})

test('a command that fails after its dialog was closed opens it again', async ({
  page,
  product,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 500/)
  await openOnly(page, device)
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  const scan = page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: 'Scan', exact: true })
  await expect(scan).toBeVisible()
  await letFail(product.lab, { service: 'mdm', path: '/actions/scan', code: 'COM0004', latency_ms: 2000 })
  await scan.click()
  await expect(actionDialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(actionDialog(page)).toBeHidden()
  await expect(actionDialog(page).getByRole('alert')).toContainText('Internal server error')
  await expect(actionDialog(page).getByRole('link', { name: 'command history' })).toBeVisible()
  await expectAccessible(page)
})
