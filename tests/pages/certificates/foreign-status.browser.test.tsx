import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { checkForeignStatus, getForeignStatus } from '#contract/keys/foreign-status.ts'
import { ForeignStatus } from '#pages/certificates/certificate/ForeignStatus.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

const addresses = [
  { Method: 'OCSP', Url: 'http://ocsp.example/' },
  { Method: 'CRL', Url: 'http://crl.example/root.crl' },
]
const success = { result: { status: 'Success', message: 'done' } }

async function open(details: object, permission = 'KeyManagement_Admin') {
  let now = details
  signedInWith(permission)
  const calls = answering({
    [getForeignStatus.id]: () => ({ ...success, details: now }),
    [checkForeignStatus.id]: () => {
      now = {
        Addresses: addresses,
        State: 'revoked',
        RevokedAt: '2026-01-01T00:00:00Z',
        revoke_reason: 1,
        AskedAt: '2026-02-01T00:00:00Z',
        AskedBy: 'ada',
        Answers: [
          { ...addresses[0], Outcome: 'failed', Message: 'It answered with status 500' },
          { ...addresses[1], Outcome: 'revoked' },
        ],
      }
      return { ...success, details: now }
    },
  })
  await renderRouter(createMemoryRouter([{ path: '/', Component: () => <ForeignStatus id="7" /> }]))
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.clear())

const named = (text: string) => page.getByRole('listitem').filter({ hasText: text })

test('the addresses are shown before anybody is asked, and each answer afterwards', async () => {
  const calls = await open({ Addresses: addresses })
  await expect.element(named('OCSP http://ocsp.example/')).toBeVisible()
  expect(calls(checkForeignStatus.id)).toEqual([])
  await page.getByRole('button', { name: 'Ask authority' }).click()
  await expect.element(page.getByText('Revoked', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/No answer that counts \(It answered with status 500\)/)).toBeVisible()
  await expect.element(page.getByText(/asked .* by ada/)).toBeVisible()
  expect(calls(checkForeignStatus.id)).toEqual([{ CertID: '7' }])
})

test('a certificate without an address says why nobody can be asked', async () => {
  await open({ Addresses: [] })
  await expect
    .element(page.getByText('The certificate names neither an OCSP responder nor a revocation list.'))
    .toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Ask authority' })).toHaveAttribute('aria-disabled', 'true')
})

test('who may only read is shown the addresses, and asks nobody', async () => {
  await open({ Addresses: addresses }, 'KeyManagement_Read')
  await expect.element(named('CRL http://crl.example/root.crl')).toBeVisible()
  expect(page.getByRole('button', { name: 'Ask authority' }).elements()).toEqual([])
})
