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

/** What an operator decides. */
export type KeySettings = {
  /** 0 = any free one. */
  port: number
  /** The data folder. */
  folder: string
  masterKey: Buffer
  /** Opens the vault in place of the master key. */
  passphrase?: string | undefined
  /** Loopback and private networks that discovery may ask. */
  networks: readonly string[]
  /** How challenges of ACME are checked, where it is not the usual way. */
  challenges?: Omit<ChallengeSettings, 'networks'> | undefined
  /** Origin at which ACME clients reach the port of key management, where a proxy stands before it. */
  acmeOrigin?: string | undefined
  /** Whether an API key may stand in the address, as the reference states it. */
  keyInUrl: boolean
  /** Where the consoles run on other machines. */
  tier?: Tier | undefined
}
type Options = KeySettings & {
  db: Kysely<KeyTables & LabTables & LeaseTables>
  log: Log
  /** Value of the first API key; without it, none is made. */
  firstKey?: string | undefined
  /** Where the status pages are; it is known once the port of the other services is. */
  statusBase: () => string
  /** The lab's faults; see the server. */
  takeFault?: ((path: string) => Promise<Fault | undefined>) | undefined
  /** Whether the first start wants demo data; they are made where the lab has hosts. */
  demoData: boolean
  /** Makes the demo data of key management in a process of its own, and ends it where the signal says so. */
  seedElsewhere?: ((signal: AbortSignal) => Promise<void>) | undefined
  /** Of the accounts on the hosts of the lab, which run only where there is one. */
  labPassword?: string | undefined
  /** Of processes that start at the same moment, one does this at a time. */
  turn: <T>(work: () => Promise<T>) => Promise<T>
  /** Starts this in one of the processes on the database, and in another one when that ends; it answers how to stop. */
  inOne: (start: () => Promise<Stop>) => Promise<Stop>
}
type Stop = () => Promise<void>
export type RunningKeyManagement = Awaited<ReturnType<Awaited<ReturnType<typeof openKeyManagement>>['start']>>

const renewEveryMs = 60 * 60_000

/** Key management with its vault, not yet listening: a vault that cannot be opened ends the start before anything runs. */
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
    /** For everybody, over plain HTTP. */
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

/** The demo data of a key management that another process runs, with the hosts of its lab. */
export async function seedRunningKeys(options: PartsFrom & Pick<Options, 'db' | 'masterKey' | 'passphrase'>) {
  // What there is to say of the vault, the server has said.
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
    // That of the demo accounts, which this process may just have made, whichever runs the lab.
    if (options.labPassword !== undefined && !keeper.isSealed()) await labPassword(parts, options.labPassword)
    return {
      // Of the tiers' authority, which a vault that is sealed does not withhold.
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
  await ownKey.current() // reading needs it, too, when nothing can be saved
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
    /** Path of the certificate that the server's is signed by. */
    ca,
    /** API key for the console's own calls. */
    key: () => ownKey.current(),
    /** On the run that made it, and never again. */
    firstKey,
    /** Where this process runs them. */
    labHosts: () => hosts,
    /** Audit rows from before a time go into archives, unless the vault is sealed. */
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

/** The hosts of the lab; demo data come in the background, because keys take their time. */
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

/** Whole or not at all: others may be reading it. */
async function publish(path: string, pem: string) {
  const draft = `${path}.${process.pid}.tmp`
  await writeFile(draft, pem)
  await rename(draft, path)
}
