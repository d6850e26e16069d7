import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { WireResponse } from '#contract/http/wire-message.ts'
import type { Route } from '#services/router.ts'
import { endedChanges } from './resources/change-numbers.ts'
import type { DeviceTables } from './tables.ts'

/** Of all answers together; a page of fifty devices has some sixty thousand. */
const maxCharacters = 16 * 1024 * 1024

/**
 * The endpoint's answers, kept until anything changes: while people page, type and come back, they ask the same again.
 * Every change of devices and of what they belong to is counted, so an answer after these changes is as good as a new
 * one, whichever process made the change. Who may ask is decided before. Whoever has an answer already, by its ETag, is
 * told that it still holds.
 */
export function untilChange(db: Kysely<DeviceTables>, route: Route): Route {
  let kept = answersOf('')
  return {
    endpoint: route.endpoint,
    answer: async (request, call) => {
      const changes = JSON.stringify((await endedChanges(db)).changes)
      if (changes !== kept.changes) kept = answersOf(changes)
      const mine = kept // a change that comes meanwhile has its own
      // Addresses in the answer are spelled as the request spelled them.
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
