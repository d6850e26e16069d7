import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { startRecovery } from '#api/recovery.ts'
import { sessionQuery } from '#api/session.ts'
import { listAuthorities, listIssued } from '#contract/keys/authorities.ts'
import { getCertificate, getCertificateDetails, listCertificates } from '#contract/keys/certificates.ts'
import { listProfiles } from '#contract/keys/profiles.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as RenewCertificate from '#pages/certificates/issue/RenewCertificate.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'

const signedIn = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState
const name = 'held.example.com'
const rows = (of: string, details: unknown[]) => ({
  name: of,
  result: { status: 'Success', message: 'found' },
  details,
})
const issued = (more = {}) =>
  rows('listIssued', [{ CertID: 2, commonName: name, issuer: 'AA', serialNumber: '02', ...more }])
const revokedAt = '2026-11-20T10:00:00Z'

const certificate = `-----BEGIN CERTIFICATE-----
MIIBqDCCAU6gAwIBAgIUYsWwlX27Hj98SnbV3ss6Ffi+PkEwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQaGVsZC5leGFtcGxlLmNvbTAeFw0yNjExMjEyMjA4MjBaFw0z
NjExMTgyMjA4MjBaMBsxGTAXBgNVBAMMEGhlbGQuZXhhbXBsZS5jb20wWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAQHLiY8CnmbZp9rdJOu6uvpasRyWenliGdxP4RS
uNPxG84imo5PcJdkuJgA1YO4kfz7e7FfGwiPb76mCWRk6lNco3AwbjAdBgNVHQ4E
FgQUbRBXDh/18MvGnbCbnC1+gcS/WBgwHwYDVR0jBBgwFoAUbRBXDh/18MvGnbCb
nC1+gcS/WBgwDwYDVR0TAQH/BAUwAwEB/zAbBgNVHREEFDASghBoZWxkLmV4YW1w
bGUuY29tMAoGCCqGSM49BAMCA0gAMEUCIQDrSOfoXadYEXWxfaanyVcUN5bFYlX4
xdWXFJMY/rPPvQIgFy5imfm1Z3GIzD0jrOqk9TBgFtL6jHDzHBHTwQQ/rBI=
-----END CERTIFICATE-----
`

const ofServer = `-----BEGIN CERTIFICATE-----
MIIBpjCCAUugAwIBAgIUMTnYMDfLVsOf9X+Ni1Xk6npoAqUwCgYIKoZIzj0EAwIw
GzEZMBcGA1UEAwwQaGVsZC5leGFtcGxlLmNvbTAeFw0yNjExMjIwOTM4NTFaFw0z
NjExMTkwOTM4NTFaMBsxGTAXBgNVBAMMEGhlbGQuZXhhbXBsZS5jb20wWTATBgcq
hkjOPQIBBggqhkjOPQMBBwNCAAS/jR9GhPyTVbVlOQpD3cPfz/6gLdZ75vFASE0w
mXYtadBihBlFu/lReZpoUuB5bGOARJL3A3+tvbTt4ngS5dtuo20wazAdBgNVHQ4E
FgQUxK+qGqx312LcHWi0xiNzubi/trcwHwYDVR0jBBgwFoAUxK+qGqx312LcHWi0
xiNzubi/trcwDAYDVR0TAQH/BAIwADAbBgNVHREEFDASghBoZWxkLmV4YW1wbGUu
Y29tMAoGCCqGSM49BAMCA0kAMEYCIQDLkFFu4K9iYQ+LAz78A2UALk7JUtiAabZu
zyOZOGuonwIhALJw2zYL8515rn63CW74F7+2P6ffPUUsACPqYgnsVIgA
-----END CERTIFICATE-----
`

/** Issued by “Office CA”. */
const ofAuthority = `-----BEGIN CERTIFICATE-----
MIIBFjCBvQIBAjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlPZmZpY2UgQ0EwHhcN
MjYxMTI3MDEwODUyWhcNMzYxMDA1MDEwODUyWjAbMRkwFwYDVQQDDBBoZWxkLmV4
YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAELlBorWyLQRY3LZCE
ujVGNjXYwIMoZ0b7eGk9t6ARIaJ4MruAVc4Js0qhUOjLLUERKwP38MW8jAjIcWXc
sgQ0qDAKBggqhkjOPQQDAgNIADBFAiBmkgaKqzZ5J//TZbl+coQgqqahEz0Sn01Z
77H/EsFqrgIhAPcZ7IMPCGhK5XxlVSRR+t3Z00ZkYWHATqxQAHW1HZ5Y
-----END CERTIFICATE-----
`

