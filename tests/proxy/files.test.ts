import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { fileResponse } from '#contract/http/file-answer.ts'
import { secret, startProxy } from '../support/proxy.ts'
import { type Answer, json } from '../support/upstream.ts'
import { why } from '../support/why.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let [admin, reader] = ['', '']
beforeAll(async () => {
  proxy = await startProxy()
  ;[admin, reader] = [await proxy.signInConfirmed(), await proxy.signIn('reader')]
})
afterAll(() => proxy.stop())
afterEach(() => {
  proxy.keys.answer(success)
  proxy.keys.received.length = 0
})
const success: Answer = (_request, response) => json(response, { result: { status: 'Success', message: 'Done' } })
const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
const keyFile = new File([bytes], 'my “key”.pem')

/** What reached the server, as a server reads it. */
const formOf = async (at = 0) => {
  const received = proxy.keys.received[at]
  const type = received?.headers['content-type'] ?? ''
  return new Response(received && Uint8Array.from(received.bytes), { headers: { 'content-type': type } }).formData()
}

describe('a file on its way up', () => {
  test('arrives byte for byte, in the part that the reference names, beside INPUT_DATA', async () => {
    const input = { keyName: 'build', passphrase: 'pass & phrase' }
    const { status } = await proxy.callWithFiles('keys.addSshKey', input, { File: keyFile }, admin)
    expect(status).toBe(200)
    const form = await formOf()
    expect([...form.keys()].toSorted()).toEqual(['File', 'INPUT_DATA'])
    const file = form.get('File') as File
    expect([file.name, await file.bytes()]).toEqual(['my “key”.pem', bytes])
    expect(JSON.parse(form.get('INPUT_DATA') as string)).toEqual({ operation: { Details: input } })
    expect(proxy.keys.received[0]).toMatchObject({ method: 'POST', url: '/api/pki/restapi/addSSHKey' })
    expect(proxy.keys.received[0]?.headers.authtoken).toBe(secret.apiKey)
    expect(proxy.keys.received[0]?.headers).not.toHaveProperty('authorization')
  })

  test('goes as a GET where the reference says so, which no browser could send', async () => {
    proxy.keys.answer((_request, response) =>
      json(response, { Status: 'Success', Message: '1 of 1', ImportedCertificate: ['a.jks'] }),
    )
    const list = new File(['{"a.jks::1":"secret"}'], 'list.txt')
    const { value } = await proxy.callWithFiles('keys.importUnmanagedCertificates', {}, { File: list }, admin)
    expect(value).toMatchObject({ ImportedCertificate: ['a.jks'] })
    expect(proxy.keys.received[0]).toMatchObject({ method: 'GET', url: '/api/pki/restapi/discoverUnmanagedCert' })
    expect(await ((await formOf()).get('File') as File).text()).toBe('{"a.jks::1":"secret"}')
  })

  test('is refused when it is too large, missing or doubled, and no server hears of it', async () => {
    const large = new File([new Uint8Array(1024 * 1024 + 1)], 'large')
    const tooLarge = await proxy.callWithFiles('keys.addSshKey', { keyName: 'a' }, { File: large }, admin)
    expect(tooLarge).toMatchObject({ status: 413, value: { code: 'TOO_LARGE', field: 'File' } })
    const missing = await proxy.callWithFiles('keys.addSshKey', { keyName: 'a' }, {}, admin)
    expect(missing.value).toMatchObject({ field: 'File', message: expect.stringContaining('File') as string })
    const doubled = new FormData()
    doubled.append('File', keyFile)
    doubled.append('File', keyFile)
    expect((await proxy.sendForm('keys.addSshKey', doubled, admin)).value).toMatchObject({ field: 'File' })
    const foreign = new FormData()
    foreign.append('INPUT_DATA', '{}')
    expect((await proxy.sendForm('keys.addSshKey', foreign, admin)).status).toBe(400)
    expect(proxy.keys.received).toEqual([])
  })

  test('is no way around JSON for rows that take no file', async () => {
    const { status } = await proxy.callWithFiles('keys.createSshKey', { keyName: 'a', keyType: 'ed25519' }, {}, admin)
    expect(status).toBe(415)
  })
})

