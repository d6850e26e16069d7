import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Proxy, startProxy } from '../../../support/proxy.ts'

let proxy: Proxy
let administrator: string
let reader: string
beforeAll(async () => {
  proxy = await startProxy()
  administrator = await proxy.signIn('chief')
  reader = await proxy.signIn('reader')
})
afterAll(() => proxy.stop())

const place = { field: 'camera', value: '3' }
const notesFor = async (cookie: string) => (await proxy.call('console.listValueNotes', {}, cookie)).value.notes
const set = (note: object, cookie = administrator) => proxy.call('console.setValueNote', { ...place, ...note }, cookie)

test('a note of an administrator is visible to everybody, with author and time', async () => {
  const before = Date.now()
  expect((await set({ note: ' Camera off, except at work ' })).status).toBe(200)
  const [note] = (await notesFor(reader)) as { at: number }[]
  expect(note).toMatchObject({ ...place, note: 'Camera off, except at work', by: 'chief' })
  expect(note?.at).toBeGreaterThanOrEqual(before)
  await set({ note: 'Camera off' })
  expect(await notesFor(reader)).toMatchObject([{ ...place, note: 'Camera off' }])
})

test('only an administrator writes and removes notes', async () => {
  await set({ note: 'Camera off' })
  expect((await set({ note: 'Anything goes' }, reader)).value).toMatchObject({ code: 'FORBIDDEN' })
  expect((await proxy.call('console.removeValueNote', place, reader)).value).toMatchObject({ code: 'FORBIDDEN' })
  expect(await notesFor(reader)).toMatchObject([{ note: 'Camera off' }])
  expect((await proxy.call('console.removeValueNote', place, administrator)).status).toBe(200)
  expect(await notesFor(reader)).toEqual([])
})

test('a value with a documented meaning cannot have a note', async () => {
  const { status, value } = await set({ field: 'allow_popups', value: '1', note: 'Pop-ups allowed' })
  expect(status).toBe(400)
  expect(value).toMatchObject({ code: 'INVALID_INPUT', field: 'value' })
  expect((await set({ field: 'allow_popups', value: '3', note: 'As the user likes' })).status).toBe(200)
  await proxy.call('console.removeValueNote', { field: 'allow_popups', value: '3' }, administrator)
})

test('values of devices, desktops and certificates can have notes, by their administrators', async () => {
  const notes = [
    { field: 'managed_status', value: '9', note: 'Retired' },
    { field: 'installation_status', value: '25', note: 'Waiting for a restart' },
    { field: 'revoke_reason', value: '9', note: 'Privilege withdrawn' },
  ]
  for (const note of notes) expect((await set(note)).status).toBe(200)
  const kept = (await notesFor(administrator)) as { field: string }[]
  for (const note of notes) expect(kept.find(({ field }) => field === note.field)).toMatchObject(note)
  for (const note of notes) {
    expect((await set(note, reader)).value).toMatchObject({ code: 'FORBIDDEN' })
    await proxy.call('console.removeValueNote', { field: note.field, value: note.value }, administrator)
  }
  for (const [field, value] of [
    ['managed_status', '2'],
    ['installation_status', '22'],
    ['revoke_reason', '1'],
    ['owned_by', 'Corporate'],
  ])
    expect((await set({ field, value, note: 'x' })).value).toMatchObject({ code: 'INVALID_INPUT', field: 'value' })
})

test.each([
  ['field', { field: 'firmware_password', note: 'x' }],
  ['note', { note: '   ' }],
  ['note', { note: 'two\nlines' }],
  ['note', { note: 'x'.repeat(301) }],
  ['value', { value: '', note: 'x' }],
])('a note with a wrong %s is refused', async (field, note) => {
  const { status, value } = await set(note)
  expect(status).toBe(400)
  expect(value).toMatchObject({ code: 'INVALID_INPUT', field })
})

test('the audit records who wrote which note', async () => {
  await set({ note: 'Camera off' })
  const [entry] = await proxy.tables
    .selectFrom('proxy_audit')
    .select(['user_name', 'target'])
    .where('action', '=', 'console.setValueNote')
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  expect(entry?.user_name).toBe('chief')
  expect(entry?.target).toContain('camera')
})
