import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Agent, request } from 'undici'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { apiKeyRows } from '#contract/keys/api-keys.ts'
import { keys } from '#contract/keys/operations.ts'
import { buildIfStale } from '#server/build.ts'
import { noPostgres, startPostgres } from './platform/database/postgres.ts'
import { tlsClient } from './services/keys/tls-client.ts'
import { withinMs } from './support/runs.ts'
import { ofProducts, startServer } from './support/server.ts'

beforeAll(() => buildIfStale())

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-server-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const environment = (settings: Record<string, string>) => ({
  PATH: process.env.PATH,
  ...ofProducts,
  TRIPTYCH_PORT: '0',
  TRIPTYCH_SERVICES_PORT: '0',
  TRIPTYCH_KEYS_PORT: '0',
  TRIPTYCH_DATA_DIR: folder,
  TRIPTYCH_SEED: 'empty',
  ...settings,
})

const client = new Agent({ connections: 20 })
afterAll(() => client.destroy())

/** A call as the console makes it. `text` is all that came back but the cookie. */
async function post(origin: string, row: string, input: object, cookie = '') {
  const answer = await request(`${origin}/api/${row}`, {
    dispatcher: client,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-triptych': '1', cookie },
    body: JSON.stringify(input),
  })
  const body = await answer.body.text()
  const { 'set-cookie': set, ...headers } = answer.headers
  return {
    status: answer.statusCode,
    value: JSON.parse(body) as Record<string, unknown>,
    text: body + JSON.stringify(headers),
    cookie: [set].flat()[0]?.split(';')[0] ?? '',
  }
}

/** Runs the server until it ends by itself. */
async function refusal(settings: Record<string, string>) {
  const child = spawn(process.execPath, ['src/server.ts'], {
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (output.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output.stderr += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, ...output, lines: output.stderr.trimEnd().split('\n') }
}

describe('a start that cannot be is refused with one clear line', () => {
  /** The data of a product that was started and ended. */
  let used: string
  beforeAll(async () => {
    used = await mkdtemp(join(tmpdir(), 'triptych-used-'))
    await (await startServer({ TRIPTYCH_DATA_DIR: used, TRIPTYCH_SEED: 'empty' })).stop()
  })
  afterAll(() => rm(used, { recursive: true, force: true }))

  test.each([
    // One of each kind; settings.test.ts has many more values.
    ['TRIPTYCH_PORT', 'eighty'],
    ['TRIPTYCH_CONNECTIONS', 'connections.json'],
    ['TRIPTYCH_LOG', '/nowhere/at/all.log'],
    ['TRIPTYCH_FIRST_ADMIN', 'admin:correcthorse'],
  ])('%s=%s ends with 2 and touches nothing', async (name, value) => {
    const { code, lines, stdout } = await refusal({ [name]: value })
    expect([code, stdout]).toEqual([2, ''])
    expect(lines).toEqual([expect.stringContaining(name)])
    expect(await readdir(folder)).toEqual([])
  })

  test('a demo password that is easy to guess is refused where others reach the console', async () => {
    const settings = { TRIPTYCH_SEED: 'demo', TRIPTYCH_DEMO_PASSWORD: 'demo', TRIPTYCH_PUBLIC_URL: 'https://a.example' }
    const { code, lines } = await refusal(settings)
    expect([code, lines]).toEqual([2, [expect.stringContaining('TRIPTYCH_DEMO_PASSWORD')]])
  })

  test('a port in use is named, and the data stay untouched', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, lines } = await refusal({ TRIPTYCH_PORT: String(port) })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`Port ${port} of 127.0.0.1 is in use`)])
    expect(await readdir(folder)).toEqual([])
    other.close()
  })

  test('a port of key management in use is named, with the setting for it', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, lines } = await refusal({ TRIPTYCH_KEYS_PORT: String(port) })
    expect(code).toBe(1)
    const [line] = lines.slice(-1)
    expect(line).toContain(`Port ${port} of 127.0.0.1 is in use`)
    expect(line).toContain('TRIPTYCH_KEYS_PORT')
    other.close()
  })

  test('a vault that another master key sealed is not opened by this one', async () => {
    await cp(used, folder, { recursive: true })
    const database = new DatabaseSync(join(folder, 'triptych.db'))
    database.exec('delete from proxy_master_key') // as if the console had never had another
    database.close()
    await writeFile(join(folder, 'master.key'), `${'5'.repeat(64)}\n`)
    const { code, lines } = await refusal({})
    expect([code, lines]).toEqual([1, [expect.stringContaining('not the one with which the vault of key management')]])
  }, 120_000)

  test('a vault under a passphrase starts sealed without it, and says so', async () => {
    const file = join(folder, 'passphrase')
    await writeFile(file, 'correct horse battery staple\n', { mode: 0o600 })
    const data = join(folder, 'data')
    const settings = { TRIPTYCH_DATA_DIR: data, TRIPTYCH_SEED: 'empty', TRIPTYCH_VAULT_PASSPHRASE_FILE: file }
    await (await startServer(settings)).stop()
    await rm(file)
    const sealed = await startServer(settings)
    const ready = await request(`${sealed.ready.console}/readyz`)
    expect([ready.statusCode, await ready.body.text()]).toEqual([503, expect.stringContaining('vault is sealed')])
    expect(sealed.stdout()).toContain('Not ready: key management: its vault is sealed')
    await sealed.stop()
    await writeFile(file, 'correct horse battery staple')
    const open = await startServer(settings)
    expect((await request(`${open.ready.console}/readyz`)).statusCode).toBe(200)
    await open.stop()
  }, 120_000)

  test('a lost master key is not replaced', async () => {
    await cp(used, folder, { recursive: true })
    await rm(join(folder, 'master.key'))
    const { code, lines } = await refusal({})
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('is missing, but the database was sealed with it')])
  })

  test('a damaged database is not started over', async () => {
    await cp(used, folder, { recursive: true })
    const name = (await readdir(folder)).find((file) => /\.(db|sqlite)$/.test(file)) ?? ''
    const damaged = Buffer.alloc(8_192, 'x')
    await writeFile(join(folder, name), damaged)
    const { code, lines } = await refusal({})
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(name)
    expect(await readFile(join(folder, name))).toEqual(damaged)
  })
})

