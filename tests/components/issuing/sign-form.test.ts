import { expect, test } from 'vitest'
import { comparedNames, doubtfulNames } from '#components/issuing/names-compared.ts'
import {
  type Authority,
  byHand,
  emptySignForm,
  keyOf,
  type SignForm,
  signForm,
  toSignInput,
} from '#components/issuing/sign-form.ts'

const root: Authority = { signType: 'signWithRoot', commonName: 'Root', serialNumber: '0A', canSign: true }
const external: Authority = {
  signType: 'EXTCA',
  commonName: 'CA',
  serverName: 'ca.example',
  caName: 'Corp',
  templates: ['Web'],
}
const all = [root, external]
const form = (more: Partial<SignForm>): SignForm => ({ ...emptySignForm, ...more })
const wrongIn = (value: SignForm) => signForm.safeParse(value).error?.issues.map(({ path }) => path.join()) ?? []

test('a root signs by variant B, an external authority by variant A, and neither gets the fields of the other', () => {
  expect(
    toSignInput('7', form({ authority: keyOf(root), days: '30', intermediate: true, templateName: 'Web' }), all),
  ).toEqual({
    CSR_ID: '7',
    signType: 'signWithRoot',
    rootCertificateCommonName: 'Root',
    rootCertificateSerialNumber: '0A',
    Validity: 30,
    isIntermediate: 'true',
  })
  expect(toSignInput('7', form({ authority: keyOf(external), templateName: 'Web', intermediate: true }), all)).toEqual({
    CSR_ID: '7',
    signType: 'EXTCA',
    serverName: 'ca.example',
    caName: 'Corp',
    templateName: 'Web',
  })
})

test('an authority that the server does not list is named by hand, whole', () => {
  expect(wrongIn(form({}))).toEqual(['authority'])
  expect(wrongIn(form({ authority: byHand.EXTCA }))).toEqual(['templateName', 'serverName', 'caName'])
  expect(wrongIn(form({ authority: byHand.signWithRoot }))).toEqual(['rootName', 'rootSerial'])
  expect(wrongIn(form({ authority: keyOf(external) }))).toEqual(['templateName'])
  expect(wrongIn(form({ authority: keyOf(root), days: '36501' }))).toEqual(['days'])
  const hand = form({ authority: byHand.signWithRoot, rootName: ' Other ', rootSerial: '01' })
  expect(toSignInput('7', hand, [])).toMatchObject({
    rootCertificateCommonName: 'Other',
    rootCertificateSerialNumber: '01',
  })
})

test('names that got lost, stayed and came are told apart, whatever their letters', () => {
  expect(comparedNames(['A.example', 'b.example', 'other name 1.2'], ['a.example', 'c.example'])).toEqual({
    kept: ['A.example'],
    lost: ['b.example', 'other name 1.2'],
    added: ['c.example'],
  })
  expect(doubtfulNames(['a.example', '10.0.0.1', 'other name 1.2', 'directory CN=x', 'a b'])).toEqual([
    'other name 1.2',
    'directory CN=x',
    'a b',
  ])
})
