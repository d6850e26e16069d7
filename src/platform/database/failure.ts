import { Problem, type ServiceName } from '#contract/problem.ts'

/** `away`: unreachable or disconnected. `busy`: timed out. `full`: out of storage. */
type Kind = 'away' | 'busy' | 'full'

/** A failure of the database itself. Errors in a statement remain the driver's own. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure'
  readonly kind: Kind
  /** The statement was sent and its response lost: it may have been executed. */
  readonly mayBeDone: boolean

  constructor(kind: Kind, cause: unknown, mayBeDone = false) {
    super(`The database is ${kind}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
    this.kind = kind
    this.mayBeDone = mayBeDone
  }
}

const codes = { away: 'DATABASE_AWAY', busy: 'DATABASE_BUSY', full: 'STORAGE_FULL' } as const
const retryAfterSeconds = { away: 2, busy: 2, full: undefined }
const brokeOff = 'The connection to the database was lost while this was saved: it may or may not have been saved'

/** The error for the user; undefined if the database is not the cause. */
export function problemOfFailure(error: unknown, service: ServiceName): Problem | undefined {
  const failure = failureIn(error)
  if (!failure) return undefined
  const { kind, mayBeDone } = failure
  return new Problem(codes[kind], mayBeDone ? brokeOff : undefined, {
    service,
    retryAfterSeconds: retryAfterSeconds[kind],
  })
}

/** For the log: the driver's message, which contains no stored values. */
export function factsOfFailure(error: unknown): Record<string, unknown> {
  const failure = failureIn(error)
  const { code, errcode } = (failure?.cause ?? {}) as { code?: unknown; errcode?: unknown }
  return { kind: failure?.kind, code: errcode ?? code, reason: failure?.message.replaceAll('\n', ' ') }
}

/** For optional writes during reads, which succeed even if the database is read-only or full. */
export async function ifPossible(write: Promise<unknown>): Promise<void> {
  try {
    await write
  } catch (error) {
    if (!failureIn(error)) throw error
  }
}

/** Files are stored on the same disk. */
const fullDisk: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function failureIn(error: unknown): DatabaseFailure | undefined {
  if (error instanceof DatabaseFailure) return error
  if (!(error instanceof Error)) return undefined
  if ('syscall' in error && 'code' in error && fullDisk.has(error.code)) return new DatabaseFailure('full', error)
  return failureIn(error.cause)
}
