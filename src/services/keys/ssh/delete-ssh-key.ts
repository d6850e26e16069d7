import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import { associations, namedOnly } from './associations.ts'
import { lockSshKey, requireSshKey } from './ssh-key-store.ts'

type DeleteInput = { name: string; withoutDisassociation: boolean }

/**
 * deleteSSHKey. The reference does not explain the flag. A key that still grants access would be forgotten on its
 * hosts, so its deletion must be requested explicitly; hosts are not changed.
 */
export async function deleteSshKey(
  { db, audit }: KeyManagement,
  call: KeyCall,
  { name, withoutDisassociation }: DeleteInput,
): Promise<{ message: string }> {
  return await db.transaction().execute(async (transaction) => {
    const { id } = await requireSshKey(transaction, name, 'key_name')
    await lockSshKey(transaction, id)
    const found = await associations(transaction)
      .select(['association.user_name', 'resource.name'])
      .where('key_id', '=', id)
      .orderBy('resource.name')
      .orderBy('association.user_name')
      .execute()
    const accounts = namedOnly(found.map((account) => `${account.user_name} on ${account.name}`))
    if (accounts !== '' && !withoutDisassociation) {
      const next = 'dissociate it there first, or send withoutDisassociation true to leave it there'
      throw refused('key_name', `SSH key “${name}” grants access to ${accounts}: ${next}`)
    }
    const logins = await transaction
      .selectFrom('key_ssh_credential as credential')
      .innerJoin('key_ssh_resource as resource', 'resource.id', 'credential.resource_id')
      .select(['credential.user_name', 'resource.name'])
      .where('key_id', '=', id)
      .orderBy('resource.name')
      .execute()
    if (logins.length > 0) {
      const uses = namedOnly(logins.map((login) => `${login.user_name} on ${login.name}`))
      throw refused(
        'key_name',
        `SSH key “${name}” is how this service logs in to ${uses}; give other credentials first`,
      )
    }
    await transaction.deleteFrom('key_ssh_association').where('key_id', '=', id).execute()
    await transaction.deleteFrom('key_ssh_key').where('id', '=', id).execute()
    const left = accounts === '' ? '' : `; it still grants access to ${accounts}`
    await audit.record(transaction, call, `SSH key “${name}” deleted${left}`)
    return { message: `SSH key deleted successfully${left}` }
  })
}
