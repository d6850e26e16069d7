// The whole of key management, as it runs in the product.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { type JsonObject, stringifyJson } from '#contract/json.ts'
import { apiKeyRows } from '#contract/keys/api-keys.ts'
import { authorityRows } from '#contract/keys/authorities.ts'
import { keys } from '#contract/keys/operations.ts'
import { apiNameOf } from '#contract/keys/result.ts'
import { serverRows } from '#contract/keys/servers.ts'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { anyOf } from '../../../contract/arbitrary.ts'
import { isInstalled } from '../../../crypto/run-tool.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { runs, withinMs } from '../../../support/runs.ts'
import { type Running, startRunning } from '../../running.ts'
import { multipart } from '../multipart-body.ts'
import { documentOf, inForm, inQuery } from './edge-world.ts'

const all = Object.values<Endpoint>(keys)
const own = [apiKeyRows, authorityRows, serverRows, sshResourceRows]
  .flatMap((rows) => Object.values<Endpoint>(rows))
  .filter(({ method }) => method === 'POST')

describe.each(noPostgres ? ['SQLite'] : ['SQLite', 'PostgreSQL'])(
  'any INPUT_DATA for any operation, with %s',
  (kind) => {
    let running: Running
    let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined
    beforeAll(async () => {
      postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
      const url = await postgres?.createDatabase('keys')
      running = await startRunning({ keys: {}, ...(url !== undefined && { url }) })
    }, 120_000)
    afterAll(async () => {
      await running.stop()
      await postgres?.stop()
    })

    /** Answered within a second, in the envelope of the row, and never with a failure of ours. */
    async function expectAnswer(endpoint: Endpoint, target: string, asked: object) {
      const start = performance.now()
      const answer = await running.keyClient().ask(target, { method: endpoint.method, ...asked })
      const ms = performance.now() - start
      expect([apiNameOf(endpoint), answer.status, answer.text.slice(0, 300)]).toEqual([
        apiNameOf(endpoint),
        expect.toSatisfy((status: number) => [200, 400, 413, 429].includes(status)),
        expect.any(String),
      ])
      const isJson = answer.headers['content-type']?.startsWith('application/json')
      if (isJson) expect(isEnvelope(answer.json())).toBe(true)
      else expect([answer.status, endpoint.responseType]).toEqual([200, expect.stringMatching(/file|sentence/)])
      return { ...answer, ms }
    }
    const isEnvelope = (body: JsonObject) =>
      typeof body.Status === 'string'
        ? typeof body.Message === 'string'
        : typeof body.name === 'string' && body.result !== undefined

    const slow = new Set<Endpoint>([keys.createSshKey, keys.createCertificate, keys.createRequest, keys.getPgpKey])
    const reachesOut = new Set<Endpoint>([keys.discoverHost, keys.discoverRange, keys.discoverFromFile])
    const quick = all.filter((endpoint) => !reachesOut.has(endpoint))

    test.each(quick.map((endpoint) => [apiNameOf(endpoint), endpoint] as const))(
      '%s takes whatever fits its fields',
      async (_, endpoint) => {
        const numRuns = slow.has(endpoint) ? runs(3, 10) : runs(8, 30)
        await fc.assert(
          fc.asyncProperty(anyOf(endpoint.input), async (input) => {
            const { target, headers, body, form } = toRequest(endpoint, input as never)
            const asked = form
              ? multipart([
                  ...Object.entries(form.fields).map(([name, content]) => ({ name, content })),
                  ...Object.entries(form.files).map(([name, { name: file, bytes }]) => ({
                    name,
                    file,
                    content: bytes,
                  })),
                ])
              : { headers, ...(body !== undefined && { body }) }
            const { ms } = await expectAnswer(endpoint, target, asked)
            if (!slow.has(endpoint)) expect(ms).toBeLessThan(withinMs(1000))
          }),
          { numRuns, seed: 20_261_121 },
        )
      },
      60_000,
    )

    test.each(all.map((endpoint) => [apiNameOf(endpoint), endpoint] as const))(
      '%s takes whatever is JSON',
      async (_, endpoint) => {
        const names = Object.keys((endpoint.input as unknown as { shape: object }).shape)
        const anything = fc.oneof(
          fc.record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] }),
          fc.jsonValue().map((value) => ({ value })),
        )
        await fc.assert(
          fc.asyncProperty(anything, async (details) => {
            const document = documentOf(details)
            const { ms } = await expectAnswer(endpoint, endpoint.path, inForm(document))
            expect(ms).toBeLessThan(withinMs(1000))
            await expectAnswer(endpoint, endpoint.path + inQuery(document), {})
          }),
          { numRuns: runs(5, 15), seed: 20_261_122 },
        )
      },
      60_000,
    )

    test.each(own.map((endpoint) => [apiNameOf(endpoint), endpoint] as const))(
      '%s, which is ours, takes whatever is JSON',
      async (_, endpoint) => {
        const names = Object.keys((endpoint.input as unknown as { shape: object }).shape)
        const fields = fc.record(Object.fromEntries(names.map((name) => [name, odd])), { requiredKeys: [] })
        const headers = { 'content-type': 'application/json' }
        await fc.assert(
          fc.asyncProperty(fc.oneof(fields, fc.jsonValue()), async (input) => {
            await expectAnswer(endpoint, endpoint.path, { headers, body: stringifyJson(input) })
          }),
          { numRuns: runs(8, 30), seed: 20_261_123 },
        )
      },
      60_000,
    )

    test('numbers that no database has room for are refused like any other', async () => {
      for (const endpoint of [...all, ...own]) {
        const names = Object.keys((endpoint.input as unknown as { shape: object }).shape)
        for (const number of [2_147_483_648, Number.MAX_SAFE_INTEGER, '2147483648', '99999999999999999999']) {
          const input = Object.fromEntries(names.map((name) => [name, number]))
          const json = { headers: { 'content-type': 'application/json' }, body: stringifyJson(input) }
          await expectAnswer(endpoint, endpoint.path, endpoint.encoding === 'json' ? json : inForm(documentOf(input)))
        }
      }
    })

    /** Values that no field asks for. */
    const odd = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        true,
        0,
        -1,
        1.5,
        1e21,
        2_147_483_648,
        9_007_199_254_740_991,
        '2147483648',
        '99999999999999999999',
        '',
        ' ',
        '\u007f',
        '../../etc/passwd',
        'x'.repeat(5000),
        [],
        {},
        ['a'],
      ),
      fc.constantFrom('__proto__', 'constructor', "' or 1=1 --", '\u202e', '%00', '*', '\\', '${x}', 'ｆｕｌｌ'),
      fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0')),
    )
  },
)

