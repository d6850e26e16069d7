/**
 * Why an input was rejected, so that callers can react: ask for a passphrase, name the field, retry later. Add new
 * reasons here, with a comment that distinguishes them.
 */
export type RefusalReason =
  | 'not-allowed' // a value outside the allowed values, such as a length that the key type does not have
  | 'not-recognized' // an unknown format
  | 'damaged' // the right format, but truncated, modified or inconsistent
  | 'unsupported' // valid, but of an unsupported type, cipher or version
  | 'too-large' // exceeds a limit of size, count or depth
  | 'too-costly' // demands more time or memory for key derivation than allowed
  | 'passphrase-needed'
  | 'wrong-passphrase'
  | 'not-found' // the named part is not in the file
  | 'sealed' // the vault is sealed
  | 'wrong-master-key'
  | 'not-authentic' // sealed data that was modified, moved, or sealed with an unknown key
  | 'too-slow' // exceeded its deadline and was stopped
  | 'canceled'
  | 'busy' // the queue is full

/**
 * The only error that `crypto` throws deliberately. Its message is for users and never contains secrets or file
 * content.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly reason: RefusalReason
  /** Name of the invalid input; absent if no single input is invalid. */
  readonly field: string | undefined

  constructor(reason: RefusalReason, message: string, field?: string) {
    super(message)
    this.reason = reason
    this.field = field
  }
}

/** Adds the input's name to refusals without one, since DER and PEM parsers do not know the source of their data. */
export function blaming<T>(field: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof Refusal && error.field === undefined) throw new Refusal(error.reason, error.message, field)
    throw error
  }
}
