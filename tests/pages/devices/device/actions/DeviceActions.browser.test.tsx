import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { onLateFailure } from '#api/change.ts'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import { getRecentCommand, sendCommand, suspendCommand, wipeDevice } from '#contract/mdm/commands.ts'
import { listDeviceActions } from '#contract/mdm/device-parts.ts'
import { getDevice, listDeviceCommands } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import * as Device from '#pages/devices/device/Device.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../../support/answering.ts'
import { why } from '../../../../support/why.ts'
import { signedInWith } from '../../signed-in.ts'
import { renderRouter } from '../../../../support/RenderRouter.tsx'

const device = { device_id: '7', device_name: 'Till 4', serial_number: 'S-1', last_contact_time: Date.UTC(2026, 0, 1) }
const offered = ['scan', 'lock', 'unlock_user_account', 'complete_wipe'].map((name) => ({ name, is_enabled: true }))
const entry = (command_name: string, command_status: number, more = {}) => ({
  command_history_id: '70',
  command_name,
  command_status,
  ...more,
})

async function open(answers: Answers) {
  const calls = answering({
    [getDevice.id]: device,
    [listDeviceCommands.id]: { commands: [] },
    [listDeviceActions.id]: { actions: offered },
    ...answers,
  })
  const router = createMemoryRouter(
    [
      {
        path: '/devices/:device_id',
        loader: Device.loader,
        Component: Device.Component,
        children: [{ index: true, element: null }],
      },
    ],
    { initialEntries: [paths.device('7')] },
  )
  await renderRouter(router)
  return { sentTo: (row: { id: string }) => calls.filter((call) => call.row === row.id) }
}

const menu = () => page.getByRole('button', { name: 'Actions' })
const dialog = () => page.getByRole('dialog')
const choose = async (name: string) => {
  await menu().click()
  await page.getByRole('button', { name, exact: true }).click()
}
const slowly =
  <T,>(answer: T) =>
  () =>
    new Promise<T>((resolve) => setTimeout(resolve, 200, answer))

beforeEach(async () => {
  await page.viewport(1280, 800)
  signedInWith('MDM_Admin')
})
afterEach(async () => {
  await cleanup()
  vi.useRealTimers()
  queryClient.clear()
})

test('a double click sends a command once', async () => {
  const { sentTo } = await open({ [sendCommand.id]: slowly(entry('lock', 1)) })
  await choose('Lock')
  await dialog().getByRole('button', { name: 'Lock', exact: true }).dblClick()
  await expect.element(dialog().getByText('Accepted by the server')).toBeVisible()
  expect(sentTo(sendCommand)).toHaveLength(1)
})

test('Enter that is still held from the menu sends nothing, and Enter that is pressed sends once', async () => {
  const { sentTo } = await open({ [sendCommand.id]: slowly(entry('lock', 1)) })
  await choose('Lock')
  await page.getByLabelText('Lock message').fill('Call us')
  // What the browser does with a key is up to what is left of it.
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
  page.getByLabelText('Lock message').element().dispatchEvent(held)
  expect(held.defaultPrevented).toBe(true)

  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(dialog().getByText('Accepted by the server')).toBeVisible()
  expect(sentTo(sendCommand).map(({ body }) => body)).toEqual([
    { device_id: '7', action_name: 'lock', lock_message: 'Call us' },
  ])
})

test('a scan changes nothing, and is sent without a question', async () => {
  const { sentTo } = await open({ [sendCommand.id]: entry('scan', 1) })
  await choose('Scan')
  await expect.element(dialog().getByText('Accepted by the server')).toBeVisible()
  expect(sentTo(sendCommand)).toHaveLength(1)
})

