// The demo data: made by the operations themselves, once, whatever happens in between.
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { certificateRows, unmanagedRows } from '#contract/keys/certificates.ts'
import { reportRows } from '#contract/keys/discovery.ts'
import { fingerprint } from '#crypto/ssh/public-key.ts'
import { sharedStores } from '#services/demo/keys/demo-stores.ts'
import { seedKeys } from '#services/demo/keys/seed-keys.ts'
import { certificateHandlers } from '#services/keys/certificates/certificate-handlers.ts'
import { unmanagedHandlers } from '#services/keys/certificates/unmanaged-handlers.ts'
import { reportHandlers } from '#services/keys/report-handlers.ts'
import { associations } from '#services/keys/ssh/associations.ts'
import { readAuthorizedKeys } from '#services/keys/ssh/authorized-keys-file.ts'
import { openSession } from '#services/keys/ssh/ssh-session.ts'
import { type LabHosts, startLabHosts } from '#services/lab/hosts.ts'
import { labAuthority } from '../../keys/discovery/lab-hosts.ts'
import { type KeyWorld, startKeyWorld } from '../../keys/key-world.ts'

let started: KeyWorld | undefined
afterEach(async () => {
  await started?.stop()
})

async function world(): Promise<{ world: KeyWorld; lab: LabHosts }> {
  const world = (started = await startKeyWorld())
  const authority = await labAuthority()
  const lab = await startLabHosts(world.parts, { folder: join(world.folder, 'lab'), password: 'demo', authority })
  onTestFinished(() => lab.close())
  return { world, lab }
}

/** What people would notice if it were there twice, or not at all. */
async function contents({ parts: { db } }: KeyWorld) {
  const namesIn = async (table: 'key_ssh_key' | 'key_vault_key' | 'key_server') =>
    (await db.selectFrom(table).select('name').orderBy('name').execute()).map(({ name }) => name)
  const commonNames = async (table: 'key_certificate' | 'key_request') =>
    (await db.selectFrom(table).select('common_name').orderBy('common_name').execute()).map((row) => row.common_name)
  const opens = await associations(db)
    .select(['key.name', 'resource.name as host', 'association.user_name as user'])
    .orderBy('key.name')
    .orderBy('resource.name')
    .execute()
  return {
    sshKeys: await namesIn('key_ssh_key'),
    vaultKeys: await namesIn('key_vault_key'),
    servers: await namesIn('key_server'),
    certificates: await commonNames('key_certificate'),
    requests: await commonNames('key_request'),
    revoked: (await db.selectFrom('key_issued').select('reason').where('reason', 'is not', null).execute()).length,
    opens,
  }
}

test('everything is created within seconds, by the public operations', { timeout: 120_000 }, async () => {
  const { world: here, lab } = await world()
  const { parts } = here
  await seedKeys(parts, { wanted: true, lab })
  const made = await contents(here)
  expect(made.sshKeys).toHaveLength(12)
  expect(made.vaultKeys).toHaveLength(3)
  expect(made.servers).toEqual(['web'])
  expect(made.certificates.length).toBeGreaterThan(30)
  expect(made.certificates.filter((name) => name === 'mail.example.com')).toHaveLength(2)
  expect(made.revoked).toBe(2)
  expect(made.opens).toHaveLength(9)

  const audit = await here.audit()
  expect(new Set(audit.map(({ username }) => username))).toEqual(new Set(['demo']))
  expect(audit.filter(({ operation }) => operation === 'createsshkey')).toHaveLength(11)
  expect(await parts.audit.verify()).toBeUndefined()

  const list = here.serve(certificateRows, certificateHandlers(parts)).call
  const { details: listed } = await list('listCertificates')
  const numbers = new Set((listed as { CertID: number }[]).map(({ CertID }) => CertID))
  expect(numbers.size).toBe(made.certificates.length)
  const { details } = await here
    .serve(unmanagedRows, unmanagedHandlers(parts))
    .call('listUnmanagedCertificates', { type: 'sharedpath' })
  expect(Object.keys((details as object[])[0] ?? {})).toEqual(sharedStores.map(({ file }) => `${file}::1`))
  await expect
    .poll(() => here.serve(reportRows, reportHandlers(parts)).call('countVulnerabilities'), { timeout: 30_000 })
    .toMatchObject({ details: { SSLVulnerabilityCount: { Heartbleed: 1, 'SSLv3 Enabled': 1, Revoked: 2 } } })

  // What is said to be associated really is in the files of the hosts.
  const opens = await associations(parts.db)
    .select(['key.fingerprint as key', 'resource.name', 'resource.address', 'resource.port', 'user_name as user'])
    .execute()
  for (const { key, name, address, port, user } of opens) {
    using session = await openSession({ name, address, port }, { user, password: lab.password }, { work: parts.work })
    const { keys } = await readAuthorizedKeys(session, user)
    expect(keys.map(({ blob }) => fingerprint(blob))).toContain(key)
  }
})

test('an interrupted start is completed by the next one, without duplicates', { timeout: 120_000 }, async () => {
  const { world: here, lab } = await world()
  for (const ms of [30, 200, 500, 900]) {
    const stopping = AbortSignal.timeout(ms)
    await seedKeys({ ...here.parts, stopping }, { wanted: true, lab }).catch(() => undefined)
  }
  await seedKeys(here.parts, { wanted: true, lab })
  const completed = await contents(here)
  expect(completed.sshKeys).toHaveLength(12)
  expect(completed.certificates.filter((name, at, all) => all.indexOf(name) !== at)).toEqual(['mail.example.com'])
  expect(new Set(completed.requests).size).toBe(completed.requests.length)
  expect(completed.opens).toHaveLength(9)

  await here.parts.db.deleteFrom('key_vault_key').execute()
  await seedKeys(here.parts, { wanted: true, lab })
  expect(await contents(here)).toEqual({ ...completed, vaultKeys: [] })
})

test('a database that was created empty stays empty', async () => {
  const { world: here, lab } = await world()
  await seedKeys(here.parts, { wanted: false, lab })
  await seedKeys(here.parts, { wanted: true, lab })
  expect(await contents(here)).toMatchObject({ sshKeys: [], vaultKeys: [], certificates: [], requests: [] })
})
