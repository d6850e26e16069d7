import { HttpResponse } from 'msw/http'
import { beforeEach, expect, test, vi } from 'vitest'
import { call } from '#api/call.ts'
import { invalidate, mutation } from '#api/change.ts'
import { queryClient } from '#api/client.ts'
import { prefetch, query } from '#api/query.ts'
import { keepEarlyCalls, watchCalls } from '#api/request.ts'
import { confirmWith } from '#api/session.ts'
import { endpoint } from '#contract/endpoint.ts'
import { fileResponse } from '#contract/http/file-answer.ts'
import { requestIdHeader } from '#contract/http/request-id.ts'
import { addSshKey, exportSshKey } from '#contract/keys/ssh.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import { exportRequest } from '#contract/keys/requests.ts'
import { createGroup, deleteGroup } from '#contract/mdm/groups.ts'
import { Problem } from '#contract/problem.ts'
import { csrfHeader, currentSession } from '#contract/session.ts'
import { confirmIdentity } from '#contract/console/account.ts'
import { answering } from '../support/answering.ts'

const device_id = '9007199254741001'
beforeEach(() => queryClient.clear())

test('a call posts the wire form of its input under the row’s id, with the header against forgery', async () => {
  const calls = answering({ 'mdm.listDevices': { devices: [{ device_name: 'Reception' }] } })
  const page = await call(listDevices, { limit: 5, managed_status: ['2', '4'], search: undefined })
  expect(page.rows).toEqual([{ device_name: 'Reception' }])
  expect(calls[0]?.body).toEqual({ limit: 5, managed_status: '2,4' })
  expect(calls[0]?.headers.has(csrfHeader)).toBe(true)
})

test('digits beyond 2^53 arrive whole', async () => {
  answering({ 'mdm.getDevice': new HttpResponse('{":id":9007199254741001}') })
  expect((await call(getDevice, { device_id }))[':id']).toBe('9007199254741001')
})

test('text is passed on when what it needs to be displayed is loaded', async () => {
  answering({ 'mdm.listDevices': { devices: [{ device_name: 'a\u202Eb' }] } })
  const { promise: loaded, resolve } = Promise.withResolvers<void>()
  const prepare = vi.fn((_text: string) => loaded)
  keepEarlyCalls(prepare)
  const answered = vi.fn<() => void>()
  const answer = call(listDevices, { limit: 5 }).finally(answered)
  await expect.poll(() => prepare.mock.calls.length).toBe(1)
  expect(prepare.mock.calls[0]?.[0]).toContain('a\u202Eb')
  expect(answered).not.toHaveBeenCalled()
  resolve()
  expect((await answer).rows).toEqual([{ device_name: 'a\u202Eb' }])
  keepEarlyCalls(() => undefined)
  watchCalls(() => {}) // later calls are not buffered for other tests
})

test('whatever fails is a problem that says what to do next', async () => {
  const failing = (answer: Problem | Response) => {
    answering({ 'mdm.getDevice': answer })
    return call(getDevice, { device_id }).catch((error: unknown) => error)
  }
  expect(await failing(new Problem('COM0008'))).toMatchObject({ code: 'COM0008', status: 404, service: 'mdm' })
  expect(await failing(HttpResponse.error())).toMatchObject({
    code: 'OFFLINE',
    next: expect.stringContaining('network') as string,
  })
  expect(await failing(new HttpResponse('<html>'))).toMatchObject({ code: 'UNEXPECTED_CONTENT' })
})

test.each([413, 429, 503])('an error page of an intermediary is reported with its status %i', async (status) => {
  const headers = { 'content-type': 'text/html', 'retry-after': '7' }
  answering({ [createGroup.id]: new HttpResponse('<html><h1>Error</h1></html>', { status, headers }) })
  const problem = await call(createGroup, { name: 'Tills' }).catch((error: unknown) => error)
  expect(problem).toMatchObject({ code: `HTTP_${status}`, status, retryAfterSeconds: 7 })
  expect((problem as Problem).next.includes('The change may have been made')).toBe(status === 503)
})

test('of a change whose answer got lost nobody can say whether it was done; reading again is harmless', async () => {
  const ended = () => new Problem('UNREACHABLE', 'The server cannot be reached (UND_ERR_SOCKET)', { service: 'mdm' })
  answering({ [deleteGroup.id]: ended, [getDevice.id]: ended })
  const next = { deleted: '', read: '' }
  await call(deleteGroup, { group_id: '1' }).catch((problem: Problem) => (next.deleted = problem.next))
  await call(getDevice, { device_id }).catch((problem: Problem) => (next.read = problem.next))
  expect(next.deleted).toContain('The change may have been made. Check before you repeat it.')
  expect(next.read).not.toContain('may have been done')
})

test('nor can it of one whose connection to the console broke, unless there was no network to begin with', async () => {
  answering({ [deleteGroup.id]: HttpResponse.error() })
  const ask = () => call(deleteGroup, { group_id: '1' }).catch((problem: unknown) => problem)
  expect(await ask()).toMatchObject({ code: 'OFFLINE', endpoint: deleteGroup })
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(await ask()).toMatchObject({ code: 'OFFLINE', endpoint: undefined })
  network.mockRestore()
})

test.each([exportRequest, revokeCertificate, deleteGroup])(
  'a page in place of the answer of $id is no success',
  async (row) => {
    answering({
      [row.id]: new HttpResponse('<!doctype html><p>Maintenance', { headers: { 'content-type': 'text/html' } }),
    })
    const input = {
      CSR_ID: '1',
      fileType: 'CSR',
      common_name: 'a',
      serial_number: '1',
      revoke_reason: 1,
      group_id: '1',
    }
    const answer = await call(row, input as never).catch((error: unknown) => error)
    expect(answer).toMatchObject({ code: 'UNEXPECTED_CONTENT' })
  },
)

