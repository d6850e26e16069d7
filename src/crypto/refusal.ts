/**
 * Why an input was not accepted. A caller can act on it: ask for a passphrase, name the field, try again later.
 * Whoever needs another reason adds it here, with the sentence that tells it from its neighbors.
 */
export type RefusalReason =
  | 'not-allowed' // a value outside the stated table or range, such as a length that the key type does not have
  | 'not-recognized' // nothing that this reader knows
  | 'damaged' // the right kind of file, but cut short, altered or contradicting itself
  | 'unsupported' // well-formed, but of a kind, cipher or version that we do not handle
  | 'too-large' // over a limit of size, count or depth
  | 'too-costly' // asks for more key derivation work or memory than we grant
  | 'passphrase-needed'
  | 'wrong-passphrase'
  | 'not-found' // the named part is not in the file
  | 'sealed' // the vault has no key yet
  | 'wrong-master-key'
  | 'not-authentic' // sealed data that was altered, moved, or sealed by a key that we do not have
  | 'too-slow' // gave no answer within its deadline and was stopped
  | 'canceled'
  | 'busy' // the queue is full

/** The one error that `crypto` throws on purpose. Its message is for people and never holds a secret or file content. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason
  /** The input to blame, by its name in the call; absent when no single input is. */
  readonly field: string | undefined

  constructor(reason: RefusalReason, message: string, field?: string) {
    super(message)
    this.reason = reason
    this.field = field
  }
}

/** Names the input to blame in a refusal that names none: who reads DER or PEM does not know where it came from. */
export function blaming<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal && error.field === undefined) throw new Refusal(error.reason, error.message, field)
    throw error
  }
}
