import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { sshKeyRows } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { type CorpusFile, corpus } from '../../crypto/corpora.ts'
import { longestStall } from '../../crypto/longest-stall.ts'
import { randomNumbers } from '../../crypto/ssh/random-numbers.ts'
import { sshVectors, vectorFile } from '../../crypto/ssh/vectors.ts'
import { fileOf, type KeyWorld, startKeyWorld } from './key-world.ts'

let world: KeyWorld
let keys: ReturnType<typeof served>
beforeAll(async () => {
  world = await startKeyWorld()
  keys = served()
  // Threads load what they need when they are first asked; that is no file's fault.
  await imported(['warm', 'up'].map((name) => ({ name, bytes: vectorFile('ecdsa-256.openssh.key') })))
})
afterAll(() => world.stop())

const served = () => world.serve(sshKeyRows, sshKeyHandlers(world.parts))

type Answer = { name: string; status: number; said: string }

const maxMilliseconds = 1000
const maxStall = 200

/** One after the other, each within a second; nobody else has to wait meanwhile. */
async function imported(files: CorpusFile[], passphrase = ''): Promise<Answer[]> {
  const answers: Answer[] = []
  const stall = await longestStall(async () => {
    for (const { name, bytes } of files) {
      const before = process.cpuUsage()
      answers.push(await answerTo(name, bytes, passphrase))
      const { user, system } = process.cpuUsage(before) // of all threads
      expect((user + system) / 1000, name).toBeLessThan(maxMilliseconds)
      await keys.call('deleteSshKey', { key_name: 'hostile' }).catch(() => undefined)
    }
  })
  expect(stall).toBeLessThan(maxStall)
  return answers
}

async function answerTo(name: string, bytes: Uint8Array, passphrase: string): Promise<Answer> {
  try {
    const { result } = await keys.call('addSshKey', { keyName: 'hostile', passphrase, File: fileOf(bytes, name) })
    return { name, status: 200, said: ((result as JsonObject).status as string) ?? '' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    expect(error.message).toMatch(/^(File|passphrase): \S/)
    expect(error.message).not.toMatch(/[\r\n]|[A-Za-z0-9+/=]{60}/)
    return { name, status: error.status, said: error.message }
  }
}

const files = corpus('sshkeys')

test.skipIf(files.length === 0)(
  'every file of the OpenSSH test data (where at hand) is imported or refused, in time',
  async () => {
    const answers = await imported(files, 'mekmitasdigoat')
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422])) // 422 is Failed on the wire
    const said = new Map(answers.map((answer) => [answer.name, answer.said]))
    for (const name of ['rsa_1', 'rsa_1_pw', 'rsa_n', 'ecdsa_1_pw', 'ed25519_1']) expect(said.get(name)).toBe('Success')
    for (const name of ['ecdsa_sk1', 'ecdsa_1.pub', 'LICENCE']) expect(said.get(name)).toMatch(/^File: /)
  },
  120_000,
)

test('files that ask for endless work, and files of other kinds, are refused by their field', async () => {
  const names = readdirSync(new URL('../../crypto/vectors/ssh/', import.meta.url))
  const costly = names.filter((name) => /\.(costly|refused)\.key$/.test(name))
  const others = [...costly, 'make.sh', 'vectors.json'].map((name) => ({ name, bytes: vectorFile(name) }))
  for (const { name, status, said } of await imported(others, 'pä55 phrase')) {
    expect([name, status, said]).toEqual([name, 422, expect.stringMatching(/^File: /)])
  }
})

test('a file with changed bytes is imported as what it is, or refused', async () => {
  const plain = sshVectors.filter(({ passphrase, bits }) => passphrase === '' && bits <= 521)
  const changed = plain.flatMap(({ file }) => {
    const random = randomNumbers(file)
    return Array.from({ length: 12 }, () => {
      const bytes = Buffer.from(vectorFile(file))
      bytes[random(bytes.length)] = random(256)
      return { name: file, bytes: random(3) === 0 ? bytes.subarray(0, random(bytes.length)) : bytes }
    })
  })
  const answers = await imported(changed)
  expect(answers.filter(({ status }) => status === 422).length).toBeGreaterThan(answers.length / 3)
}, 120_000)
