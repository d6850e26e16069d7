import { createHash, timingSafeEqual } from 'node:crypto'
import { posix } from 'node:path'
import ssh2, { type AuthContext, type PublicKeyAuthContext } from 'ssh2'
import { findAuthorized } from '#crypto/ssh/authorized-keys.ts'
import { hasReadableOptions, limitsOf } from '#services/keys/ssh/proof/line-limits.ts'
import { type Account, loginAccounts } from './accounts.ts'
import type { FileTree } from './file-tree.ts'

/** The authenticated account, if password or key are valid. */
export async function authenticate(
  attempt: AuthContext,
  password: string,
  tree: FileTree,
): Promise<Account | undefined> {
  const account = loginAccounts.find(({ name }) => name === attempt.username)
  if (!account) return undefined
  if (attempt.method === 'password') return isSame(attempt.password, password) ? account : undefined
  if (attempt.method !== 'publickey' || !isSigned(attempt)) return undefined
  const file = await authorizedKeysOf(account, tree)
  const line = `${attempt.key.algo} ${attempt.key.data.toString('base64')}`
  const isValid = (await findAuthorized(file, line)).some(
    (found) => hasReadableOptions(found) && limitsOf(found, Date.now()).refuses.length === 0,
  )
  return isValid ? account : undefined
}

const digest = (text: string) => createHash('sha256').update(text).digest()
const isSame = (one: string, other: string) => timingSafeEqual(digest(one), digest(other))

/** Clients may ask whether a key is acceptable before signing (RFC 4252, section 7). */
function isSigned({ key, blob, signature, hashAlgo }: PublicKeyAuthContext): boolean {
  if (!signature) return true
  const parsed = ssh2.utils.parseKey(key.data)
  return !(parsed instanceof Error) && blob !== undefined && parsed.verify(blob, signature, hashAlgo)
}

const maxBytes = 10 * 1024 * 1024

/** Read like sshd, with the permissions of the account, up to a limit. */
async function authorizedKeysOf(account: Account, tree: FileTree): Promise<Buffer> {
  try {
    const { file } = await tree.readable(account, posix.join(account.home, '.ssh/authorized_keys'))
    return (await tree.disk.read(file)).subarray(0, maxBytes)
  } catch {
    return Buffer.alloc(0) // no file, no keys
  }
}
