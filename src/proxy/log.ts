import { openSync, writeSync } from 'node:fs'
import { stringifyJson } from '#contract/json.ts'

/** Named single values; a whole request, answer or error that is handed over by mistake is not written. */
type Facts = Record<string, unknown>
export type Log = (event: string, facts?: Facts) => void

const single = new Set(['string', 'number', 'bigint', 'boolean'])

/** JSON lines into a file, or to stderr. */
export function openLog(file?: string): Log {
  const descriptor = file === undefined ? undefined : opened(file)
  return (event, facts = {}) => {
    const said = Object.entries(facts).filter(([, value]) => single.has(typeof value))
    const entry = { time: new Date().toISOString(), event, ...Object.fromEntries(said) }
    const line = `${inOneLine(stringifyJson(entry))}\n`
    if (descriptor === undefined) process.stderr.write(line)
    else writeSync(descriptor, line)
  }
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
