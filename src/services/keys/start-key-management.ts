import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { createCryptoWork } from '#crypto/workers/crypto-work.ts'
import type { Fault } from '#services/lab/faults.ts'
import { type LabHosts, startLabHosts } from '#services/lab/hosts.ts'
import type { Log } from '#services/log.ts'
import { consoleKey, holderOf, issueFirstKey } from './api-keys.ts'
import { auditTrail } from './audit.ts'
import { labAuthority } from './authorities/lab-authority.ts'
import { openOwnAuthority } from './authorities/own-authority.ts'
import { addressRules } from './discovery/address-rules.ts'
import { tlsScanner } from './discovery/scanner.ts'
import { keyRouter } from './edge/key-router.ts'
import { startKeyServer } from './edge/key-server.ts'
import { statusAddressesAt } from './issuing/status-addresses.ts'
import { statusPages } from './issuing/status-pages.ts'
import type { KeyManagement } from './key-management.ts'
import { keysService } from './service.ts'
import type { KeyTables } from './tables.ts'
import { seedKeys } from './seed/seed-keys.ts'
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
  /** Whether an API key may stand in the address, as the reference states it. */
  keyInUrl: boolean
}
type Options = KeySettings & {
  db: Kysely<KeyTables>
  log: Log
  /** Value of the first API key; random without it. */
  firstKey?: string | undefined
  /** Where the status pages are; it is known once the port of the other services is. */
  statusBase: () => string
  /** The lab's faults; see the server. */
  takeFault?: (path: string) => Fault | undefined
  /** Of the accounts on the hosts of the lab, which run only where there is one. */
  labPassword?: string | undefined
}
export type RunningKeyManagement = Awaited<ReturnType<Awaited<ReturnType<typeof openKeyManagement>>['start']>>

const renewEveryMs = 60 * 60_000

/** Key management with its vault, not yet listening: a vault that cannot be opened ends the start before anything runs. */
export async function openKeyManagement(options: Options) {
  const { db, folder, networks, statusBase } = options
  const keeper = await openVault(db, options)
  const { vault } = keeper
  const stopping = new AbortController()
  const parts: KeyManagement = {
    db,
    vault,
    work: createCryptoWork(),
    audit: auditTrail(db, vault),
    scanner: tlsScanner(addressRules(networks)),
    statusAddresses: statusAddressesAt(statusBase),
    sharedPath: join(folder, 'shared'),
    stopping: stopping.signal,
  }
  await mkdir(parts.sharedPath, { recursive: true, mode: 0o700 })

  return {
    /** For everybody, over plain HTTP. */
    statusPages: statusPages(parts),
    start: () => start(options, parts, keeper, () => stopping.abort()),
  }
}

async function start(options: Options, parts: KeyManagement, keeper: VaultKeeper, stopBackground: () => void) {
  const { db, log, port, folder, keyInUrl, takeFault } = options
  const authority = await openOwnAuthority(parts)
  const ca = resolve(folder, 'ca.pem')
  const answer = keyRouter({
    endpoints: keysService(parts, keeper),
    holderOf: (token, address) => holderOf(db, token, address),
    isSealed: keeper.isSealed,
    keyInUrl,
    log,
  })
  await publish(ca, await authority.authorityPem())
  const server = await startKeyServer({ port, identity: await authority.current(), answer, takeFault, log })
  const ownKey = consoleKey(db)
  let demo: Demo | undefined
  const renew = setInterval(() => {
    authority.current().then(server.use, (error: unknown) => log('identity not renewed', { error: String(error) }))
  }, renewEveryMs).unref()

  await keeper.whenOpen(async () => {
    await publish(ca, await authority.authorityPem())
    server.use(await authority.current())
    demo = await startDemo(options, parts)
  })

  return {
    origin: server.origin,
    /** Path of the certificate that the server's is signed by. */
    ca,
    /** API key for the console's own calls. */
    key: () => ownKey.current(),
    /** On the run that made it, and never again. */
    firstKey: await issueFirstKey(db, options.firstKey),
    labHosts: () => demo?.hosts,
    notReady: () => (keeper.isSealed() ? 'key management: its vault is sealed' : undefined),
    close: async () => {
      clearInterval(renew)
      stopBackground()
      await server.close()
      await demo?.close()
      await parts.work.close()
      await ownKey.revoke()
    },
  }
}

type Demo = { hosts: LabHosts | undefined; close(): Promise<void> }

/** The hosts of the lab; demo data come in the background, because keys take their time. */
async function startDemo({ folder, log, labPassword }: Options, parts: KeyManagement): Promise<Demo> {
  const hosts =
    labPassword === undefined
      ? undefined
      : await startLabHosts(parts, {
          folder: join(folder, 'lab'),
          password: labPassword,
          authority: await labAuthority(parts),
        })
  const seeding = seedKeys(parts, { wanted: hosts !== undefined, lab: hosts }).catch((error: unknown) => {
    log('demo data not finished', { error: parts.stopping?.aborted ? 'the service stops' : String(error) })
  })
  return {
    hosts,
    close: async () => {
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
