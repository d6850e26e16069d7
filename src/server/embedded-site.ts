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
  /** Origin of desktop management, MDM and the identity provider for server-side requests. */
  services: string
  /** Origin of the identity provider for browsers. */
  identity: string
  keys?: { origin: string; key: () => Promise<string>; ca: string } | undefined
  masterKey: Buffer
  /** TLS settings if the services run on another machine. */
  tls?: Pick<Connection, 'ca' | 'client'>
}

/** Settings of the embedded services as the console's only site. */
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
      // Uses the user's own token, so that command history and permissions are per user.
      mdm: {
        ...common,
        name: 'embedded-mdm',
        baseUrl: internalUrl,
        background: () => Promise.resolve(consoleKeyOf(masterKey, 'mdm')),
        recordsPerSecond: 200,
      },
      // INPUT_DATA is sent in the body: it contains passphrases, and URLs are logged in many places.
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

/** Client secret of the console at its own identity provider. Derived, so that all processes on one database agree. */
export const clientSecret = (masterKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych identity client', 32)).toString('base64url')
