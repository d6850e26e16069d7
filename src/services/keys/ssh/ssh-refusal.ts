/**
 * Why a host rejected or failed an operation. Administrators can act on each reason; callers distinguish them by
 * `reason` and show `message`, which never contains passwords, keys or file content.
 */
export type SshRefusalReason =
  | 'unreachable' // connection refused, unknown name, or no route
  | 'too-slow' // timeout
  | 'not-ssh' // no common SSH protocol or algorithm
  | 'host-key-changed'
  | 'wrong-credentials'
  | 'more-needed' // further authentication is required
  | 'disconnected' // connection lost
  | 'not-offered' // the host lacks a required feature, such as SFTP
  | 'not-found'
  | 'not-permitted'
  | 'not-a-file' // a link, directory or device instead of a regular file
  | 'outside-home' // the path leads out of the user's home directory
  | 'too-large'
  | 'changed-meanwhile' // another program kept changing the file
  | 'failed' // the host gave no details

export class SshRefusal extends Error {
  override readonly name: string = 'SshRefusal'
  readonly reason: SshRefusalReason

  constructor(reason: SshRefusalReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** Expected and presented host key; empty if the host no longer has a key of this type. */
export interface KeyChange {
  type: string
  known: string
  seen: string
}

/**
 * A different host key than the pinned one: reinstalled, or a possible machine-in-the-middle attack. No secret was
 * sent.
 */
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