test('a wipe is sent once the name of the device was typed, and not before', async () => {
  const { sentTo } = await open({ [wipeDevice.id]: entry('complete_wipe', 1) })
  await choose('Complete wipe')
  const wipe = dialog().getByRole('button', { name: 'Complete wipe', exact: true })
  const name = page.getByLabelText('Type “Till 4” to confirm')
  await expect.element(wipe).toHaveAttribute('aria-disabled', 'true')
  await name.fill('Till 5')
  await userEvent.keyboard('{Enter}')
  await expect.element(wipe).toHaveAttribute('aria-disabled', 'true')
  await name.fill('Till 4')
  await page.getByRole('textbox', { name: 'Ticket number (optional)' }).fill(why.ticket)
  await wipe.click()
  const reason = page.getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveFocus()
  await expect.element(reason).toHaveAccessibleDescription(/Must have at least 5 characters/)
  await reason.fill(why.reason)
  await wipe.click()
  await expect.element(dialog().getByText('Accepted by the server')).toBeVisible()
  expect(sentTo(wipeDevice).map(({ body }) => body)).toEqual([{ device_id: '7', ...why }])
})

test('a command is followed from accepted to failed, with the reason and where the server explains it', async () => {
  const steps = [entry('lock', 1), entry('lock', 3), entry('lock', 0, { remarks: 'The battery is too low' })]
  let sent = false
  const history = () => ({ commands: sent ? [steps.length > 1 ? steps.shift() : steps[0]] : [] })
  const accept = () => {
    sent = true
    return entry('lock', 1)
  }
  await open({
    [sendCommand.id]: accept,
    [listDeviceCommands.id]: history,
    [getRecentCommand.id]: { command_name: 'lock', kb_url: 'https://kb.example/lock' },
  })
  await choose('Lock')
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect.element(dialog().getByText('Accepted by the server')).toBeVisible()
  await expect.element(dialog().getByText('The battery is too low')).toBeVisible()
  const help = dialog().getByRole('link', { name: /Server documentation/ })
  await expect.element(help).toHaveAttribute('href', 'https://kb.example/lock')
})

test('an explanation that is no address of the web is no link', async () => {
  const failed = entry('lock', 0, { remarks: 'No' })
  await open({
    [sendCommand.id]: failed,
    [listDeviceCommands.id]: { commands: [failed] },
    // oxlint-disable-next-line no-script-url -- what a hostile server could send
    [getRecentCommand.id]: { command_name: 'lock', kb_url: 'javascript:alert(1)' },
  })
  await choose('Lock')
  await dialog().getByRole('button', { name: 'Lock', exact: true }).click()
  await expect.element(dialog().getByText('Failed', { exact: true })).toBeVisible()
  const { queryKey } = query(getRecentCommand, { device_id: '7' })
  await expect.poll(() => queryClient.getQueryData(queryKey)?.kb_url).toContain('javascript')
  await new Promise(requestAnimationFrame)
  expect(
    dialog()
      .getByText(/Server documentation/)
      .elements(),
  ).toEqual([])
})

test('a refusal keeps what was typed and says why; when nobody knows, it leads to the command history', async () => {
  const away = new Problem('UNREACHABLE', 'The server cannot be reached (ECONNREFUSED)', { service: 'mdm' })
  const answers = [new Problem('CMD0001', 'The device is not managed'), away, new Problem('TIMEOUT')]
  await open({ [sendCommand.id]: () => answers.shift() ?? {} })
  await choose('Lock')
  await page.getByLabelText('Lock message').fill('Call us')
  const lock = dialog().getByRole('button', { name: 'Lock', exact: true })
  await lock.click()
  await expect.element(dialog().getByText('The device is not managed')).toBeVisible()
  await lock.click()
  await expect
    .element(
      dialog()
        .getByText(/ECONNREFUSED/)
        .first(),
    )
    .toBeVisible()
  expect(
    dialog()
      .getByText(/may have been|whether the command was sent/)
      .elements(),
  ).toEqual([])
  await lock.click()
  await expect.element(dialog().getByText(/The change may have been made/)).toBeVisible()
  await expect
    .element(dialog().getByRole('link', { name: 'command history' }))
    .toHaveAttribute('href', paths.deviceCommands('7'))
  await expect.element(page.getByLabelText('Lock message')).toHaveValue('Call us')
})

