import type { Finding } from '#contract/console/connections.ts'
import { type Json, isJsonObject } from '#contract/json.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import type { Answer } from '#platform/upstream/upstream-problem.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { CallResult } from './connection-caller.ts'
import { found, settingOf } from './finding.ts'
import type { ServerObservations } from './observations.ts'

type Answered = CallResult & { answer: Answer }

/** Reports responses of other kinds of servers, and tolerated deviations. */
export function checkAnswers({ upstream, first, own, records, remedy, withoutPath }: ServerObservations): Finding[] {
  const asked = [...new Set([first, own, ...records])].filter((one): one is Answered => one?.answer !== undefined)
  if (asked.length === 0 || remedy || withoutPath) return []
  const wrong = asked
    .filter((one) => !isWithoutRecords(one))
    .map((one) => wrongWith(one, upstream))
    .find((finding) => finding !== undefined)
  if (wrong) return wrong === 'reported elsewhere' ? [] : [wrong]
  const notes = habits
    .filter(({ seen }) => asked.some(seen))
    .map(({ title, next }) => found('answers', 'note', title, { next: next?.(settingOf(upstream, 'dialect')) }))
  return notes.length > 0 ? notes : [found('answers', 'good', 'Responses match the references')]
}

function wrongWith({ answer, problem }: Answered, upstream: Upstream): Finding | 'reported elsewhere' | undefined {
  const setting = settingOf(upstream, 'base_url')
  const { status, headers } = answer
  if (status >= 300 && status < 400) {
    const to = headers.location ?? ''
    if (to.startsWith('https:') && upstream.baseUrl.protocol === 'http:') return 'reported elsewhere'
    return found('answers', 'bad', 'The server redirects to another address', {
      detail: to.split('?', 1)[0],
      next: `Set the target address in ${setting}; redirects are not followed with credentials.`,
    })
  }
  if (!problem) return undefined
  if (problem.status === 429) {
    return found('answers', 'warning', 'The rate limit of the server is exceeded', {
      next: 'Wait a few minutes. If this keeps happening, another client uses the same key.',
    })
  }
  if (problem.code === 'UNEXPECTED_CONTENT') {
    return found('answers', 'bad', 'Unexpected response', {
      detail: `${status}, ${headers['content-type'] ?? 'no content type'}: ${problem.message}`,
      next: `Check ${setting}: another server, a sign-in page or a proxy may be at that address.`,
    })
  }
  const detail = `${status} ${problem.message}`
  if (status >= 500) return found('answers', 'bad', 'The server fails', { detail, next: problem.next })
  if (status < 400 || toldElsewhere.has(status) || problem.code === '10023') return undefined
  return found('answers', 'bad', 'The server rejects a basic request', {
    detail,
    next: `Check ${setting}, and ${settingOf(upstream, 'dialect')}.`,
  })
}
/** Covered by the checks of credential and version. */
const toldElsewhere = new Set([401, 403, 404])

/** Of lists, the references document that of devices only. */
const isWithoutRecords = ({ endpoint, answer }: Answered) =>
  endpoint.id === getDevice.id && [404, 405].includes(answer.status)

type Habit = { title: string; seen: (one: Answered) => boolean; next?: (dialect: string) => string }
const habits: Habit[] = [
  {
    title: 'The server rejects the parameter limit, which is not part of the reference; it is omitted',
    seen: ({ endpoint, input }) => endpoint.id === listDevices.id && !('limit' in (input as object)),
    next: (dialect) => `Write omits: ["limit"] in ${dialect}, and what the list of devices names there.`,
  },
  {
    title: 'JSON has another content type; it is accepted',
    seen: ({ answer, endpoint }) =>
      endpoint.responseType === undefined &&
      jsonIn(answer) !== undefined &&
      !/json/i.test(answer.headers['content-type'] ?? ''),
  },
  {
    title: 'The envelope has capitalized names; it is accepted',
    seen: ({ answer }) => Object.keys(jsonIn(answer) ?? {}).some((name) => /^Message_?(Type|Response)$/.test(name)),
  },
  {
    title: 'Single device records are not offered; the page of a device shows what the device list contains',
    seen: isWithoutRecords,
  },
  {
    title: 'Errors arrive with HTTP status 200; they are recognized',
    seen: ({ answer, problem, endpoint }) =>
      answer.status === 200 && problem !== undefined && !endpoint.id.startsWith('keys.'),
  },
]

function jsonIn({ text }: Answer) {
  try {
    const value = JSON.parse(text) as Json
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
