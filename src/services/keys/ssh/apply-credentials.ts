import type { Input } from '#contract/endpoint.ts'
import type { applyCredentials as row } from '#contract/keys/ssh.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { sealed } from '#services/keys/sealed.ts'
import { inSession } from './on-host.ts'
import { credentialRow, holdResource, requireResource, type SshResource } from './ssh-resource-store.ts'
import { verifyCredentials } from './verify-credentials.ts'

/** applycredentials: what the host does not accept is not kept. */
export async function applyCredentials(
  parts: KeyManagement,
  call: KeyCall,
  { userName: user, password, resourceName, isAdmin }: Input<typeof row>,
): Promise<{ message: string }> {
  requireName('userName', user)
  const resource = await requireResource(parts.db, resourceName)
  const names = { host: 'resourceName', 'wrong-credentials': 'password' }
  const verified = await inWireWords(names, () => inSession(parts, resource, { user, password }, verifyCredentials))
  if (isAdmin && !verified.isAdmin) {
    throw refused('isAdmin', `${user} is no administrator of “${resourceName}”: its user number there is not 0`)
  }
  await keep(parts, call, resource, { user, password, isAdmin })
  return { message: 'Credentials applied successfully' }
}

type Credentials = { user: string; password: string; isAdmin: boolean }

async function keep(
  { db, vault, audit }: KeyManagement,
  call: KeyCall,
  { id, name }: SshResource,
  { user, password, isAdmin }: Credentials,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    if (!(await holdResource(transaction, id))) {
      throw refused('resourceName', `The SSH resource “${name}” was removed in the meantime`)
    }
    const former = await transaction
      .selectFrom('key_ssh_credential')
      .select('version')
      .where('resource_id', '=', id)
      .where('user_name', '=', user)
      .executeTakeFirst()
    const version = (former?.version ?? 0) + 1
    const place = { table: 'key_ssh_credential', ...credentialRow(id, user), version } as const
    const kept = {
      sealed_password: sealed(vault, place, password),
      is_admin: isAdmin ? 1 : 0,
      version,
      applied_at: Date.now(),
    }
    await transaction
      .insertInto('key_ssh_credential')
      .values({ resource_id: id, user_name: user, ...kept })
      .onConflict((conflict) => conflict.columns(['resource_id', 'user_name']).doUpdateSet(kept))
      .execute()
    const role = isAdmin ? ' as administrator' : ''
    await audit.record(transaction, call, `Credentials of ${user} on “${name}” applied${role}`)
  })
}