test('a command that fails after its dialog was closed says so', async () => {
  const { promise: failure, resolve: answer } = Promise.withResolvers<Problem>()
  await open({ [sendCommand.id]: () => failure })
  await choose('Scan')
  await expect.element(dialog()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  answer(new Problem('COM0004', undefined, { service: 'mdm' }))
  await expect.element(page.getByRole('dialog', { name: 'Scan: Till 4' }).getByText(/^Internal server/)).toBeVisible()
})

test('a command without an answer may have been carried out: the record is asked for again', async () => {
  const { sentTo } = await open({ [sendCommand.id]: new Problem('TRUNCATED') })
  await expect.element(menu()).toBeVisible()
  const before = sentTo(getDevice).length
  await choose('Scan')
  await expect.element(dialog().getByText('The server response is incomplete')).toBeVisible()
  await expect.poll(() => sentTo(getDevice).length).toBe(before + 1)
})

test('what one may not do is in the menu, names the permission, and does nothing', async () => {
  signedInWith('MDM_Read')
  const { sentTo } = await open({})
  await menu().click()
  const lock = page.getByRole('button', { name: /^Lock/ })
  await expect.element(lock).toHaveAccessibleDescription('Your account needs MDM_Write')
  await expect.element(page.getByText('Your account needs MDM_Write')).toBeVisible()
  await expect.element(lock).toHaveAttribute('aria-disabled', 'true')
  lock.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(sentTo(sendCommand)).toEqual([])
})

test('a server without a list of actions still offers those of the record', async () => {
  await open({
    [getDevice.id]: { ...device, actions: [{ name: 'lock', is_enabled: true }] },
    [listDeviceActions.id]: new Problem('COM0001', 'No such URL'),
  })
  await menu().click()
  await expect.element(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
})

test('a wipe that waits stays in sight, and can be taken back', async () => {
  let commands = [entry('complete_wipe', 1, { added_by_name: 'ben' })]
  const takeBack = vi.fn(() => {
    commands = [entry('complete_wipe', 0)]
    return entry('complete_wipe', 0)
  })
  const { sentTo } = await open({ [listDeviceCommands.id]: () => ({ commands }), [suspendCommand.id]: takeBack })
  await expect.element(page.getByText('Complete wipe is pending')).toBeVisible()
  await expect.element(page.getByText(/by ben/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel command: Complete wipe' }).click()
  await expect.element(page.getByText('Complete wipe is pending')).not.toBeInTheDocument()
  expect(sentTo(suspendCommand).map(({ body }) => body)).toEqual([{ device_id: '7', command_history_id: '70' }])
})

test('a cancellation that fails after the page was left is reported', async () => {
  const report = vi.fn()
  const end = onLateFailure(report)
  const { promise: failure, resolve: answer } = Promise.withResolvers<Problem>()
  await open({
    [listDeviceCommands.id]: { commands: [entry('complete_wipe', 1)] },
    [suspendCommand.id]: () => failure,
  })
  await page.getByRole('button', { name: 'Cancel command: Complete wipe' }).click()
  await cleanup()
  answer(new Problem('COM0004', undefined, { service: 'mdm' }))
  await expect.poll(() => report.mock.calls).toMatchObject([[{ code: 'COM0004', endpoint: { id: suspendCommand.id } }]])
  end()
})

test('when a command has ended, the record is asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let status = 1
  const { sentTo } = await open({ [listDeviceCommands.id]: () => ({ commands: [entry('lock', status)] }) })
  await expect.element(page.getByText(/Pending: Lock/)).toBeVisible()
  const before = sentTo(getDevice).length
  status = 2
  await vi.advanceTimersByTimeAsync(5000)
  await expect.element(page.getByText(/Pending: /)).not.toBeInTheDocument()
  await expect.poll(() => sentTo(getDevice).length).toBe(before + 1)
})
