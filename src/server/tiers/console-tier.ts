import { publicAddresses } from '#contract/http/public-addresses.ts'
import type { Database } from '#platform/database/open.ts'
import { clientHeader } from '#platform/network/client-header.ts'
import { print } from '#server/announce.ts'
import { embeddedSite } from '#server/embedded-site.ts'
import type { Settings } from '#server/settings.ts'
import type { Backends } from '#server/backends.ts'
import { anyHost, consoleKey } from '#services/keys/api-keys.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { tierIdentity } from './tier-certificates.ts'

type Parts = { settings: Settings; database: Database; masterKey: Buffer }

/** Backends when the embedded services run in separate processes. */
export async function consoleTier({ settings, database, masterKey }: Parts): Promise<Backends> {
  const { servicesUrl, keysPort, publicUrl, statusUrl } = settings
  if (!servicesUrl) throw new Error('TRIPTYCH_SERVICES_URL must be set')
  const addresses = publicAddresses(publicUrl?.origin, statusUrl?.origin)
  const { ca, cert, key } = await tierIdentity(masterKey, 'console')
  const keysUrl = new URL(servicesUrl)
  keysUrl.port = String(keysPort)
  const ownKey = consoleKey(database.db.$extendTables<KeyTables>(), anyHost)
  const [services, keys] = [servicesUrl.origin, keysUrl.origin]
  return {
    sites: [
      embeddedSite({
        title: settings.seed === 'empty' ? 'Triptych' : 'Embedded demo',
        services,
        identity: addresses.identity ?? services,
        keys: { origin: keys, key: () => ownKey.current(), ca },
        masterKey,
        tls: { ca, client: { cert, key } },
      }),
    ],
    published: { services: servicesUrl, addresses, tls: { ca, cert, key }, clientHeader: clientHeader(masterKey) },
    addresses: { desktop: services, mdm: services, keys, identity: addresses.identity },
    announce: () => print(`Expecting services at ${services}, key management at ${keys}.`),
    notReady: () => Promise.resolve(undefined),
    close: () => ownKey.revoke().catch(() => undefined), // expires within a day anyway
  }
}
