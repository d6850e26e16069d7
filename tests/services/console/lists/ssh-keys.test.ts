// The SSH keys by page, of a server that has no pages: through the console, before a key server that a test controls.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { findSshKeys } from '#contract/console/ssh-key-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'

let proxy: Proxy
let cookie: string
beforeAll(async () => {
  proxy = await startProxy()
  cookie = await proxy.signIn()
})
afterAll(() => proxy.stop())

const key = (at: number) => ({
  KeyName: `key-${at}`,
  KeyType: at % 2 ? 'ed25519' : 'rsa',
  KeyLength: at % 2 ? '256' : '1024',
  FingerPrint: `SHA256:${at}`,
  CreationTime: `2026-01-${String(at).padStart(2, '0')}T00:00:00Z`,
})
const list = (details: object[]) => ({ name: 'list', result: { status: 'Success', message: '' }, details })
const opens = (KeyName: string, UserName: string) => ({ KeyName, UserName, ResourceName: 'web-1' })

const serving = (associations: object[] | undefined) =>
  proxy.keys.answer(({ url }, response) => {
    if (!url.includes('listAssociations'))
      return json(response, list(Array.from({ length: 20 }, (_, at) => key(at + 1))))
    return associations ? json(response, list(associations)) : json(response, {}, 404)
  })
const find = async (input: object) => {
  const { value } = await proxy.call('console.findSshKeys', { ...input, fresh: true }, cookie)
  return value as unknown as Output<typeof findSshKeys>
}
const names = ({ rows }: Output<typeof findSshKeys>) => rows.map(({ key: { KeyName } }) => KeyName)

describe('a page of SSH keys', () => {
  test('includes the accounts of each, and is searched, filtered and ordered by them', async () => {
    serving([opens('key-3', 'root'), opens('key-12', 'deploy')])
    const opening = await find({ search: 'web-1', sort: [{ column: 'opens', descending: false }] })
    expect(names(opening)).toEqual(['key-12', 'key-3'])
    expect(names(await find({ filters: [{ column: 'opens', contains: 'root' }] }))).toEqual(['key-3'])
    const weak = { filters: [{ column: 'strength', oneOf: ['RSA with 1024 bits is weak'] }] }
    const page = await find({ ...weak, sort: [{ column: 'created', descending: true }], offset: 2, limit: 3 })
    expect([page.total, names(page), page.associations]).toEqual([10, ['key-16', 'key-14', 'key-12'], 'told'])
    expect(names(await find({ mentions: 'KEY-1', limit: 3 }))).toEqual(['key-1', 'key-10', 'key-11'])
  })

  test('finds the matching keys for each text, also from a cached list', async () => {
    serving([])
    const mentioning = async (mentions: string) => {
      const { value } = await proxy.call('console.findSshKeys', { mentions }, cookie)
      return names(value as unknown as Output<typeof findSshKeys>)
    }
    expect([await mentioning('key-20'), await mentioning('key-19')]).toEqual([['key-20'], ['key-19']])
    expect(names(await find({ names: ['key-1', 'key-2', 'none'] }))).toEqual(['key-1', 'key-2'])
  })

  test('includes keys with unreported data', async () => {
    serving(undefined)
    const { total, rows, associations } = await find({ filters: [{ column: 'opens', contains: 'root' }] })
    expect([total, associations]).toEqual([20, 'not offered'])
    expect(rows.every(({ places }) => places === undefined)).toBe(true)
  })
})
