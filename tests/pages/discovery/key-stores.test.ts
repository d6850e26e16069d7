import { expect, test } from 'vitest'
import { entriesOf, filledList } from '#pages/discovery/key-stores.ts'

test('the last :: stands between the file and its number', () => {
  expect(entriesOf({ 'a.p12::1': '<password>', 'odd::name.jks::3': '<password>', bare: '' })).toEqual([
    { key: 'a.p12::1', file: 'a.p12', number: '1' },
    { key: 'odd::name.jks::3', file: 'odd::name.jks', number: '3' },
    { key: 'bare', file: 'bare', number: '' },
  ])
  expect(entriesOf(undefined)).toEqual([])
})

test('what has no password keeps its placeholder', () => {
  const list = { 'a.p12::1': '<password>', 'b.jks::2': '<password>' }
  expect(filledList(list, new Map([['b.jks::2', 'secret']]))).toEqual({
    'a.p12::1': '<password>',
    'b.jks::2': 'secret',
  })
})
