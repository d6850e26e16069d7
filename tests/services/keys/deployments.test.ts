// What is on each server now, by the records of deployments.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverRows } from '#contract/keys/servers.ts'
import { serverHandlers } from '#services/keys/deployment/server-handlers.ts'
import { storeCertificate } from '#services/keys/certificate-store.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { labAuthority } from './discovery/lab-hosts.ts'
import { caller, type KeyWorld, startKeyWorld } from './key-world.ts'

let world: KeyWorld
beforeAll(async () => {
  world = await startKeyWorld()
})
afterAll(() => world.stop())

test('of each server only the last deployment is listed, with the certificate where that is kept', async () => {
  const { db, vault } = world.parts
  const der = (await labAuthority()).certificate
  const summary = summarizeCertificate(der)
  const certificate = await db
    .transaction()
    .execute((transaction) =>
      storeCertificate(transaction, { vault, by: caller }, { der, summary, source: 'imported' }),
    )
  const done = (server: string, sha256: string, deployed_at: number, tls_address: string | null = null) => ({
    server,
    sha256,
    resource: 'web-1',
    certificate_path: '/etc/ssl/site.crt',
    tls_address,
    deployed_by: 'admin',
    deployed_at,
  })
  await db
    .insertInto('key_deployment')
    .values([
      done('edge', 'AA', 1_000),
      done('edge', summary.fingerprints.sha256, 2_000, 'www.example.com:443'),
      done('mail', summary.fingerprints.sha256, 1_000),
      done('mail', 'BB', 2_000),
    ])
    .execute()
  const { details } = await world.serve(serverRows, serverHandlers(world.parts)).call('listDeployments')
  const common = { ResourceName: 'web-1', certificatePath: '/etc/ssl/site.crt', DeployedBy: 'admin' }
  const DeployedAt = '1970-01-01T00:00:02Z'
  expect(details).toEqual([
    {
      ...common,
      DeployedAt,
      CertID: certificate.id,
      sha256: summary.fingerprints.sha256,
      serverName: 'edge',
      tlsAddress: 'www.example.com:443',
    },
    { ...common, DeployedAt, sha256: 'BB', serverName: 'mail' },
  ])
})
