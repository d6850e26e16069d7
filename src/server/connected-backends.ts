import type { SiteSettings } from '#platform/upstream/sites.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import { serviceTitles } from '#contract/words/service-names.ts'
import { print } from './announce.ts'
import type { Backends } from './backends.ts'

/** Backends from a connections file. */
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

/** Origin and path without a trailing slash, as in the references' `base_url`. */
const addressOf = (url: URL | undefined) => url && url.origin + url.pathname.replace(/\/$/, '')
