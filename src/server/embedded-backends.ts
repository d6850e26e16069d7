import { readFile } from 'node:fs/promises'
import { publicAddresses } from '#contract/http/public-addresses.ts'
import { callbackPath } from '#contract/identity/authorization.ts'
import type { Database } from '#platform/database/open.ts'
import type { Log } from '#platform/log.ts'
import { clientHeader } from '#platform/network/client-header.ts'
import { smtpTransport } from '#services/mail/mail-transport.ts'
import { startServices } from '#services/services.ts'
import { announceEmbedded, print } from './announce.ts'
import { seedElsewhere } from './demo/seed-elsewhere.ts'
import { clientSecret, embeddedSite } from './embedded-site.ts'
import { labPathOf } from './lab-path.ts'
import type { Settings } from './settings.ts'
import { servicesTier } from './tiers/services-tier.ts'
import { vaultPassphrase } from './vault-passphrase.ts'
import type { Backends } from './backends.ts'

type Parts = {
  settings: Settings
  database: Database
  masterKey: Buffer
  origins: ReadonlySet<string>
  isStopping: () => boolean
  log: Log
}

/** The embedded services as a single site on loopback ports of this process. */
export async function embeddedBackends({
  settings,
  database,
  masterKey,
  origins,
  isStopping,
  log,
}: Parts): Promise<Backends> {
  const { dataFolder, seed, demoPassword, demoApiKey, demoClient } = settings
  const keys = {
    port: settings.keysPort,
    folder: dataFolder,
    masterKey,
    passphrase: await vaultPassphrase(settings.vaultPassphraseFile, log),
    networks: settings.discoveryNetworks,
    keyInUrl: settings.keyInUrl,
    challenges: settings.challenges,
    acmeOrigin: settings.acmeUrl?.origin,
  }
  const { publicUrl, statusUrl } = settings
  const addresses = publicAddresses(publicUrl?.origin, statusUrl?.origin)
  const consoleClient = { secret: clientSecret(masterKey) }
  const services = await startServices({
    database,
    port: settings.servicesPort,
    seed,
    demoPassword,
    firstAdmin: settings.firstAdmin,
    mailServer: settings.mailServer,
    labPath: labPathOf(settings),
    demoApiKey,
    demoClient,
    consoleClient,
    publicAddresses: addresses,
    tier: await servicesTier(settings, masterKey),
    callbacks: [...origins].map((origin) => origin + callbackPath),
    log,
    masterKey,
    keys,
    maxUploadBytes: settings.maxUploadBytes,
    seedElsewhere,
    isStopping,
    // The body is not printed: it contains a one-time code, and standard output is often logged.
    onMail: (mail) => print(`Mail for ${mail.to}: “${mail.subject}”. Read it at ${services.lab}/mailbox`),
  })
  const { desktop, mdm, identity, lab } = services
  const { origin: keyManagement, ca } = services.keys ?? {}
  return {
    sites: [
      embeddedSite({
        title: seed === 'empty' ? 'Triptych' : 'Embedded demo',
        services: desktop,
        identity,
        masterKey,
        ...(services.keys && { keys: { ...services.keys, ca: await readFile(services.keys.ca, 'utf8') } }),
      }),
    ],
    published: { services: new URL(desktop), addresses, clientHeader: clientHeader(masterKey) },
    addresses: { desktop, mdm, keys: keyManagement, identity, lab, ca },
    archivers: [
      { of: 'key management', archive: async (...when) => (await services.keys?.archiveAudit(...when)) ?? none },
      { of: 'command history', archive: (...when) => services.archiveCommands(...when) },
    ],
    ...(services.labMail && { mailbox: smtpTransport(services.labMail, log, 'mailbox') }),
    announce: () => announceEmbedded(services, settings, origins),
    notReady: () => services.notReady(),
    close: () => services.close(),
  }
}

const none = { entries: 0 }
