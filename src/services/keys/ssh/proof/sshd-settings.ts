import type { SshSession } from '#services/keys/ssh/ssh-session.ts'
import { quoted } from '#services/keys/ssh/sudo/elevated.ts'

/** What the SSH server of a host says of one of its users (sshd -T, sshd(8)). */
export interface SshdSettings {
  /** AuthorizedKeysFile, with its tokens; empty for none. */
  keyFiles: string[]
  /** AuthorizedKeysCommand, if there is one. */
  keysCommand: string | undefined
  isStrict: boolean
  /** Undefined: it runs what the client asks for. */
  forcedCommand: string | undefined
  /** By lower-case name, as printed; the same name may come several times. */
  all: ReadonlyMap<string, readonly string[]>
}

/** Common places of sshd: it is started by its full path, and a user's search path need not have it. */
const servers = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/sbin/sshd', '/usr/bin/sshd']

/** What a host is asked as root. */
const settingsLine = (user: string) =>
  `for server in ${servers.join(' ')}; do test -x $server && exec $server -T -C ${quoted(`user=${user},host=localhost,addr=127.0.0.1`)}; done; exit 127`

/** Undefined where it may not be asked: only root may, as it reads the private host keys. */
export async function sshdSettings(session: SshSession, user: string): Promise<SshdSettings | undefined> {
  // In a list of sshd a comma would begin the next of its parts.
  if (user.includes(',')) return undefined
  const answer = await session.runAsRoot(settingsLine(user)).catch(() => undefined)
  return answer?.code === 0 ? settingsIn(answer.output) : undefined
}

function settingsIn(output: string): SshdSettings | undefined {
  const pairs = output.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^([a-z0-9]+)(?: (.*))?$/.exec(line.trimEnd()) ?? []
    return name === undefined ? [] : [{ name, value }]
  })
  const all = new Map(
    [...Map.groupBy(pairs, ({ name }) => name)].map(([name, list]) => [name, list.map(({ value }) => value)]),
  )
  const one = (name: string) => all.get(name)?.[0]
  const files = one('authorizedkeysfile')
  if (files === undefined) return undefined
  const isNone = (value: string | undefined) => value === undefined || value === '' || value === 'none'
  return {
    keyFiles: isNone(files) ? [] : files.split(' ').filter((file) => file !== ''),
    keysCommand: isNone(one('authorizedkeyscommand')) ? undefined : one('authorizedkeyscommand'),
    isStrict: one('strictmodes') !== 'no',
    forcedCommand: isNone(one('forcecommand')) ? undefined : one('forcecommand'),
    all,
  }
}

/** A file as sshd finds it: %h home, %u user, %U user number; what is not absolute lies in the home. */
export function keyFilePath(file: string, { name, uid, home }: { name: string; uid: number; home: string }): string {
  const tokens: Record<string, string> = { '%%': '%', '%h': home, '%u': name, '%U': String(uid) }
  const path = file.replace(/%./g, (token) => tokens[token] ?? token)
  return path.startsWith('/') ? path : `${home}/${path}`
}
