import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sendCommands } from '#contract/mdm/commands.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession } from '#contract/session.ts'
import * as Bulk from '#pages/devices/bulk/Bulk.tsx'
import { readBulk } from '#pages/devices/bulk/kept-run.ts'
import { runnerOf } from '#pages/devices/bulk/runner.ts'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'

const operator = {
  state: 'signed-in',
  user: { name: 'operator', authType: 'Local Authentication', permissions: ['MDM_Admin'] },
  site: { name: 'main', label: 'Main' },
}
/** The name under which this person's run is kept. */
const person = 'main/Local Authentication/operator/bulk'

const devices = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    device_id: `d${at}`,
    device_name: `Till ${at}`,
    platform_type: 'Platform A',
    managed_status: at === 0 ? 4 : 2,
    owned_by: 1,
  }))

async function open(answers: Answers) {
  const calls = answering({ [listDeviceCommands.id]: { commands: [] }, ...answers })
  const router = createMemoryRouter([{ path: '*', Component: Bulk.Component }], { initialEntries: [paths.bulk] })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return calls
}
const accept = (ids: unknown) => ({
  success_list: (ids as string[]).map((device_id) => ({ device_id, status: 'SCHEDULED' })),
})
const result = (name: string) => page.getByRole('radio', { name, exact: true })
const sent = (calls: Awaited<ReturnType<typeof open>>) => calls.filter(({ row }) => row === sendCommands.id)

beforeEach(() => {
  queryClient.setQueryData([currentSession.id, {}], operator)
  queryClient.setQueryDefaults([currentSession.id], { staleTime: Number.POSITIVE_INFINITY })
})
afterEach(() => {
  runnerOf(person).forget()
  queryClient.clear()
})

const choose = async (count: number, answers: Answers) => {
  runnerOf(person).choose('Devices', devices(count))
  const calls = await open(answers)
  await page.getByRole('combobox', { name: 'Command' }).selectOptions('Scan')
  return calls
}

test('nothing is sent before one has seen who gets it, and who is left out and why', async () => {
  const calls = await choose(3, { [sendCommands.id]: ({ device_ids }) => accept(device_ids) })
  await expect.element(page.getByText('The device is not managed')).toBeVisible()
  expect(sent(calls)).toEqual([])
  await page.getByRole('button', { name: 'Send “Scan” to 2 devices' }).click()
  await expect.element(page.getByText('All sent: 2 devices accepted by the server, not yet executed.')).toBeVisible()
  expect(sent(calls).map(({ body }) => body)).toEqual([{ action_name: 'scan', device_ids: ['d1', 'd2'] }])
})

test('a limit in the middle stops the run; the rest is not sent, and goes on when one says so', async () => {
  let refuses = true
  const calls = await choose(131, {
    [sendCommands.id]: ({ device_ids }) => {
      const ids = device_ids as string[]
      if (ids.includes('d102') && refuses)
        return new Problem('COM0002', 'More than 60 calls in a minute', { retryAfterSeconds: 30 })
      return accept(ids)
    },
  })
  await page.getByRole('button', { name: 'Send “Scan” to 130 devices' }).click()
  await expect.element(page.getByText('More than 60 calls in a minute', { exact: true })).toBeVisible()
  await expect.element(page.getByText('The server asks you to wait 30 s.')).toBeVisible()
  await expect.element(page.getByText(/^Stopped: 100 devices accepted .* 30 devices not sent\.$/)).toBeVisible()
  refuses = false
  await page.getByRole('button', { name: 'Resume with 30 devices not sent' }).click()
  await expect.element(page.getByText(/^All sent: 130 devices accepted/)).toBeVisible()
  const taken = sent(calls).flatMap(({ body }, at) => (at === 1 ? [] : (body.device_ids as string[])))
  expect(taken).toHaveLength(130)
  expect(new Set(taken).size).toBe(130)
})

test('without an answer nobody says what became of a device, until its own history does', async () => {
  const calls = await choose(3, {
    [sendCommands.id]: new Problem('TIMEOUT'),
    [listDeviceCommands.id]: ({ device_id }) => ({
      commands:
        device_id === 'd1'
          ? [{ command_name: 'scan', command_status: 2, added_time: Date.now(), remarks: 'Scanned' }]
          : [],
    }),
  })
  await page.getByRole('button', { name: 'Send “Scan” to 2 devices' }).click()
  await expect.element(page.getByText('No response, but listed in the command history of the device')).toBeVisible()
  await expect.element(page.getByText('Success')).toBeVisible()
  await expect.element(result('Unknown')).toBeVisible()
  expect(sent(calls)).toHaveLength(1)

  await page.getByRole('button', { name: 'Resend to 1 device without a response' }).click()
  await expect.element(page.getByText(/the command may have been accepted/)).toBeVisible()
  expect(sent(calls)).toHaveLength(1)
})

test('a passcode that was sent is nowhere in the browser’s storage', async () => {
  await choose(3, { [sendCommands.id]: ({ device_ids }) => accept(device_ids) })
  await page.getByRole('combobox', { name: 'Command' }).selectOptions('Enable lost mode')
  await page.getByLabelText('Passcode', { exact: true }).fill('canary-4711')
  await page.getByRole('button', { name: /^Send “Enable lost mode”/ }).click()
  await expect.element(page.getByText(/^All sent/)).toBeVisible()
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('canary-4711')
  expect(readBulk(person)).toMatchObject({ action: 'enable_lost_mode', secretNames: ['passcode'], parameters: {} })
})
