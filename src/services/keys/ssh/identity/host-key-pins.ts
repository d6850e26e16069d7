import type { Kysely, Transaction } from 'kysely'
import type { KeyTables } from '#services/keys/tables.ts'
import { refused } from '#services/keys/refused.ts'
import type { HostKeyPin } from '#services/keys/ssh/connect.ts'
import { changeText, HostKeyChanged, type KeyChange } from '#services/keys/ssh/ssh-refusal.ts'
import type { SshResource } from '#services/keys/ssh/ssh-resource-store.ts'
import { scanHostKeys, type ShownKey } from './scan-host-keys.ts'

type Db = Kysely<KeyTables>
type Trusted = Pick<KeyTables['key_ssh_host_key'], 'how' | 'trusted_by'>

/** Required before anything is sent to the host. */
const compareFirst = 'Scan and trust them first (scanHostKeys, trustHostKeys), or pass them as Known'

/** Required after a host key change before anything is sent again. */
export const acceptFirst = 'Nothing is sent to it until the new key is accepted, or its former key is shown again'

/** Trusted keys of a host. No secrets are sent to hosts without one. */
export async function trustedKeys(db: Db, resource: SshResource): Promise<HostKeyPin[]> {
  const alarm = await alarmOf(db, resource.id)
  if (alarm) throw refused('resourceName', `${changeText(resource.name, alarm)}. ${acceptFirst}`)
  const pins = await pinsOf(db, resource.id)
  const [former] = pins
  if (!former)
    throw refused('resourceName', `The host keys of “${resource.name}” have not been verified. ${compareFirst}`)
  if (pins.every(({ type }) => type !== '')) return pins
  await tellType(db, resource, former, await scanHostKeys(resource))
  return pinsOf(db, resource.id)
}

export const pinsOf = (db: Db, id: number) =>
  db.selectFrom('key_ssh_host_key').selectAll().where('resource_id', '=', id).orderBy('type').execute()

export const alarmOf = (db: Db, id: number) =>
  db.selectFrom('key_ssh_host_alarm').selectAll().where('resource_id', '=', id).executeTakeFirst()

/** Existing keys of a type are not replaced. */
export async function pin(on: Transaction<KeyTables>, id: number, keys: readonly HostKeyPin[], trusted: Trusted) {
  for (const { type, fingerprint } of keys) {
    await on
      .insertInto('key_ssh_host_key')
      .values({ resource_id: id, type, fingerprint, ...trusted, trusted_at: Date.now() })
      .onConflict((conflict) => conflict.columns(['resource_id', 'type']).doNothing())
      .execute()
  }
}

export async function forgetKeys(on: Transaction<KeyTables>, id: number): Promise<void> {
  await on.deleteFrom('key_ssh_host_key').where('resource_id', '=', id).execute()
  await clearAlarm(on, id)
}

export const clearAlarm = (db: Db, id: number) =>
  db.deleteFrom('key_ssh_host_alarm').where('resource_id', '=', id).execute()

/** Records a host key change, until the new key is accepted or the previous one is seen again. */
export async function raiseAlarm(db: Db, id: number, { type, known, seen }: KeyChange): Promise<void> {
  const alarm = { type, known, seen, seen_at: Date.now() }
  await db
    .insertInto('key_ssh_host_alarm')
    .values({ resource_id: id, ...alarm })
    .onConflict((conflict) => conflict.column('resource_id').doUpdateSet(alarm))
    .execute()
}

/** The first known key that a host no longer presents. */
export function changeIn(pins: readonly HostKeyPin[], shown: readonly ShownKey[]): KeyChange | undefined {
  for (const { type, fingerprint: known } of pins) {
    const seen = type === '' ? shown.find((key) => key.fingerprint === known) : shown.find((key) => key.type === type)
    if (seen?.fingerprint !== known) return { type, known, seen: (type === '' ? shown[0] : seen)?.fingerprint ?? '' }
  }
  return undefined
}

/** Earlier versions stored fingerprints without type. */
async function tellType(db: Db, { id, name }: SshResource, former: HostKeyPin, shown: readonly ShownKey[]) {
  const change = changeIn([former], shown)
  if (change) throw new HostKeyChanged(name, change)
  const type = shown.find(({ fingerprint }) => fingerprint === former.fingerprint)?.type ?? ''
  await db.updateTable('key_ssh_host_key').set({ type }).where('resource_id', '=', id).where('type', '=', '').execute()
}
