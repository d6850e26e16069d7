import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { updateDevice } from '#contract/mdm/devices.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { Problem } from '#contract/problem.ts'
import { AssignUser } from '#pages/devices/device/edit/AssignUser.tsx'
import { EditDevices } from '#pages/devices/device/edit/EditDevice.tsx'
import { DeviceEdits } from '#pages/devices/device/edit/DeviceEdits.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../../support/answering.ts'
import { signedInWith } from '../../signed-in.ts'

const device = { device_id: '9007199254741993', device_name: 'Gate 7', asset_tag: 'HV-1', owned_by: '1' }
const users = { users: [{ user_id: '9007199254741999', user_name: 'Ada Okafor', user_email: 'ada@harbor.example' }] }

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await cleanup()
  queryClient.clear()
})

async function show(answers: Answers, content = <DeviceEdits device={device} />) {
  const calls = answering(answers)
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
    </UiProvider>,
  )
  return () => calls.filter(({ row }) => row === updateDevice.id).map(({ body }) => body)
}

test('an administrator changes the asset tag, and nothing else is sent', async () => {
  signedInWith('MDM_Admin')
  const sent = await show({ [updateDevice.id]: device })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabelText('Asset tag').fill('HV-2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(sent).toEqual([{ device_id: device.device_id, asset_tag: 'HV-2' }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('what the server refuses is said in the dialog, and nothing that was typed is lost', async () => {
  signedInWith('MDM_Admin')
  await show({ [updateDevice.id]: new Problem('COM0005', 'office: must be shorter') })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabelText('Office').fill('Lisboa')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText('Office')).toHaveValue('Lisboa')
})

test('a device is assigned to one of the users', async () => {
  signedInWith('MDM_Admin')
  const sent = await show({ [updateDevice.id]: device, [listUsers.id]: users })
  await page.getByRole('button', { name: 'Assign user' }).click()
  await page.getByRole('radio', { name: 'Ada Okafor' }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.poll(sent).toMatchObject([{ device_id: device.device_id }])
  expect(String(sent()[0]?.user_id)).toBe(users.users[0]?.user_id)
})

test('of several devices, the one that is refused is named with the reason', async () => {
  signedInWith('MDM_Admin')
  const refused = ({ device_id }: Record<string, unknown>) =>
    device_id === '8' ? new Problem('SDE0003', 'user_id: the device is no longer managed') : device
  const devices = [device, { device_id: '8', device_name: 'Gate 8' }]
  const sent = await show(
    { [updateDevice.id]: refused, [listUsers.id]: users },
    <AssignUser devices={devices} onClose={() => undefined} />,
  )
  await page.getByRole('radio', { name: 'Ada Okafor' }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(page.getByText('1 succeeded, 1 failed')).toBeVisible()
  await expect.element(page.getByText(/^Gate 8: /)).toBeVisible()
  expect(sent()).toHaveLength(2)
})

test('several devices get the same details; one that is refused is named, and alone sent again', async () => {
  signedInWith('MDM_Admin')
  let refuses = true
  const refused = ({ device_id }: Record<string, unknown>) =>
    device_id === '8' && refuses ? new Problem('COM0004') : device
  const onClose = vi.fn()
  const sent = await show(
    { [updateDevice.id]: refused },
    <EditDevices devices={[device, { device_id: '8', device_name: 'Gate 8' }]} onClose={onClose} />,
  )
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.element(page.getByText('Fill in at least one field')).toBeVisible()
  await page.getByLabelText('Office').fill('Lisboa')
  await save.click()
  await expect.element(page.getByText('1 succeeded, 1 failed')).toBeVisible()
  await expect.element(page.getByText(/^Gate 8: /)).toBeVisible()
  expect(sent()).toEqual([
    { device_id: device.device_id, office: 'Lisboa' },
    { device_id: '8', office: 'Lisboa' },
  ])
  refuses = false
  await save.click()
  await expect.poll(() => onClose.mock.calls.length, { timeout: 20_000 }).toBe(1)
  expect(sent().slice(2)).toEqual([{ device_id: '8', office: 'Lisboa' }])
})

test('whoever may not change devices is not offered it', async () => {
  signedInWith('MDM_Read')
  await show({})
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
