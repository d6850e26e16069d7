import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { endSession, forgetRememberedDevice, listRememberedDevices, listSessions } from '#contract/console/account.ts'
import {
  createCalendarFeed,
  listCalendarFeeds,
  revokeCalendarFeed,
} from '#contract/console/calendars/calendar-feeds.ts'
import {
  changePassword,
  confirmAuthenticator,
  dropSecondFactor,
  getOwnAccount,
  startAuthenticator,
} from '#contract/desktop/account.ts'
import { Problem } from '#contract/problem.ts'
import type { SignedIn } from '#contract/session.ts'
import { Component as Account } from '#pages/settings/account/Account.tsx'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const signedIn: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'hq', title: 'Head office' },
  sites: [
    { name: 'hq', title: 'Head office' },
    { name: 'branch', title: 'Branch' },
  ],
  user: {
    name: 'anna',
    email: 'anna@example.org',
    authType: 'Local',
    permissions: ['MDM_Read', 'MDM_Write', 'KeyManagement_Read'],
  },
}
const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const oddAgent = `Tool/${'x'.repeat(300)}`
const hoursFromNow = (hours: number) => Date.now() + hours * 3_600_000
const sessionOf = (id: string, more: object) => ({
  id,
  current: false,
  by: 'password',
  startedAt: hoursFromNow(-2),
  seenAt: hoursFromNow(-1),
  expiresAt: hoursFromNow(9.5),
  address: '192.0.2.7',
  agent,
  ...more,
})
const deviceOf = (id: string, more: object) => ({
  id,
  current: false,
  rememberedAt: hoursFromNow(-48),
  usedAt: hoursFromNow(-1),
  expiresAt: hoursFromNow(24 * 20),
  agent,
  ...more,
})
const envelope = (type: string, content: object) => ({
  message_type: type,
  message_response: { [type]: content },
  message_version: '1.0',
  status: 'success',
})
const accountWith = (type: string, second_factor: string) =>
  envelope(type, { user_data: { user_name: 'anna', email: 'anna@example.org', auth_type: 'Local' }, second_factor })

