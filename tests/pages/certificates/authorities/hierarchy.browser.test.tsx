import { zipSync } from 'fflate'
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { planJob, startJob } from '#contract/console/jobs.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as Authorities from '#pages/certificates/authorities/Authorities.tsx'
import { paths } from '#paths.ts'
import intermediate from '../../../crypto/vectors/x509/intermediate.pem?raw'
import leaf from '../../../crypto/vectors/x509/leaf.pem?raw'
import root from '../../../crypto/vectors/x509/root.pem?raw'
import { type Answers, answering } from '../../../support/answering.ts'
import { jobOf } from '../../jobs/job-records.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { notOffered, rowsOf } from '../../../support/stated-only.ts'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState

async function open(answers: Answers) {
  const calls = answering({
    ...notOffered,
    [listAuthorities.id]: rowsOf('listAuthorities', []),
    [getCertificateDetails.id]: () => new Problem('REFUSED', 'common_name: There is none', { service: 'keys' }),
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const { Component, loader } = Authorities
  await renderRouter(
    createMemoryRouter(
      [
        { path: paths.certificateAuthorities, Component, loader },
        { path: paths.job('12'), element: 'The page of job 12' },
      ],
      { initialEntries: [paths.certificateAuthorities] },
    ),
  )
  await page.getByRole('button', { name: 'Import hierarchy' }).click()
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
beforeEach(() => queryClient.clear())

const dialog = () => page.getByRole('dialog', { name: 'Import hierarchy' })
const row = (name: string) => dialog().getByRole('row').filter({ hasText: name })
const choose = (name: string, content: BlobPart) =>
  dialog()
    .getByLabelText(/^Choose/)
    .upload(new File([content], name))

test('the certificates of a hierarchy are imported one by one, those above others first, and no other', async () => {
  const asked = await open({ [planJob.id]: jobOf({ state: 'planned' }), [startJob.id]: jobOf({}) })
  const bytes = (text: string) => new TextEncoder().encode(text)
  await choose('pki.zip', zipSync({ 'all.pem': bytes(leaf + intermediate), 'top/root.pem': bytes(root) }).slice())
  await expect.element(row('CN=www.example.com')).toMatchTextContent(/Not possible.*Not a CA certificate/)
  await dialog().getByRole('button', { name: 'Import 2 certificates' }).click()
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  const [plan] = asked(planJob.id) as { title: string; items: { input?: object; skip?: string }[] }[]
  expect(plan?.title).toBe('Import 2 certificates of pki.zip')
  const pem = expect.stringContaining('-----BEGIN CERTIFICATE-----') as string
  expect(plan?.items.flatMap(({ input = [] }) => input)).toEqual([
    { name: 'Acme_Root.pem', pem },
    { name: 'Acme_Intermediate.pem', pem },
  ])
  expect(plan?.items.flatMap(({ skip = [] }) => skip)).toEqual(['Not a CA certificate. Import it under Certificates.'])
})

test('what is there already is left out, and an issuer that nobody has is told', async () => {
  let isThere = false
  await open({
    [getCertificateDetails.id]: ({ common_name }) =>
      isThere && common_name === 'Acme Root'
        ? rowsOf('getCertificateDetails', [
            { CertificateId: '1', certtype: 'Root', endpoint: { serial: '49283CCBE7C4504433569F2713195B651D28F890' } },
          ])
        : new Problem('REFUSED', 'common_name: There is none', { service: 'keys' }),
  })
  await choose('ca.pem', intermediate)
  await expect.element(row('CN=Acme Intermediate')).toMatchTextContent(/Its issuer is missing/)
  isThere = true
  await choose('both.pem', intermediate + root)
  await expect.element(row('CN=Acme Root').first()).toMatchTextContent(/Already in the inventory/)
  await expect.element(row('CN=Acme Intermediate')).not.toMatchTextContent(/Its issuer is missing/)
  await choose('notes.txt', 'nothing')
  await expect.element(dialog().getByText(/The file contains no certificate/)).toBeVisible()
})
