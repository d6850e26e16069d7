// While heavy and hostile things are asked for, everybody else is answered: key management never stalls.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fromBase64, writePem } from '#crypto/pem.ts'
import { corpus } from '../../../crypto/corpora.ts'
import { longestStall } from '../../../crypto/longest-stall.ts'
import { vectorFile } from '../../../crypto/ssh/vectors.ts'
import { passwords, vector } from '../../../crypto/x509/vectors.ts'
import { withinMs } from '../../../support/runs.ts'
import { startWire, type Wire } from './wire.ts'

let wire: Wire
beforeAll(async () => {
  wire = await startWire()
  // What is loaded when it is first needed is nobody's load.
  await wire.post('createsshkey', { keyName: 'listed', passPhrase: 'a passphrase', keyType: 'ed25519' })
  await wire.upload('addCertificate', { fileType: 'CERTFILE' }, { File: vector('leaf.pem') })
  await wire.upload('addCertificate', { fileType: 'KEYSTORE', PASSWORD: 'wrong' }, { File: vector('default.p12') })
})
afterAll(() => wire.stop())

type Call = () => ReturnType<Wire['post']>
type HostileFile = { name: string; bytes: Uint8Array | string }

const importOf =
  (apiName: string, details: Record<string, string>) =>
  ({ name, bytes }: HostileFile): [name: string, call: Call] => [
    `${apiName} ${name}`,
    () => wire.upload(apiName, details, { File: bytes }),
  ]
const asCertificate = importOf('addCertificate', { fileType: 'CERTFILE' })
const asStore = importOf('addCertificate', { fileType: 'KEYSTORE', PASSWORD: '12345678' })
const asSshKey = importOf('addSSHKey', { keyName: 'hostile', passphrase: 'mekmitasdigoat' })

/** How often bcrypt is to be done stands in the file. */
function sshKeyWithRounds(rounds: number): HostileFile {
  const lines = vectorFile('aes256-cbc.key').toString().trim().split('\n')
  const bytes = Buffer.from(fromBase64(lines.slice(1, -1).join(''), 'The vector'))
  bytes.writeUInt32BE(rounds, bytes.indexOf('bcrypt') + 'bcrypt'.length + 8 + 16)
  return { name: `with ${rounds} rounds`, bytes: writePem('OPENSSH PRIVATE KEY', bytes) }
}

/** What openssl wrote ends with how often it is to be hashed; two lengths stand around that. */
function storeWithIterations(count: number): HostileFile {
  const file = Buffer.from(vector('default.p12'))
  const iterations = Buffer.from('02020800', 'hex') // 2048
  expect(file.subarray(-iterations.length)).toEqual(iterations)
  const more = Buffer.from(`0203${count.toString(16).padStart(6, '0')}`, 'hex')
  const bytes = Buffer.concat([file.subarray(0, -iterations.length), more])
  bytes.writeUInt16BE(bytes.length - 4, 2)
  const macData = bytes.lastIndexOf(Buffer.from('3031300d060960864801650304020105000420', 'hex')) - 2
  bytes.writeUInt8(bytes.readUInt8(macData + 1) + 1, macData + 1)
  return { name: `with ${count} iterations`, bytes }
}

const ofKind = (folder: string, max: number) => corpus(folder).slice(0, max)

/** One after the other: understood or refused, never a failure of ours. */
async function lane(calls: readonly (readonly [string, Call])[]): Promise<number> {
  for (const [name, call] of calls) {
    const { status, text } = await call()
    expect([name, status, text.slice(0, 200)]).toEqual([
      name,
      expect.toSatisfy((s: number) => s < 500),
      expect.any(String),
    ])
  }
  return calls.length
}

/** What somebody sees who asks for the list all the while. */
async function meanwhile<T>(work: Promise<T>): Promise<{ done: T; waits: number[] }> {
  const waits: number[] = []
  const state = { isDone: false }
  const mark = () => {
    state.isDone = true
  }
  void work.then(mark, mark)
  while (!state.isDone) {
    const start = performance.now()
    const { status, json } = await wire.get('getAllSSHKeys')
    waits.push(performance.now() - start)
    expect([status, json().result]).toEqual([200, { status: 'Success', message: expect.any(String) as unknown }])
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return { done: await work, waits: waits.toSorted((a, b) => a - b) }
}

test('lists are answered at once while keys of 4096 bits are made and hostile files come in', async () => {
  const heavy = Array.from({ length: 3 }, (_, n): [string, Call] => [
    `createsshkey ${n}`,
    () =>
      wire.post('createsshkey', {
        keyName: `heavy ${n}`,
        passPhrase: 'a passphrase',
        keyType: 'ssh-rsa',
        length: '4096',
      }),
  ])
  const requests = Array.from({ length: 3 }, (_, n): [string, Call] => [
    `createCSR ${n}`,
    () => wire.post('createCSR', { CNAME: `heavy-${n}.example.com`, ALG: 'RSA', LEN: '4096' }),
  ])
  const costly = [2_000_000, 8_388_607]
    .map(storeWithIterations)
    .map(importOf('addCertificate', { fileType: 'KEYSTORE', PASSWORD: passwords.usual }))
  const rounds = [16, 32, 64, 65, 1_000_000]
    .map(sshKeyWithRounds)
    .map(importOf('addSSHKey', { keyName: 'slow', passphrase: 'wrong' }))
  const garbage: HostileFile[] = [
    { name: 'a mebibyte of PEM', bytes: '-----BEGIN CERTIFICATE-----\n'.repeat(37_000) },
    { name: 'a mebibyte of nested DER', bytes: Buffer.alloc(1_000_000, Buffer.from('30843b9ac9ff', 'hex')) },
    { name: 'a mebibyte of base64', bytes: 'A'.repeat(1_000_000) },
  ]
  const lanes = [
    [...heavy, ...garbage.map(asCertificate), ...garbage.map(asStore), ...garbage.map(asSshKey)],
    [...requests, ...costly, ...rounds],
    [
      ...ofKind('keystores', 60).flatMap((file) => [asStore(file), asCertificate(file)]),
      ...ofKind('sshkeys', 100).map(asSshKey),
    ],
    ofKind('asn1-fuzz/x509', 300).map(asCertificate),
  ]
  let seen: Awaited<ReturnType<typeof meanwhile<number[]>>> | undefined
  const stall = await longestStall(async () => {
    seen = await meanwhile(Promise.all(lanes.map(lane)))
  })
  const waits = seen?.waits ?? []
  const slowest = { p99: waits[Math.floor(waits.length * 0.99)] ?? Infinity, last: waits.at(-1) ?? Infinity }
  expect(waits.length).toBeGreaterThan(20)
  // After a time without the processor, the calls of all lanes can end in one turn of the event loop.
  expect(stall).toBeLessThan(lanes.length * 100)
  expect(slowest.p99).toBeLessThan(withinMs(1000))
}, 120_000)
