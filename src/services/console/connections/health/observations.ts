import { discover } from '#contract/desktop/authentication.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import { ownQuestion, type Question, rejectsParameters, statedList } from '#services/console/api-keys/try-key.ts'
import { type CallResult, type ConnectionCaller, connectionCaller } from './connection-caller.ts'
import { type DetailedObservations, observeDetails } from './detailed-observations.ts'
import { findRemedy, type Remedy } from './find-remedy.ts'
import { knock, type Knock, lacksTls, spokenAt } from './knock.ts'

/** Observations of a server, interpreted by the checks. */
export type ServerObservations = {
  upstream: Upstream
  knock: Knock
  /** Protocol of the port, if not the expected one. */
  speaks?: 'https' | 'http' | undefined
  /** First request, without a credential if possible. */
  first?: CallResult
} & DetailedObservations &
  Remedy

const knockMs = 3_000

/** Inspects a server with requests that change nothing, reveal nothing and do not count toward limits. */
export async function observe(
  upstream: Upstream,
  bearer: Bearer | undefined,
  signal: AbortSignal,
): Promise<ServerObservations> {
  const door = await knock(upstream, knockMs)
  const look: ServerObservations = { upstream, knock: door, records: [] }
  if (!door.opens) return { ...look, speaks: lacksTls(door) ? await otherSpeech(upstream) : undefined }

  const ask = connectionCaller(upstream, signal)
  const first = await firstQuestion(upstream, ask, bearer)
  if (!first) return look
  // Some servers respond to plain HTTP on their TLS port with status 400.
  const speaks = first.answer && first.answer.status !== 400 ? undefined : await otherSpeech(upstream)
  if (speaks) return { ...look, speaks }
  if (!first.answer) return { ...look, first }
  if (isOfTheAddress(first)) return { ...look, first, ...(await remedyFor(first, { upstream, ask, signal }, bearer)) }
  return { ...look, first, ...(await observeDetails(first, { upstream, bearer, ask })) }
}

type CheckContext = Parameters<typeof findRemedy>[1]

async function remedyFor(first: CallResult, asking: CheckContext, bearer: Bearer | undefined): Promise<Remedy> {
  const found = await findRemedy(first, asking)
  if (found.remedy || found.withoutPath || asking.upstream.service !== 'desktop') return found
  return findRemedy(await listOfDesktop(asking.ask, bearer), asking)
}

const listOfDesktop = (ask: ConnectionCaller, bearer: Bearer | undefined) =>
  ask(listComputers, { page: 0, pagelimit: 1 }, { bearer })

const otherSpeech = (upstream: Upstream) => spokenAt(upstream.baseUrl, knockMs)

/** Identity providers get no request, only a connection, since they limit requests strictly. */
function firstQuestion(
  { service }: Upstream,
  ask: ConnectionCaller,
  bearer: Bearer | undefined,
): Promise<CallResult> | undefined {
  if (service === 'desktop') return firstOfDesktop(ask, bearer)
  const question = ownQuestion[service]
  return question && firstOfOther(service, question, ask, bearer)
}

async function firstOfOther(
  service: UpstreamService,
  { endpoint, input }: Question,
  ask: ConnectionCaller,
  bearer?: Bearer,
) {
  const first = await ask(endpoint, input, { bearer })
  if (!rejectsParameters(service, first.problem)) return first
  const stated = await ask(statedList.endpoint, statedList.input, { bearer })
  return stated.problem?.status === 400 ? first : stated
}

/** The discovery path is not documented; servers without it get a documented request. */
async function firstOfDesktop(ask: ConnectionCaller, bearer: Bearer | undefined): Promise<CallResult> {
  const discovered = await ask(discover, {})
  if (!isOfTheAddress(discovered)) return discovered
  const listed = await listOfDesktop(ask, bearer)
  return isOfTheAddress(listed) ? discovered : listed
}

/** Whether the address itself is wrong: another path, or another server. */
const isOfTheAddress = ({ problem, answer }: CallResult) =>
  problem !== undefined &&
  (problem.code === 'NOT_OFFERED' ||
    [400, 404, 405, 410].includes(answer?.status ?? 0) ||
    ['UNEXPECTED_CONTENT', '10022', '10023'].includes(problem.code))
