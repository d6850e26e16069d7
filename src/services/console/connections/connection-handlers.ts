import type { ConnectionView } from '#contract/console/connections.ts'
import type { ConsoleHandlers, People } from '#platform/console.ts'
import type { IdentitySettings, Site } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { KeyStore } from '#services/console/api-keys/key-store.ts'
import { found } from '#services/console/connections/health/finding.ts'
import type { Examined, Health } from '#services/console/connections/health/open-health.ts'
import { dialectTexts } from './dialect-texts.ts'

/** Version and environment of the console. */
export type About = { version: string; database: string; startedAt: number }
type Parts = {
  keys: Pick<KeyStore, 'stateOf'>
  grantOf: People['grantOf']
  health: Health
  /** Whether the embedded services are used rather than a connections file. */
  embedded: boolean
  about: About & { backups: boolean }
}

/** Servers of a site, their health, and the console's version. */
export function connectionHandlers({
  keys,
  grantOf,
  health,
  embedded,
  about,
}: Parts): Pick<ConsoleHandlers, 'listConnections' | 'checkConnections' | 'getAbout'> {
  const viewOf = async (upstream: Upstream, site: Site): Promise<ConnectionView> => {
    const { name, service, edition, baseUrl } = upstream
    const key = await keys.stateOf(upstream)
    const isCloud = edition === 'cloud'
    return {
      name,
      service,
      edition,
      baseUrl: shown(baseUrl),
      dialect: dialectTexts(upstream),
      omits: upstream.pages.configured.omits,
      credential: key ? 'a key' : isCloud ? 'a grant' : 'the person',
      ...(key && { key }),
      ...(isCloud && { grant: await grantOf(site, upstream) }),
      ...(isCloud && site.identity && { scopes: [...site.identity.scopes] }),
    }
  }
  return {
    listConnections: async (_input, { site }) => {
      const all = await Promise.all([...site.upstreams.values()].map((upstream) => viewOf(upstream, site)))
      return { embedded, connections: [...all, ...(site.identity ? [providerView(site.identity)] : [])] }
    },

    checkConnections: async (_input, { site, person }) => {
      const examined = await health.check(site, person)
      const connections = person ? examined : examined.map((one) => withoutDetails(one))
      return { checkedAt: Date.now(), connections }
    },

    getAbout: () => Promise.resolve({ ...about, node: process.version, embedded }),
  }
}

/** Names, addresses and messages of servers are only shown to signed-in users. */
const withoutDetails = ({ findings, ...about }: Examined): Examined => ({
  ...about,
  findings: findings.map(({ check, level, title, next }) => found(check, level, title, { next })),
})

const providerView = ({ authUrl, parametersIn }: IdentitySettings): ConnectionView => ({
  name: 'identity',
  service: 'identity',
  edition: 'cloud',
  baseUrl: shown(authUrl),
  dialect: parametersIn === 'query' ? ['Codes and secrets travel in the query'] : [],
  credential: 'none',
})

/** An address without a trailing slash. */
const shown = ({ origin, pathname }: URL) => origin + pathname.replace(/\/$/, '')
