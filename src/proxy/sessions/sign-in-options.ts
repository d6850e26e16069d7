import type { session } from '#contract/session.ts'
import { signInDomains } from '#platform/sign-in-domains.ts'
import { nameOf, type Sites } from '#platform/upstream/sites.ts'
import type { LocalHandlers } from '#proxy/local-endpoints.ts'
import { takesPasswords } from './verifiers.ts'

/** Cache times. Failures are cached briefly, so that an unreachable server does not delay every visitor. */
const domainsKeptMs = { found: 60_000, failed: 5_000 }
const nobodyWaits = new AbortController().signal

type Found = { domains: string[]; trouble: boolean; setUpRequired: boolean; until: number }

/** Available sign-in methods of a site. */
export function signInOptions(sites: Sites): LocalHandlers<Pick<typeof session, 'signInOptions'>> {
  const known = new Map<string, Found>()
  return {
    signInOptions: async (_input, { site }) => {
      const desktop = site.upstreams.get('desktop')
      const password = takesPasswords(site)
      let found = known.get(site.name)
      if (desktop && password && (!found || found.until <= Date.now())) {
        // not canceled with the request, since the response is cached for all visitors
        const answer = await signInDomains(desktop, nobodyWaits)
        const setUpRequired = answer?.setup_required ?? false
        const until = setUpRequired ? 0 : Date.now() + domainsKeptMs[answer ? 'found' : 'failed']
        found = { domains: answer?.domains ?? [], trouble: !answer, setUpRequired, until }
        known.set(site.name, found)
      }
      const { domains = [], trouble = false, setUpRequired = false } = found ?? {}
      const cloud = site.identity?.title
      return {
        output: {
          site: nameOf(site),
          sites: sites.all.map(nameOf),
          password,
          domains,
          trouble,
          setUpRequired,
          ...(cloud && { cloud }),
        },
      }
    },
  }
}
