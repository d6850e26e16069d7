import { afterEach, expect, test, vi } from 'vitest'
import { adviceOn } from '#components/issuing/form/advice.ts'
import { emptyForm, type IssuingForm, issuingForm } from '#components/issuing/form/issuing-form.ts'
import { sentText } from '#components/issuing/form/sent-text.ts'
import { lengthAdvice, toSubjectAndKey } from '#components/issuing/form/to-wire.ts'
import { createRequest } from '#contract/keys/requests.ts'

const wanted = (more: Partial<IssuingForm> = {}): IssuingForm => ({
  ...emptyForm,
  commonName: 'www.example.com',
  altNames: 'www.example.com\nexample.com',
  password: 'a store password',
  passwordAgain: 'a store password',
  ...more,
})
const wrongIn = (form: IssuingForm) => issuingForm.safeParse(form).error?.issues.map(({ path }) => path.join()) ?? []

afterEach(() => vi.useRealTimers())

test('what is empty stays out of what is sent, and names travel by commas', () => {
  expect(toSubjectAndKey(wanted())).toEqual({
    CNAME: 'www.example.com',
    ALT_NAMES: 'www.example.com,example.com',
    PASSWORD: 'a store password',
    VALIDITY_TYPE: 'days',
    VALIDITY: '90',
    ALG: 'EC',
    LEN: '256',
    StoreType: 'PKCS12',
  })
  expect(toSubjectAndKey(wanted({ algorithm: 'Ed25519', digest: 'SHA512', validity: '', country: 'de' }))).toEqual({
    CNAME: 'www.example.com',
    ALT_NAMES: 'www.example.com,example.com',
    COUNTRY: 'DE',
    PASSWORD: 'a store password',
    ALG: 'Ed25519',
    StoreType: 'PKCS12',
  })
})

test('values that another server has are sent as typed, and what was chosen for another algorithm is not', () => {
  const { ALG, LEN, SIGALG, StoreType } = toSubjectAndKey(
    wanted({ ownAlgorithm: ' DSA ', digest: 'SHA512', ownStore: 'BCFKS' }),
  )
  expect({ ALG, LEN, SIGALG, StoreType }).toEqual({
    ALG: 'DSA',
    LEN: undefined,
    SIGALG: undefined,
    StoreType: 'BCFKS',
  })
  expect(toSubjectAndKey(wanted({ ownLength: '512', ownDigest: 'SHA3-256' }))).toMatchObject({
    ALG: 'EC',
    LEN: '512',
    SIGALG: 'SHA3-256',
    StoreType: 'PKCS12',
  })
  expect(createRequest.input.safeParse(toSubjectAndKey(wanted({ ownAlgorithm: 'ML-DSA-65' }))).success).toBe(true)
})

test('the password is asked for where a key store needs one, twice the same, and is never in what is shown', () => {
  expect(wrongIn(wanted())).toEqual([])
  expect(wrongIn(wanted({ password: '', passwordAgain: '' }))).toEqual(['password'])
  expect(wrongIn(wanted({ password: '', passwordAgain: '', storeType: 'PEM' }))).toEqual([])
  expect(wrongIn(wanted({ passwordAgain: 'another' }))).toEqual(['passwordAgain'])
  expect(wrongIn(wanted({ password: 'short', passwordAgain: 'short', storeType: 'JKS' }))).toEqual(['password'])
  const sent = sentText(createRequest, toSubjectAndKey(wanted()))
  expect(sent).toContain('"PASSWORD": "••••••"')
  expect(sent).not.toContain('a store password')
})

test('the rules of the day stop at the field that they are about', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21) })
  const errors = (form: IssuingForm) => adviceOn(form).flatMap(({ level, field }) => (level === 'error' ? [field] : []))
  expect(errors(wanted())).toEqual([])
  expect(errors(wanted({ validity: '201' }))).toEqual(['validity'])
  expect(errors(wanted({ validity: '201', audience: 'private' }))).toEqual([])
  expect(errors(wanted({ algorithm: 'RSA', rsaBits: '1024' }))).toEqual(['rsaBits'])
  expect(errors(wanted({ algorithm: 'RSA', rsaBits: '1024', audience: 'private', legacy: true }))).toEqual([])
  expect(errors(wanted({ unit: 'IT' }))).toEqual(['unit'])
  vi.setSystemTime(Date.UTC(2027, 2, 15))
  expect(errors(wanted({ validity: '101' }))).toEqual(['validity'])
})

test('a call that is longer than servers take is pointed out', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `host-number-${at}.example.com`).join('\n')
  expect(lengthAdvice(wanted({ altNames: names(50) }))).toEqual([])
  expect(lengthAdvice(wanted({ altNames: names(400) }))).toMatchObject([{ field: 'altNames', level: 'warning' }])
  expect(lengthAdvice(emptyForm)).toEqual([])
})
