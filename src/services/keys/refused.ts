import { Problem } from '#contract/problem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { SshRefusal } from './ssh/ssh-refusal.ts'

/** A rejected operation: HTTP 200, status Failed, and a message that starts with the field name. */
export const refused = (field: string, message: string): Problem =>
  new Problem('REFUSED', `${field}: ${message}`, { service: 'keys', field })

/** Wire names of fields by the input names of `crypto`. */
type WireNames = Readonly<Record<string, string>>

/** Runs work, replacing field names in its errors: `{ passphrase: 'passPhrase', file: 'File' }`. */
export async function inWireWords<T>(names: WireNames, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw problemOf(error, names)
  }
}

/** Converts refusals of `crypto` and hosts to problems; other errors are unchanged. */
export function problemOf(error: unknown, names: WireNames = {}): unknown {
  if (error instanceof SshRefusal) return withField(names[error.reason] ?? names.host, error.message)
  if (!(error instanceof Refusal)) return error
  // A request with an invalid signature is an input error, although its reason is not-authentic.
  const code = error.field === undefined ? codes[error.reason] : undefined
  if (code) return new Problem(code, error.message)
  return withField(error.field === undefined ? names.file : (names[error.field] ?? error.field), error.message)
}

const withField = (field: string | undefined, message: string) =>
  field === undefined ? new Problem('REFUSED', message, { service: 'keys' }) : refused(field, message)

/** Reasons not caused by the caller. */
const codes: Partial<Record<Refusal['reason'], 'SEALED' | 'BUSY' | 'KEYS_FAILED'>> = {
  sealed: 'SEALED',
  busy: 'BUSY',
  'not-authentic': 'KEYS_FAILED',
}
