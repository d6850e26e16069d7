import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { isPem, readPem } from '#crypto/pem.ts'
import { fingerprint } from '#crypto/x509/certificate-summary.ts'
import { corpus, every } from '../../crypto/corpora.ts'
import { longestStall } from '../../crypto/longest-stall.ts'
import { randomNumbers } from '../../crypto/ssh/random-numbers.ts'
import { passwords, vector } from '../../crypto/x509/vectors.ts'
import { runs, withinMs } from '../../support/runs.ts'
import { certificateWorld } from './certificate-world.ts'
import { type KeyWorld, startKeyWorld } from './key-world.ts'

let world: KeyWorld
let inventory: ReturnType<typeof certificateWorld>
beforeAll(async () => {
  world = await startKeyWorld()
  inventory = certificateWorld(world)
})
afterAll(() => world.stop())

type HostileFile = { name: string; bytes: Uint8Array }
type FileType = 'CERTFILE' | 'KEYSTORE'

/** Whether it was taken. Anything but a success or one clear refusal fails. */
async function isTaken(fileType: FileType, { name, bytes }: HostileFile): Promise<boolean> {
  try {
    await inventory.add(fileType, bytes, fileType === 'KEYSTORE' ? '12345678' : undefined)
    return true
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'REFUSED') throw new Error(`${name} breaks it`, { cause: error })
    expect(error.message, name).toMatch(/^(File|PASSWORD): [^\r\n]+$/)
    return false
  }
}

/** A file that takes a second because others have the processor is given another chance. */
async function isTakenInTime(fileType: FileType, file: HostileFile): Promise<boolean> {
  for (let round = 0; ; round++) {
    const start = performance.now()
    const taken = await isTaken(fileType, file)
    if (performance.now() - start < withinMs(1000)) return taken
    expect(round, `${file.name} takes more than a second each time`).toBeLessThan(4)
  }
}

async function takeAll(fileType: FileType, files: readonly HostileFile[]) {
  const taken: boolean[] = []
  const stall = await longestStall(async () => {
    for (const file of files) taken.push(await isTakenInTime(fileType, file))
  })
  expect(stall).toBeLessThan(200)
  return taken
}

const derOf = (bytes: Buffer) => {
  const text = bytes.toString('latin1')
  return isPem(text) ? (readPem(text).at(-1)?.bytes ?? new Uint8Array()) : Uint8Array.from(bytes)
}
const nodeReads = (der: Uint8Array) => {
  try {
    return Boolean(new X509Certificate(der))
  } catch {
    return false
  }
}

const isCertificate = ({ name }: HostileFile) => /\.(pem|der|crt)$/.test(name)
const lint = every(4, [...corpus('x509-lint'), ...corpus('badssl-certs')].filter(isCertificate))

test.skipIf(lint.length === 0)(
  'of the certificates that linters are tested with (where at hand), those are taken that Node reads',
  { timeout: 120_000 },
  async () => {
    const files = lint.map(({ name, bytes }) => ({ name, bytes: derOf(bytes) }))
    const taken = await takeAll('CERTFILE', files)
    const differing = files.filter(({ bytes }, index) => nodeReads(bytes) !== taken[index])
    expect(files.length).toBeGreaterThan(runs(125, 500))
    expect(differing.length / files.length).toBeLessThan(0.01)
  },
)

test.skipIf(lint.length === 0)(
  'and every one that was taken can be listed, described and exported',
  async () => {
    const rows = await inventory.list()
    expect(rows.length).toBeGreaterThan(runs(125, 500))
    const names = [...new Set(rows.map((row) => String(row['Common Name'])))]
    for (const name of names) {
      const [detail] = await inventory.details(name)
      const which = { common_name: name, serial_number: String(detail?.endpoint.serial) }
      const { bytes } = await inventory.download('getCertificate', { ...which, fileType: 'DER' })
      expect(fingerprint('sha256', Uint8Array.from(bytes)), name).toBe(detail?.endpoint.fingerPrint)
      await inventory.download('getCertificate', { ...which, fileType: 'P7B' })
    }
  },
  120_000,
)

test.each<[string, FileType]>([
  ['keystores', 'KEYSTORE'],
  ['keystores', 'CERTFILE'],
  ['x509-lint', 'KEYSTORE'],
  ['asn1-fuzz', 'CERTFILE'],
])(
  'the files of %s (where at hand) are taken or refused as %s in time',
  { timeout: 300_000 },
  async (folder, fileType) => {
    await takeAll(fileType, every(4, corpus(folder)))
  },
)

test.each(['default.p12', 'legacy-rc2-40.p12', 'no-mac.p12', 'keytool.jks', 'keytool.jceks'])(
  '%s with changed bytes is taken or refused in time',
  { timeout: 120_000 },
  async (name) => {
    const random = randomNumbers(name)
    const stall = await longestStall(async () => {
      for (let round = 0; round < 40; round++) {
        const bytes = Buffer.from(vector(name))
        bytes[random(bytes.length)] = random(256)
        await inventory.add('KEYSTORE', bytes, passwords.usual).catch((error: unknown) => {
          expect(error).toBeInstanceOf(Problem)
          expect((error as Problem).code).toBe('REFUSED')
        })
      }
    })
    expect(stall).toBeLessThan(200)
  },
)