describe('a running console', () => {
  let server: Awaited<ReturnType<typeof startServer>>
  let data: string
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'triptych-server-'))
    server = await startServer({
      TRIPTYCH_DATA_DIR: data,
      TRIPTYCH_LOG: join(data, 'log'),
      TRIPTYCH_DEMO_API_KEY: apiKey,
    })
  })
  afterAll(async () => {
    await server.stop() // the last test has ended it, if all went well
    await rm(data, { recursive: true, force: true })
  })

  const apiKey = 'canary-demo-api-key-51c9'
  const seen: string[] = []
  const call = async (row: string, input: object, cookie = '') => {
    const answer = await post(server.ready.console, row, input, cookie)
    seen.push(answer.text)
    return answer
  }
  const otpFor = async (account: string) => {
    const mails = (await (await request(`${server.ready.lab}/mailbox`)).body.json()) as { to: string; text: string }[]
    const mail = mails.find((one) => JSON.stringify(one).includes(account))
    return /\b\d{6,8}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  }

  test('says in one line where everything is, and nothing that does not run', async () => {
    const lines = server
      .stdout()
      .split('\n')
      .filter((line) => line.startsWith('READY '))
    expect(lines).toHaveLength(1)
    expect(Object.keys(server.ready)).toEqual(['console', 'desktop', 'mdm', 'keys', 'identity', 'lab', 'ca'])
    for (const path of ['/healthz', '/readyz']) {
      expect((await request(server.ready.console + path)).statusCode).toBe(200)
    }
    expect(server.stdout()).toContain(`Sign in at ${server.ready.console}`)
    for (const account of ['admin', 'operator', 'helpdesk', 'otp-admin']) expect(server.stdout()).toContain(account)
  })

  test('serves key management over TLS, by the certificate and the key that it names', async () => {
    const ca = await readFile(server.ready.ca, 'utf8')
    const keyClient = tlsClient(server.ready.keys, { ca, key: apiKey })
    expect((await keyClient.ask(keys.listSshKeys.path)).status).toBe(200)
    expect((await keyClient.ask(keys.listSshKeys.path, { key: 'another' })).status).toBe(401)
    expect((await keyClient.call(apiKeyRows.getVaultStatus, {})).sealed).toBe(false)
    keyClient.close()
    expect(server.stdout()).toContain('Key management API key: as set by TRIPTYCH_DEMO_API_KEY')
  })

  test('shows in its lab which hosts there are to practise on, and tells no password of them', async () => {
    const lab = (await (await request(server.ready.lab)).body.json()) as {
      ssh_hosts: { hosts: { name: string; address: string; port: number }[] }
      tls_hosts: { hosts: { name: string }[] }
      shared_path: { file: string }[]
    }
    expect(lab.ssh_hosts.hosts.map(({ name }) => name)).toContain('web.lab.example')
    expect(lab.tls_hosts.hosts.map(({ name }) => name)).toContain('expired')
    expect(lab.shared_path.map(({ file }) => file)).toContain('app-server.jks')
    expect(JSON.stringify(lab)).not.toContain(server.password)
  })

  test('lets the proxy speak to key management for who may', async () => {
    const { cookie } = await call('session.signIn', { username: 'operator', password: server.password })
    const { value } = await call('keys.listSshResources', {}, cookie)
    expect(value).toMatchObject({ name: 'getAllSSHResourceDetails', totalRows: 3 })
    const passphrase = await call('keys.getSshKeyPassphrase', { keyName: 'build' }, cookie)
    expect(passphrase.value).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('lets the help desk in and shows devices, and asks an administrator for the code that came by mail', async () => {
    const helpdesk = await call('session.signIn', { username: 'helpdesk', password: server.password })
    expect(helpdesk.value.state).toBe('signed-in')
    const { value } = await call('mdm.listDevices', { limit: '5' }, helpdesk.cookie)
    expect(value.devices).toHaveLength(5)

    const step = await call('session.signIn', { username: 'otp-admin', password: server.password })
    expect(step.value).toMatchObject({ state: 'otp' })
    const wrong = await call('session.verifyOtp', { otp: '000000' }, step.cookie)
    expect([wrong.status, wrong.value.code]).toEqual([401, 'WRONG_CODE'])
    const done = await call('session.verifyOtp', { otp: await otpFor('otp-admin') }, step.cookie)
    expect(done.value.state).toBe('signed-in')
    expect((await call('session.signOut', {}, done.cookie)).value.state).toBe('signed-out')
    expect((await call('session.signIn', { username: 'admin', password: 'wrong' })).value.code).toBe(
      'WRONG_CREDENTIALS',
    )
  })

  test('keeps password, key and codes out of its output, its log, its answers and, in clear, its database', async () => {
    const secrets = [server.password, apiKey, Buffer.from(server.password).toString('base64')]
    const entries = await readdir(data, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() && entry.name !== 'master.key')
    const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))))
    const stored = Buffer.concat(contents).toString('latin1')
    expect(stored).toContain('session.verifyOtp') // the log is among them
    for (const [place, text] of Object.entries({
      output: server.stdout() + server.stderr(),
      answers: seen.join('\n'),
      files: stored,
    })) {
      for (const secret of secrets) expect(text.includes(secret), place).toBe(false)
    }
  })

  test('asked to end under load, finishes what it began and ends with 0', async () => {
    const { cookie } = await call('session.signIn', { username: 'helpdesk', password: server.password })
    const outcomes = { answered: 0, refused: 0, broken: [] as string[] }
    let ending = false
    const giveUpAt = Date.now() + 60_000
    const worker = async () => {
      while (outcomes.refused < 50 && Date.now() < giveUpAt) {
        try {
          const { status } = await call('mdm.listDevices', { limit: '50' }, cookie)
          if (status === 200) outcomes.answered += 1
          else outcomes.broken.push(String(status))
        } catch (error) {
          const { code = '' } = error as { code?: string }
          if (code === 'ECONNREFUSED' && ending) outcomes.refused += 1
          else outcomes.broken.push(code || String(error))
        }
      }
    }
    const load = Promise.all(Array.from({ length: 16 }, worker))
    await expect.poll(() => outcomes.answered, { timeout: 30_000 }).toBeGreaterThan(100)
    ending = true
    const start = Date.now()
    await server.stop()
    expect(Date.now() - start).toBeLessThan(withinMs(11_000))
    await load
    expect(outcomes.broken).toEqual([])
  }, 120_000)
})

test.each([['SQLite'], ['PostgreSQL']])(
  'a restart signs nobody out, with %s',
  async (kind) => {
    if (kind === 'PostgreSQL' && noPostgres) return expect(noPostgres).toContain('not installed')
    const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const settings = {
      TRIPTYCH_DATA_DIR: folder,
      TRIPTYCH_SEED: 'empty',
      ...(postgres && { TRIPTYCH_DATABASE_URL: await postgres.createDatabase('triptych') }),
    }
    const first = await startServer(settings)
    const input = { username: 'admin', password: first.password }
    const { cookie } = await post(first.ready.console, 'session.signIn', input)
    await first.stop()

    const second = await startServer(settings)
    expect(second.stdout(), 'what a first run shows is shown once').not.toContain('First run')
    const { value } = await post(second.ready.console, 'session.current', {}, cookie)
    expect(value).toMatchObject({ state: 'signed-in', user: { name: 'admin' } })
    expect((await post(second.ready.console, 'mdm.listDevices', {}, cookie)).status).toBe(200)
    await second.stop()
    await postgres?.stop()
  },
  120_000,
)
