import { sitePath } from '#contract/session.ts'
import { Problem, type ServiceName } from '#contract/problem.ts'
import type { Connection, UpstreamService } from './connection.ts'
import { openUpstream, type Upstream } from './upstream.ts'

/** An identity provider, and the console's client registration. */
export type IdentitySettings = {
  /** Display name. */
  title: string
  /** `{auth_url}` of the references. */
  authUrl: URL
  /** Address for server-side requests, if different from the one for browsers. */
  internalUrl?: URL | undefined
  clientId: string
  clientSecret: string
  scopes: readonly string[]
  /** Where parameters of the token endpoint are sent; the references specify the query. */
  parametersIn: 'query' | 'body'
  /** Origins that a callback may name as the user's accounts server, or a token response as its API. */
  accountsServers: readonly string[]
  apiDomains: readonly string[]
  /** PEM of the issuing CA, if not in the system's trust store. */
  ca?: string
  /** For the embedded identity provider. */
  clientHeader?: Connection['clientHeader']
  /** PEM of the client certificate. */
  client?: { cert: string; key: string } | undefined
}

export type SiteSettings = {
  name: string
  title: string
  connections: Partial<Record<UpstreamService, Connection>>
  identity?: IdentitySettings | undefined
}

/** A site with open connections. */
export type Site = {
  name: string
  title: string
  /** URLs and cookies then omit its name. */
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
    /** Finds a site by name; a single site matches any name. */
    require: (name: string | undefined): Site => {
      const found = isOnly ? first : all.find((site) => site.name === name)
      if (!found) throw new Problem('NOT_FOUND', 'There is no site of this name')
      return found
    },
    close: () => Promise.all(all.flatMap(({ upstreams }) => [...upstreams.values()].map((one) => one.close()))),
  }
}

/** A site, and the path of a page in it. */
export type PlaceInSite = { site: Site; place: string }

/** With several sites, a path without a site name belongs to none. */
export function placeOf(path: string, sites: readonly Site[]): PlaceInSite | undefined {
  const [only, ...others] = sites
  if (only && others.length === 0) return { site: only, place: path }
  const site = sites.find(({ name }) => `${path}/`.startsWith(`${sitePath(name)}/`))
  return site && { site, place: path.slice(sitePath(site.name).length) }
}
