import type { Input } from '#contract/endpoint.ts'
import type { createSshKey } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import { type DemoContext, throwIfStopping } from './demo-context.ts'

const created: Input<typeof createSshKey>[] = [
  { keyName: 'build', keyType: 'ed25519', comment: 'build@example.com', passPhrase: 'build demo passphrase' },
  { keyName: 'deploy', keyType: 'ed25519', comment: 'deploy@example.com' },
  { keyName: 'backup', keyType: 'ecdsa', length: '256', comment: 'nightly backup' },
  { keyName: 'monitoring', keyType: 'ecdsa', length: '384', comment: 'monitoring' },
  { keyName: 'vault-unseal', keyType: 'ecdsa', length: '521', passPhrase: 'unseal demo passphrase' },
  { keyName: 'git-mirror', keyType: 'ssh-rsa', length: '2048', comment: 'git-mirror' },
  { keyName: 'root-2026', keyType: 'ssh-rsa', length: '4096', comment: 'root, rotated in 2026' },
  { keyName: 'old-nagios', keyType: 'ssh-rsa', length: '1024', comment: 'weak: to be replaced' },
  { keyName: 'legacy-appliance', keyType: 'ssh-dss', length: '1024', comment: 'weak: the appliance takes no other' },
  { keyName: 'ключ-архива', keyType: 'ed25519', comment: 'архив' },
  { keyName: 'unused', keyType: 'ed25519' },
]
const importedKey = { keyName: 'laptop-of-jo', passphrase: 'laptop demo passphrase' }

/** Keys deployed to these accounts; the first host is that of the website. */
const associated: [keyName: string, host: number, userName: string][] = [
  ['deploy', 0, 'deploy'],
  ['root-2026', 0, 'root'],
  ['monitoring', 0, 'backup'],
  ['build', 1, 'deploy'],
  ['git-mirror', 1, 'deploy'],
  ['old-nagios', 1, 'backup'],
  ['backup', 2, 'backup'],
  ['ключ-архива', 2, 'backup'],
  ['root-2026', 2, 'root'],
]

export async function makeSshKeys(world: DemoContext): Promise<void> {
  const { parts, calls, lab } = world
  throwIfStopping(parts)
  const known = await parts.db.selectFrom('key_ssh_key').select('name').execute()
  const isThere = (keyName: string) => known.some(({ name }) => name === keyName)
  const missing = created.filter(({ keyName }) => !isThere(keyName))
  const made = await Promise.allSettled(missing.map((wish) => calls.createSshKey(wish))) // worker threads run in turns
  const failed = made.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  if (!isThere(importedKey.keyName)) {
    const { passphrase } = importedKey
    const { file } = await parts.work.run('createSshKey', [{ keyType: 'ed25519', comment: 'jo@laptop', passphrase }])
    await calls.addSshKey({ ...importedKey, File: { name: 'id_ed25519', bytes: Buffer.from(file) } })
  }
  for (const [keyName, at, userName] of associated) {
    throwIfStopping(parts)
    const resourceName = lab.ssh[at]?.name ?? ''
    await calls.associateKey({ keyName, resourceName, userName })
  }
}

/** Adds credentials, and looks up the users of each host. */
export async function openHosts(world: DemoContext): Promise<void> {
  for (const { name } of world.lab.ssh) await openHost(world, name)
}

async function openHost({ parts, calls, lab }: DemoContext, resourceName: string): Promise<void> {
  throwIfStopping(parts)
  const resource = await parts.db
    .selectFrom('key_ssh_resource')
    .leftJoin('key_ssh_credential', 'key_ssh_credential.resource_id', 'key_ssh_resource.id')
    .leftJoin('key_ssh_user', 'key_ssh_user.resource_id', 'key_ssh_resource.id')
    .select(['key_ssh_credential.user_name as credential', 'key_ssh_user.user_name as user'])
    .where('key_ssh_resource.name', '=', resourceName)
    .executeTakeFirst()
  if (!resource?.credential) {
    await calls.applyCredentials({ userName: 'root', password: lab.password, resourceName, isAdmin: true })
  }
  if (!resource?.user) await calls.enumerateUsers({ userName: 'root', resourceName }).catch(unlessRunning)
}

function unlessRunning(error: unknown): void {
  if (!(error instanceof Problem)) throw error
}
