import { hkdfSync } from 'node:crypto'
import { defaultDialect } from '#contract/dialect.ts'
import { scopes } from '#contract/identity/scopes.ts'
import { clientHeader } from '#platform/network/client-header.ts'
import type { SiteSettings } from '#platform/upstream/sites.ts'
import type { Connection } from '#platform/upstream/connection.ts'
import { consoleClientId } from '#services/identity/clients.ts'
import { consoleKeyOf } from '#services/console-key.ts'

type Embedded = {
  title: string
  /** Origin of desktop and mobile device management, and of the identity provider for the console itself. */
  services: string
  /** Where browsers reach the identity provider. */
  identity: string
  keys?: { origin: string; key: () => Promise<string>; ca: string } | undefined
  masterKey: Buffer
  /** Where the services run on another machine. */
  tls?: Pick<Connection, 'ca' | 'client'>
}

/** The embedded services as the one site of the console. */
export function embeddedSite({ title, services, identity, keys, masterKey, tls }: Embedded): SiteSettings {
  const internalUrl = new URL(services)
  const header = { clientHeader: clientHeader(masterKey) }
  const common = { dialect: defaultDialect, ...tls, ...header }
  return {
    name: 'embedded',
    title,
    connections: {
      desktop: {
        ...common,
        name: 'embedded-desktop',
        baseUrl: internalUrl,
        background: () => Promise.resolve(consoleKeyOf(masterKey, 'desktop')),
        recordsPerSecond: 200,
      },
      // With the person's own token: the command history then says who it was, and their rights hold there too.
      mdm: {
        ...common,
        name: 'embedded-mdm',
        baseUrl: internalUrl,
        background: () => Promise.resolve(consoleKeyOf(masterKey, 'mdm')),
        recordsPerSecond: 200,
      },
      // INPUT_DATA is sent in the body: passphrases are in it, and an address is written down in many places.
      ...(keys && {
        keys: {
          name: 'embedded-keys',
          baseUrl: new URL(keys.origin),
          dialect: { ...defaultDialect, inputData: 'body' as const },
          credential: keys.key,
          ca: keys.ca,
          ...header,
        },
      }),
    },
    identity: {
      ...tls,
      ...header,
      title: 'the identity provider',
      authUrl: new URL(identity),
      internalUrl,
      clientId: consoleClientId,
      clientSecret: clientSecret(masterKey),
      scopes: scopes.map(({ name }) => name),
      parametersIn: 'body',
      accountsServers: [],
      apiDomains: [],
    },
  }
}

/** Of the console as a client of its own identity provider. All processes on one database have the same. */
export const clientSecret = (masterKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych identity client', 32)).toString('base64url')
