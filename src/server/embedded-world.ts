import { hkdfSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { defaultDialect } from '#contract/dialect.ts'
import { callbackPath } from '#contract/identity/authorization.ts'
import { scopes } from '#contract/identity/scopes.ts'
import type { Log } from '#proxy/log.ts'
import type { Settings } from '#proxy/settings.ts'
import type { IdentitySettings } from '#proxy/sites.ts'
import type { Database } from '#services/database/open.ts'
import { consoleClientId } from '#services/identity/clients.ts'
import { type Embedded, startServices } from '#services/services.ts'
import { announceEmbedded, print } from './announce.ts'
import type { World } from './world.ts'

type Parts = { settings: Settings; database: Database; masterKey: Buffer; origins: ReadonlySet<string>; log: Log }

/** The services as they come with the console: one site on loopback ports of this process. */
export async function embeddedWorld({ settings, database, masterKey, origins, log }: Parts): Promise<World> {
  const { dataFolder, seed, demoPassword, demoApiKey, demoClient } = settings
  const keys = {
    port: settings.keysPort,
    folder: dataFolder,
    masterKey,
    passphrase: await vaultPassphrase(settings.vaultPassphraseFile, log),
    networks: settings.discoveryNetworks,
    keyInUrl: settings.keyInUrl,
  }
  const consoleClient = { secret: clientSecret(masterKey) }
  const services = await startServices({
    database,
    port: settings.servicesPort,
    seed,
    demoPassword,
    demoApiKey,
    demoClient,
    consoleClient,
    callbacks: [...origins].map((origin) => origin + callbackPath),
    log,
    masterKey,
    keys,
    // The text stays in the mailbox: it holds a one-time code, and a terminal is often a log.
    onMail: (mail) => print(`Mail for ${mail.to}: “${mail.subject}”. Read it at ${services.lab}/mailbox`),
  })
  const { desktop, mdm, identity, lab } = services
  const { origin: keyManagement, ca } = services.keys ?? {}
  return {
    sites: [
      {
        name: 'embedded',
        title: 'Embedded demo',
        connections: {
          desktop: { name: 'embedded-desktop', baseUrl: new URL(desktop), dialect: defaultDialect },
          // With the person's own token: the command history then says who it was, and their rights hold there too.
          mdm: { name: 'embedded-mdm', baseUrl: new URL(mdm), dialect: defaultDialect },
          ...(services.keys && { keys: await keysConnection(services.keys) }),
        },
        identity: consoleAt(identity, consoleClient.secret),
      },
    ],
    addresses: { desktop, mdm, keys: keyManagement, identity, lab, ca },
    announce: () => announceEmbedded(services, settings),
    notReady: () => services.notReady(),
    close: () => services.close(),
  }
}

/** Of the console as a client of its own identity provider. All processes on one database have the same. */
const clientSecret = (masterKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'triptych identity client', 32)).toString('base64url')

const consoleAt = (identity: string, secret: string): IdentitySettings => ({
  title: 'the identity provider',
  authUrl: new URL(identity),
  clientId: consoleClientId,
  clientSecret: secret,
  scopes: scopes.map(({ name }) => name),
  parametersIn: 'body',
  accountsServers: [],
  apiDomains: [],
})

/** INPUT_DATA travels in the body: passphrases are in it, and an address is written down in many places. */
async function keysConnection({ origin, key, ca }: NonNullable<Embedded['keys']>) {
  return {
    name: 'embedded-keys',
    baseUrl: new URL(origin),
    dialect: { ...defaultDialect, inputData: 'body' as const },
    credential: key,
    ca: await readFile(ca, 'utf8'),
  }
}

/** The first line of the file. One that is missing leaves the vault sealed, unless there is no vault yet. */
async function vaultPassphrase(file: string | undefined, log: Log): Promise<string | undefined> {
  if (file === undefined) return undefined
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    log('no vault passphrase', { file, code })
    return ''
  })
  return text.split(/\r?\n/, 1)[0]
}
