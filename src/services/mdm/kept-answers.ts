import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { WireResponse } from '#contract/http/wire-message.ts'
import type { Route } from '#services/router.ts'
import { endedChanges } from './resources/change-numbers.ts'
import type { DeviceTables } from './tables.ts'

/** Size limit of the cache; a page of fifty devices takes some 60,000 characters. */
const maxCharacters = 16 * 1024 * 1024

/**
 * Caches responses of an endpoint until data changes, since paging and typing repeat requests. Changes are counted
 * across processes. Permissions are checked before. A matching ETag results in 304.
 */
export function untilChange(db: Kysely<DeviceTables>, route: Route): Route {
  let kept = answersOf('')
  return {
    endpoint: route.endpoint,
    answer: async (request, call) => {
      const changes = JSON.stringify((await endedChanges(db)).changes)
      if (changes !== kept.changes) kept = answersOf(changes)
      const mine = kept // a concurrent change has its own
      // URLs in the response depend on the request.
      const name = `${call.origin} ${call.speaks.prefix} ${request.target}`
      const answer = mine.answers.get(name) ?? keep(mine, name, await route.answer(request, call))
      const { etag = '' } = answer.headers
      return request.headers['if-none-match'] === etag ? { status: 304, headers: { etag }, body: '' } : answer
    },
  }
}

const answersOf = (changes: string) => ({ changes, characters: 0, answers: new Map<string, WireResponse>() })

function keep(mine: ReturnType<typeof answersOf>, name: string, told: WireResponse): WireResponse {
  const etag = `"${hash('sha256', told.body, 'base64url')}"`
  const answer = { ...told, headers: { ...told.headers, etag } }
  if (mine.characters + answer.body.length > maxCharacters) Object.assign(mine, answersOf(mine.changes))
  mine.characters += answer.body.length
  mine.answers.set(name, answer)
  return answer
}
