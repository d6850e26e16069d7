import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import { openUpstream } from '#platform/upstream/upstream.ts'
import { refusalOfKey } from '#services/console/api-keys/try-key.ts'
import { secret } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'
import { at, healthy, serverOf, startHealth, withKey } from './health-world.ts'

describe('a server with another dialect is found, with the setting that fixes it', () => {
  test('another version, which is not used silently', async () => {
    const server = await serverOf((request, response) =>
      request.url.startsWith('/api/1.4/')
        ? healthy.desktop({ ...request, url: request.url.replace('1.4', '1.3') }, response)
        : json(
            response,
            { status: 'error', error_code: '10023', error_description: 'API version is not supported' },
            400,
          ),
    )
    const console = await startHealth({ desktop: { baseUrl: server.url } })
    const { of } = await console.findings('desktop')
    expect(of('version')).toMatchObject({
      level: 'bad',
      title: 'The server does not support version 1.3, but another setting works',
      next: 'Write version: "1.4" in dialect of "my-desktop".',
    })
    const { value } = await console.proxy.call('session.signIn', { username: 'admin', password: 'x' })
    expect(value).toMatchObject({ code: '10023' })
  })

  test('another prefix', async () => {
    const server = await at((request, response) =>
      request.url.startsWith('/api/v1/mdm/')
        ? healthy.mdm({ ...request, url: request.url.replace('/mdm', '') }, response)
        : json(response, {}, 404),
    )
    const console = await startHealth({ mdm: { ...server, ...withKey } })
    expect((await console.findings('mdm')).of('version')?.next).toBe(
      'Write prefix: "/api/v1/mdm" in dialect of "my-mdm".',
    )
  })

  test('devices at the address of the API root only', async () => {
    const server = await at((request, response) => {
      if (request.url === '/api/v1') return json(response, { devices: '/inventory/phones' })
      if (!request.url.startsWith('/inventory/phones')) return json(response, { error_code: 'COM0001' }, 405)
      return healthy.mdm({ ...request, url: request.url.replace('/inventory/phones', '/api/v1/devices') }, response)
    })
    const dialect = { ...defaultDialect, apiRoot: '/api/v1' }
    const console = await startHealth({ mdm: { ...server, ...withKey, dialect } })
    const { level, findings } = await console.findings('mdm', await console.signIn())
    expect({ level, bad: findings.filter((one) => one.level === 'bad') }).toEqual({ level: 'good', bad: [] })

    const upstream = openUpstream('mdm', { name: 'my-mdm', ...server, dialect: { ...dialect, pageBase: 'auto' } })
    onTestFinished(async () => void (await upstream.close()))
    const { signal } = new AbortController()
    expect(await refusalOfKey(upstream, secret.apiKey, signal)).toBeUndefined()
  })

  test('no known version', async () => {
    const console = await startHealth({ keys: { ...(await at((_, response) => json(response, {}, 404))), ...withKey } })
    expect((await console.findings('keys')).of('version')).toMatchObject({
      level: 'bad',
      title: 'The server does not support its operations',
    })
  })

  test.each([
    [0, 1, 'The server counts pages from 1, the configuration from 0', 'The first page would be shown twice'],
    [1, 0, 'The server counts pages from 0, the configuration from 1', 'The first page would be omitted'],
  ] as const)('pages from %i in the configuration, from %i there', async (configured, there, title, detail) => {
    const server = await serverOf((request, response) => {
      if (!request.url.includes('/som/computers')) return healthy.desktop(request, response)
      const page = Number(new URL(request.url, 'http://x').searchParams.get('page') ?? there)
      return json(response, { message_response: { page, computers: [{ resource_id: page }] } })
    })
    const dialect = { ...defaultDialect, pageBase: configured }
    const console = await startHealth({ desktop: { baseUrl: server.url, dialect } })
    const { of } = await console.findings('desktop', await console.signIn())
    expect(of('pages')).toMatchObject({ level: 'bad', title, detail })
    expect(of('pages')?.next).toContain(`"pageBase": ${there}`)
  })

  test('other field names, and what they probably mean', async () => {
    const server = await at((request, response) =>
      request.url.startsWith('/api/v1/devices/')
        ? json(response, { device_id: '7', device_name: ['x'], acme_restricions: {}, acme_vault: true, color: 'blue' })
        : healthy.mdm(request, response),
    )
    const console = await startHealth({ mdm: { ...server, ...withKey } })
    const { findings, level } = await console.findings('mdm', await console.signIn())
    const [strangers, others] = findings.filter(({ check }) => check === 'names')
    expect(level).toBe('note')
    expect(strangers).toMatchObject({
      title: '3 fields are not in the references',
      detail: 'acme_restricions, acme_vault, color',
    })
    expect(strangers?.next).toContain('dialect.names of "my-mdm"')
    expect(strangers?.next).toContain('"vendor_restricions": "acme_restricions"')
    expect(others?.detail).toBe('device_name (list)')
  })

  test('fields of the device list that match the references', async () => {
    const server = await at((request, response) =>
      request.url.startsWith('/api/v1/devices?') || request.url === '/api/v1/devices'
        ? json(response, { devices: [{ device_id: '7', battery_level: 50, security: { device_rooted: false } }] })
        : json(response, {}, 404),
    )
    const console = await startHealth({ mdm: { ...server, ...withKey } })
    const { of } = await console.findings('mdm', await console.signIn())
    expect(of('names')).toMatchObject({ level: 'good' })
  })

  test('a list that accepts only the parameters of the reference works, and so does the key', async () => {
    const server = await serverOf((request, response) =>
      request.url.includes('?')
        ? json(response, { error_code: 'COM0014', error_description: 'Extra parameter found: limit' }, 400)
        : healthy.mdm(request, response),
    )
    const console = await startHealth({ mdm: { baseUrl: server.url, ...withKey } })
    const { level, of } = await console.findings('mdm', await console.signIn())
    expect(level).toBe('note')
    expect(of('answers')?.title).toBe(
      'The server rejects the parameter limit, which is not part of the reference; it is omitted',
    )
    expect(of('answers')?.next).toContain('Write omits: ["limit"] in dialect of "my-mdm"')
    const upstream = openUpstream('mdm', { name: 'phones', baseUrl: server.url, dialect: defaultDialect })
    onTestFinished(async () => void (await upstream.close()))
    expect(await refusalOfKey(upstream, secret.apiKey, new AbortController().signal)).toBeUndefined()
    expect((await refusalOfKey(upstream, 'no-such-key', new AbortController().signal))?.status).toBe(401)
  })

  test('deviations that are tolerated', async () => {
    const server = await serverOf((request, response) => {
      if (!request.url.includes('/som/computers')) return healthy.desktop(request, response)
      const body = {
        MessageType: 'computers',
        MessageResponse: { Page: 0, Total: 0, computers: [] },
        Status: 'success',
      }
      return response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
    })
    const console = await startHealth({ desktop: { baseUrl: server.url } })
    const { findings } = await console.findings('desktop', await console.signIn())
    expect(findings.filter(({ check }) => check === 'answers').map(({ title, level }) => [level, title])).toEqual([
      ['note', 'JSON has another content type; it is accepted'],
      ['note', 'The envelope has capitalized names; it is accepted'],
    ])
  })
})
