import { posix } from 'node:path'
import type { AuthorizedKey } from '#crypto/ssh/authorized-keys.ts'
import { requirePublicKey } from '#crypto/ssh/public-key.ts'
import { linesWith } from '#services/keys/ssh/authorized-keys-file.ts'
import type { Location } from '#services/keys/ssh/locate-authorized-keys.ts'
import type { Sftp } from '#services/keys/ssh/sftp.ts'
import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'
import type { SshSession } from '#services/keys/ssh/ssh-session.ts'
import { hasSource, limitsOf } from './line-limits.ts'
import type { SshdSettings } from './sshd-settings.ts'

export interface Findings {
  /** Likely reasons for a rejected sign-in, most likely first. */
  refuses: string[]
  /** Restrictions of an accepted sign-in. */
  limits: string[]
  /** Other possible sources of keys, and checks that were not possible. */
  notes: string[]
}

const linesAtOnce = 1000
const maxReasons = 20

/** The first line that is not refused, or why all are. A file can have a hundred thousand lines with one key. */
async function judged(lines: readonly AuthorizedKey[]) {
  const refuses = new Set<string>()
  for (const [at, line] of lines.entries()) {
    if (at % linesAtOnce === linesAtOnce - 1) await new Promise(setImmediate)
    const limits = limitsOf(line, Date.now())
    if (limits.refuses.length === 0) return { valid: limits, refuses }
    for (const reason of limits.refuses) refuses.add(reason)
  }
  return { valid: undefined, refuses }
}

/** Analyzes a host's files and settings for a sign-in with a key, in the current session. */
export async function findingsOn(session: SshSession, user: string, publicLine: string): Promise<Findings> {
  const found: Findings = { refuses: [], limits: [], notes: [] }
  const files = await session.files()
  const { lines, locations, home, settings, unasked } = await linesWith(session, user, publicLine)
  if (settings) readSettings(found, settings, { user, publicLine })
  else found.notes.push(`the settings of its SSH server are not known: ${unasked}`)
  const where = locations.map(({ path }) => path).join(', ')
  if (lines.length === 0) found.refuses.push(`${where} has no line with this key`)
  const { valid, refuses } = await judged(lines)
  // A single valid line is sufficient.
  if (!valid) found.refuses.push(...[...refuses].slice(0, maxReasons))
  found.limits.push(...(valid?.limits ?? []))
  if (lines.length > 0 && lines.every(hasSource)) found.notes.push('its lines allow some addresses only (from=)')
  if (settings?.isStrict !== false) {
    const path = locations.find((one) => one.path === lines[0]?.path) ?? locations[0]
    found.refuses.push(...(await looseModes(files, path, home)).map((text) => `${text} (StrictModes)`))
  }
  return found
}

type About = { user: string; publicLine: string }

function readSettings(found: Findings, { all, keysCommand, forcedCommand }: SshdSettings, { user, publicLine }: About) {
  const one = (name: string) => all.get(name)?.[0] ?? ''
  if (one('pubkeyauthentication') === 'no') found.refuses.push('it accepts no keys at all (PubkeyAuthentication no)')
  if (user === 'root') {
    const root = one('permitrootlogin')
    if (root === 'no') found.refuses.push('it does not permit sign-in as root (PermitRootLogin no)')
    if (root === 'forced-commands-only') found.limits.push('root may run forced commands only (PermitRootLogin)')
  }
  const names = (name: string) =>
    (all.get(name) ?? []).flatMap((value) => value.split(' ')).filter((value) => value !== '')
  if (names('denyusers').includes(user)) found.refuses.push(`it refuses ${user} by name (DenyUsers)`)
  const allowed = names('allowusers')
  if (allowed.length > 0 && !allowed.some((name) => name === user || /[*?@]/.test(name))) {
    found.refuses.push(`it allows other users only (AllowUsers ${allowed.join(' ')})`)
  }
  if (names('allowgroups').length > 0)
    found.notes.push(`it allows some groups only (AllowGroups ${names('allowgroups').join(' ')})`)
  const { algorithm } = requirePublicKey(publicLine)
  const accepted = one('pubkeyacceptedalgorithms').split(',')
  const signatures = algorithm === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [algorithm]
  if (accepted.length > 1 && !signatures.some((name) => accepted.includes(name))) {
    found.refuses.push(`it accepts no ${algorithm} keys (PubkeyAcceptedAlgorithms)`)
  }
  if (forcedCommand !== undefined)
    found.limits.push(`every sign-in runs only “${forcedCommand.slice(0, 120)}” (ForceCommand)`)
  if (keysCommand !== undefined) found.notes.push(`keys also come from ${keysCommand} (AuthorizedKeysCommand)`)
  const methods = one('authenticationmethods')
  if (methods !== '' && methods !== 'any')
    found.notes.push(`it may want more than a key (AuthenticationMethods ${methods})`)
}

const writableByOthers = 0o022

/**
 * Like sshd's StrictModes: file and directories up to the home must belong to the user or root, and not be writable by
 * others.
 */
async function looseModes(files: Sftp, { path, isThere, owner }: Location, home: string): Promise<string[]> {
  if (!isThere) return []
  const user = owner?.uid ?? (await files.find(home))?.uid
  const isInHome = path.startsWith(`${home}/`)
  const found: string[] = []
  for (let at = path; ; at = posix.dirname(at)) {
    const stats = await files.find(at).catch((error: unknown) => {
      if (!(error instanceof SshRefusal)) throw error
    })
    if (stats && stats.uid !== 0 && stats.uid !== user) found.push(`${at} is owned by another user`)
    if (stats && (stats.mode & writableByOthers) !== 0) {
      found.push(`${at} can be written by others than its owner (mode ${(stats.mode & 0o7777).toString(8)})`)
    }
    if (at === '/' || (isInHome && at === home)) return found
  }
}
