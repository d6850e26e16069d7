import type { connections, ConnectionView } from '#contract/console/connections.ts'
import type { IdentitySettings, Site } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import type { LocalHandlers } from '#proxy/local-endpoints.ts'
import type { Parts } from '#proxy/parts.ts'
import { dialectInWords } from './dialect-in-words.ts'
import { found } from './health/finding.ts'
import type { Examined, Health } from './health/open-health.ts'

type Rows = Pick<typeof connections, 'listConnections' | 'checkConnections' | 'getAbout'>

/** What the servers of a site are, whether they are well, and what the console itself is. */
export function connectionHandlers({ keys, oauth, embedded, about }: Parts, health: Health): LocalHandlers<Rows> {
  const viewOf = async (upstream: Upstream, site: Site): Promise<ConnectionView> => {
    const { name, service, edition, baseUrl } = upstream
    const key = await keys.stateOf(upstream)
    const isCloud = edition === 'cloud'
    return {
      name,
      service,
      edition,
      baseUrl: shown(baseUrl),
      dialect: dialectInWords(upstream),
      omits: upstream.pages.configured.omits,
      credential: key ? 'a key' : isCloud ? 'a grant' : 'the person',
      ...(key && { key }),
      ...(isCloud && { grant: await oauth.grantOf(site, upstream) }),
      ...(isCloud && site.identity && { scopes: [...site.identity.scopes] }),
    }
  }
  return {
    listConnections: async (_input, { site }) => {
      const all = await Promise.all([...site.upstreams.values()].map((upstream) => viewOf(upstream, site)))
      return {
        output: { embedded, connections: [...all, ...(site.identity ? [providerView(site.identity)] : [])] },
      }
    },

    checkConnections: async (_input, { site, session }) => {
      const examined = await health.check(site, session)
      const connections = session?.kind === 'signed-in' ? examined : examined.map((one) => withoutDetails(one))
      return { output: { checkedAt: Date.now(), connections } }
    },

    getAbout: () => Promise.resolve({ output: { ...about, node: process.version, embedded } }),
  }
}

/** Names and addresses of servers, and their words, are for who is signed in. */
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

/** An address as people write it: without the slash that stands for no path. */
const shown = ({ origin, pathname }: URL) => origin + pathname.replace(/\/$/, '')