test('a problem says the same each time: the number of its request stands beside it', async () => {
  const earlier = '3f288356-890e-4da2-a764-31489ac19f9a'
  const numbered = (id: string) => {
    const told = id === 'three-3' ? earlier : id
    const body = JSON.stringify(new Problem('HTTP_500', `Internal error (${told})`, { service: 'keys', status: 500 }))
    return new HttpResponse(body, {
      status: 500,
      headers: { [requestIdHeader]: id, 'content-type': 'application/json' },
    })
  }
  for (const id of ['one-1', 'two-2', 'three-3']) {
    answering({ 'mdm.getDevice': numbered(id) })
    const problem = await call(getDevice, { device_id }).catch((error: unknown) => error)
    expect(problem).toMatchObject({ message: 'Internal error', requestId: id })
  }
})

test('an abandoned call is no problem', async () => {
  const late = Promise.withResolvers<Record<string, unknown>>()
  const calls = answering({ 'mdm.getDevice': () => late.promise })
  const abort = new AbortController()
  const answer = call(getDevice, { device_id }, abort.signal)
  await expect.poll(() => calls.length).toBe(1)
  abort.abort(new Error('left the page'))
  await expect(answer).rejects.toThrow('left the page')
  late.resolve({})
})

test('a call waits for a confirmation that is under way: the id of its session is about to be replaced', async () => {
  const confirmed = Promise.withResolvers<Record<string, unknown>>()
  const calls = answering({ [confirmIdentity.id]: () => confirmed.promise, 'mdm.getDevice': { device_id } })
  const confirmation = confirmWith(confirmIdentity, { password: 'example' })
  await expect.poll(() => calls.length).toBe(1)
  const answer = call(getDevice, { device_id })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(calls, 'sent under the former id').toHaveLength(1)
  confirmed.resolve({ state: 'confirmed', until: 1 })
  await confirmation
  expect(await answer).toMatchObject({ device_id })
})

test('the answer that the page asked for early is taken once', async () => {
  const calls = answering({ 'session.current': { state: 'signed-out' } })
  const early = Promise.resolve(new Response('{"state":"otp","message":"m","rememberDays":0}'))
  window.early = new Map([['session.current {}', early]])
  expect(await call(currentSession, {})).toMatchObject({ state: 'otp' })
  expect(calls).toHaveLength(0)
  expect(await call(currentSession, {})).toEqual({ state: 'signed-out' })
})

const renameDevice = endpoint({
  ...getDevice,
  id: 'mdm.renameDevice',
  method: 'POST',
  changes: ['mdm.device'],
})

test('a change makes stale what depends on it, and nothing else', async () => {
  const calls = answering({
    'mdm.renameDevice': {},
    'mdm.getDevice': { device_id },
    'session.current': { state: 'signed-out' },
  })
  await Promise.all([queryClient.query(query(getDevice, { device_id })), queryClient.query(query(currentSession, {}))])
  const { mutationFn, onSuccess } = mutation(renameDevice)
  expect(mutationFn).toBeDefined()
  await queryClient.getMutationCache().build(queryClient, { mutationFn, onSuccess }).execute({ device_id })
  const isStale = (key: readonly unknown[]) => queryClient.getQueryState(key)?.isInvalidated
  expect(isStale(query(getDevice, { device_id }).queryKey)).toBe(true)
  expect(isStale(query(currentSession, {}).queryKey)).toBe(false)
  await invalidate(['session.current'])
  expect(isStale(query(currentSession, {}).queryKey)).toBe(true)
  expect(calls.map(({ row }) => row)).toContain('mdm.renameDevice')
})

test('a prefetched answer is there when the page asks, and a failing one does not break the way to the page', async () => {
  const calls = answering({ 'mdm.getDevice': { device_id } })
  prefetch(query(getDevice, { device_id }))
  await queryClient.query(query(getDevice, { device_id }))
  expect(calls).toHaveLength(1)
  answering({ 'mdm.getDevice': new Problem('COM0004') })
  const other = query(getDevice, { device_id: 'other' })
  expect(prefetch(other)).toBeNull()
  await expect.poll(() => queryClient.getQueryState(other.queryKey)?.status).toBe('error')
})

test('files travel both ways, byte for byte and under their names', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  const calls = answering({
    'keys.addSshKey': { name: 'addSSHKey', result: { status: 'Success', message: 'Added' } },
    'keys.exportSshKey': new HttpResponse(bytes, fileResponse({ name: 'büild.pub', bytes })),
  })
  const added = await call(addSshKey, { keyName: 'build', passphrase: undefined, File: { name: 'büild', bytes } })
  expect(added).toEqual({ message: 'Added' })
  const body = calls[0]?.body ?? {}
  expect(body).toMatchObject({ keyName: 'build' })
  const file = body.File as File
  expect([file.name, await file.bytes()]).toEqual(['büild', bytes])
  expect(await call(exportSshKey, { keyName: 'build' })).toMatchObject({ name: 'büild.pub', bytes })
})

test('a file that is refused is a problem, not a file', async () => {
  answering({ 'keys.exportSshKey': new Problem('REFUSED', 'keyName: There is no key “build”', { service: 'keys' }) })
  const refused = await call(exportSshKey, { keyName: 'build' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'REFUSED', message: 'keyName: There is no key “build”' })
})
