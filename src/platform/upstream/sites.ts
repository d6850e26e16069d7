import { sitePath } from '#contract/session.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import type { Connection, UpstreamService } from './connection.ts'
import { openUpstream, type Upstream } from './upstream.ts'

/** An identity provider, and this console as a client of it. */
export type IdentitySettings = {
  /** What people call it. */
  title: string
  /** `{auth_url}` of the references. */
  authUrl: URL
  /** Where the console itself reaches it, when that is not the address that browsers are sent to. */
  internalUrl?: URL | undefined
  clientId: string
  clientSecret: string
  scopes: readonly string[]
  /** Where parameters of the token endpoint travel; the query is what the references state. */
  parametersIn: 'query' | 'body'
  /** Origins that a callback may name as the person's own accounts server, and an answer as its API. */
  accountsServers: readonly string[]
  apiDomains: readonly string[]
  /** PEM of the authority behind its certificate, where the system does not know it. */
  ca?: string
  /** Of the embedded one. */
  clientHeader?: Connection['clientHeader']
  /** PEM: who we are to it. */
  client?: { cert: string; key: string } | undefined
}

export type SiteSettings = {
  name: string
  title: string
  connections: Partial<Record<UpstreamService, Connection>>
  identity?: IdentitySettings | undefined
}

/** A site at work. */
export type Site = {
  name: string
  title: string
  /** Then nothing in addresses and cookies names it. */
  isOnly: boolean
  upstreams: ReadonlyMap<ServiceName, Upstream>
  identity: IdentitySettings | undefined
}

export const nameOf = ({ name, title }: Site) => ({ name, title })

export type Sites = ReturnType<typeof openSites>

export function openSites(settings: readonly SiteSettings[]) {
  const isOnly = settings.length === 1
  const all = settings.map(({ name, title, connections, identity }): Site => {
    const upstreams = Object.entries(connections).map(
      ([service, connection]) =>
        [service as UpstreamService, openUpstream(service as UpstreamService, connection)] as const,
    )
    return { name, title, isOnly, upstreams: new Map(upstreams), identity }
  })
  const [first] = all
  if (!first) throw new Error('There is no site')

  return {
    all,
    first,
    /** The site of this name; the only one goes by every name. */
    require: (name: string | undefined): Site => {
      const found = isOnly ? first : all.find((site) => site.name === name)
      if (!found) throw new Problem('NOT_FOUND', 'There is no site of this name')
      return found
    },
    close: () => Promise.all(all.flatMap(({ upstreams }) => [...upstreams.values()].map((one) => one.close()))),
  }
}

/** A site, and where in it a page is. */
export type PlaceInSite = { site: Site; place: string }

/** With several sites, an address that names none of them is of none. */
export function placeOf(path: string, sites: readonly Site[]): PlaceInSite | undefined {
  const [only, ...others] = sites
  if (only && others.length === 0) return { site: only, place: path }
  const site = sites.find(({ name }) => `${path}/`.startsWith(`${sitePath(name)}/`))
  return site && { site, place: path.slice(sitePath(site.name).length) }
}