async function open(answers: Answers = {}) {
  queryClient.setQueryData(sessionQuery.queryKey, signedIn)
  const calls = answering({
    [getOwnAccount.id]: accountWith('account', 'none'),
    [listSessions.id]: {
      sessions: [sessionOf('1', { current: true }), sessionOf('2', { by: 'cloud', agent: oddAgent })],
    },
    [listRememberedDevices.id]: { devices: [deviceOf('a', { current: true }), deviceOf('b', { agent: 'Tool/2' })] },
    [listCalendarFeeds.id]: { rows: [] },
    ...answers,
  })
  const router = createMemoryRouter([{ path: '/', Component: Account }])
  await renderRouter(router)
  return { calls, bodyOf: (row: { id: string }) => calls.filter((call) => call.row === row.id).map(({ body }) => body) }
}
const panel = (name: string) => page.getByRole('region', { name, exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

beforeEach(() => queryClient.clear())

test('one sees who one is, where, and the highest right in each module', async () => {
  await open()
  for (const text of ['anna', 'anna@example.org', 'Password', 'Head office', 'MDM write']) {
    await expect.element(panel('Profile')).toMatchTextContent(text)
  }
})

test('one ends another session and knows which one is this', async () => {
  let sessions = [sessionOf('1', { current: true }), sessionOf('2', { by: 'cloud', agent: oddAgent })]
  const { bodyOf } = await open({
    [listSessions.id]: () => ({ sessions }),
    [endSession.id]: ({ id }) => {
      sessions = sessions.filter((session) => session.id !== id)
      return {}
    },
  })
  const [mine, other] = [panel('Sessions').getByRole('listitem').nth(0), panel('Sessions').getByRole('listitem').nth(1)]
  await expect.element(mine).toMatchTextContent('Chrome on Windows')
  await expect.element(mine).toMatchTextContent('This session')
  await expect.element(mine.getByRole('button')).not.toBeInTheDocument()
  await expect.element(other).toMatchTextContent('192.0.2.7, by the identity provider')
  await other.getByRole('button', { name: `End session: ${oddAgent}` }).click()
  await expect.element(other).not.toBeInTheDocument()
  expect(bodyOf(endSession)).toEqual([{ id: '2' }])
})

test('one forgets a device, or all at once', async () => {
  let devices = [deviceOf('a', { current: true }), deviceOf('b', { agent: 'Tool/2' }), deviceOf('c', {})]
  const { bodyOf } = await open({
    [listRememberedDevices.id]: () => ({ devices }),
    [forgetRememberedDevice.id]: ({ id }) => {
      devices = devices.filter((device) => id !== undefined && device.id !== id)
      return {}
    },
  })
  await expect.element(panel('Remembered devices')).toMatchTextContent('This browser')
  await press('Forget Tool/2')
  await expect.element(page.getByRole('button', { name: 'Forget Tool/2' })).not.toBeInTheDocument()
  await press('Forget all')
  await expect.element(panel('Remembered devices')).toMatchTextContent('Select “Remember this device”')
  expect(bodyOf(forgetRememberedDevice)).toEqual([{ id: 'b' }, {}])
})

test('a calendar feed shows its password once, when it was read and why not, and is revoked', async () => {
  const feed = 'abcdefgh12345678'
  const why = 'The certificates could not be read: The server is not reachable.'
  let rows: object[] = []
  const { bodyOf } = await open({
    [listCalendarFeeds.id]: () => ({ rows }),
    [createCalendarFeed.id]: ({ name }) => {
      rows = [
        { id: feed, name, createdAt: hoursFromNow(-1), fetchedAt: hoursFromNow(-1), fetchedFrom: '192.0.2.9', why },
      ]
      return { feed, password: 'canary-password' }
    },
    [revokeCalendarFeed.id]: () => {
      rows = []
      return {}
    },
  })
  await expect.element(panel('Calendar feeds')).toMatchTextContent('None. A feed shows the expiry dates')
  await press('New feed')
  const dialog = page.getByRole('dialog', { name: 'New calendar feed' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await expect.element(name).toHaveFocus()
  await name.fill('Phone')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect.element(dialog).toMatchTextContent('The password is shown only once')
  await expect.element(dialog).toMatchTextContent(`/calendars/${feed}.ics`)
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect.element(dialog.getByText('canary-password')).toBeVisible()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(panel('Calendar feeds')).toMatchTextContent('from 192.0.2.9')
  await expect.element(panel('Calendar feeds')).toMatchTextContent(why)
  const cached = queryClient.getQueryCache().getAll()
  expect(JSON.stringify(cached.map(({ state }) => state))).not.toContain('canary-password')
  await press('Revoke Phone')
  const confirm = page.getByRole('dialog', { name: 'Revoke the calendar feed “Phone”?' })
  await confirm.getByRole('button', { name: 'Revoke' }).click()
  await expect.element(panel('Calendar feeds')).toMatchTextContent('None. A feed shows')
  expect([bodyOf(createCalendarFeed), bodyOf(revokeCalendarFeed)]).toEqual([[{ name: 'Phone' }], [{ feed }]])
})

test('an authenticator app is set up in steps, and counts with its first right code', async () => {
  let factor = 'none'
  const { bodyOf } = await open({
    [getOwnAccount.id]: () => accountWith('account', factor),
    [startAuthenticator.id]: envelope('startauthenticator', {
      secret: 'JBSWY3DPEHPK3PXP',
      address: 'otpauth://totp/Triptych:anna?secret=JBSWY3DPEHPK3PXP',
    }),
    [confirmAuthenticator.id]: ({ otp }) => {
      if (otp !== '123456') return new Problem('10003')
      factor = 'authenticator'
      return accountWith('confirmauthenticator', factor)
    },
  })
  await press('Set up an authenticator app')
  const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect.element(dialog.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  await expect.element(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  const code = dialog.getByRole('textbox', { name: 'One-time code' })
  await expect.element(code).toHaveFocus()
  await code.fill('000000')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('Enter the latest code.')
  await expect.element(code).toHaveValue('')
  await code.fill('123 456')
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(panel('Second factor')).toMatchTextContent('Authenticator app')
  expect(bodyOf(confirmAuthenticator)).toEqual([{ otp: '000000' }, { otp: '123456' }])
  const cached = queryClient.getQueryCache().getAll()
  expect(JSON.stringify(cached.map(({ state }) => state))).not.toContain('JBSWY3DPEHPK3PXP')
})

test('switching the second factor off says what that means before it is done', async () => {
  let factor = 'authenticator'
  await open({
    [getOwnAccount.id]: () => accountWith('account', factor),
    [dropSecondFactor.id]: () => accountWith('dropsecondfactor', (factor = 'none')),
  })
  await press('Turn off')
  const dialog = page.getByRole('dialog', { name: 'Turn off the second factor?' })
  await expect.element(dialog).toMatchTextContent('Sign-in will require only your password')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await expect.element(panel('Second factor')).toMatchTextContent('Only a password is required to sign in.')
})

test('where the server has no such pages, it says that the server decides', async () => {
  await open({ [getOwnAccount.id]: new Problem('10022') })
  await expect.element(panel('Password and second factor')).toMatchTextContent('Managed by the server')
  await expect.element(panel('Sessions')).toMatchTextContent('This session')
})

test('a second factor that we do not know is shown as it came', async () => {
  await open({ [getOwnAccount.id]: accountWith('account', 'retina') })
  await expect.element(panel('Second factor')).toMatchTextContent('retina')
  await expect.element(panel('Second factor')).toMatchTextContent('Meaning not defined.')
})

test('a new password is checked before it is sent, and neither is kept', async () => {
  const { bodyOf } = await open({
    [changePassword.id]: ({ old_password }) =>
      old_password === btoa('right one') ? accountWith('changepassword', 'none') : new Problem('10001'),
  })
  const old = page.getByRole('textbox', { name: 'Current password', exact: true })
  const next = page.getByRole('textbox', { name: 'New password', exact: true })
  await old.fill('wrong one')
  await next.fill('short')
  await press('Change password')
  await expect.element(page.getByText('Use 15 to 1024 characters')).toBeVisible()
  expect(bodyOf(changePassword)).toEqual([])
  await next.fill('long enough to be one')
  await press('Change password')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Invalid user name or password')
  await expect.element(old).toHaveFocus()
  await old.fill('right one')
  await press('Change password')
  await expect.element(page.getByText('Password changed')).toBeVisible()
  await expect.element(next).toHaveValue('')
  const kept = [...queryClient.getQueryCache().getAll(), ...queryClient.getMutationCache().getAll()]
  expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain('long enough to be one')
})

test('a list that cannot be had says so, and is asked for again', async () => {
  let isDown = true
  await open({ [listSessions.id]: () => (isDown ? new Problem('FAILED') : { sessions: [sessionOf('1', {})] }) })
  await expect.element(panel('Sessions').getByRole('alert')).toMatchTextContent('Something went wrong in the console')
  isDown = false
  await panel('Sessions').getByRole('button', { name: 'Try again' }).click()
  await expect.element(panel('Sessions')).toMatchTextContent('Chrome on Windows')
})
