import { expect, test } from 'vitest'
import { flatRecord } from '#ui/values/flat-record.ts'

test('every value of a record is found under the path that leads to it', () => {
  const record = { name: 'Phone', sims: [{ imei: '1' }, { imei: '2' }], user: { email: null }, is_removed: false }
  expect(flatRecord(record)).toEqual([
    { path: 'name', value: 'Phone' },
    { path: 'sims[0].imei', value: '1' },
    { path: 'sims[1].imei', value: '2' },
    { path: 'user.email', value: 'null' },
    { path: 'is_removed', value: 'false' },
  ])
})

test('what is empty is listed as empty, not left out', () => {
  expect(flatRecord({ apps: [], owner: {}, note: '' })).toEqual([
    { path: 'apps', value: '[]' },
    { path: 'owner', value: '{}' },
    { path: 'note', value: '' },
  ])
})

test('a number beyond 2^53 keeps its digits', () => {
  expect(flatRecord({ id: 9007199254740993n })).toEqual([{ path: 'id', value: '9007199254740993' }])
})

test('a key with the name of a property of objects is a key like any other', () => {
  expect(flatRecord(JSON.parse('{"__proto__":{"polluted":1},"constructor":2}'))).toEqual([
    { path: '__proto__.polluted', value: '1' },
    { path: 'constructor', value: '2' },
  ])
})
