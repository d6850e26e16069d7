/** Input values that are names of the reference: choices such as EXTCA, and column names. */
import * as z from 'zod/mini'
import type { Dialect } from './dialect.ts'
import { serverName, translates } from '#contract/http/server-names.ts'
import type { Endpoint } from './endpoint.ts'
import type { JsonObject } from './json.ts'

/** Text schemas whose value is a name of the reference. */
const nameTexts = new WeakSet<z.ZodMiniType>()
export const nameText = <T extends z.ZodMiniType>(schema: T): T => {
  nameTexts.add(schema)
  return schema
}

/** Translates the choices of a request to the server's names. */
export const toServerChoices = (endpoint: Endpoint, wire: JsonObject, speaks: Dialect): JsonObject =>
  translates(speaks) ? withChoices(endpoint, wire, (name) => serverName(name, speaks)) : wire

/** The reverse translation, used by the embedded services. */
export function fromServerChoices(endpoint: Endpoint, wire: JsonObject, speaks: Dialect): JsonObject {
  if (!translates(speaks)) return wire
  const ours = new Map(Object.entries(speaks.names).map(([name, theirs]) => [theirs, name]))
  return withChoices(endpoint, wire, (name) => ours.get(name) ?? name)
}

function withChoices(endpoint: Endpoint, wire: JsonObject, named: (name: string) => string): JsonObject {
  const changed = { ...wire }
  for (const field of fieldsWithChoices(endpoint)) {
    const value = wire[field]
    // A sort column may have a sign.
    if (typeof value === 'string')
      changed[field] = value.replace(/^(-?)(.*)$/s, (_all, sign: string, name: string) => sign + named(name))
  }
  return changed
}

const known = new WeakMap<Endpoint, readonly string[]>()
function fieldsWithChoices(endpoint: Endpoint): readonly string[] {
  const shape = endpoint.input instanceof z.ZodMiniObject ? (endpoint.input.shape as Record<string, z.ZodMiniType>) : {}
  const fields = known.get(endpoint) ?? Object.keys(shape).filter((name) => isChoice(shape[name]))
  known.set(endpoint, fields)
  return fields
}

const isChoice = (schema: unknown): boolean =>
  schema instanceof z.ZodMiniOptional
    ? isChoice(schema.def.innerType)
    : schema instanceof z.ZodMiniEnum ||
      schema instanceof z.ZodMiniLiteral ||
      (schema instanceof z.ZodMiniType && nameTexts.has(schema))
