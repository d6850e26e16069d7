import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { createCryptoWork } from '#crypto/workers/crypto-work.ts'
import type { Archived } from '#platform/archives/archive-entries.ts'
import type { LeaseTables } from '#platform/lease.ts'
import type { Log } from '#platform/log.ts'
import { clientHeader } from '#platform/network/client-header.ts'
import { areKeysSeeded, seedKeys } from '#services/demo/keys/seed-keys.ts'
import { seedWithRetries } from '#services/demo/seed-with-retries.ts'
import type { Fault } from '#services/lab/faults.ts'
import { hostsSetting, type LabHosts, type ShownHosts, startLabHosts } from '#services/lab/hosts.ts'
import { labPassword } from '#services/lab/lab-secrets.ts'
import { type LabTables, readSetting, writeSetting } from '#services/lab/lab-settings.ts'
import type { Tier } from '#services/tier.ts'
import { consoleKey, holderOf, issueFirstKey } from './api-keys.ts'
import { auditTrail } from './audit.ts'
import { acmeRenewals } from './acme-client/renewals.ts'
import { acmeRouter } from './acme/acme-router.ts'
import { type ChallengeNetwork, challengeNetwork, type ChallengeSettings } from './acme/validation/network.ts'
import { labAuthority } from './authorities/lab-authority.ts'
import { openOwnAuthority } from './authorities/own-authority.ts'
import { addressRules } from '#services/network/address-rules.ts'
import { tlsScanner } from './discovery/scanner.ts'
import { keyRouter } from './edge/key-router.ts'
import { startKeyServer } from './edge/key-server.ts'
import { hostChecks } from './hosts/check-plan.ts'
import { statusAddressesAt } from './issuing/status-addresses.ts'
import { statusPages } from './issuing/status-pages.ts'
import type { KeyManagement } from './key-management.ts'
import { regularly } from './regularly.ts'
import { keysService } from './service.ts'
import type { KeyTables } from './tables.ts'
import { openVault, type VaultKeeper } from './vault-keeper.ts'

/** Settings by the operator. */
export type KeySettings = {
  /** 0 for any free port. */
  port: number
  /** Data folder. */
  folder: string
  masterKey: Buffer
  /** Vault passphrase, instead of the master key. */
  passphrase?: string | undefined
  /** Loopback and private networks for discovery. */
  networks: readonly string[]
  /** Non-default settings for ACME challenge validation. */
  challenges?: Omit<ChallengeSettings, 'networks'> | undefined
  /** Public origin of the ACME server behind a proxy. */
  acmeOrigin?: string | undefined
  /** Whether API keys in the URL are accepted, as in the reference. */
  keyInUrl: boolean
  /** Set if consoles run on other machines. */
  tier?: Tier | undefined
}
type Options = KeySettings & {
  db: Kysely<KeyTables & LabTables & LeaseTables>
  log: Log
  /** Value of the first API key; none is created without it. */
  firstKey?: string | undefined
  /** Base URL of status pages, known once the port of the other services is. */
  statusBase: () => string
  /** Simulated faults of the lab. */
  takeFault?: ((path: string) => Promise<Fault | undefined>) | undefined
  /** Whether to create demo data at the first start, if the lab has hosts. */
  demoData: boolean
  /** Creates the demo data in a separate process, ended by the signal. */
  seedElsewhere?: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Password of accounts on lab hosts; without it, there are none. */
  labPassword?: string | undefined
  /** Serializes work of processes that start at the same time. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs a task in one of the processes on the database, and in another one when that ends; returns how to stop it. */
  inOne: (start: () => Promise<Stop>) => Promise<Stop>
}
type Stop = () => Promise<void>
export type RunningKeyManagement = Awaited<ReturnType<Awaited<ReturnType<typeof openKeyManagement>>['start']>>

const renewEveryMs = 60 * 60_000

/**
 * Opens key management and its vault, without listening, so that a vault that cannot be opened ends the start early.
 */
export async function openKeyManagement(options: Options) {
  const keeper = await options.turn(() => openVault(options.db, options))
  const stopping = new AbortController()
  let origin = ''
  const network = challengeNetwork({ networks: options.networks, ...options.challenges })
  const parts = {
    ...partsOf(options, keeper, stopping.signal),
    acmeOrigin: () => options.acmeOrigin ?? origin,
    addressOfHost: network.addressOf,
  }
  await mkdir(parts.sharedPath, { recursive: true, mode: 0o700 })

  return {
    /** Public, over plain HTTP. */
    statusPages: statusPages(parts),
    start: async () => {
      const running = await start({ ...options, network }, parts, keeper, () => stopping.abort())
      origin = running.origin
      return running
    },
  }
}

type PartsFrom = Pick<Options, 'db' | 'folder' | 'networks' | 'statusBase'>

const partsOf = (
  { db, folder, networks, statusBase }: PartsFrom,
  { vault }: VaultKeeper,
  stopping?: AbortSignal,
): KeyManagement => ({
  db,
  vault,
  work: createCryptoWork(),
  audit: auditTrail(db, vault),
  scanner: tlsScanner(addressRules(networks)),
  statusAddresses: statusAddressesAt(statusBase),
  sharedPath: join(folder, 'shared'),
  ...(stopping && { stopping }),
})

