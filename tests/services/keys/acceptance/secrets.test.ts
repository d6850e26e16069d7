// Passphrases, passwords and private keys go in, or are made, by every operation; then they are looked for everywhere.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { canary, dayOfSecrets } from './day-of-secrets.ts'
import { spellings } from './spellings.ts'
import { statedOperations } from './stated-operations.ts'
import { apiKey, demoMade, startWire, type Wire } from './wire.ts'

const hostPassword = canary('host')
let wire: Wire | undefined
afterEach(() => wire?.stop())

/** Every byte below the data folder: the database, its log, the disks of the lab. */
async function stored(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
}

/** What operations answer that have no secret to tell, and those that refuse to. */
async function laterAnswers(of: Wire): Promise<string> {
  const texts: string[] = []
  const names = ['made', 'brought', 'kept', 'canary.lab.example', 'asked.lab.example', 'host.example.com', 'none']
  for (const [apiName, method] of statedOperations) {
    texts.push((await of.ask(`/api/pki/restapi/${apiName}`, { method })).text)
  }
  for (const name of names) {
    texts.push((await of.post('getSSHKey', { keyName: name })).text)
    texts.push((await of.post('exportSSHKey', { keyName: name, keyExportType: 'public' })).text)
    texts.push((await of.get('getCertificateDetails', { common_name: name })).text)
    texts.push((await of.upload('addSSHKey', { keyName: name, passphrase: 'x' }, { File: 'x' })).text)
  }
  for (const name of ['listApiKeys', 'listServers', 'listAuthorities', 'getVaultStatus', 'listAssociations']) {
    texts.push((await of.own(name)).text)
  }
  return texts.join('\n')
}

test('nobody finds one of them in the data folder, the log, what is printed, or a later answer', async () => {
  const printed: string[] = []
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text)) > 0)
  }
  for (const name of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, name).mockImplementation((...text) => void printed.push(JSON.stringify(text)))
  }
  wire = await startWire({ seed: 'demo', demoPassword: hostPassword })
  await demoMade(wire)
  const secrets = [...(await dayOfSecrets(wire, hostPassword)), apiKey]
  const places = {
    answers: Buffer.from(await laterAnswers(wire)),
    folder: await stored(wire.running.folder),
    log: Buffer.from(wire.running.logged.join('\n')),
    print: Buffer.from(printed.join('\n')),
  }
  vi.restoreAllMocks()

  expect(secrets.length).toBeGreaterThan(35)
  expect(places.answers.includes('canary.lab.example')).toBe(true) // the search finds what is there
  expect(places.folder.includes('canary.lab.example')).toBe(true)
  expect(places.log.includes('getCertificatePassphrase')).toBe(true)
  for (const [place, bytes] of Object.entries(places)) {
    for (const secret of secrets) {
      const slipped = spellings(secret).filter((spelling) => bytes.includes(spelling))
      expect([place, secret.toString('latin1'), slipped.map(String)]).toEqual([place, secret.toString('latin1'), []])
    }
  }
}, 180_000)
