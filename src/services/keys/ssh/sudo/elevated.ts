import type { Client, ClientChannel } from 'ssh2'
import type { Sudo } from '#services/keys/ssh/credentials.ts'
import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'

/** Quotes a text as a single word for a POSIX shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const ready = 'sudo-is-ready'
const prompt = 'sudo-asks'

/** Command line with sudo. Specifies sudo's prompt, so that the password is sent to nothing else. */
function sudoLine({ password }: Sudo, script: string): string {
  const how = password === undefined ? '-n' : `-k -S -p ${prompt}`
  return `env LC_ALL=C sudo ${how} -- sh -c ${quoted(`echo ${ready}; ${script}`)}`
}

type ElevatedSession = { client: Client; hostName: string; user: string; sudo: Sudo }

/** A root shell. Output may arrive early, so what streams do not buffer is stored here. */
export type Elevated = {
  /** Available before its first output. */
  channel: ClientChannel
  exit: Promise<number | null>
  /** Output to stderr, in chunks. */
  complaints: readonly Buffer[]
}
/** Limit of stderr chunks, a few kB each. */
export const maxComplaints = 64

/** Exit code; null if ended by a signal or unknown. */
export const exitOf = (channel: ClientChannel): Promise<number | null> =>
  new Promise((resolve) => {
    channel.on('exit', (code: number | null) => resolve(code))
    channel.on('close', () => resolve(null))
  })

/** Runs the script as root. */
export async function elevated({ client, hostName, user, sudo }: ElevatedSession, script: string): Promise<Elevated> {
  const { channel, exit } = await new Promise<Pick<Elevated, 'channel' | 'exit'>>((resolve, reject) => {
    client.exec(sudoLine(sudo, script), (error, opened) =>
      error ? reject(error) : resolve({ channel: opened, exit: exitOf(opened) }),
    )
  })
  const complaints: Buffer[] = []
  const { promise, resolve, reject } = Promise.withResolvers<Elevated>()
  let [output, errors, isTold, isRoot] = [Buffer.alloc(0), '', false, false]
  const onData = (chunk: Buffer) => {
    output = Buffer.concat([output, chunk])
    const end = output.indexOf('\n')
    if (end < 0 && output.length <= ready.length) return
    if (output.subarray(0, end).toString() !== ready) {
      return reject(new SshRefusal('failed', `${hostName} answered something else than sudo does`))
    }
    channel.off('data', onData).pause()
    if (output.length > end + 1) channel.unshift(output.subarray(end + 1))
    isRoot = true
    resolve({ channel, exit, complaints })
  }
  channel.on('data', onData)
  channel.stderr.on('data', (chunk: Buffer) => {
    if (isRoot) {
      if (complaints.length < maxComplaints) complaints.push(chunk)
      return
    }
    errors = (errors + chunk.toString('utf8')).slice(-2000)
    if (!errors.includes(prompt)) return
    errors = errors.replace(prompt, '')
    // Asked again: the password was wrong, and another attempt could lock the account.
    if (isTold || sudo.password === undefined) {
      return reject(new SshRefusal('wrong-credentials', `sudo on ${hostName} did not accept the password of ${user}`))
    }
    isTold = true
    channel.write(`${sudo.password}\n`)
  })
  channel.on('close', () => reject(refusalOf(errors, hostName, user)))
  try {
    return await promise
  } catch (error) {
    channel.close()
    throw error
  }
}

const reasons = [
  [/a password is required|a terminal is required/, 'asks for a password'],
  [/not in the sudoers|may not run sudo|not allowed to execute/, 'does not allow a shell as root'],
  [/must have a tty/, 'requires a terminal (requiretty)'],
] as const

function refusalOf(errors: string, hostName: string, user: string): SshRefusal {
  if (/not found|No such file/.test(errors)) return new SshRefusal('not-offered', `${hostName} has no sudo`)
  const [, reason] = reasons.find(([pattern]) => pattern.test(errors)) ?? []
  if (reason) return new SshRefusal('not-permitted', `sudo on ${hostName} ${reason} for ${user}`)
  const said = errors
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(-200)
  return new SshRefusal('not-permitted', `sudo on ${hostName} failed for ${user}${said === '' ? '' : `: ${said}`}`)
}
