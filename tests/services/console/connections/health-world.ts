// Servers that are well, and a console before servers that a test chooses.
import { onTestFinished } from 'vitest'
import type { Finding } from '#contract/console/connections.ts'
import { defaultDialect } from '#contract/dialect.ts'
import type { IdentitySettings } from '#platform/upstream/sites.ts'
import type { Connection, UpstreamService } from '#platform/upstream/connection.ts'
import { secret, startProxy } from '../../../support/proxy.ts'
import { type Answer, json, startUpstream } from '../../../support/upstream.ts'

type Servers = Partial<Record<UpstreamService, Partial<Connection>>>
type Checked = { name: string; service: string; level: string; milliseconds?: number; findings: Finding[] }

/** A server of the tests over plain HTTP, gone when the test is over. */
export async function serverOf(answer: Answer) {
  const server = await startUpstream(answer)
  onTestFinished(() => server.stop())
  return server
}

/** The address of such a server. */
export const at = async (answer: Answer) => ({ baseUrl: (await serverOf(answer)).url })

export async function startHealth(servers: Servers, identity?: IdentitySettings) {
  const desktop = servers.desktop ?? { baseUrl: (await serverOf(healthy.desktop)).url }
  const connections = Object.fromEntries(
    Object.entries({ ...servers, desktop }).map(([service, given]): [string, Connection] => [
      service,
      {
        name: `my-${service}`,
        dialect: defaultDialect,
        baseUrl: new URL('http://127.0.0.1:1'),
        deadlines: { connectMs: 1_000 },
        ...given,
      },
    ]),
  )
  const proxy = await startProxy({ sites: [{ name: 'main', title: 'Main', connections, identity }] })
  onTestFinished(() => proxy.stop())
  const check = async (cookie = '') => {
    const { value, text } = await proxy.call('console.checkConnections', {}, cookie)
    return { all: (value as unknown as { connections: Checked[] }).connections, text }
  }
  return {
    proxy,
    check,
    signIn: () => proxy.signIn('admin'),
    /** What is said of one server; by name of what was looked at. */
    findings: async (service: UpstreamService, cookie = '') => {
      const found = (await check(cookie)).all.find((one) => one.service === service)
      const of = (check: Finding['check']) => found?.findings.find((finding) => finding.check === check)
      return { level: found?.level, findings: found?.findings ?? [], of }
    },
  }
}

export const withKey: Partial<Connection> = { credential: () => Promise.resolve(secret.apiKey) }

const enveloped = (message_type: string, message_response: object) => ({
  message_type,
  message_response,
  message_version: '1.0',
  status: 'success',
})
const permissions = { read: ['Common_Read', 'SOM_Read', 'MDM_Read'], write: [], admin: ['Common_Admin'] }

/** As the references have it. */
export const healthy: Record<'desktop' | 'mdm' | 'keys', Answer> = {
  desktop: ({ url, method }, response) => {
    const { pathname: path, searchParams } = new URL(url, 'http://x')
    if (path.endsWith('/desktop/discover')) return json(response, enveloped('discover', { discover: { domains: [] } }))
    if (path.endsWith('/desktop/authentication') && method === 'POST') {
      const auth = {
        auth_data: { auth_token: secret.token },
        user_permissions: permissions,
        user_data: { user_id: 7, user_name: 'admin' },
      }
      return json(response, enveloped('authentication', { authentication: auth }))
    }
    if (path.endsWith('/desktop/serverproperties'))
      return json(response, enveloped('serverproperties', { serverproperties: {} }))
    if (!path.endsWith('/som/computers')) return json(response, { status: 'error', error_code: '10022' }, 404)
    const page = Number(searchParams.get('page') ?? 0)
    return json(response, enveloped('computers', { total: 2, limit: 1, page, computers: [{ resource_id: page + 1 }] }))
  },
  mdm: ({ url, headers }, response) => {
    if (headers.authorization !== secret.apiKey && headers.authorization !== secret.token) {
      return json(response, { error_code: 'COM0013', error_description: 'Invalid auth token' }, 401)
    }
    if (url.startsWith('/api/v1/devices/')) return json(response, { device_id: '7', device_name: 'Reception' })
    if (url.startsWith('/api/v1/devices')) return json(response, { devices: [{ device_id: '7' }] })
    return json(response, { error_code: 'COM0008', error_description: 'Unknown resource' }, 404)
  },
  keys: ({ headers }, response) =>
    headers.authtoken === secret.apiKey
      ? json(response, {
          name: 'getCertificate',
          result: { status: 'Failed', message: 'There is no such certificate' },
        })
      : json(response, { name: '', result: { status: 'Failed', message: 'Invalid AUTHTOKEN' } }, 401),
}
