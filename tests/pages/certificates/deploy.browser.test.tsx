import { expect, test } from 'vitest'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import { deployCertificate, listCertificates } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'
import { deployTo } from '#pages/certificates/certificate/actions/deploy.ts'
import { answering } from '../../support/answering.ts'
import { rowsOf } from '../../support/stated-only.ts'

test('after a deployment without an answer, certificates are read again', async () => {
  answering({
    [listCertificates.id]: rowsOf('getAllSSLCertificates', []),
    [deployCertificate.id]: new Problem('TRUNCATED', undefined, { service: 'keys' }),
  })
  const listed = query(listCertificates, {})
  await queryClient.query(listed)
  const failure = await deployTo({ common_name: 'a.example', serial_number: '01' }, 'web').catch(
    (error: unknown) => error,
  )
  expect(failure).toMatchObject({ code: 'TRUNCATED' })
  expect(queryClient.getQueryState(listed.queryKey)?.isInvalidated).toBe(true)
})
