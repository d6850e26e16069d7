/**
 * Why a host did not do what was asked. Each is a state of the world that the administrator can act on, so a caller
 * tells them apart by `reason` and shows `message`, which never holds a password, a key or file content.
 */
export type SshRefusalReason =
  | 'unreachable' // no connection: refused, no such name, no route
  | 'too-slow' // a deadline passed
  | 'not-ssh' // something answered, but the two sides found no common SSH
  | 'host-key-changed'
  | 'wrong-credentials'
  | 'more-needed' // the first of several proofs was accepted
  | 'disconnected' // the connection ended in the middle
  | 'not-offered' // the host lacks what the work needs, such as SFTP
  | 'not-found'
  | 'not-permitted'
  | 'not-a-file' // a link, a folder or a device where a regular file should be
  | 'outside-home' // the path leads out of the home folder of its user
  | 'too-large'
  | 'changed-meanwhile' // somebody else kept writing the same file
  | 'failed' // the host said no more than that

export class SshRefusal extends Error {
  override readonly name: string = 'SshRefusal'
  readonly reason: SshRefusalReason

  constructor(reason: SshRefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** What a host was to show, and what it showed; nothing where it has no key of that type any more. */
export interface KeyChange {
  type: string
  known: string
  seen: string
}

/** Another key than the one pinned: the host was reinstalled, or somebody stands in between. No secret was sent. */
export class HostKeyChanged extends SshRefusal implements KeyChange {
  override readonly name = 'HostKeyChanged'
  readonly type: string
  readonly known: string
  readonly seen: string

  constructor(host: string, { type, known, seen }: KeyChange) {
    super('host-key-changed', changeText(host, { type, known, seen }))
    this.type = type
    this.known = known
    this.seen = seen
  }
}

export function changeText(host: string, { type, known, seen }: KeyChange): string {
  const key = `The host key${type === '' ? '' : ` ${type}`} of ${host}`
  if (seen === '') return `${key} is missing: known is ${known}, but the host has no such key`
  return `${key} has changed: known is ${known}, but the host showed ${seen}`
}
