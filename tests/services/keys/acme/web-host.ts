// A real SSH host whose folder the web server of the world serves, saved as the deployment server “Shop”.
import { mkdir } from 'node:fs/promises'
import { serverRows } from '#contract/keys/servers.ts'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { sshHostRows } from '#contract/keys/ssh.ts'
import { serverHandlers } from '#services/keys/deployment/server-handlers.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { sshResourceHandlers } from '#services/keys/ssh/ssh-resource-handlers.ts'
import { password, type RunningHost, startRunningHost } from '../ssh/running-host.ts'
import { trustHost } from '../trust-host.ts'
import type { AcmeWorld } from './acme-world.ts'

export const webRoot = '/var/www/html'
export const challenges = `${webRoot}/.well-known/acme-challenge`

export async function startWebHost(world: AcmeWorld): Promise<RunningHost> {
  const { parts } = world
  const host = await startRunningHost()
  await mkdir(host.fileOf(webRoot), { recursive: true })
  const ResourceName = 'web-1'
  await world
    .serve(sshResourceRows, sshResourceHandlers(parts))
    .call('addSshResource', { ResourceName, IPADDRESS: '127.0.0.1', Port: host.host.port })
  await trustHost(world, ResourceName)
  const credentials = { userName: 'root', password, resourceName: ResourceName, isAdmin: 'true' }
  await world.serve(sshHostRows, sshHostHandlers(parts)).call('applyCredentials', credentials)
  const paths = { certificatePath: '/etc/ssl/certs/site.crt', keyPath: '/etc/ssl/private/site.key' }
  const saved = { serverName: 'Shop', ResourceName, userName: 'root', ...paths }
  await world.serve(serverRows, serverHandlers(parts)).call('addServer', saved)
  world.folder.read = async (url) => (await host.read(`${webRoot}${url}`).catch(() => undefined))?.toString()
  return host
}
