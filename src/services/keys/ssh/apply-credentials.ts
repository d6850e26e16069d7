import type { Input } from '#contract/endpoint.ts'
import type { setHostCredentials } from '#contract/keys/host-credentials.ts'
import type { applyCredentials as row } from '#contract/keys/ssh.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { requireName } from '#services/keys/names.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { sealed } from '#services/keys/sealed.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { Credentials } from './credentials.ts'
import { compareInCall } from './identity/compare-host-keys.ts'
import { inSession } from './on-host.ts'
import { privateKeyOf, requireSshKey } from './ssh-key-store.ts'
import { lockResource, requireResource, secretPlace, type SshResource } from './ssh-resource-store.ts'
import { verifyCredentials } from './verify-credentials.ts'

/** applycredentials: stores credentials only if the host accepts them. */
export async function applyCredentials(
  parts: KeyManagement,
  call: KeyCall,
  { userName: user, password, resourceName, isAdmin, Known }: Input<typeof row>,
): Promise<{ message: string }> {
  requireName('userName', user)
  const resource = await requireResource(parts.db, resourceName)
  await compareInCall(parts, call, resource, Known)
  const names = { host: 'resourceName', 'wrong-credentials': 'password' }
  const verified = await inWireWords(names, () => inSession(parts, resource, { user, password }, verifyCredentials))
  if (isAdmin && !verified.isAdmin) {
    throw refused('isAdmin', `${user} is no administrator of “${resourceName}”: its user number there is not 0`)
  }
  await keep(parts, call, resource, { login: { user, password }, method: 'password', keyId: null, isAdmin })
  return { message: 'Credentials applied successfully' }
}

/** setHostCredentials: the same for keys, and with sudo. */
export async function applyLogin(parts: KeyManagement, call: KeyCall, input: Input<typeof setHostCredentials>) {
  const { ResourceName, UserName, Method: method, isAdmin } = input
  requireName('UserName', UserName)
  const resource = await requireResource(parts.db, ResourceName, 'ResourceName')
  const { login, keyId } = await loginIn(parts, input)
  await compareInCall(parts, call, resource, input.Known)
  const names = { host: 'ResourceName', 'wrong-credentials': credentialField(input), 'not-permitted': 'Sudo' }
  const { isAdmin: mayAdminister } = await inWireWords(names, () =>
    inSession(parts, resource, login, verifyCredentials),
  )
  if (isAdmin && !mayAdminister) {
    throw refused(
      'isAdmin',
      `${UserName} is no administrator of “${ResourceName}”: its user number is not 0, and sudo is not used`,
    )
  }
  await keep(parts, call, resource, { login, method, keyId, isAdmin })
  return { message: 'Credentials accepted by the host and saved' }
}

export async function removeLogin(
  { db, audit }: KeyManagement,
  call: KeyCall,
  { ResourceName, UserName }: { ResourceName: string; UserName: string },
) {
  const { id, name } = await requireResource(db, ResourceName, 'ResourceName')
  await db.transaction().execute(async (transaction) => {
    const removed = await transaction
      .deleteFrom('key_ssh_credential')
      .where('resource_id', '=', id)
      .where('user_name', '=', UserName)
      .returning('user_name')
      .executeTakeFirst()
    if (!removed) throw refused('UserName', `No credentials of ${UserName} are stored for “${name}”`)
    await audit.record(transaction, call, `Credentials of ${UserName} on “${name}” removed`)
  })
  return { message: 'Credentials removed' }
}

type CredentialInput = Input<typeof setHostCredentials>

const credentialField = ({ Method, Sudo }: CredentialInput) =>
  Method === 'password'
    ? 'Password'
    : Sudo === 'password'
      ? 'SudoPassword'
      : Method === 'key'
        ? 'KeyName'
        : 'PrivateKey'

async function loginIn(
  parts: KeyManagement,
  input: CredentialInput,
): Promise<{ login: Credentials; keyId: number | null }> {
  const { UserName: user, Method, Password, KeyName, PrivateKey, Passphrase, Sudo, SudoPassword } = input
  const needed = (field: string) => refused(field, 'is missing')
  const sudo = (() => {
    if (Sudo === 'none') return {}
    if (Sudo === 'no-password') return { sudo: {} }
    const password = SudoPassword ?? Password
    if (password === undefined) throw needed('SudoPassword')
    return { sudo: { password } }
  })()
  if (Method === 'password') {
    if (Password === undefined) throw needed('Password')
    return { login: { user, password: Password, ...sudo }, keyId: null }
  }
  if (Method === 'key') {
    if (KeyName === undefined) throw needed('KeyName')
    const key = await requireSshKey(parts.db, KeyName, 'KeyName')
    return { login: { user, ...privateKeyOf(parts.vault, key), ...sudo }, keyId: key.id }
  }
  if (PrivateKey === undefined) throw needed('PrivateKey')
  // Stored without its passphrase: the vault protects it.
  const privateKey = await inWireWords({ file: 'PrivateKey', passphrase: 'Passphrase' }, () =>
    parts.work.run('rewriteSshKey', [Buffer.from(PrivateKey), { passphrase: Passphrase ?? '', format: 'openssh' }]),
  )
  return { login: { user, privateKey, ...sudo }, keyId: null }
}

type StoredCredentials = {
  login: Credentials
  method: KeyTables['key_ssh_credential']['method']
  keyId: number | null
  isAdmin: boolean
}

const methodTexts = { password: '', key: ', by SSH key', 'key-file': ', by uploaded key' } as const

async function keep(
  { db, vault, audit }: KeyManagement,
  call: KeyCall,
  { id, name }: SshResource,
  { login, method, keyId, isAdmin }: StoredCredentials,
): Promise<void> {
  const { user, sudo } = login
  await db.transaction().execute(async (transaction) => {
    if (!(await lockResource(transaction, id))) {
      throw refused('resourceName', `The SSH resource “${name}” was removed in the meantime`)
    }
    const former = await transaction
      .selectFrom('key_ssh_credential')
      .select('version')
      .where('resource_id', '=', id)
      .where('user_name', '=', user)
      .executeTakeFirst()
    const row = { resource_id: id, user_name: user, version: (former?.version ?? 0) + 1 }
    const kept = {
      method,
      sealed_password: 'password' in login ? sealed(vault, secretPlace(row, 'sealed_password'), login.password) : '',
      sealed_key:
        method === 'key-file' && 'privateKey' in login
          ? sealed(vault, secretPlace(row, 'sealed_key'), login.privateKey)
          : null,
      key_id: keyId,
      sudo:
        sudo === undefined
          ? ('none' as const)
          : sudo.password === undefined
            ? ('no-password' as const)
            : ('password' as const),
      sealed_sudo: sudo?.password === undefined ? null : sealed(vault, secretPlace(row, 'sealed_sudo'), sudo.password),
      is_admin: isAdmin ? 1 : 0,
      version: row.version,
      applied_at: Date.now(),
    }
    await transaction
      .insertInto('key_ssh_credential')
      .values({ ...row, ...kept })
      .onConflict((conflict) => conflict.columns(['resource_id', 'user_name']).doUpdateSet(kept))
      .execute()
    const role = `${isAdmin ? ' as administrator' : ''}${methodTexts[method]}${sudo === undefined ? '' : ', with sudo'}`
    await audit.record(transaction, call, `Credentials of ${user} on “${name}” applied${role}`)
  })
}
