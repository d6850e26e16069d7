import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import { withLock } from '#services/keys/with-lock.ts'
import { associateKey, dissociateKey } from './authorized-keys-file.ts'
import { onHost } from './on-host.ts'
import { holdSshKey, requireSshKey } from './ssh-key-store.ts'
import { holdResource, requireResource } from './ssh-resource-store.ts'

type Association = { keyName: string; resourceName: string; userName: string }

/** associateKey. What is recorded is what the host has confirmed. */
export async function associate(parts: KeyManagement, call: KeyCall, { keyName, resourceName, userName }: Association) {
  const { db, audit } = parts
  const key = await requireSshKey(db, keyName)
  const resource = await requireResource(db, resourceName)
  const { path } = await onHost(parts, resource, userName, (session) =>
    withLock(db, session.hostKey, () => associateKey(session, userName, key.public_line)),
  )
  await db.transaction().execute(async (transaction) => {
    const isKept = (await holdSshKey(transaction, key.id)) && (await holdResource(transaction, resource.id))
    if (!isKept)
      throw refused('keyName', `The key was deleted in the meantime, but it is now in ${path} on “${resourceName}”`)
    await transaction
      .insertInto('key_ssh_association')
      .values({ key_id: key.id, resource_id: resource.id, user_name: userName, path, associated_at: Date.now() })
      .onConflict((conflict) => conflict.columns(['key_id', 'resource_id', 'user_name']).doUpdateSet({ path }))
      .execute()
    const where = `${userName} on “${resourceName}”, in ${path}`
    await audit.record(transaction, call, `SSH key “${keyName}” associated with ${where}`)
  })
  return { message: 'Key associated successfully' }
}
export async function dissociate(
  parts: KeyManagement,
  call: KeyCall,
  { keyName, resourceName, userName }: Association,
) {
  const { db, audit } = parts
  const key = await requireSshKey(db, keyName)
  const resource = await requireResource(db, resourceName)
  const { path } = await onHost(parts, resource, userName, (session) =>
    withLock(db, session.hostKey, () => dissociateKey(session, userName, key.public_line)),
  )
  await db.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('key_ssh_association')
      .where('key_id', '=', key.id)
      .where('resource_id', '=', resource.id)
      .where('user_name', '=', userName)
      .execute()
    const where = `${userName} on “${resourceName}”, in ${path}`
    await audit.record(transaction, call, `SSH key “${keyName}” dissociated from ${where}`)
  })
  return { message: 'Key dissociated successfully' }
}
