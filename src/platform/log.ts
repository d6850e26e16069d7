import { closeSync, openSync, writeSync } from 'node:fs'
import { stringifyJson } from '#contract/json.ts'
import { currentCall } from './current-call.ts'

/** Named single values; a whole request, answer or error that is handed over by mistake is not written. */
type Facts = Record<string, unknown>
/** One event and its facts; never a token, a code, a password or a query. */
export type Log = (event: string, facts?: Facts) => void

const single = new Set(['string', 'number', 'bigint', 'boolean'])

/** JSON lines into a file, or to stderr; what belongs to a call has its request id. `reopen` continues in a new file after the old one was moved away. */
export function openLog(file?: string): { log: Log; reopen: () => void; flush: () => void } {
  let descriptor = file === undefined ? undefined : opened(file)
  let waiting = ''
  /** What is told in one turn of the event loop is written at its end: a write costs more than all else of a line. */
  const flush = () => {
    const lines = waiting
    waiting = ''
    if (lines === '') return
    try {
      if (descriptor === undefined) process.stderr.write(lines)
      else writeSync(descriptor, lines)
    } catch {
      // A full disk: there is nobody left to tell, and calls go on.
    }
  }
  process.once('exit', flush)
  const log: Log = (event, facts = {}) => {
    const said = Object.entries(facts).filter(([, value]) => single.has(typeof value))
    const call = currentCall()
    const request = call && { request: call.requestId }
    const entry = { time: new Date().toISOString(), event, ...request, ...Object.fromEntries(said) }
    if (waiting === '') setImmediate(flush)
    waiting += `${inOneLine(stringifyJson(entry))}\n`
  }
  const reopen = () => {
    if (file === undefined || descriptor === undefined) return
    flush()
    const before = descriptor
    try {
      descriptor = opened(file)
      closeSync(before)
      log('log reopened')
    } catch (error) {
      log('log not reopened', { reason: (error as Error).message }) // into the file that is still open
    }
  }
  return { log, reopen, flush }
}

function opened(file: string): number {
  try {
    return openSync(file, 'a', 0o600)
  } catch (error) {
    throw new Error(`TRIPTYCH_LOG names a file that cannot be written: ${(error as NodeJS.ErrnoException).code}`, {
      cause: error,
    })
  }
}

/** JSON escapes C0 only; C1, bidirectional marks and line separators could still forge what a terminal shows. */
const inOneLine = (json: string) =>
  json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** What may be told of an unforeseen error: its kind and where it arose. Its message could quote what it choked on. */
export const traceOf = (error: unknown): Facts =>
  error instanceof Error
    ? {
        kind: error.name,
        code: 'code' in error ? String(error.code) : undefined,
        at: error.stack
          ?.match(/^ {4}at .+$/gm)
          ?.slice(0, 6)
          .join(' '),
      }
    : { kind: typeof error }
