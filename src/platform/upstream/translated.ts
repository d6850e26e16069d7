import type { Dialect } from '#contract/dialect.ts'
import { fromServerNames, translates } from '#contract/http/server-names.ts'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'

/** Converts a response to the documented property names. Conforming responses are not parsed. */
export function translated(text: string, dialect: Dialect, service: ServiceName): string {
  if (!translates(dialect)) return text
  try {
    return stringifyJson(fromServerNames(parseJson(text), dialect))
  } catch {
    throw new Problem('UNEXPECTED_CONTENT', undefined, { service, raw: text.slice(0, 500) })
  }
}
