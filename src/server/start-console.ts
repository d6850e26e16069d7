import type { Kysely } from 'kysely'
import type { People } from '#platform/console.ts'
import { openSites, type SiteSettings } from '#platform/upstream/sites.ts'
import { createProxy, type ProxySettings } from '#proxy/app.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { type ConsoleSettings, openConsole } from '#services/console/open-console.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

type Settings = Omit<ProxySettings, 'console' | 'database' | 'sites'> &
  Omit<ConsoleSettings, 'database' | 'sites'> & { database: Kysely<unknown>; sites: readonly SiteSettings[] }

/** Wires the proxy and the console service, which do not import each other, to the configured sites. */
export function startConsole({ database, ...settings }: Settings) {
  const sites = openSites(settings.sites)
  const people: People = {
    callAs: (...call) => proxy.people.callAs(...call),
    credentialOf: (...whose) => proxy.people.credentialOf(...whose),
    bearerFor: (...whose) => proxy.people.bearerFor(...whose),
    grantOf: (...whose) => proxy.people.grantOf(...whose),
  }
  const service = openConsole({ ...settings, sites, database: database.$extendTables<ConsoleTables>() }, people)
  const proxy = createProxy({
    ...settings,
    sites,
    database: database.$extendTables<ProxyTables>(),
    console: service,
  })
  return { ...proxy, begin: service.begin, health: { check: service.health.check, sites: sites.all } }
}
