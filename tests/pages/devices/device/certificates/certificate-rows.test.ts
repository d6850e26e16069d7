import { expect, test } from 'vitest'
import { expiryOf, keyWeaknessOf, weaknessOf } from '#contract/certificate-state.ts'
import {
  certificateRows,
  certificatesMatching,
  commonNameOf,
  looseCertificate,
} from '#pages/devices/device/certificates/certificate-rows.ts'
import { received } from '../../records.ts'

const now = Date.UTC(2026, 5, 15, 12)
const day = 86_400_000
const certificate = (serialnumber: string, more = {}) => ({ serialnumber, certificateissuername: 'CN=Root', ...more })
const rows = (wire: Record<string, unknown>) => certificateRows(received(wire), now)

test('a certificate that stands in both places is one row with both origins', () => {
  const both = [certificate('01')]
  expect(rows({ certificates: { managedcertificates: both }, managedcertificates: both })).toMatchObject([
    {
      serial: '01',
      managed: 'Managed',
      origins: ['certificates.managedcertificates', 'managedcertificates'],
      differs: [],
    },
  ])
})

test('the same serial number of another issuer is another certificate', () => {
  const lists = { managedcertificates: [certificate('01'), certificate('01', { certificateissuername: 'CN=Other' })] }
  expect(rows(lists)).toHaveLength(2)
})

test('certificates without a serial number are never taken for each other', () => {
  expect(rows({ managedcertificates: [{ certificatename: 'a' }, { certificatename: 'a' }] })).toHaveLength(2)
})

test('a certificate in both lists says so, and names the fields in which its copies differ', () => {
  const [row] = rows({
    managedcertificates: [certificate('01', { certificatename: 'VPN' })],
    unmanagedcertificates: [certificate('01', { certificatename: 'Wi-Fi' })],
  })
  expect(row).toMatchObject({ managed: 'Managed and unmanaged', name: 'VPN', differs: ['certificatename'] })
})

test('a serial number keeps its leading zeros and all its digits', () => {
  const list = [certificate('000123'), { serialnumber: 90071992547419931234n }]
  expect(rows({ managedcertificates: list }).map(({ serial }) => serial)).toEqual(['000123', '90071992547419931234'])
})

test.each([
  [now - day, 'expired', -1],
  [now, 'expired', 0],
  [now + 1, 'soon', 0],
  [now + 30 * day, 'soon', 30],
  [now + 31 * day, 'later', 31],
  [String(now + 31 * day), 'later', 31],
  ['--', 'unknown', 0],
  [-1, 'unknown', 0],
  [null, 'unknown', 0],
])('an expiry of %s is %s', (value, state, days) => {
  expect(expiryOf(value, now)).toMatchObject({ state, days })
})

test.each([
  ['SHA1withRSA', '', 'SHA-1'],
  ['sha-1', '', 'SHA-1'],
  ['md5WithRSAEncryption', '', 'MD5'],
  ['', '1.2.840.10045.4.1', 'SHA-1'],
  ['', ' 1.2.840.113549.1.1.4 ', 'MD5'],
  ['Unknown', '1.2.840.113549.1.1.5', 'SHA-1'],
])('the algorithm "%s" %s is called weak because of %s', (name, oid, hash) => {
  expect(weaknessOf(name, oid)).toContain(hash)
})

test.each([
  ['SHA256withRSA', '1.2.840.113549.1.1.11'],
  ['SHA-512', ''],
  ['ecdsa-with-SHA384', ''],
  ['Ed25519', '1.3.101.112'],
  ['', ''],
])('the algorithm "%s" %s is not called weak', (name, oid) => {
  expect(weaknessOf(name, oid)).toBeUndefined()
})

test('a search finds a certificate by any of its texts', () => {
  const list = rows({ managedcertificates: [certificate('0a1b', { certificatename: 'Wi-Fi' }), certificate('99')] })
  expect(certificatesMatching(list, 'wi-fi root').map(({ serial }) => serial)).toEqual(['0a1b'])
  expect(certificatesMatching(list, '0A1B')).toHaveLength(1)
  expect(certificatesMatching(list, '')).toHaveLength(2)
})

test('certificate fields at the top level are shown as they came', () => {
  expect(looseCertificate(received({ certificatename: 'Loose', isidentity: false }))).toEqual([
    { name: 'certificatename', label: 'Certificate name', value: 'Loose' },
    { name: 'isidentity', label: 'Is identity', value: false },
  ])
})

test('a list that is no list costs only itself, and an item that is no certificate stays visible', () => {
  const found = rows({ managedcertificates: 'none', unmanagedcertificates: [7, certificate('5')] })
  expect(found.map(({ serial, odd }) => [serial, odd])).toEqual([
    ['', '{"item":7}'],
    ['5', ''],
  ])
})

test.each([
  [1024, 'Weak: RSA 1024'],
  [2047, 'Weak: RSA 2047'],
  [2048, undefined],
  [256, undefined],
  [undefined, undefined],
  [Number.NaN, undefined],
])('a key of %s bits: %s', (bits, weakness) => {
  expect(keyWeaknessOf(bits)).toBe(weakness)
})

test.each([
  ['CN=ada@example.com,OU=Devices,O=Vale', 'ada@example.com'],
  ['OU=Devices, CN = Till 4', 'Till 4'],
  ['CN=Vale\\, Ltd,O=Vale', 'Vale, Ltd'],
  ['O=No name', ''],
  ['', ''],
])('the name that %j was issued to is %j', (subject, name) => {
  expect(commonNameOf(subject)).toBe(name)
})
