import { listSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { Dialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listRequests } from '#contract/keys/requests.ts'
import { listSshKeys } from '#contract/keys/ssh.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { getApiRoot } from '#contract/mdm/root.ts'
import type { UpstreamService } from '#platform/upstream/connection.ts'
import { remediesFor } from '#services/console/connections/health/remedies.ts'
import type { Setting } from './finding.ts'
import { openServer, type Server, type ServiceConnection } from './server.ts'

/** Reads that a server of the service has; one of them may be missing, so that several are asked. */
const basicReads: Partial<Record<UpstreamService, readonly Endpoint[]>> = {
  desktop: [listComputers, listSoftware],
  mdm: [listDevices, getApiRoot],
  keys: [listSshKeys, listCertificates, listRequests],
}

/** Where servers take a credential that take it elsewhere than the reference says. */
const credentialHeaders = ['Authorization', 'AUTHTOKEN', 'X-Api-Key', 'Api-Key']

type State = { is: 'works' } | { is: 'refused' | 'unreachable' | 'unknown'; why: string }
export type Base = { setting: Setting } | { stopped: string }

/** Which version, prefix and header of the credential the server answers; those of the connection come first. */
export async function findBase(
  connection: ServiceConnection,
  credential: string | undefined,
  configured: Dialect,
): Promise<Base> {
  const withSetting = async <T>(setting: Setting, asked: (server: Server) => Promise<T>): Promise<T> => {
    const server = openServer(connection, credential, { ...configured, ...setting })
    try {
      return await asked(server)
    } finally {
      await server.close()
    }
  }
  const stateWith = (setting: Setting) => withSetting(setting, stateOf)
  const first = await stateWith({})
  if (first.is === 'works') return { setting: await rootSetting(configured, withSetting) }
  if (first.is === 'unreachable') return { stopped: first.why }
  let refused: string | undefined = first.is === 'refused' ? first.why : undefined
  for (const setting of settingsFor(connection.service, configured, first.is === 'refused')) {
    const state = await stateWith(setting)
    if (state.is === 'works') {
      const { prefix = configured.prefix } = setting
      return { setting: { ...setting, ...(await rootSetting({ ...configured, prefix }, withSetting)) } }
    }
    if (state.is === 'refused') refused ??= state.why
  }
  return { stopped: refused === undefined ? first.why : `The server refuses the credential: ${refused}` }
}

/** Whether devices are at the address in the API root instead of the path that the reference states. */
async function rootSetting(
  { prefix, apiRoot }: Pick<Dialect, 'prefix' | 'apiRoot'>,
  withSetting: <T>(setting: Setting, asked: (server: Server) => Promise<T>) => Promise<T>,
): Promise<Setting> {
  if (apiRoot !== undefined) return {}
  const answersDevices = async ({ service, ask }: Server) => service !== 'mdm' || !(await ask(listDevices, {})).problem
  if (await withSetting({ prefix }, answersDevices)) return {}
  const setting = { apiRoot: prefix }
  return (await withSetting({ prefix, ...setting }, answersDevices)) ? setting : {}
}

function settingsFor(service: UpstreamService, dialect: Dialect, isRefused: boolean): Setting[] {
  const paths = remediesFor({ service, dialect }).filter((remedy) => 'version' in remedy || 'prefix' in remedy)
  const headers = credentialHeaders
    .filter((name) => name.toLowerCase() !== (dialect.credentialHeader ?? defaultHeader(service)).toLowerCase())
    .map((credentialHeader) => ({ credentialHeader }))
  if (isRefused) return [...headers, ...paths]
  return paths
}
const defaultHeader = (service: UpstreamService) => (service === 'keys' ? 'AUTHTOKEN' : 'Authorization')

async function stateOf(server: Server): Promise<State> {
  let state: State | undefined
  for (const endpoint of basicReads[server.service] ?? []) {
    const { problem, answer } = await server.ask(endpoint, {})
    if (!problem) return { is: 'works' }
    const why = `${problem.status} ${problem.code}: ${problem.message}`
    if (!answer) return { is: 'unreachable', why }
    if (problem.status === 401 || problem.status === 403) state = { is: 'refused', why }
    else state ??= { is: 'unknown', why: `${endpoint.id} is answered with ${why}` }
  }
  return state ?? { is: 'unknown', why: 'No operation of the service is known there' }
}
