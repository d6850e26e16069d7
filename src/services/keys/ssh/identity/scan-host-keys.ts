import { Client, type ServerHostKeyAlgorithm } from 'ssh2'
import { fingerprint, md5Fingerprint } from '#crypto/ssh/public-key.ts'
import {
  type Deadlines,
  type Host,
  hostKeyTypeOf,
  reach,
  refusalOf,
  signaturesOf,
  defaultDeadlines,
} from '#services/keys/ssh/connect.ts'
import { SshRefusal } from '#services/keys/ssh/ssh-refusal.ts'

export interface ShownKey {
  /** Such as ssh-ed25519. */
  type: string
  /** SHA256:… */
  fingerprint: string
  md5: string
}

/** In the order of preference of ssh(1). */
const types = ['ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa', 'ssh-dss']
const concurrency = 2

/** Reads the host's keys of all types, one request per type, without authentication. */
export async function scanHostKeys(host: Host, deadlines: Partial<Deadlines> = {}): Promise<ShownKey[]> {
  const limits = { ...defaultDeadlines, ...deadlines }
  const found: (ShownKey | undefined)[] = []
  for (let at = 0; at < types.length; at += concurrency) {
    found.push(...(await Promise.all(types.slice(at, at + concurrency).map((type) => shownKey(host, type, limits)))))
  }
  const shown = found.filter((key) => key !== undefined)
  if (shown.length === 0) throw new SshRefusal('not-ssh', `${host.name} shows no host key of a type that is known here`)
  return shown
}

/** Undefined if the host has no key of this type. Disconnects before authentication. */
async function shownKey(host: Host, type: string, limits: Deadlines): Promise<ShownKey | undefined> {
  const socket = await reach(host, limits)
  const { promise, resolve, reject } = Promise.withResolvers<ShownKey | undefined>()
  const client = new Client()
  client.on('error', (error) => {
    if (/no matching host key/i.test(error.message)) resolve(undefined)
    else reject(refusalOf(error, host.name))
  })
  client.on('close', () => reject(new SshRefusal('unreachable', `${host.name} closed the connection`)))
  const hostVerifier = (key: Buffer): boolean => {
    resolve({ type: hostKeyTypeOf(key), fingerprint: fingerprint(key), md5: md5Fingerprint(key) })
    return false
  }
  try {
    const serverHostKey = signaturesOf(type) as ServerHostKeyAlgorithm[]
    client.connect({
      sock: socket,
      username: 'scan',
      hostVerifier,
      readyTimeout: limits.loginMs,
      algorithms: { serverHostKey },
    })
    return await promise
  } finally {
    socket.destroy()
  }
}
