import { holds, type Permission } from '#contract/permission.ts'
import type { Site } from './sites.ts'

type StatedModules = { read?: string[] | undefined; write?: string[] | undefined; admin?: string[] | undefined }
const rights = ['Read', 'Write', 'Admin'] as const

/**
 * Permissions at a site, from the modules of its desktop management. The reference names Common, SOM and Tools: for
 * services without a module, the one configured for the connection applies; for inventory, which runs on the same
 * server, SOM.
 */
export function rightsAt({ upstreams }: Pick<Site, 'upstreams'>, said: StatedModules = {}): StatedModules {
  const { read = [], write = [], admin = [] } = said
  const entries = [...read, ...write, ...admin]
  const counted = [
    ['Inventory', 'SOM'],
    ['MDM', upstreams.get('mdm')?.module],
    ['KeyManagement', upstreams.get('keys')?.module],
  ].flatMap(([ours = '', theirs]) => {
    const isNamed = entries.some((entry) => entry.toLowerCase().startsWith(`${ours.toLowerCase()}_`))
    const held = rights.filter((right) => holds(entries, `${theirs}_${right}` as Permission))
    return theirs === undefined || isNamed ? [] : held.map((right) => `${ours}_${right}`)
  })
  return { ...said, read: [...read, ...counted] }
}
