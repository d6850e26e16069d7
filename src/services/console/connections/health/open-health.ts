import { checks, type Finding } from '#contract/console/connections.ts'
import { defaultDialect } from '#contract/dialect.ts'
import { Problem } from '#contract/problem.ts'
import type { People, Person } from '#platform/console.ts'
import type { Bearer } from '#platform/upstream/bearer.ts'
import type { Site, Sites } from '#platform/upstream/sites.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import { openUpstream, type Upstream } from '#platform/upstream/upstream.ts'
import type { KeyStore } from '#services/console/api-keys/key-store.ts'
import { checkAddress } from './address.ts'
import { checkAnswers } from './answers.ts'
import { checkClock } from './clock.ts'
import { checkCredential, type Credential } from './credential.ts'
import { worstOf } from './finding.ts'
import { type ServerObservations, observe } from './observations.ts'
import { checkNames } from './names.ts'
import { checkPages } from './pages.ts'
import { checkReach } from './reach.ts'
import { checkScopes } from './scopes.ts'
import { checkTls } from './tls.ts'
import { checkVersion } from './version.ts'

export type Examined = {
  name: string
  service: UpstreamService
  level: Finding['level']
  milliseconds?: number
  findings: Finding[]
}
export type Health = ReturnType<typeof openHealth>

/** Less than the client's timeout of 15 seconds. */
const allWithinMs = 14_000
/** Results are shared for this time, to limit requests to the server. */
const sharedForMs = 5_000

type Parts = { keys: Pick<KeyStore, 'stateOf'>; sites: Sites; bearerFor: People['bearerFor'] }

/** Health checks of a site's servers, with remedies. */
export function openHealth({ keys, sites, bearerFor }: Parts) {
  const providers = new Map(sites.all.flatMap((site) => providerOf(site)))
  const kept = new Map<string, { at: number; examined: Promise<Examined> }>()

  const examine = async (upstream: Upstream, site: Site, opening: Opening): Promise<Examined> => {
    const signal = AbortSignal.timeout(allWithinMs)
    const look = await observe(upstream, opening.bearer, signal)
    const credential = await credentialOf(upstream, opening, keys)
    const findings = findingsOf(look, credential, site)
    const { milliseconds } = look.own ?? look.first ?? {}
    const { name, service } = upstream
    return { name, service, level: worstOf(findings), findings, ...(milliseconds !== undefined && { milliseconds }) }
  }

  /** Concurrent checks share a result, except for users with their own credential. */
  const shared = async (upstream: Upstream, site: Site, person: Person | undefined) => {
    const opening = upstream.service === 'identity' ? {} : await openingOf(upstream, person, bearerFor)
    const own = opening.bearer?.whose === 'person' || opening.trouble ? person?.session : undefined
    const key = [site.name, upstream.name, upstream.service, own].join(' ')
    const now = Date.now()
    for (const [old, { at }] of kept) if (Math.abs(now - at) >= sharedForMs) kept.delete(old)
    const known = kept.get(key)
    if (known) return known.examined
    const examined = examine(upstream, site, opening)
    kept.set(key, { at: now, examined })
    return examined
  }

  return {
    check: (site: Site, person: Person | undefined): Promise<Examined[]> => {
      const provider = providers.get(site.name)
      const all = [...site.upstreams.values(), ...(provider ? [provider] : [])]
      return Promise.all(all.map((upstream) => shared(upstream, site, person)))
    },
    close: () => Promise.all([...providers.values()].map((provider) => provider.close())),
  }
}

const providerOf = ({ name, identity }: Site): [string, Upstream][] => {
  if (!identity) return []
  const { authUrl, internalUrl: baseUrl = authUrl, ca, client } = identity
  const connection = { name: 'identity', baseUrl, dialect: defaultDialect, client, ...(ca !== undefined && { ca }) }
  return [[name, openUpstream('identity', connection)]]
}

/** The credential for a server, or why there is none. */
type Opening = { bearer?: Bearer | undefined; trouble?: Problem }

async function openingOf(
  upstream: Upstream,
  person: Person | undefined,
  bearerFor: People['bearerFor'],
): Promise<Opening> {
  try {
    return { bearer: await bearerFor(upstream, person) }
  } catch (error) {
    if (error instanceof Problem) return { trouble: error }
    throw error
  }
}

async function credentialOf(
  upstream: Upstream,
  { bearer, trouble }: Opening,
  keys: Pick<KeyStore, 'stateOf'>,
): Promise<Credential> {
  if (trouble) return { kind: 'none', trouble }
  if (!bearer) return { kind: 'none' }
  if (!bearer.isKey) return { kind: bearer.whose === 'person' ? 'the person' : 'a grant' }
  return { kind: 'a key', key: await keys.stateOf(upstream) }
}

function findingsOf(look: ServerObservations, credential: Credential, { identity }: Site): Finding[] {
  const findings = [
    ...checkAddress(look),
    ...checkReach(look),
    ...checkTls(look),
    ...checkClock(look),
    ...checkVersion(look),
    ...checkCredential(look, credential),
    ...checkScopes(look, identity),
    ...checkPages(look),
    ...checkNames(look),
    ...checkAnswers(look),
  ]
  return findings.toSorted((one, other) => checks.indexOf(one.check) - checks.indexOf(other.check))
}
