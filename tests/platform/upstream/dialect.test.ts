import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type ConfiguredDialect, configuredDialect, defaultDialect } from '#contract/dialect.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import { openUpstream } from '#platform/upstream/upstream.ts'
import { type Proxy, secret, startProxy } from '../../support/proxy.ts'
import { type Answer, json, startUpstream } from '../../support/upstream.ts'

let proxy: Proxy
afterEach(() => proxy.stop())

async function started(dialect: Partial<ConfiguredDialect>, account = 'chief') {
  proxy = await startProxy({ dialect: configuredDialect.parse({ pageBase: 0, ...dialect }) })
  return proxy.signIn(account)
}
/** It is a new session: the cookie of the one before is dead. */
const confirmed = async (cookie: string) =>
  (await proxy.call('session.confirmIdentity', { password: secret.password }, cookie)).cookie
const last = (service: 'desktop' | 'mdm' | 'keys') => proxy[service].received.at(-1)

describe('the credential travels as its server wants it', () => {
  test('desktop and mobile device management take it bare, key management in a header of its own', async () => {
    const cookie = await started({})
    await proxy.call('desktop.listComputers', {}, cookie)
    await proxy.call('mdm.listDevices', {}, cookie)
    await proxy.call('keys.listSshKeys', {}, cookie)
    expect(last('desktop')?.headers).toMatchObject({ authorization: secret.token })
    expect(last('mdm')?.headers).toMatchObject({ authorization: secret.apiKey })
    expect(last('keys')?.headers).toMatchObject({ authtoken: secret.apiKey })
    expect(last('keys')?.headers).not.toHaveProperty('authorization')
  })

  test('another header is a setting, and then the usual one is not sent', async () => {
    const cookie = await started({ credentialHeader: 'X-Api-Key' })
    await proxy.call('keys.listSshKeys', {}, cookie)
    expect(last('keys')?.headers).toMatchObject({ 'x-api-key': secret.apiKey })
    expect(last('keys')?.headers).not.toHaveProperty('authtoken')
  })

  test.each([
    [{}, 'Vendor-oauthtoken a-token'],
    [{ 'Vendor-oauthtoken': 'Acme-oauthtoken' }, 'Acme-oauthtoken a-token'],
    [{ 'a-token': 'another' }, 'Vendor-oauthtoken a-token'],
  ])('a cloud token has a scheme before it, by whatever name: %j', async (names, header) => {
    await started({})
    const server = await startUpstream((_request, response) => json(response, { devices: [] }))
    const dialect = { ...defaultDialect, names: { ...names } as Record<string, string> }
    const upstream = openUpstream('mdm', { name: 'cloud', baseUrl: server.url, dialect })
    onTestFinished(async () => {
      await upstream.close()
      await server.stop()
    })
    const request = toRequest(listDevices, {}, upstream.dialect)
    await upstream.request(listDevices, request, 'Vendor-oauthtoken a-token', new AbortController().signal)
    expect(server.received[0]?.headers.authorization).toBe(header)
  })
})

describe('INPUT_DATA of a POST', () => {
  const create = ['keys.createSshKey', { keyName: 'canary-key', keyType: 'ssh-rsa', length: '2048' }] as const
  test.each([
    ['query', 'url'],
    ['body', 'body'],
  ] as const)('travels in the %s where the dialect says so', async (inputData, place) => {
    const cookie = await confirmed(await started({ inputData }))
    await proxy.call('keys.listSshKeys', {}, cookie)
    await proxy.call(create[0], create[1], cookie)
    const post = proxy.keys.received.find(({ method }) => method === 'POST')
    expect(post?.[place]).toContain('canary-key')
    expect(post?.[place === 'url' ? 'body' : 'url']).not.toContain('canary-key')
  })
})

describe('names of that server', () => {
  const names = {
    resource_name: 'computer',
    owner: 'holder',
    EXTCA: 'MSCA',
    signType: 'SIGN_TYPE',
    revokeEXTCACertificate: 'revokeMSCACertificate',
  }

  test('stand in what is asked, choices and columns included, and are the reference’s again in what is answered', async () => {
    const cookie = await started({ names })
    proxy.desktop.answer((_request, response) =>
      json(response, { message_response: { computers: [{ computer: 'PC-1', holder: 'resource_name' }] } }),
    )
    const search = { searchtype: 'resource_name', searchcolumn: 'resource_name', searchvalue: 'owner', sort: '-owner' }
    const { value } = await proxy.call('desktop.listComputers', search, cookie)
    expect(last('desktop')?.url.split('?')[1]).toBe(
      'searchtype=computer&searchcolumn=computer&searchvalue=owner&sort=-holder',
    )
    expect(value.message_response).toEqual({ computers: [{ resource_name: 'PC-1', owner: 'resource_name' }] })
  })

  test('name its operations', async () => {
    const cookie = await confirmed(await started({ names }))
    const certificate = { common_name: 'EXTCA', serial_number: '1', revoke_reason: 1 }
    await proxy.call('keys.revokeCertificate', certificate, cookie)
    expect(last('keys')?.url).toMatch(/\/revokeMSCACertificate\?/)
    expect(decodeURIComponent(last('keys')?.url ?? '')).toContain('"common_name":"EXTCA"')
    await proxy.call('keys.signRequest', { CSR_ID: '7', signType: 'EXTCA' }, cookie)
    expect(decodeURIComponent(last('keys')?.url ?? '')).toContain('"SIGN_TYPE":"MSCA"')
  })
})

describe('a refusal is understood in every form that real servers give it', () => {
  const description = 'The domain is not known'
  const forms: [string, number, object | string, string][] = [
    [
      'snake case within HTTP 200',
      200,
      { status: 'error', error_code: '10025', error_description: description },
      '10025',
    ],
    ['camel case', 400, { errorCode: 'IAM0028', errorMsg: description }, 'IAM0028'],
    ['camel case within HTTP 200', 200, { errorCode: 'IAM0028', errorMsg: description }, 'IAM0028'],
    ['capitals', 400, { ErrorCode: '10010', ErrorMsg: description }, '10010'],
    ['nothing but its status', 412, {}, 'HTTP_412'],
    ['bare text', 400, description, 'HTTP_400'],
  ]
  test.each(forms)('%s', async (_form, status, body, code) => {
    const cookie = await started({})
    const refuse: Answer = (_request, response) => json(response, body, status)
    proxy.desktop.answer(refuse)
    const { value, status: answered } = await proxy.call('desktop.listComputers', {}, cookie)
    expect(value).toMatchObject({ service: 'desktop' satisfies UpstreamService, code })
    expect(answered).toBeGreaterThanOrEqual(400)
    if (typeof body === 'object' && Object.keys(body).length > 0) expect(value.message).toBe(description)
  })
})
