import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isJsonObject, type Json, parseJson, stringifyJson } from '#contract/json.ts'
import type { DeviceTables } from './tables.ts'

const signatureBytes = 16

export type PageTokens = ReturnType<typeof pageTokens>

/** Signed page tokens, valid for their list only. */
export function pageTokens(key: Buffer) {
  const sign = (list: string, body: string) =>
    createHmac('sha256', key).update(`${list}\n${body}`).digest().subarray(0, signatureBytes)

  return {
    write(list: string, content: Json): string {
      const body = Buffer.from(stringifyJson(content)).toString('base64url')
      return `${body}.${sign(list, body).toString('base64url')}`
    },
    /** Content of a token; undefined if invalid for this list. */
    read(list: string, token: string): Record<string, Json> | undefined {
      const [body = '', signature = ''] = token.split('.')
      const given = Buffer.from(signature, 'base64url')
      const right = sign(list, body)
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const content = parseJson(Buffer.from(body, 'base64url').toString())
      return isJsonObject(content) ? content : undefined
    },
  }
}

/** Key shared by all processes on a database, and kept across restarts. */
export async function pageTokenKey(db: Kysely<DeviceTables>): Promise<Buffer> {
  const name = 'page_token_key'
  await db
    .insertInto('setting')
    .values({ name, value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return Buffer.from(row.value, 'base64')
}
