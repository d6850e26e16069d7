import { type KnownKeys, readKnownKeys } from '#crypto/ssh/known-hosts.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import type { HostKeyPin } from '#services/keys/ssh/connect.ts'
import { inTurn } from '#services/keys/ssh/on-host.ts'
import { lockResource, type SshResource } from '#services/keys/ssh/ssh-resource-store.ts'
import { pin, pinsOf } from './host-key-pins.ts'
import { scanHostKeys, type ShownKey } from './scan-host-keys.ts'

/** Known keys for a host by its address, with the port unless 22, and by its name. */
export const knownIn = (text: string, { name, address, port }: SshResource): KnownKeys =>
  readKnownKeys(text, port === 22 ? [address, name] : [`[${address}]:${port}`, `[${name}]:${port}`, address, name])

export const isSame = (key: ShownKey, known: { fingerprint: string }) =>
  known.fingerprint === key.fingerprint || known.fingerprint === key.md5

export function comparison(key: ShownKey, { keys }: KnownKeys): 'same' | 'different' | 'not-given' {
  if (keys.some((one) => isSame(key, one))) return 'same'
  return keys.some((one) => one.type === key.type) ? 'different' : 'not-given'
}

/** `compared` if all keys are in the given text; otherwise confirmed by the user. */
export function howOf(keys: readonly HostKeyPin[], text: string, resource: SshResource): 'compared' | 'confirmed' {
  return sameIn(keys, text, resource).length === keys.length ? 'compared' : 'confirmed'
}

/** Keys that are in the given text; a different key of the same type is an error. */
function sameIn(keys: readonly HostKeyPin[], text: string, resource: SshResource): readonly HostKeyPin[] {
  const known = knownIn(text, resource)
  const contradicted = keys.find(({ type, fingerprint }) =>
    known.keys.some(
      (one) => one.type === type && one.fingerprint.startsWith('SHA256:') && one.fingerprint !== fingerprint,
    ),
  )
  if (contradicted) throw refused('Known', `It has another ${contradicted.type} key for “${resource.name}”`)
  return keys.filter(({ fingerprint }) => known.keys.some((one) => one.fingerprint === fingerprint))
}

/** Verifies host keys within a call that sends a secret afterwards. Keys already known are verified as well. */
export async function compareInCall(
  { db, audit }: KeyManagement,
  call: KeyCall,
  resource: SshResource,
  text: string | undefined,
): Promise<void> {
  if (text === undefined) return
  const known = await pinsOf(db, resource.id)
  const keys =
    known.length > 0 ? known : await inWireWords({ host: 'resourceName' }, () => inTurn(() => scanHostKeys(resource)))
  const same = sameIn(keys, text, resource)
  if (same.length === 0) throw refused('Known', `“${resource.name}” shows none of these keys: ${printed(keys)}`)
  if (known.length > 0) return
  await db.transaction().execute(async (transaction) => {
    await lockResource(transaction, resource.id)
    await pin(transaction, resource.id, same, { how: 'compared', trusted_by: call.username })
    await audit.record(transaction, call, `Host keys of “${resource.name}” compared: ${printed(same)}`)
  })
}

export const printed = (keys: readonly { type: string; fingerprint: string }[]) =>
  keys.map(({ type, fingerprint }) => `${type} ${fingerprint}`.trim()).join(', ')
