import { Refusal } from '#crypto/refusal.ts'

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** Whether the peer closed the connection, as some servers do instead of sending an alert. */
export const hungUp = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(codeOf(error))

const meanings: Partial<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens on this port',
  ECONNRESET: 'The host closed the connection',
  EPIPE: 'The host closed the connection',
  EHOSTUNREACH: 'The host cannot be reached',
  EHOSTDOWN: 'The host cannot be reached',
  ENETUNREACH: 'The network of the host cannot be reached',
  EADDRNOTAVAIL: 'The network of the host cannot be reached',
  ETIMEDOUT: 'The host does not respond',
  EACCES: 'This machine is not allowed to connect to the host',
  EPERM: 'This machine is not allowed to connect to the host',
  EMFILE: 'This machine has too many connections open',
  ENOTFOUND: 'The name cannot be resolved',
  ENODATA: 'The name has no address',
  EAI_AGAIN: 'The name server does not respond',
}

/** Readable message for network errors; our own refusals are readable already. */
export function failureText(error: unknown): string {
  if (error instanceof Refusal) return error.message
  const code = codeOf(error)
  return meanings[code] ?? (code ? `The connection failed (${code})` : 'Internal error while the host was contacted')
}