describe('a file on its way down', () => {
  const file = (name: string, type = 'text/html'): Answer => {
    const { headers } = fileResponse({ name, bytes, type })
    return (_request, response) => response.writeHead(200, headers).end(bytes)
  }
  const exported = (cookie = admin) => proxy.call('keys.exportSshKey', { keyName: 'build', ...why }, cookie)

  test('is the server’s bytes under its name, to be saved and never shown, cached or run', async () => {
    proxy.keys.answer(file('bäd "näme"; \\ ../../x.html'))
    const { headers, bytes: body, status } = await exported()
    expect([status, Uint8Array.from(body)]).toEqual([200, bytes])
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': '256',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[ -~]+"; filename\*=UTF-8''[!-~]+$/)
    expect(headers['content-security-policy']).toMatch(/(^|; )sandbox(;|$)/)
    expect(headers).not.toHaveProperty('content-encoding')
  })

  test('that looks like JSON is a file all the same', async () => {
    const jwk = '{"status":"failed","kty":"RSA"}'
    const { headers } = fileResponse({ name: 'key.json', bytes: new TextEncoder().encode(jwk) })
    proxy.keys.answer((_request, response) => response.writeHead(200, headers).end(jwk))
    expect(await exported()).toMatchObject({ status: 200, text: jwk })
  })

  test('that is not there is a refusal in the server’s words', async () => {
    const failed = { name: 'exportSSHKey', result: { status: 'Failed', message: 'keyName: There is no key “build”' } }
    proxy.keys.answer((_request, response) => void response.end(`\ufeff\n ${JSON.stringify(failed)}`))
    expect((await exported()).value).toMatchObject({ code: 'REFUSED' })
    proxy.keys.answer((_request, response) => json(response, failed))
    const { value } = await exported()
    expect(value).toMatchObject({ service: 'keys', code: 'REFUSED', message: failed.result.message })
  })

  test('is not the page that a server shows in its place', async () => {
    const page: Answer = (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html;charset=UTF-8' }).end('<!DOCTYPE html><h1>Sign in</h1>')
    proxy.keys.answer(page)
    expect((await exported()).value).toMatchObject({ code: 'UNEXPECTED_CONTENT' })
  })

  test('that is cut short is an error, not a short key', async () => {
    const { headers } = fileResponse({ name: 'key', bytes })
    proxy.keys.answer((_request, response) =>
      response.writeHead(200, { ...headers, 'content-length': 500 }).write(bytes, () => response.destroy()),
    )
    expect((await exported()).status).toBe(502)
  })

  test('never holds our credential', async () => {
    const { headers } = fileResponse({ name: 'key', bytes })
    proxy.keys.answer((request, response) => response.writeHead(200, headers).end(request.headers.authtoken))
    expect((await exported()).value).toMatchObject({ code: 'UNEXPECTED_CONTENT' })
  })

  test('needs more permission where it holds a private key', async () => {
    proxy.keys.answer(file('build.pub'))
    const open = await proxy.call('keys.exportSshKey', { keyName: 'build', keyExportType: 'public' }, reader)
    expect(open.status).toBe(200)
    const certificate = { common_name: 'a', serial_number: '1' }
    expect((await proxy.call('keys.getCertificate', { ...certificate, fileType: 'PEM' }, reader)).status).toBe(200)
    proxy.keys.received.length = 0
    for (const fileType of ['KEY', 'PKCS', 'JKS']) {
      const { value } = await proxy.call('keys.getCertificate', { ...certificate, fileType }, reader)
      expect(value).toMatchObject({ code: 'FORBIDDEN', message: 'Your account needs KeyManagement_Admin' })
    }
    expect((await exported(reader)).status).toBe(403)
    expect(proxy.keys.received).toEqual([])
  })
})

test('a plain sentence comes as text, and a page in its place does not', async () => {
  const revoke = () =>
    proxy.call('keys.revokeCertificate', { common_name: 'a', serial_number: '1', revoke_reason: 4 }, admin)
  proxy.keys.answer((_request, response) => response.end('The certificate was revoked: superseded'))
  expect(await revoke()).toMatchObject({ status: 200, text: 'The certificate was revoked: superseded' })
  proxy.keys.answer((_request, response) => response.end('<html>Sign in</html>'))
  expect((await revoke()).value).toMatchObject({ code: 'UNEXPECTED_CONTENT' })
})

test('INPUT_DATA of a POST travels in the query by the reference, and in the body where the connection says so', async () => {
  const input = { keyName: 'build', keyType: 'ed25519', passPhrase: 'canary & phrase' }
  await proxy.call('keys.createSshKey', input, admin)
  const { target } = { target: proxy.keys.received[0]?.url ?? '' }
  expect(JSON.parse(new URLSearchParams(target.split('?')[1]).get('INPUT_DATA') ?? '')).toEqual({
    operation: { Details: input },
  })
  const other = await startProxy({ dialect: { ...defaultDialect, inputData: 'body', credentialHeader: 'X-Key' } })
  await other.call('keys.createSshKey', input, await other.signIn())
  const [received] = other.keys.received
  expect(received?.url).toBe('/api/pki/restapi/createsshkey')
  expect(received?.headers['x-key']).toBe(secret.apiKey)
  expect(JSON.parse(new URLSearchParams(received?.body).get('INPUT_DATA') ?? '')).toEqual({
    operation: { Details: input },
  })
  await other.stop()
})
