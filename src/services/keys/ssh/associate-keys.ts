import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import { withLock } from '#services/keys/with-lock.ts'
import { associateKey, dissociateKey } from './authorized-keys-file.ts'
import { onHost } from './on-host.ts'
import { type Proof, provenColumns, tryKey } from './proof/try-key.ts'
import { lockSshKey, requireSshKey } from './ssh-key-store.ts'
import { lockResource, requireResource } from './ssh-resource-store.ts'

type Association = { keyName: string; resourceName: string; userName: string }

/** associateKey. Records the line in the file, and the result of a test sign-in. */
export async function associate(parts: KeyManagement, call: KeyCall, { keyName, resourceName, userName }: Association) {
  const { db, audit } = parts
  const key = await requireSshKey(db, keyName)
  const resource = await requireResource(db, resourceName)
  const { path } = await onHost(parts, resource, userName, (session) =>
    withLock(db, session.hostKey, () => associateKey(session, userName, key.public_line)),
  )
  const record = (proof: Proof | undefined) =>
    db.transaction().execute(async (transaction) => {
      const isKept = (await lockSshKey(transaction, key.id)) && (await lockResource(transaction, resource.id))
      if (!isKept)
        throw refused('keyName', `The key was deleted in the meantime, but it is now in ${path} on “${resourceName}”`)
      const now = proof ? provenColumns(proof) : { outcome: null, outcome_text: null, tested_at: null }
      await transaction
        .insertInto('key_ssh_association')
        .values({
          key_id: key.id,
          resource_id: resource.id,
          user_name: userName,
          path,
          associated_at: Date.now(),
          ...now,
        })
        .onConflict((conflict) =>
          conflict.columns(['key_id', 'resource_id', 'user_name']).doUpdateSet({ path, ...now }),
        )
        .execute()
      if (proof) return
      const where = `${userName} on “${resourceName}”, in ${path}`
      await audit.record(transaction, call, `SSH key “${keyName}” associated with ${where}`)
    })
  // The line is on the host, so it is recorded regardless of the test sign-in.
  await record(undefined)
  const proof = await tryKey(parts, resource, userName, key)
  await record(proof)
  if (proof.outcome === 'opens') return { message: 'Key associated successfully' }
  return { message: `Key associated successfully. ${proof.text}` }
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
  const proof = await tryKey(parts, resource, userName, key)
  if (proof.outcome !== 'opens') return { message: 'Key dissociated successfully' }
  const source = 'it may come from AuthorizedKeysCommand, or from a file that was not changed'
  return { message: `Key dissociated successfully, but the host still accepts a sign-in with it: ${source}` }
}

/** testSshKey: whether the host currently accepts a sign-in with the key. */
export async function testKey(parts: KeyManagement, call: KeyCall, { keyName, resourceName, userName }: Association) {
  const { db, audit } = parts
  const key = await requireSshKey(db, keyName)
  const resource = await requireResource(db, resourceName)
  const proof = await tryKey(parts, resource, userName, key)
  const tested = provenColumns(proof)
  await db
    .updateTable('key_ssh_association')
    .set(tested)
    .where('key_id', '=', key.id)
    .where('resource_id', '=', resource.id)
    .where('user_name', '=', userName)
    .execute()
  await audit.note(call, `Sign-in of ${userName} on “${resourceName}” with SSH key “${keyName}”: ${proof.outcome}`)
  return { ...proof, testedAt: tested.tested_at }
}
