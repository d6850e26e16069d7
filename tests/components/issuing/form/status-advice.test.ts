import { expect, test } from 'vitest'
import { statusAdvice } from '#components/issuing/form/status-advice.ts'

test.each(['http://127.0.0.1:8383/pki/crl/a.crl', 'http://localhost/pki/crl/a.crl', 'http://[::1]:8383/pki/crl/a.crl'])(
  'whoever issues a certificate that names %s is told that other machines cannot check its revocation',
  (crlUrl) => {
    const [advice] = statusAdvice({ crlUrl }, 'issuer')
    expect(advice).toMatchObject({ level: 'warning', field: 'issuer' })
    expect(advice?.why).toContain(new URL(crlUrl).origin)
    expect(advice?.next).toContain('TRIPTYCH_PUBLIC_URL')
  },
)

test.each([
  ['a public address', { crlUrl: 'http://pki.example.com/pki/crl/a.crl', ocspUrl: 'http://pki.example.com/pki/ocsp' }],
  ['a name that only looks like it', { crlUrl: 'http://localhost.example.com/pki/crl/a.crl' }],
  ['an authority that says nothing of it', { crlUrl: '', ocspUrl: '' }],
  ['another server, which does not tell', {}],
  ['nobody yet', undefined],
])('nothing is said of %s', (_, issuer) => {
  expect(statusAdvice(issuer, 'issuer')).toEqual([])
})
