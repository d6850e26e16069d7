import { describe, expect, test } from 'vitest'
import { digestOf, reconcile } from '#components/preferences/reconcile.ts'

const [columns, draft, views] = ['table/devices', 'draft/new-request', 'table/devices.views']
const texts = (of: Record<string, string>) => new Map(Object.entries(of))
const digests = (of: Record<string, string>) =>
  new Map(Object.entries(of).map(([name, text]) => [name, digestOf(text)]))
const nothing = { here: [], there: [] }

describe('a browser that never told the account', () => {
  test('gives what it holds, and takes what the account has', () => {
    expect(reconcile(texts({ [columns]: 'mine' }), texts({ [draft]: 'theirs' }), texts({}))).toEqual({
      here: [{ name: draft, value: 'theirs' }],
      there: [{ name: columns, value: 'mine' }],
    })
  })

  test('takes the columns of the account where both have some, and keeps the views of both', () => {
    const local = texts({
      [columns]: '"mine"',
      [views]: '[{"name":"Silent","search":"a"},{"name":"Old","search":"b"}]',
    })
    const account = texts({ [columns]: '"theirs"', [views]: '[{"name":"Old","search":"c"}]' })
    const both = '[{"name":"Old","search":"c"},{"name":"Silent","search":"a"}]'
    expect(reconcile(local, account, texts({}))).toEqual({
      here: [
        { name: columns, value: '"theirs"' },
        { name: views, value: both },
      ],
      there: [{ name: views, value: both }],
    })
  })
})

describe('a browser that did', () => {
  const before = digests({ [columns]: 'before', [draft]: 'before' })

  test.each([
    ['nothing changed', 'before', 'before', nothing],
    ['it changed here', 'mine', 'before', { here: [], there: [{ name: columns, value: 'mine' }] }],
    ['it changed elsewhere', 'before', 'theirs', { here: [{ name: columns, value: 'theirs' }], there: [] }],
    ['it changed in both', 'mine', 'theirs', { here: [], there: [{ name: columns, value: 'mine' }] }],
  ])('%s', (_, mine, theirs, expected) => {
    expect(reconcile(texts({ [columns]: mine }), texts({ [columns]: theirs }), before)).toEqual(expected)
  })

  test('drops a draft that was sent in another browser, but not one with further changes', () => {
    expect(reconcile(texts({ [draft]: 'before' }), texts({}), before).here).toEqual([{ name: draft }])
    expect(reconcile(texts({ [draft]: 'mine' }), texts({}), before).there).toEqual([{ name: draft, value: 'mine' }])
  })

  test('removes a draft that was sent here, but not one that another browser has changed since', () => {
    expect(reconcile(texts({}), texts({ [draft]: 'before' }), before).there).toEqual([{ name: draft }])
    expect(reconcile(texts({}), texts({ [draft]: 'theirs' }), before).here).toEqual([{ name: draft, value: 'theirs' }])
  })

  test('tells an account that has lost its settings, and a browser that has', () => {
    expect(reconcile(texts({ [columns]: 'before' }), texts({}), before).there).toEqual([
      { name: columns, value: 'before' },
    ])
    expect(reconcile(texts({}), texts({ [columns]: 'before' }), before).here).toEqual([
      { name: columns, value: 'before' },
    ])
  })
})
