import { Problem } from '#contract/problem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { SshRefusal } from './ssh/ssh-refusal.ts'

/** The operation was understood and is not done: HTTP 200, status Failed, and a message that begins with the field. */
export const refused = (field: string, message: string): Problem =>
  new Problem('REFUSED', `${field}: ${message}`, { service: 'keys', field })

/** Fields of the wire by the names that cryptography gives its inputs. */
type WireNames = Readonly<Record<string, string>>

/** Runs work whose refusals are answered in the words of the wire: `{ passphrase: 'passPhrase', file: 'File' }`. */
export async function inWireWords<T>(names: WireNames, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw problemOf(error, names)
  }
}

/** What cryptography or a host refuses as what the service answers; everything else as it is. */
export function problemOf(error: unknown, names: WireNames = {}): unknown {
  if (error instanceof SshRefusal) return withField(names[error.reason] ?? names.host, error.message)
  if (!(error instanceof Refusal)) return error
  // A request that is not signed by its own key is not authentic either, but the caller has to correct that.
  const code = error.field === undefined ? codes[error.reason] : undefined
  if (code) return new Problem(code, error.message)
  return withField(error.field === undefined ? names.file : (names[error.field] ?? error.field), error.message)
}

const withField = (field: string | undefined, message: string) =>
  field === undefined ? new Problem('REFUSED', message, { service: 'keys' }) : refused(field, message)

/** Reasons that are none of the caller's making. */
const codes: Partial<Record<Refusal['reason'], 'SEALED' | 'BUSY' | 'KEYS_FAILED'>> = {
  sealed: 'SEALED',
  busy: 'BUSY',
  'not-authentic': 'KEYS_FAILED',
}