async function open(answers: Answers) {
  await openAt(answers)
  await expect.element(page.getByRole('radio', { name: 'Self-signed' })).toBeVisible()
  await expect.poll(() => queryClient.isFetching()).toBe(0)
}

async function openAt(answers: Answers) {
  answering({
    [listProfiles.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
    [listAuthorities.id]: rows('listAuthorities', []),
    [listCertificates.id]: rows('getAllSSLCertificates', [{ CertID: 2, 'Common Name': name }]),
    [getCertificateDetails.id]: rows('getCertificateDetails', [{ CertificateId: '2', endpoint: { serial: '02' } }]),
    [getCertificate.id]: () => new Response(certificate, { headers: { 'content-type': 'application/x-pem-file' } }),
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, signedIn)
  const router = createMemoryRouter(
    [{ path: '/certificates/inventory/:certificate_id/renew', Component: RenewCertificate.Component }],
    { initialEntries: [paths.renewCertificate('2')] },
  )
  await renderRouter(router)
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

test('who renews a certificate that is on hold is told, in the words of its own page', async () => {
  await open({ [listIssued.id]: issued({ revokedAt, revoke_reason: 6 }) })
  await expect.element(page.getByText('On hold', { exact: true })).toBeVisible()
  await expect
    .element(page.getByText(/^Since .+\. Clients reject it until it is released or permanently revoked\.$/))
    .toBeVisible()
})

test('who renews a revoked certificate is told why it was revoked, and that the new one does not repair it', async () => {
  await open({ [listIssued.id]: issued({ revokedAt, revoke_reason: 1 }) })
  await expect.element(page.getByText('Revoked', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^Key compromise, since .+ Revocation is permanent/)).toBeVisible()
})

test('a certificate in good standing is renewed without a word about revocation', async () => {
  await open({ [listIssued.id]: issued() })
  await expect.element(page.getByText(/Revoked|On hold/)).not.toBeInTheDocument()
})

test('a server that does not tell what is revoked does not stop anybody from renewing', async () => {
  await open({ [listIssued.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }) })
  await expect.element(page.getByText(/Revoked|On hold|no such page/)).not.toBeInTheDocument()
})

test('who renews the certificate of an authority is told what it can do, and that the new one cannot', async () => {
  await open({ [listIssued.id]: issued() })
  await expect.element(page.getByText('This is a CA certificate')).toBeVisible()
  await expect
    .element(page.getByText(/^It can sign other certificates, including subordinate CA certificates\./))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'create a new authority' }))
    .toHaveAttribute('href', paths.newAuthority)
})

test('an issuer is not said to be unable to sign while the authorities cannot be read', async () => {
  let authorities: Problem | ReturnType<typeof rows> = new Problem('KEYS_FAILED', 'The key service failed', {
    service: 'keys',
  })
  const end = startRecovery()
  await openAt({
    [listIssued.id]: issued(),
    [getCertificate.id]: () => new Response(ofAuthority, { headers: { 'content-type': 'application/x-pem-file' } }),
    [listAuthorities.id]: () => authorities,
  })
  await expect.element(page.getByText('The key service failed').first()).toBeVisible()
  await expect.element(page.getByText(/cannot sign here/)).not.toBeInTheDocument()
  authorities = rows('listAuthorities', [])
  await expect
    .element(page.getByText('Issued by CN=Office CA, which cannot sign here'), { timeout: 30_000 })
    .toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Another issuer' })).toBeVisible()
  end()
})

test('what was typed for a renewal stays when the certificate cannot be read again', async () => {
  let file: Problem | undefined
  await open({
    [listIssued.id]: issued(),
    [getCertificate.id]: () =>
      file ?? new Response(certificate, { headers: { 'content-type': 'application/x-pem-file' } }),
  })
  await page.getByRole('radio', { name: 'Another issuer' }).click()
  file = new Problem('KEYS_FAILED', 'The key service failed', { service: 'keys' })
  await queryClient.refetchQueries()
  await expect.element(page.getByRole('radio', { name: 'Another issuer' })).toBeChecked()
})

test('nothing is said about authorities where the certificate is a server’s', async () => {
  await open({
    [listIssued.id]: issued(),
    [getCertificate.id]: () => new Response(ofServer, { headers: { 'content-type': 'application/x-pem-file' } }),
  })
  await expect.element(page.getByText(/certification authority/)).not.toBeInTheDocument()
})
