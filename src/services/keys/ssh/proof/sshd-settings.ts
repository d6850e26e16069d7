import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'
import type { CommandOutput, SshSession } from '#services/keys/ssh/ssh-session.ts'
import { quoted } from '#services/keys/ssh/sudo/elevated.ts'

/** Settings of a host's SSH server for a user (sshd -T, sshd(8)). */
export interface SshdSettings {
  /** AuthorizedKeysFile with tokens; empty for none. */
  keyFiles: string[]
  /** AuthorizedKeysCommand, if set. */
  keysCommand: string | undefined
  isStrict: boolean
  /** Undefined if not forced. */
  forcedCommand: string | undefined
  /** By lowercase name as printed; names may be repeated. */
  all: ReadonlyMap<string, readonly string[]>
}

/** Common locations of sshd, which may not be in the user's path. */
const servers = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', '/sbin/sshd', '/usr/bin/sshd']

/** Command name for messages. */
const command = 'sshd -T'

/** Run as root. Error messages are read as well; none resembles a setting. */
const settingsLine = (user: string) =>
  `for server in ${servers.join(' ')}; do test -x $server && exec $server -T -C ${quoted(`user=${user},host=localhost,addr=127.0.0.1`)} 2>&1; done; exit ${noServer}`

const noServer = 127
/** Shorter than the session's deadline, to leave time for other work. */
const answerMs = 10_000

/** The settings, or why they are unavailable, as part of a sentence about the host. */
export type SettingsAnswer = { settings: SshdSettings; unasked?: never } | { settings?: never; unasked: string }

type RootSession = Pick<SshSession, 'user' | 'runAsRoot'>

export async function sshdSettings(session: RootSession, user: string): Promise<SettingsAnswer> {
  // A comma would start another criterion.
  if (user.includes(',')) return { unasked: `${command} does not accept user names with a comma` }
  try {
    const answer = await withinDeadline(session.runAsRoot(settingsLine(user)))
    if (answer === 'too-slow') return { unasked: `${command} did not finish in ${answerMs / 1000} s` }
    if (answer === undefined)
      return {
        unasked: `${command} requires root, and ${session.user} is not root and cannot use sudo`,
      }
    return settingsOf(answer)
  } catch (error) {
    // Without a connection, no further checks are possible.
    if (!(error instanceof SshRefusal) || lost.has(error.reason)) throw error
    return { unasked: `${command} was not run: ${error.message}` }
  }
}

const lost: ReadonlySet<SshRefusal['reason']> = new Set(['disconnected', 'too-slow'])

async function withinDeadline<T>(work: Promise<T>): Promise<T | 'too-slow'> {
  const late = Promise.withResolvers<'too-slow'>()
  const timer = setTimeout(() => late.resolve('too-slow'), answerMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

function settingsOf({ code, output }: CommandOutput): SettingsAnswer {
  const said = lastLine(output)
  const words = said === '' ? '' : `: ${said}`
  if (code === noServer) return { unasked: `no sshd is where it is usually installed (${servers.join(', ')})${words}` }
  if (code !== 0) {
    return { unasked: `${command} ended with ${code === null ? 'a signal' : `exit code ${code}`}${words}` }
  }
  if (output.length > maxSettings) return { unasked: `the host answered ${command} with more than 64 KiB` }
  const settings = settingsIn(output)
  return settings ? { settings } : { unasked: `the host answered ${command} with something else than settings${words}` }
}

/** Of sshd's own some 8 KiB. */
const maxSettings = 64 * 1024
const maxShown = 160
const lastLine = (output: string) =>
  (output.slice(-maxSettings).trimEnd().split('\n').at(-1) ?? '')
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxShown)

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

/** Resolves %h home, %u user, %U user ID; relative paths start in the home directory. */
export function keyFilePath(file: string, { name, uid, home }: { name: string; uid: number; home: string }): string {
  const tokens: Record<string, string> = { '%%': '%', '%h': home, '%u': name, '%U': String(uid) }
  const path = file.replace(/%./g, (token) => tokens[token] ?? token)
  return path.startsWith('/') ? path : `${home}/${path}`
}
