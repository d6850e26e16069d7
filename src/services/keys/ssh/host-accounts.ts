import { setImmediate as otherWork } from 'node:timers/promises'
import { SshRefusal } from './ssh-refusal.ts'
import type { SshSession } from './ssh-session.ts'

/** An entry of passwd(5). */
export interface HostAccount {
  name: string
  uid: number
  gid: number
  home: string
  shell: string
}

/** Accounts that allow login, excluding system accounts. */
export async function enumerateUsers(session: SshSession): Promise<HostAccount[]> {
  return (await readAccounts(session)).filter(({ shell }) => !noLoginShell.test(shell))
}

export async function requireAccount(session: SshSession, user: string): Promise<HostAccount> {
  const account = (await readAccounts(session)).find(({ name }) => name === user)
  if (!account) throw new SshRefusal('not-found', `There is no user ${user} on ${session.hostName}`)
  return account
}

const passwdFile = '/etc/passwd'
const maxBytes = 4 * 1024 * 1024

/** Includes users of directory services if the host lists them; otherwise those of the file. */
async function readAccounts(session: SshSession): Promise<HostAccount[]> {
  const { code, output } = await session.run('getent passwd').catch(nothingIfNotAllowed)
  const listed = code === 0 ? await accountsIn(output) : []
  if (listed.length > 0) return listed
  const { bytes } = await (await session.files()).read(passwdFile, maxBytes)
  return accountsIn(bytes.toString('utf8'))
}

/** Accounts may allow SFTP, but no commands. */
function nothingIfNotAllowed(error: unknown) {
  if (error instanceof SshRefusal) throw error
  return { code: null, output: '' }
}

// false(1), nologin(8), and the shells of Debian's accounts sync, shutdown and halt; no shell at all means /bin/sh.
const noLoginShell = /\/(false|nologin|sync|shutdown|halt)$/

/** Skips comments, NIS markers and other lines. */
export async function accountsIn(text: string): Promise<HostAccount[]> {
  const accounts: HostAccount[] = []
  for await (const lines of linesInParts(text)) accounts.push(...lines.flatMap(accountIn))
  return accounts
}

const charactersAtOnce = 128 * 1024

/** The lines of a text, with a turn of the event loop between many: a directory has a hundred thousand accounts. */
async function* linesInParts(text: string): AsyncGenerator<string[]> {
  for (let from = 0; from < text.length;) {
    const at = text.indexOf('\n', from + charactersAtOnce)
    const end = at === -1 ? text.length : at
    yield text.slice(from, end).split('\n')
    await otherWork()
    from = end + 1
  }
}

/** Fields of a line in passwd(5). */
const passwdFields = 7

function accountIn(line: string): HostAccount[] {
  const [name = '', , uid = '', gid = '', , home = '', shell] = line.split(':', passwdFields)
  if (!namePattern.test(name) || !/^\d{1,10}$/.test(uid) || !/^\d{1,10}$/.test(gid) || shell === undefined) return []
  return [{ name, uid: Number(uid), gid: Number(gid), home, shell }]
}

/** Directory services may use blanks, backslashes and any script, but no separators or control characters. */
const namePattern = /^[^+\-\p{Cc}/:][^\p{Cc}/:]{0,254}$/u