describe('a service of its own', () => {
  test('answers over TLS that openssl trusts by the certificate it publishes, and by no other', async () => {
    const running = await startRunning({ keys: {} })
    const { origin, ca } = running.keys as NonNullable<Running['keys']>
    if (isInstalled('openssl')) {
      const port = new URL(origin).port
      const connect = ['s_client', '-connect', `127.0.0.1:${port}`, '-brief', '-verify_return_error', '-x509_strict']
      for (const [by, name] of [
        ['-verify_hostname', 'localhost'],
        ['-verify_ip', '127.0.0.1'],
      ] as const) {
        const asked = promisify(execFile)('openssl', [...connect, '-CAfile', ca, by, name], { timeout: 10_000 })
        asked.child.stdin?.end()
        const { stderr, stdout } = await asked
        expect(stderr + stdout).toContain('Verification: OK')
      }
    }
    await expect(fetch(origin)).rejects.toThrow() // without that certificate
    await running.stop()
  })

  test('starts sealed without its passphrase, says so everywhere, and opens by it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'triptych-sealed-'))
    const passphrase = 'correct horse battery staple'
    const first = await startRunning({ folder, keys: { passphrase } })
    await first.keyClient().call(keys.createSshKey, { keyName: 'kept', keyType: 'ed25519' })
    await first.stop({ keepFolder: true })

    for (const wrong of [undefined, 'a wrong passphrase']) {
      const running = await startRunning({ folder, keys: { passphrase: wrong } })
      const { ask } = running.keyClient()
      expect(await running.notReady()).toBe('key management: its vault is sealed')
      for (const endpoint of all) {
        const { status, headers, json } = await ask(endpoint.path, { method: endpoint.method })
        const said = JSON.stringify(json())
        expect([apiNameOf(endpoint), status, headers['retry-after']]).toEqual([apiNameOf(endpoint), 503, '5'])
        expect(said).toMatch(/"(Status|status)":"Failed"/)
        expect(said).toContain('sealed')
      }
      expect((await ask(keys.listSshKeys.path, { key: 'wrong' })).status).toBe(401)
      expect((await ask(apiKeyRows.getVaultStatus.path)).json().details).toEqual({
        sealed: true,
        openedBy: 'passphrase',
      })

      const unseal = (text: string) => running.keyClient().call(apiKeyRows.unsealVault, { passphrase: text })
      await expect(unseal('guess guess guess')).rejects.toThrow('passphrase: It cannot unseal the vault')
      expect((await ask(keys.listSshKeys.path)).status).toBe(503)
      await unseal(passphrase)
      expect(await running.notReady()).toBeUndefined()
      expect((await running.keyClient().call(keys.listSshKeys, {})).rows).toMatchObject([{ KeyName: 'kept' }])
      expect(running.logged.join('\n')).not.toMatch(/horse|wrong passphrase|guess guess/)
      await running.stop({ keepFolder: true })
    }
    await rm(folder, { recursive: true, force: true })
  }, 120_000)

  test('says over plain HTTP, to everybody, what its authorities have revoked', async () => {
    const running = await startRunning({ keys: {} })
    const { call } = running.keyClient()
    await call(authorityRows.createAuthority, { CNAME: 'A root', ALG: 'EC', LEN: '256', Validity: 30 })
    const { rows } = await call(authorityRows.listAuthorities, {})
    const addresses = rows.flatMap((row) => JSON.stringify(row).match(/http:[^"]+\.crl/g) ?? [])
    expect(addresses).not.toEqual([])
    for (const address of addresses) {
      expect(address).toContain(`${running.mdm}/pki/`)
      const answer = await fetch(address)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pkix-crl'])
    }
    await running.stop()
  })

  test('regenerates its keys at once, for everybody who uses them', async () => {
    const running = await startRunning({ keys: {}, demoApiKey: 'chosen-by-the-operator' })
    const { ask, call } = running.keyClient()
    const status = async (key: string) => (await ask(keys.listSshKeys.path, { key })).status
    expect(running.keys?.firstKey).toBe('chosen-by-the-operator')
    expect(await status('chosen-by-the-operator')).toBe(200)
    const { rows } = await call(apiKeyRows.listApiKeys, {})
    const renewed = await call(apiKeyRows.regenerateApiKey, { id: rows[0]?.id ?? 0 })
    expect([await status('chosen-by-the-operator'), await status(String(renewed.apiKey))]).toEqual([401, 200])
    await running.stop()
  })

  test('names what is missing of its own rows in their envelope', async () => {
    const running = await startRunning({ keys: {} })
    const { ask } = running.keyClient()
    const json = { 'content-type': 'application/json' }
    const { path } = apiKeyRows.generateApiKey
    const post = (body: string, headers = json) => ask(path, { method: 'POST', headers, body })
    expect((await post('{}')).json()).toEqual({
      name: 'generateApiKey',
      result: { status: 'Failed', message: expect.stringContaining('name') as unknown },
    })
    for (const body of ['', '{', '[]', '{"name":"a","name":"b"}', '\ufeff{}', 'null', '1']) {
      expect([body, (await post(body)).status]).toEqual([body, 400])
    }
    expect((await post('{"name":"a"}', { 'content-type': 'text/plain' })).status).toBe(400)
    expect((await post(JSON.stringify({ name: 'x'.repeat(65_536) }))).status).toBe(413)
    expect((await ask(path)).status).toBe(405)
    await running.stop()
  })
})
