import type { Dialect } from '#contract/dialect.ts'
import { fromServerNames, translates } from '#contract/http/server-names.ts'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'

/** An answer in the words of the references. One that is already is not read. */
export function translated(text: string, dialect: Dialect, service: ServiceName): string {
  if (!translates(dialect)) return text
  try {
    return stringifyJson(fromServerNames(parseJson(text), dialect))
  } catch {
    throw new Problem('UNEXPECTED_CONTENT', undefined, { service, raw: text.slice(0, 500) })
  }
}
