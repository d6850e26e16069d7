import { expect, test } from 'vitest'
import { getCertificate } from '#contract/keys/certificates.ts'
import { fileNameAmongSeveral, fileNameOf } from '#contract/keys/jobs/certificate-file.ts'
import { exportFormats, holdsKey } from '#pages/certificates/certificate/export/export-formats.ts'

test('each format of the reference is offered once', () => {
  const stated = getCertificate.input.shape.fileType.def.innerType.options
  expect(exportFormats.map(({ fileType }) => fileType).toSorted()).toEqual(stated.toSorted())
})

test('whatever holds the private key says so', () => {
  for (const format of exportFormats) expect(/private key/i.test(format.holds), format.label).toBe(holdsKey(format))
})

test('a file ends as what it is, and its name is no path', () => {
  const der = { fileType: 'DER' } as const
  expect(fileNameOf('www.der', 'www', der)).toBe('www.der')
  expect(fileNameOf('www.txt', 'www', der)).toBe('www.txt.der')
  expect(fileNameOf('', 'www', der)).toBe('www.der')
  expect(fileNameOf('../../etc/passwd', 'www', der)).toBe('_._.._etc_passwd.der')
  expect(fileNameOf('', '*.example.com', der)).toBe('_.example.com.der')
  expect(fileNameOf('', '', der)).toBe('certificate.der')
})

test('files of one name in an archive are told apart by their serial numbers', () => {
  const named = (serial_number: string) => fileNameAmongSeveral({ common_name: 'www', serial_number }, 'PKCS')
  expect(named('01:23:45:67:89:AB:CD:EF')).toBe('www-89ABCDEF.p12')
  expect(named('1f')).toBe('www-1f.p12')
})
