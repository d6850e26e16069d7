import { discover } from '#contract/desktop/authentication.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import { ownQuestion, type Question, rejectsParameters, statedList } from '#services/console/api-keys/try-key.ts'
import { type Asked, type Asker, askerOf } from './ask.ts'
import { type CloserLook, lookCloser } from './closer-look.ts'
import { findRemedy, type Remedy } from './find-remedy.ts'
import { knock, type Knock, saysNoTls, spokenAt } from './knock.ts'

/** Everything that was seen of one server; the checks say what it means. */
export type Look = {
  upstream: Upstream
  knock: Knock
  /** What its port speaks, where it does not speak what it was asked in. */
  speaks?: 'https' | 'http' | undefined
  /** The first question, which needs no credential where there is such a one. */
  first?: Asked
} & CloserLook &
  Remedy

const knockMs = 3_000

/** Looks at a server without touching anything: nothing that is asked here changes, reveals or counts. */
export async function lookAt(upstream: Upstream, bearer: Bearer | undefined, signal: AbortSignal): Promise<Look> {
  const door = await knock(upstream, knockMs)
  const look: Look = { upstream, knock: door, records: [] }
  if (!door.opens) return { ...look, speaks: saysNoTls(door) ? await otherSpeech(upstream) : undefined }

  const ask = askerOf(upstream, signal)
  const first = await firstQuestion(upstream, ask, bearer)
  if (!first) return look
  // Many a server answers plain requests at its TLS port, by a 400 with a word about https.
  const speaks = first.answer && first.answer.status !== 400 ? undefined : await otherSpeech(upstream)
  if (speaks) return { ...look, speaks }
  if (!first.answer) return { ...look, first }
  if (isOfTheAddress(first)) return { ...look, first, ...(await remedyFor(first, { upstream, ask, signal }, bearer)) }
  return { ...look, first, ...(await lookCloser(first, { upstream, bearer, ask })) }
}

type Asking = Parameters<typeof findRemedy>[1]

async function remedyFor(first: Asked, asking: Asking, bearer: Bearer | undefined): Promise<Remedy> {
  const found = await findRemedy(first, asking)
  if (found.remedy || found.withoutPath || asking.upstream.service !== 'desktop') return found
  return findRemedy(await listOfDesktop(asking.ask, bearer), asking)
}

const listOfDesktop = (ask: Asker, bearer: Bearer | undefined) =>
  ask(listComputers, { page: 0, pagelimit: 1 }, { bearer })

const otherSpeech = (upstream: Upstream) => spokenAt(upstream.baseUrl, knockMs)

/** The identity provider is only knocked at: it counts its calls, and forgives few. */
function firstQuestion({ service }: Upstream, ask: Asker, bearer: Bearer | undefined): Promise<Asked> | undefined {
  if (service === 'desktop') return firstOfDesktop(ask, bearer)
  const question = ownQuestion[service]
  return question && firstOfOther(service, question, ask, bearer)
}

async function firstOfOther(service: UpstreamService, { endpoint, input }: Question, ask: Asker, bearer?: Bearer) {
  const first = await ask(endpoint, input, { bearer })
  if (!rejectsParameters(service, first.problem)) return first
  const stated = await ask(statedList.endpoint, statedList.input, { bearer })
  return stated.problem?.status === 400 ? first : stated
}

/** No reference states the path of the discovery: a server without it is asked for what they state. */
async function firstOfDesktop(ask: Asker, bearer: Bearer | undefined): Promise<Asked> {
  const discovered = await ask(discover, {})
  if (!isOfTheAddress(discovered)) return discovered
  const listed = await listOfDesktop(ask, bearer)
  return isOfTheAddress(listed) ? discovered : listed
}

/** Nothing of ours is there: the path is another one on that server, or another server is at that address. */
const isOfTheAddress = ({ problem, answer }: Asked) =>
  problem !== undefined &&
  (problem.code === 'NOT_OFFERED' ||
    [400, 404, 405, 410].includes(answer?.status ?? 0) ||
    ['UNEXPECTED_CONTENT', '10022', '10023'].includes(problem.code))
