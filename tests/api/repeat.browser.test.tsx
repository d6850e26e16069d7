import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { onConfirmationNeeded } from '#api/confirmation.ts'
import { watchCalls } from '#api/request.ts'
import { confirmWith, sessionQuery } from '#api/session.ts'
import { confirmIdentity } from '#contract/console/account.ts'
import { getSshKeyPassphrase } from '#contract/keys/ssh.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession, type SignedIn } from '#contract/session.ts'
import { answering } from '../support/answering.ts'

const signedIn: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'anna', email: '', authType: 'local_authentication', permissions: [] },
}
const bert = { ...signedIn, user: { ...signedIn.user, name: 'bert' } }
const device_id = '1'
const rowsOf = (calls: { row: string }[]) => calls.map(({ row }) => row)
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'answered',
    (error: Problem) => error.code,
  )
const known = () => queryClient.getQueryData(sessionQuery.queryKey)

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, signedIn)
})

const showsTwice = () => Promise.all([1, 2].map(() => call(getSshKeyPassphrase, { keyName: 'build' })))
const passphrase = {
  name: 'getSSHKeyPassphrase',
  result: { status: 'Success', message: 'ok' },
  details: { passphrase: 'x' },
}

test('a call that needs a fresh proof asks for it once for all that wait, and is then repeated', async () => {
  let confirmed = false
  const refusedTwice = Promise.withResolvers<void>()
  const calls = answering({
    [getSshKeyPassphrase.id]: () => (confirmed ? passphrase : new Problem('CONFIRM_IDENTITY')),
  })
  let answered = 0
  watchCalls(() => {
    answered += 1
    if (answered === 2) setTimeout(refusedTwice.resolve)
  })
  const ask = vi.fn(async (_purpose: string) => {
    await refusedTwice.promise
    return (confirmed = true)
  })
  const end = onConfirmationNeeded(ask)
  await showsTwice()
  expect(ask.mock.calls).toEqual([[getSshKeyPassphrase.summary]])
  expect(rowsOf(calls)).toEqual(Array.from({ length: 4 }, () => getSshKeyPassphrase.id))
  end()
  watchCalls(() => {})
})

test('whoever would rather not confirm is asked anew the next time, and nothing was repeated', async () => {
  const calls = answering({ [getSshKeyPassphrase.id]: new Problem('CONFIRM_IDENTITY') })
  const ask = vi.fn(() => Promise.resolve(false))
  const end = onConfirmationNeeded(ask)
  expect(await codeOf(call(getSshKeyPassphrase, { keyName: 'build' }))).toBe('NOT_CONFIRMED')
  expect(await codeOf(call(getSshKeyPassphrase, { keyName: 'build' }))).toBe('NOT_CONFIRMED')
  expect(ask).toHaveBeenCalledTimes(2)
  expect(calls).toHaveLength(2)
  end()
  expect(await codeOf(call(getSshKeyPassphrase, { keyName: 'build' }))).toBe('CONFIRM_IDENTITY')
})

test('a call is repeated once, not for ever', async () => {
  const calls = answering({ [getSshKeyPassphrase.id]: new Problem('CONFIRM_IDENTITY') })
  const end = onConfirmationNeeded(() => Promise.resolve(true))
  expect(await codeOf(call(getSshKeyPassphrase, { keyName: 'build' }))).toBe('CONFIRM_IDENTITY')
  expect(calls).toHaveLength(2)
  end()
})

test('a call that was on its way while a confirmation changed the session is repeated, and nobody is asked to sign in', async () => {
  const changed = Promise.withResolvers<void>()
  let isNew = false
  const calls = answering({
    [confirmIdentity.id]: async () => {
      await changed.promise
      isNew = true
      return { state: 'confirmed', until: 1 }
    },
    [currentSession.id]: () => (isNew ? signedIn : { state: 'signed-out' }),
    [getDevice.id]: async () => {
      if (isNew) return { device_id }
      await changed.promise
      return new Problem('SIGNED_OUT')
    },
  })
  const answer = call(getDevice, { device_id })
  await expect.poll(() => rowsOf(calls)).toContain(getDevice.id)
  const confirming = confirmWith(confirmIdentity, { password: 'secret' })
  await expect.poll(() => rowsOf(calls)).toContain(confirmIdentity.id)
  changed.resolve()
  expect(await answer).toMatchObject({ device_id })
  expect(await confirming).toMatchObject({ state: 'confirmed' })
  expect(known()).toEqual(signedIn)
})

test('when the session has really ended, the whole console knows', async () => {
  const calls = answering({
    [currentSession.id]: { state: 'signed-out' },
    [getDevice.id]: new Problem('SIGNED_OUT'),
  })
  expect(await codeOf(call(getDevice, { device_id }))).toBe('SIGNED_OUT')
  expect(known()).toEqual({ state: 'signed-out' })
  expect(rowsOf(calls)).toEqual([getDevice.id, currentSession.id])
})

test('nothing is ever repeated as somebody else', async () => {
  const calls = answering({ [currentSession.id]: bert, [getDevice.id]: new Problem('SIGNED_OUT') })
  expect(await codeOf(call(getDevice, { device_id }))).toBe('SIGNED_OUT')
  expect(rowsOf(calls)).toEqual([getDevice.id, currentSession.id])
  expect(known()).toEqual(bert)
})
