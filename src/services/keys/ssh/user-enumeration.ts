import { Problem } from '#contract/problem.ts'
import { Refusal } from '#crypto/refusal.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { problemOf } from '#services/keys/refused.ts'
import { enumerateUsers } from './host-accounts.ts'
import { onHost } from './on-host.ts'
import { lockResource, requireCredential, requireResource, type SshResource } from './ssh-resource-store.ts'

const maxUsers = 20_000
const rowsPerInsert = 1000

/** enumerateusers: looks up a host's users in the background, once per host at a time. */
export function userEnumeration(parts: KeyManagement) {
  const { db, audit } = parts
  const running = new Set<number>()

  async function enumerate(call: KeyCall, resource: SshResource, user: string): Promise<void> {
    try {
      const users = await onHost(parts, resource, user, enumerateUsers)
      const names = [...new Set(users.map(({ name }) => name))]
      if (names.length > maxUsers) throw new Refusal('too-large', `It has more than ${maxUsers} users`)
      await keep(call, resource, names)
    } catch (error) {
      await audit.note(call, `Enumeration of the users of “${resource.name}” failed: ${reasonOf(error)}`)
    } finally {
      running.delete(resource.id)
    }
  }

  const keep = (call: KeyCall, { id, name }: SshResource, users: readonly string[]) =>
    db.transaction().execute(async (transaction) => {
      if (!(await lockResource(transaction, id))) throw new Refusal('not-found', 'It was removed in the meantime')
      await transaction.deleteFrom('key_ssh_user').where('resource_id', '=', id).execute()
      const rows = users.map((user) => ({ resource_id: id, user_name: user, found_at: Date.now() }))
      for (let at = 0; at < rows.length; at += rowsPerInsert) {
        const some = rows.slice(at, at + rowsPerInsert)
        await transaction.insertInto('key_ssh_user').values(some).execute()
      }
      await audit.record(transaction, call, `${users.length} users of “${name}” found`)
    })

  return async (call: KeyCall, { userName, resourceName }: { userName: string; resourceName: string }) => {
    const resource = await requireResource(db, resourceName)
    await requireCredential(db, resource, userName)
    if (running.has(resource.id)) return { message: 'User enumeration is already running' }
    running.add(resource.id)
    // Runs in the background. Recording a failure may fail, too, at shutdown.
    const looking = enumerate(call, resource, userName).catch(() => undefined)
    parts.inBackground?.(looking)
    return { message: 'User enumeration started' }
  }
}

function reasonOf(error: unknown): string {
  const problem = problemOf(error)
  if (!(problem instanceof Problem)) return 'the service failed'
  return problem.message.replace(`${problem.field}: `, '') // nobody sees the field that they filled in any more
}
