import type { KeyManagement } from '#services/keys/key-management.ts'
import { opened, sealed } from '#services/keys/sealed.ts'
import { demoCalls } from './demo-calls.ts'
import { makeCertificates } from './demo-certificates.ts'
import { deployToWeb, discoverLab } from './demo-servers.ts'
import { makeSshKeys, openHosts } from './demo-ssh-keys.ts'
import { makeLoadBalancer, makeSharedStores, makeVaultKeys } from './demo-stores.ts'
import type { DemoLab, DemoContext } from './demo-context.ts'

/** Progress of the demo data in this database; `none` if not chosen at the first start. */
type Progress = 'none' | 'begun' | 'made'

/**
 * Creates the demo data chosen at the first start, once, so that deleted data is not recreated. Resumes an interrupted
 * start.
 */
export async function seedKeys(parts: KeyManagement, { wanted, lab }: { wanted: boolean; lab?: DemoLab | undefined }) {
  await begin(parts, wanted ? 'begun' : 'none')
  if (!lab || (await progressOf(parts)) !== 'begun') return
  const world: DemoContext = { parts, calls: demoCalls(parts), lab }
  await openHosts(world)
  // Concurrently, since keys take seconds to create. A failure does not affect the other steps.
  const results = await Promise.allSettled([makeSshKeys(world), makeCertificatesAndMore(world)])
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  await setProgress(parts, 'made')
}

/** Discovery comes last, after the deployment. */
async function makeCertificatesAndMore(world: DemoContext): Promise<void> {
  await makeCertificates(world)
  await deployToWeb(world)
  await makeVaultKeys(world)
  await makeSharedStores(world)
  await makeLoadBalancer(world)
  await discoverLab(world)
}

const name = 'seed'
const place = { table: 'key_setting', row: name, column: 'sealed_value', version: 1 } as const

/** Whether seeding is complete. */
export const areKeysSeeded = async (parts: KeyManagement) => ['none', 'made'].includes((await progressOf(parts)) ?? '')

async function begin({ db, vault }: KeyManagement, first: Progress): Promise<void> {
  await db
    .insertInto('key_setting')
    .values({ name, sealed_value: sealed(vault, place, first), version: 1 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

async function progressOf({ db, vault }: KeyManagement): Promise<string | undefined> {
  const row = await db.selectFrom('key_setting').select('sealed_value').where('name', '=', name).executeTakeFirst()
  return row && opened(vault, place, row.sealed_value).toString()
}

async function setProgress({ db, vault }: KeyManagement, progress: Progress): Promise<void> {
  const sealed_value = sealed(vault, place, progress)
  await db.updateTable('key_setting').set({ sealed_value }).where('name', '=', name).execute()
}
