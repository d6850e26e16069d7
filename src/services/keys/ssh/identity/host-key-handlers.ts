import type { hostKeyRows } from '#contract/keys/host-keys.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import type { HostKeyPin } from '#services/keys/ssh/connect.ts'
import { inTurn } from '#services/keys/ssh/on-host.ts'
import { lockResource, requireResource } from '#services/keys/ssh/ssh-resource-store.ts'
import { comparison, howOf, isSame, knownIn, printed } from './compare-host-keys.ts'
import { alarmOf, changeIn, clearAlarm, forgetKeys, pin, pinsOf, raiseAlarm } from './host-key-pins.ts'
import { scanHostKeys } from './scan-host-keys.ts'

/** Host keys of all types, verified before any secret is sent to a host. */
export function hostKeyHandlers(parts: KeyManagement): Handlers<typeof hostKeyRows, KeyCall> {
  const { db, audit } = parts
  return {
    scanHostKeys: async ({ ResourceName, Known = '' }, call) => {
      const resource = await requireResource(db, ResourceName, 'ResourceName')
      const known = knownIn(Known, resource)
      const shown = await inWireWords({ host: 'ResourceName' }, () => inTurn(() => scanHostKeys(resource)))
      const pins = await pinsOf(db, resource.id)
      const change = changeIn(pins, shown)
      if (change) {
        await raiseAlarm(db, resource.id, change)
        await audit.note(call, `Host keys of “${resource.name}” differ from the known ones: ${printed(shown)}`)
      } else if (await alarmOf(db, resource.id)) {
        await clearAlarm(db, resource.id)
        await audit.note(call, `“${resource.name}” shows its known host keys again`)
      }
      return {
        HostKeys: shown.map((key) => ({
          Type: key.type,
          Fingerprint: key.fingerprint,
          MD5: key.md5,
          Known: pins.find(({ type }) => type === key.type)?.fingerprint,
          Comparison: comparison(key, known),
        })),
        Unmatched: known.keys.filter((one) => !shown.some((key) => isSame(key, one))).map((one) => one.fingerprint),
        OtherHosts: known.others,
        UnreadableLines: known.unreadable.length,
      }
    },

    trustHostKeys: async ({ ResourceName, HostKeys, Known = '' }, call) => {
      const resource = await requireResource(db, ResourceName, 'ResourceName')
      const keys = keysIn(HostKeys)
      const how = howOf(keys, Known, resource)
      await db.transaction().execute(async (transaction) => {
        await lockResource(transaction, resource.id)
        const pins = await pinsOf(transaction, resource.id)
        const other = pins.find(({ type, fingerprint }) =>
          keys.some((k) => k.type === type && k.fingerprint !== fingerprint),
        )
        const next = 'replace it with replaceHostKeys, and a reason'
        if (other)
          throw refused('HostKeys', `Another ${other.type} key of “${resource.name}” is known already; ${next}`)
        if (pins.some(({ type }) => type === '')) await forgetKeys(transaction, resource.id)
        await transaction
          .updateTable('key_ssh_host_key')
          .set({ how, trusted_by: call.username, trusted_at: Date.now() })
          .where('resource_id', '=', resource.id)
          .where(
            'fingerprint',
            'in',
            keys.map(({ fingerprint }) => fingerprint),
          )
          .execute()
        await pin(transaction, resource.id, keys, { how, trusted_by: call.username })
        await audit.record(transaction, call, `Host keys of “${resource.name}” ${how}: ${printed(keys)}`)
      })
      return { message: 'Host keys saved' }
    },

    replaceHostKeys: async ({ ResourceName, HostKeys, Known = '' }, call) => {
      const resource = await requireResource(db, ResourceName, 'ResourceName')
      const keys = keysIn(HostKeys)
      const how = howOf(keys, Known, resource)
      await db.transaction().execute(async (transaction) => {
        await lockResource(transaction, resource.id)
        const former = await pinsOf(transaction, resource.id)
        await forgetKeys(transaction, resource.id)
        await pin(transaction, resource.id, keys, { how, trusted_by: call.username })
        const change = `${former.length > 0 ? printed(former) : 'none'} replaced by ${printed(keys)}`
        await audit.record(transaction, call, `Host keys of “${resource.name}” ${how}: ${change}`)
      })
      return { message: 'Host keys replaced' }
    },

    forgetHostKey: async ({ ResourceName: name }, call) => {
      await db.transaction().execute(async (transaction) => {
        const { id } = await requireResource(transaction, name, 'ResourceName')
        const former = await pinsOf(transaction, id)
        await forgetKeys(transaction, id)
        const keys = former.length > 0 ? printed(former) : 'none was known'
        await audit.record(transaction, call, `Host keys of “${name}” removed: ${keys}`)
      })
      return { message: 'Host keys removed; nothing is sent to the host until its keys are compared again' }
    },

    listHostKeys: async () => {
      const resources = await db.selectFrom('key_ssh_resource').select(['id', 'name']).orderBy('name').execute()
      const all = await db.selectFrom('key_ssh_host_key').selectAll().orderBy('type').execute()
      const keys = Map.groupBy(all, ({ resource_id }) => resource_id)
      const alarms = await db.selectFrom('key_ssh_host_alarm').selectAll().execute()
      const alarm = new Map(alarms.map((one) => [one.resource_id, one]))
      const stored = await db
        .selectFrom('key_ssh_credential as credential')
        .leftJoin('key_ssh_key as key', 'key.id', 'credential.key_id')
        .select(['resource_id', 'user_name', 'is_admin', 'method', 'sudo', 'applied_at', 'key.name as key_name'])
        .orderBy('user_name')
        .execute()
      const credentials = Map.groupBy(stored, ({ resource_id }) => resource_id)
      return {
        rows: resources.map(({ id, name }) => ({
          ResourceName: name,
          HostKey: keys.get(id)?.[0]?.fingerprint,
          HostKeys: (keys.get(id) ?? []).map((one) => ({
            Type: one.type,
            Fingerprint: one.fingerprint,
            TrustedHow: one.how,
            TrustedBy: one.trusted_by,
            TrustedTime: wireTime(one.trusted_at),
          })),
          Change: changeOf(alarm.get(id)),
          Credentials: (credentials.get(id) ?? []).map((one) => ({
            UserName: one.user_name,
            isAdmin: one.is_admin === 1,
            Method: one.method,
            KeyName: one.key_name ?? undefined,
            Sudo: one.sudo,
            AppliedTime: wireTime(one.applied_at),
          })),
        })),
      }
    },
  }
}

const changeOf = (alarm: Awaited<ReturnType<typeof alarmOf>>) =>
  alarm && { Type: alarm.type, Known: alarm.known, Seen: alarm.seen, SeenTime: wireTime(alarm.seen_at) }

type Stated = { Type: string; Fingerprint: string }

function keysIn(stated: readonly Stated[]): HostKeyPin[] {
  const keys = stated.map(({ Type, Fingerprint }) => ({ type: Type, fingerprint: Fingerprint }))
  const twice = keys.find(({ type }, at) => keys.findIndex((other) => other.type === type) !== at)
  if (twice) throw refused('HostKeys', `There are two keys of type ${twice.type}`)
  return keys
}
