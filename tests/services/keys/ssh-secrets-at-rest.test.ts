import { createPrivateKey } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { sshHostRows, sshKeyRows } from '#contract/keys/ssh.ts'
import { vaultRows } from '#contract/keys/vault.ts'
import { rewriteSshKey } from '#crypto/ssh/ssh-key.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { sshResourceHandlers } from '#services/keys/ssh/ssh-resource-handlers.ts'
import { vaultKeyHandlers } from '#services/keys/vault-keys/vault-key-handlers.ts'
import { fileOf, type KeyWorld, startKeyWorld } from './key-world.ts'
import { password as ofTheHost, type RunningHost, startRunningHost } from './ssh/running-host.ts'
import { trustHost } from './trust-host.ts'

let host: RunningHost
let world: KeyWorld
beforeAll(async () => {
  ;[host, world] = await Promise.all([startRunningHost(ofHost), startKeyWorld()])
})
afterAll(() => Promise.all([host.stop(), world.stop()]))

const ofHost = `${ofTheHost} canary-of-host`
const [passPhrase, ofImport, ofVault, inVault] = ['created', 'imported', 'vault', 'file'].map((of) => `canary-of-${of}`)

/** A secret in each form in which it could have slipped away. */
const formsOf = (secret: Uint8Array): Buffer[] => {
  const bytes = Buffer.from(secret)
  const texts = [bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')]
  return [bytes, Buffer.from(bytes).reverse(), ...texts.map((text) => Buffer.from(text))]
}

function serve() {
  const rows = { ...sshKeyRows, ...sshHostRows, ...sshResourceRows, ...vaultRows }
  const { parts } = world
  return world.serve(rows, {
    ...sshKeyHandlers(parts),
    ...sshHostHandlers(parts),
    ...sshResourceHandlers(parts),
    ...vaultKeyHandlers(parts),
  })
}

/** Everything that is done to secrets. */
async function aDayOfWork(): Promise<Buffer[]> {
  const { call, download } = serve()
  const reveal = async (keyName: string) => (await download('exportSshKey', { keyName })).bytes
  await call('createSshKey', { keyName: 'open', keyType: 'ed25519' })
  await call('createSshKey', { keyName: 'locked', keyType: 'ecdsa', length: '256', passPhrase })
  const brought = rewriteSshKey(await reveal('open'), { format: 'pkcs8', newPassphrase: ofImport ?? '' })
  await call('deleteSshKey', { key_name: 'open' })
  await call('addSshKey', { keyName: 'open', passphrase: `${ofImport} wrong`, File: fileOf(brought) }).catch(() => {})
  await call('addSshKey', { keyName: 'open', passphrase: ofImport, File: fileOf(brought) })
  await call('getSshKeyPassphrase', { keyName: 'locked' })
  const resourceName = 'build-server'
  await call('addSshResource', { ResourceName: resourceName, IPADDRESS: '127.0.0.1', Port: host.host.port })
  await trustHost(world, resourceName)
  const login = { userName: 'root', resourceName, isAdmin: 'true' }
  await call('applyCredentials', { ...login, password: `${ofHost} wrong` }).catch(() => {})
  await call('applyCredentials', { ...login, password: ofHost })
  await call('associateKey', { keyName: 'open', resourceName, userName: 'deploy' })
  await call('enumerateUsers', { userName: 'root', resourceName })
  await expect.poll(async () => (await call('listSshUsers')).totalRows).toBe(3)
  const vaultKey = { keyName: 'vault', passphrase: ofVault, File: fileOf(inVault ?? '') }
  await call('addVaultKey', vaultKey)
  await call('updateVaultKey', vaultKey)
  await download('exportVaultKey', { keyName: 'vault' })
  const pgp = await download('getPgpKey', { User: 'Ann', keyExportType: 'private' })

  const jwk = (file: Buffer, passphrase = '') =>
    createPrivateKey(rewriteSshKey(file, { passphrase, format: 'pkcs8' })).export({ format: 'jwk' })
  const seeds = [jwk(await reveal('open'), ofImport), jwk(await reveal('locked'), passPhrase)].map(({ d = '' }) => d)
  const publicHalves = await Promise.all([
    download('exportSshKey', { keyName: 'open', keyExportType: 'public' }),
    download('exportSshKey', { keyName: 'locked', keyExportType: 'public' }),
    download('getPgpKey', { User: 'Ann', keyExportType: 'public' }),
  ])
  const isPublic = (line: string) => publicHalves.some(({ bytes }) => bytes.includes(line))
  const bodies = [await reveal('open'), await reveal('locked'), brought, pgp.bytes].flatMap((file) => {
    const lines = file.toString().split('\n').slice(2, -3)
    return lines.filter((line) => line.length > 40 && !isPublic(line))
  })
  expect(seeds).toHaveLength(2)
  expect(bodies.length).toBeGreaterThan(4)
  const words = [passPhrase, ofImport, ofVault, inVault, ofHost].map((word) => Buffer.from(word ?? ''))
  return [...words, ...seeds.map((seed) => Buffer.from(seed, 'base64url')), ...bodies.map((line) => Buffer.from(line))]
}

test('no passphrase, password or private key is in the data folder, in what is printed or in the audit', async () => {
  const printed: unknown[][] = []
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((...text) => printed.push(text) > 0)
  }
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, name).mockImplementation((...text) => void printed.push(text))
  }
  const secrets = await aDayOfWork()
  vi.restoreAllMocks()
  const written = Buffer.concat([await world.stored(), Buffer.from(JSON.stringify(printed))])
  expect(written.includes('ssh-ed25519 AAAA')).toBe(true) // the search does find what is there in clear
  const audit = JSON.stringify(await world.audit())
  for (const secret of secrets) {
    for (const form of formsOf(secret)) {
      expect(written.includes(form), secret.toString('latin1')).toBe(false)
      expect(audit).not.toContain(form.toString('latin1'))
    }
  }
  expect(await world.parts.audit.verify()).toBeUndefined()
})
