import { closeSync, openSync, writeSync } from 'node:fs'
import { stringifyJson } from '#contract/json.ts'
import { currentCall } from './current-call.ts'

/** Only scalar values are written; objects passed by mistake, such as a request or response, are not. */
type Facts = Record<string, unknown>
/** An event and its facts; never a token, code, password or query. */
export type Log = (event: string, facts?: Facts) => void

const single = new Set(['string', 'number', 'bigint', 'boolean'])

/**
 * Writes JSON lines to a file or stderr, with the request ID of the current call. `reopen` continues in a new file
 * after log rotation.
 */
export function openLog(file?: string): { log: Log; reopen: () => void; flush: () => void } {
  let descriptor = file === undefined ? undefined : opened(file)
  let waiting = ''
  /** Buffered until the end of the event loop iteration, since writes dominate the cost. */
  const flush = () => {
    const lines = waiting
    waiting = ''
    if (lines === '') return
    try {
      if (descriptor === undefined) process.stderr.write(lines)
      else writeSync(descriptor, lines)
    } catch {
      // Disk full: it cannot be reported, and calls continue.
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
      log('log not reopened', { reason: (error as Error).message }) // written to the file that is still open
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

/** JSON escapes only C0; C1, bidirectional controls and line separators could still forge terminal output. */
const inOneLine = (json: string) =>
  json.replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Loggable facts of an unexpected error: type and stack. The message could contain user data. */
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
