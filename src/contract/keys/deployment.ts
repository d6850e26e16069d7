/** Response of deployCertificate, in both directions: a success only if all servers succeeded. */
import * as z from 'zod/mini'
import { counted } from '#contract/words/counted.ts'
import { statusOfParts } from '#contract/errors.ts'
import { type Json, type JsonObject, isJsonObject } from '#contract/json.ts'
import type { Page } from '#contract/page.ts'
import { record, structured, text } from '#contract/wire.ts'
import { named, rowsOf } from './result.ts'

const server = record({ server: text, message: text, status: text })
const name = 'DeployCertificate'
const rows = rowsOf(name, server, statusOfParts)
type Status = z.output<typeof server>

/** Status of a server in the embedded service. */
export const deployed = 'Success'
export const notDeployed = 'Failed'

const codec = z.codec(z.custom<Json>(isJsonObject, 'must be an object'), z.custom<Page<Status>>(), {
  decode: (wire) => z.decode(rows, wire),
  encode: (page): Json => ({ ...(z.encode(rows, page) as JsonObject), result: resultOf(page.rows) }),
})

function resultOf(statuses: readonly Status[]): JsonObject {
  const failed = statuses.filter(({ status }) => status !== deployed)
  const [first] = failed
  if (!first)
    return { status: 'Success', message: `Certificate deployed to ${counted(statuses.length, 'server', 'servers')}` }
  const what = `Certificate not deployed to ${failed.length} of ${counted(statuses.length, 'server', 'servers')}`
  return { status: 'Failed', message: `${what}: ${String(first.server)}: ${String(first.message)}` }
}

export const deployment = named(name, structured(codec, { kind: 'rows', item: server }))
