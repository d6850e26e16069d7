import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  emptyImportForm,
  importAdvice,
  type ImportForm,
  importForm,
  toImportInput,
} from '#pages/requests/import/import-form.ts'

const request = readFileSync('tests/crypto/vectors/x509/rsa.csr', 'utf8')
const form = (more: Partial<ImportForm> = {}): ImportForm => ({ ...emptyImportForm, request, ...more })
const withKey = { key: btoa('key'), keyName: 'a.key', keyMatch: 'matches', keyFor: request, password: 'secret' }
const wrongIn = (value: ImportForm) => importForm.safeParse(value).error?.issues.map(({ path }) => path.join()) ?? []

test('only a request is taken for one, and a key needs its password', () => {
  expect(wrongIn(form())).toEqual([])
  expect(wrongIn(form({ request: 'hello' }))).toEqual(['request'])
  expect(wrongIn(form({ request: readFileSync('tests/crypto/vectors/x509/leaf.pem', 'utf8') }))).toEqual(['request'])
  expect(wrongIn(form({ ...withKey, password: '' }))).toEqual(['password'])
  expect(wrongIn(form({ email: 'nobody' }))).toEqual(['email'])
})

test('a key of something else, or of a request that was changed since, is not sent', () => {
  const errors = (value: ImportForm) => importAdvice(value).map(({ field }) => field)
  expect(errors(form(withKey))).toEqual([])
  expect(errors(form({ ...withKey, keyMatch: 'another key' }))).toEqual(['key'])
  expect(errors(form({ ...withKey, keyMatch: 'no key' }))).toEqual(['key'])
  expect(errors(form({ ...withKey, keyMatch: 'encrypted' }))).toEqual([])
  expect(errors(form({ ...withKey, keyFor: 'another request' }))).toEqual(['key'])
})

test('without a key, neither it nor a password is sent', () => {
  expect(Object.keys(toImportInput(form({ password: 'left over' })))).toEqual(['CSR'])
  expect(toImportInput(form(withKey))).toMatchObject({
    Key: { name: 'a.key', bytes: new TextEncoder().encode('key') },
    password: 'secret',
  })
})
