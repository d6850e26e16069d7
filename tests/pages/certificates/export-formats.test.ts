import { expect, test } from 'vitest'
import { getCertificate } from '#contract/keys/certificates.ts'
import { exportFormats, fileNameOf, holdsKey } from '#pages/certificates/certificate/export/export-formats.ts'

test('each format of the reference is offered once', () => {
  const stated = getCertificate.input.shape.fileType.def.innerType.options
  expect(exportFormats.map(({ fileType }) => fileType).toSorted()).toEqual(stated.toSorted())
})

test('whatever holds the private key says so', () => {
  for (const format of exportFormats) expect(/private key/i.test(format.holds), format.label).toBe(holdsKey(format))
})

test('a file ends as what it is, and its name is no path', () => {
  const der = { ending: '.der' }
  expect(fileNameOf('www.der', 'www', der)).toBe('www.der')
  expect(fileNameOf('www.txt', 'www', der)).toBe('www.txt.der')
  expect(fileNameOf('', 'www', der)).toBe('www.der')
  expect(fileNameOf('../../etc/passwd', 'www', der)).toBe('_._.._etc_passwd.der')
  expect(fileNameOf('', '*.example.com', der)).toBe('_.example.com.der')
  expect(fileNameOf('', '', der)).toBe('certificate.der')
})
