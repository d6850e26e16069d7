import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { sshResourceRows } from '#contract/keys/ssh-resources.ts'
import { sshHostRows, sshKeyRows } from '#contract/keys/ssh.ts'
import { vaultRows } from '#contract/keys/vault.ts'
import { Problem } from '#contract/problem.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { sshResourceHandlers } from '#services/keys/ssh/ssh-resource-handlers.ts'
import { vaultKeyHandlers } from '#services/keys/vault-keys/vault-key-handlers.ts'
import { anyOf } from '../../contract/arbitrary.ts'
import { type KeyWorld, startKeyWorld } from './key-world.ts'
import { runs } from '../../support/runs.ts'

const rows = { ...sshKeyRows, ...sshHostRows, ...sshResourceRows, ...vaultRows }
type Name = keyof typeof rows

let world: KeyWorld
let keyId = 1
beforeAll(async () => {
  world = await startKeyWorld()
})
afterAll(() => world.stop())

/** Another caller each time, for a caller has only so many reveals. */
function call(name: Name, input: object) {
  const { parts } = world
  const handlers = {
    ...sshKeyHandlers(parts),
    ...sshHostHandlers(parts),
    ...sshResourceHandlers(parts),
    ...vaultKeyHandlers(parts),
  }
  const served = world.serve(rows, handlers, { keyId: keyId++ })
  const isFile = (rows[name] as Endpoint).responseType === 'file'
  return isFile ? served.download(name, { ...input }) : served.call(name, { ...input })
}

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', '\0', '\ud800', '__proto__', 'x'.repeat(70_000), 'true', 'public', 'ed25519', 'mine'),
  fc.jsonValue({ maxDepth: 2 }),
)

/** What the operation takes, with one field replaced, one too many or one too few. */
function inputOf(endpoint: Endpoint): fc.Arbitrary<object> {
  const valid = anyOf(endpoint.input).map((clean) => z.encode(endpoint.input, clean) as object)
  const names = Object.keys((endpoint.input as z.ZodMiniObject).shape)
  const name = fc.constantFrom(...names, 'surplus', '__proto__')
  return fc.oneof(
    valid,
    fc
      .tuple(valid, name, odd)
      .map(([input, field, value]) => Object.fromEntries([...Object.entries(input), [field, value]])),
    fc.tuple(valid, name).map(([input, field]) => Object.assign(input, { [field]: undefined })),
  )
}

test.for(Object.keys(rows) as Name[])(
  '%s answers whatever it is sent, with a result or with the field that is wrong',
  { timeout: 120_000 },
  async (name) => {
    await fc.assert(
      fc.asyncProperty(inputOf(rows[name]), async (input) => {
        const answer: unknown = await call(name, input).catch((error: unknown) => error)
        if (!(answer instanceof Error)) return
        if (!(answer instanceof Problem)) throw answer
        expect([400, 422]).toContain(answer.status) // on the wire: Failed, naming the field
        expect(answer.message).toMatch(/^[A-Za-z_.\d]+: \S/)
      }),
      { numRuns: name === 'createSshKey' ? runs(4, 15) : runs(20, 60) }, // keys of 4096 bits take their time
    )
  },
)
