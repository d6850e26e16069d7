import type { SiteSettings } from '#platform/upstream/sites.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import { serviceTitles } from '#platform/upstream/service-titles.ts'
import { print } from './announce.ts'
import type { Backends } from './backends.ts'

/** Servers that others run, as the file of connections names them. */
export function connectedBackends(sites: readonly SiteSettings[]): Backends {
  const [first] = sites
  const { desktop, mdm, keys } = first?.connections ?? {}
  return {
    sites,
    addresses: {
      desktop: addressOf(desktop?.baseUrl),
      mdm: addressOf(mdm?.baseUrl),
      keys: addressOf(keys?.baseUrl),
      identity: addressOf(first?.identity?.authUrl),
    },
    announce: () => {
      for (const { name, title, connections } of sites) {
        const services = Object.keys(connections).map((service) => serviceTitles[service as UpstreamService])
        print(`Site ${name}, ${title}: ${services.join(', ')}`)
      }
    },
    notReady: () => Promise.resolve(undefined),
    close: () => undefined,
  }
}

/** A base_url as the references use the word. */
const addressOf = (url: URL | undefined) => url && url.origin + url.pathname.replace(/\/$/, '')
