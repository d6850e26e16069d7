import { Refusal } from '#crypto/refusal.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether the other side broke off in the middle, which some servers do instead of sending an alert. */
export const hungUp = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(codeOf(error))

const meanings: Partial<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens on this port',
  ECONNRESET: 'The host broke off the connection',
  EPIPE: 'The host broke off the connection',
  EHOSTUNREACH: 'The host cannot be reached',
  EHOSTDOWN: 'The host cannot be reached',
  ENETUNREACH: 'The network of the host cannot be reached',
  EADDRNOTAVAIL: 'The network of the host cannot be reached',
  ETIMEDOUT: 'The host does not answer',
  EACCES: 'This machine may not connect to the host',
  EPERM: 'This machine may not connect to the host',
  EMFILE: 'This machine has too many connections open',
  ENOTFOUND: 'The name is not known',
  ENODATA: 'The name has no address',
  EAI_AGAIN: 'The name server does not answer',
}

/** For people. What the network says of itself is translated; our own refusals are sentences already. */
export function failureText(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const code = codeOf(error)
  return meanings[code] ?? (code ? `The connection failed (${code})` : 'Something went wrong while the host was asked')
}
