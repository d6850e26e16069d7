// Whatever is done in whatever order: the service, the host and a model of a few lines agree.
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { sshHostRows, sshKeyRows } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { sshResourceHandlers } from '#services/keys/ssh/ssh-resource-handlers.ts'
import { fileOf, type KeyWorld, startKeyWorld } from './key-world.ts'
import { password, type RunningHost, startRunningHost } from './ssh/running-host.ts'
import { runs } from '../../support/runs.ts'
import { trustHost } from './trust-host.ts'

const resourceName = 'build-server'
const users = ['deploy', 'backup'] as const
const homeOf = { deploy: '/home/deploy', backup: '/home/backup' }
const byHand = '# by hand\n'

let host: RunningHost
let world: KeyWorld
let keys: ReturnType<typeof served>
beforeAll(async () => {
  ;[host, world] = await Promise.all([startRunningHost(), startKeyWorld()])
  keys = served()
  const { address, port } = host.host
  await keys.call('addSshResource', { ResourceName: resourceName, IPADDRESS: address, Port: port })
  await trustHost(world, resourceName)
  await keys.call('applyCredentials', { userName: 'root', password, resourceName, isAdmin: 'true' })
})
afterAll(() => Promise.all([host.stop(), world.stop()]))

function served() {
  const rows = { ...sshKeyRows, ...sshHostRows, ...sshResourceRows }
  const { parts } = world
  return world.serve(rows, { ...sshKeyHandlers(parts), ...sshHostHandlers(parts), ...sshResourceHandlers(parts) })
}

const brought = [1, 2].map((number) => createSshKey({ keyType: 'ed25519', comment: `brought ${number}` }))
const name = fc.constantFrom('one', 'two', 'three')
const user = fc.constantFrom(...users)
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), name }),
  fc.record({ do: fc.constant('import' as const), name, file: fc.constantFrom(...brought) }),
  fc.record({ do: fc.constant('associate' as const), name, user }),
  fc.record({ do: fc.constant('associate' as const), name, user }),
  fc.record({ do: fc.constant('dissociate' as const), name, user }),
  fc.record({ do: fc.constant('delete' as const), name, anyway: fc.boolean() }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Names with their public lines, and the lines in each user's file. */
class Model {
  readonly keys = new Map<string, string>()
  readonly associations = new Set<string>()
  readonly files = { deploy: new Set<string>(), backup: new Set<string>() }

  /** Whether the service has to agree to the step. */
  allows(wish: Step): boolean {
    const line = this.keys.get(wish.name)
    if (wish.do === 'create') return line === undefined
    if (wish.do === 'import') return line === undefined && ![...this.keys.values()].includes(wish.file.publicLine)
    if (line === undefined) return false
    const isAssociated = users.some((user) => this.associations.has(`${wish.name} ${user}`))
    return wish.do !== 'delete' || wish.anyway || !isAssociated
  }

  take(wish: Step, newLine: string): void {
    const line = this.keys.get(wish.name) ?? ''
    if (wish.do === 'create' || wish.do === 'import') this.keys.set(wish.name, newLine)
    if (wish.do === 'associate') this.files[wish.user].add(line)
    if (wish.do === 'associate') this.associations.add(`${wish.name} ${wish.user}`)
    if (wish.do === 'dissociate') this.files[wish.user].delete(line)
    if (wish.do === 'dissociate') this.associations.delete(`${wish.name} ${wish.user}`)
    if (wish.do !== 'delete') return
    this.keys.delete(wish.name)
    for (const user of users) this.associations.delete(`${wish.name} ${user}`)
  }
}

function perform(wish: Step) {
  if (wish.do === 'create') return keys.call('createSshKey', { keyName: wish.name, keyType: 'ed25519' })
  if (wish.do === 'import') return keys.call('addSshKey', { keyName: wish.name, File: fileOf(wish.file.file) })
  if (wish.do === 'delete') {
    return keys.call('deleteSshKey', { key_name: wish.name, withoutDisassociation: String(wish.anyway) })
  }
  const association = { keyName: wish.name, resourceName, userName: wish.user }
  return keys.call(wish.do === 'associate' ? 'associateKey' : 'dissociateKey', association)
}

async function publicLineOf(keyName: string) {
  const keyId = Math.floor(Math.random() * 2 ** 31)
  const { download } = world.serve(sshKeyRows, sshKeyHandlers(world.parts), { keyId })
  return (await download('exportSshKey', { keyName, keyExportType: 'public' })).bytes.toString().trim()
}

async function expectAgreement(model: Model) {
  const { details } = await keys.call('listSshKeys')
  expect((details as { KeyName: string }[]).map(({ KeyName }) => KeyName)).toEqual([...model.keys.keys()].sort())
  const { details: found } = await keys.call('listAssociations')
  const pairs = (found as { KeyName: string; UserName: string }[]).map((row) => `${row.KeyName} ${row.UserName}`)
  expect(pairs.sort()).toEqual([...model.associations].sort())
  for (const user of users) {
    const file = (await host.read(`${homeOf[user]}/.ssh/authorized_keys`)).toString()
    expect(file).toBe(byHand + [...model.files[user]].map((line) => `${line}\n`).join(''))
  }
}

test('keys come, go, and open accounts as a model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }), async (steps) => {
      for (const user of users) await host.write(`${homeOf[user]}/.ssh/authorized_keys`, byHand)
      const model = new Model()
      for (const wish of steps) {
        const outcome: unknown = await perform(wish).catch((error: unknown) => error)
        expect(outcome instanceof Problem ? outcome.message : 'done').toMatch(model.allows(wish) ? /^done$/ : /: /)
        const isNew = wish.do === 'create' || wish.do === 'import'
        if (model.allows(wish)) model.take(wish, isNew ? await publicLineOf(wish.name) : '')
      }
      await expectAgreement(model)
      for (const key of model.keys.keys()) {
        await keys.call('deleteSshKey', { key_name: key, withoutDisassociation: 'true' })
      }
    }),
    { numRuns: runs(5, 15) },
  )
  expect(await world.parts.audit.verify()).toBeUndefined()
}, 120_000)
