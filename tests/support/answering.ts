// The other end of the browser hop, at the network: what each row answers, by row, never by URL.
import { http, HttpResponse } from 'msw/http'
import { network } from 'virtual:msw'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listConcerns } from '#contract/attention/list-concerns.ts'
import { listAnnotationFields, readAnnotation } from '#contract/console/annotations/annotations.ts'
import { readApprovalRules } from '#contract/console/approvals.ts'
import { listJobs } from '#contract/console/jobs.ts'
import { explainNotices } from '#contract/console/notifications.ts'
import { keepPreferences, listPreferences } from '#contract/console/preferences.ts'
import { listValueNotes } from '#contract/console/value-notes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { lookUpAnnotations } from '#contract/console/annotations/annotations.ts'
import { lookUpComputers } from '#contract/fleet/computer-endpoints.ts'
import { checkIndexedSecurity, compareIndexedGroup, lookUpDevices } from '#contract/fleet/fleet-answers.ts'
import { type Json, parseJson, stringifyJson } from '#contract/json.ts'
import { Problem } from '#contract/problem.ts'
import { addressOf, currentSession, inputPart } from '#contract/session.ts'
import { isOfEndedTest } from './call-of-test.ts'
import { cachedLists } from './cached-lists.ts'

type Body = Record<string, unknown>
/** A wire body, a problem, a whole response, or what makes one of them from the body of the call. */
type Answer = Body | Problem | Response
export type Answers = Record<Endpoint['id'], Answer | ((body: Body) => Answer | Promise<Answer>)>

/** Pages show which jobs have touched what they are about: none, unless a test says otherwise. */
const noJobs = http.post(addressOf(listJobs), () => responseOf({ rows: [], total: 0, running: 0, paused: 0, held: 0 }))

/** Nor does anything wait for a second person. */
const noRules = http.post(addressOf(readApprovalRules), () => responseOf({ rules: [], emergency: true }))

/** The frame of every page asks what needs attention: nothing, unless a test says otherwise. */
const noConcerns = http.post(addressOf(listConcerns), () =>
  responseOf({ rows: [], failed: [], waiting: [], limited: [], notReported: [], notAllowed: [] }),
)
/** The page of a certificate tells of its notices: the rule is off, unless a test says otherwise. */
const noNotices: Answers = {
  [explainNotices.id]: {
    rows: [],
    rule: { isOn: false, days: [30], recipients: [], by: '' },
    look: { state: 'never', message: '', expiring: 0 },
    mail: 'none',
    webhooks: 0,
  },
}

/**
 * A page reads the session again once what it knows is some seconds old, which a slow machine reaches in any test: it is
 * still the same. No call of the test, and an error where nobody is signed in.
 */
const sameSession = http.post(addressOf(currentSession), ({ request }) => {
  if (isOfEndedTest(request)) return HttpResponse.error()
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  if (session) return responseOf(session)
  console.error('The session was read, and the test has none')
  return HttpResponse.error()
})

const unreadIndex = { state: 'no-credential', devices: 0, detailed: 0, old: 0 }
/** Pages show what the index of devices has: there is none, unless a test says otherwise. */
const noIndex: Answers = {
  [lookUpDevices.id]: { rows: [], entries: [], state: unreadIndex },
  [lookUpComputers.id]: { rows: [], entries: [], state: unreadIndex },
  [lookUpAnnotations.id]: { rows: [], withheld: [] },
  [checkIndexedSecurity.id]: { rows: [], total: 0, counts: {}, state: unreadIndex },
  [compareIndexedGroup.id]: { isRead: false, members: 0, fields: [], entries: [], state: unreadIndex },
}

/** Answer these rows, and no others, from now on. Gives the calls as they come in, each with its wire body. */
export function answering(answers: Answers) {
  const calls: { row: string; body: Body; headers: Headers }[] = []
  const handlers = Object.entries({
    ...noNotes,
    ...noAnnotations,
    ...noPreferences,
    ...noNotices,
    ...noIndex,
    ...ofKeptLists(answers),
    ...answers,
  }).map(([row, answer]) =>
    http.post(addressOf({ id: row }), async ({ request }) => {
      if (isOfEndedTest(request)) return HttpResponse.error()
      const body = await bodyOf(request)
      calls.push({ row, body, headers: request.headers })
      return responseOf(typeof answer === 'function' ? await answer(body) : answer)
    }),
  )
  network.resetHandlers(...handlers, noJobs, noConcerns, noRules, sameSession)
  return calls
}

/** Beside any value without a stated meaning; a test about notes says otherwise. */
const noNotes: Answers = { [listValueNotes.id]: { notes: [] } }

/** Nor does anybody know anything of what a page is about. */
const noAnnotations: Answers = { [listAnnotationFields.id]: { fields: [] }, [readAnnotation.id]: { cells: [] } }

/** The frame of every page asks what its person has set up elsewhere: nothing. */
const noPreferences: Answers = { [listPreferences.id]: { preferences: [] }, [keepPreferences.id]: {} }

/** The console pages some lists of its servers: what it answers follows from what they do. */
function ofKeptLists(answers: Answers): Answers {
  const told = (endpoint: Endpoint, body: Body = {}) => {
    const answer = answers[endpoint.id]
    return Promise.resolve(typeof answer === 'function' ? answer(body) : answer)
  }
  return Object.fromEntries(
    cachedLists
      .filter(({ of }) => Object.hasOwn(answers, of.id))
      .map(({ endpoint, answer }) => [
        endpoint.id,
        (body: Body) => answer(told, body as Json).catch((problem: unknown) => problem as Problem),
      ]),
  )
}

/** JSON as it is; of a form, its JSON with the files beside it. */
async function bodyOf(request: Request): Promise<Body> {
  if (request.headers.get('content-type')?.startsWith('application/json'))
    return parseJson(await request.text()) as Body
  const { [inputPart]: input, ...files } = Object.fromEntries(await request.formData())
  return { ...(parseJson(input as string) as Body), ...files }
}

function responseOf(answer: Answer): Response {
  if (answer instanceof Response) return answer.clone()
  const status = answer instanceof Problem ? answer.status : 200
  return new HttpResponse(stringifyJson(answer), { status, headers: { 'content-type': 'application/json' } })
}