/** Creates demo data for key management running in another process, with its lab hosts. */
export async function seedRunningKeys(options: PartsFrom & Pick<Options, 'db' | 'masterKey' | 'passphrase'>) {
  // The state of the vault was reported by the server.
  const keeper = await openVault(options.db, { ...options, log: () => undefined })
  const background: Promise<void>[] = []
  const parts = { ...partsOf(options, keeper), inBackground: (work: Promise<void>) => void background.push(work) }
  try {
    await new Promise<void>((resolve) => void keeper.whenOpen(async () => resolve()))
    const shown = await readSetting<ShownHosts>(options.db, hostsSetting)
    const lab = shown && { ...shown, password: await labPassword(parts, '') }
    await seedKeys(parts, { wanted: true, lab })
    await Promise.all(background)
  } finally {
    await keeper.close()
    await parts.work.close()
  }
}

async function start(
  options: Options & { network: ChallengeNetwork },
  parts: KeyManagement,
  keeper: VaultKeeper,
  stopBackground: () => void,
) {
  const { db, log, port, folder, keyInUrl, takeFault, masterKey, tier, turn, inOne } = options
  const { authority, firstKey } = await turn(async () => {
    // Password of the demo accounts, possibly created by this process.
    if (options.labPassword !== undefined && !keeper.isSealed()) await labPassword(parts, options.labPassword)
    return {
      // The tier authority is available even while the vault is sealed.
      authority: tier ? tierAuthority(tier) : await openOwnAuthority(parts),
      firstKey: options.firstKey === undefined ? undefined : await issueFirstKey(db, options.firstKey),
    }
  })
  const ca = resolve(folder, 'ca.pem')
  const acme = acmeRouter(parts, {
    network: options.network,
    isSealed: keeper.isSealed,
    log,
  })
  const answer = keyRouter({
    acme,
    endpoints: keysService(parts, keeper),
    holderOf: (token, host) => holderOf(db, token, host),
    isSealed: keeper.isSealed,
    keyInUrl,
    log,
  })
  await publish(ca, await authority.authorityPem())
  const server = await startKeyServer({
    port,
    tier,
    identity: await authority.current(),
    answer,
    takeFault,
    clientHeader: clientHeader(masterKey),
    log,
  })
  const ownKey = consoleKey(db)
  await ownKey.current() // read access requires it, too
  let hosts: LabHosts | undefined
  let stopDemo: Stop | undefined
  const renew = setInterval(() => {
    authority.current().then(server.use, (error: unknown) => log('identity not renewed', { error: String(error) }))
  }, renewEveryMs).unref()

  const checks = hostChecks(parts, keeper.isSealed)
  const due = acmeRenewals(parts)
  const renewals = regularly(parts, keeper.isSealed, () => due.look())
  await keeper.whenOpen(async () => {
    checks.look()
    renewals.look()
    await publish(ca, await authority.authorityPem())
    server.use(await authority.current())
    stopDemo = await inOne(async () => {
      const demo = await startDemo(options, parts)
      hosts = demo.hosts
      return demo.close
    })
  })

  return {
    origin: server.origin,
    /** Path of the certificate of the server's issuer. */
    ca,
    /** API key for the console's own calls. */
    key: () => ownKey.current(),
    /** Only on the run that created it. */
    firstKey,
    /** Hosts run by this process. */
    labHosts: () => hosts,
    /** Archives older audit entries, unless the vault is sealed. */
    archiveAudit: (before: number, signal?: AbortSignal): Promise<Archived> =>
      keeper.isSealed() ? Promise.resolve({ entries: 0 }) : parts.audit.archive(before, signal),
    notReady: () => (keeper.isSealed() ? 'key management: its vault is sealed' : undefined),
    close: async () => {
      clearInterval(renew)
      stopBackground()
      await acme.close()
      await checks.close()
      await renewals.close()
      await keeper.close()
      await server.close()
      await stopDemo?.()
      await parts.work.close()
      await ownKey.revoke()
    },
  }
}

const tierAuthority = ({ identity }: Tier) => ({
  authorityPem: () => Promise.resolve(identity.ca),
  current: () => Promise.resolve(identity),
})

type Demo = { hosts: LabHosts | undefined; close: Stop }

/** Starts the lab hosts; demo data are created in the background, since keys take time. */
async function startDemo(options: Options, parts: KeyManagement): Promise<Demo> {
  const { db, folder, log, labPassword: password, demoData } = options
  const hosts =
    password === undefined
      ? undefined
      : await startLabHosts(parts, {
          folder: join(folder, 'lab'),
          password,
          authority: await labAuthority(parts),
          before: await readSetting<ShownHosts>(db, hostsSetting),
          onForeignFiles: (movedTo) => log('files of the lab are of another database', { movedTo }),
        })
  if (hosts) await writeSetting(db, hostsSetting, { ssh: hosts.ssh, tls: hosts.tls, web: hosts.web })
  const ending = new AbortController()
  const stopping = AbortSignal.any([ending.signal, ...(parts.stopping ? [parts.stopping] : [])])
  const here = () => seedKeys({ ...parts, stopping }, { wanted: demoData, lab: hosts })
  const elsewhere = demoData && hosts && !(await areKeysSeeded(parts)) ? options.seedElsewhere : undefined
  const seeding = seedWithRetries(() => elsewhere?.(stopping) ?? here(), {
    stopping,
    onRetry: (error) => log('demo data interrupted, retrying', { error: String(error) }),
  }).catch((error: unknown) => {
    log('demo data not finished', { error: stopping.aborted ? 'the service stops' : String(error) })
  })
  return {
    hosts,
    close: async () => {
      ending.abort()
      await hosts?.close()
      await seeding
    },
  }
}

/** Atomic, since others may be reading the file. */
async function publish(path: string, pem: string) {
  const draft = `${path}.${process.pid}.tmp`
  await writeFile(draft, pem)
  await rename(draft, path)
}
