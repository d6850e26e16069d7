// Any order of creating, importing, associating, signing, revoking and deleting: the lists are what a plain model says.
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../support/runs.ts'
import { type RunningHost, startRunningHost } from '../ssh/running-host.ts'
import { type Details } from './wire-calls.ts'
import { startWire, type Wire } from './wire.ts'
import { trustOf } from '../trust-host.ts'

const resourceName = 'build-server'
const hostPassword = 'of the host'
const users = ['deploy', 'root'] as const
const importable = Array.from({ length: 2 }, () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })).export({ type: 'pkcs8', format: 'pem' })
})

let host: RunningHost
let wire: Wire
let root: { serialNumber: string }
beforeAll(async () => {
  ;[host, wire] = await Promise.all([startRunningHost(hostPassword), startWire()])
  await wire.own('addSshResource', { ResourceName: resourceName, IPADDRESS: '127.0.0.1', Port: host.host.port })
  const shown = await wire.own('scanHostKeys', { ResourceName: resourceName })
  await wire.own('trustHostKeys', trustOf(resourceName, shown.json().details))
  await wire.post('applycredentials', { userName: 'root', password: hostPassword, resourceName, isAdmin: 'true' })
  const made = await wire.own('createAuthority', { CNAME: 'A Root', ALG: 'EC', LEN: '256' })
  root = made.json().details as { serialNumber: string }
})
afterAll(() => Promise.all([host.stop(), wire.stop()]))

type Certificate = { CNAME: string; serial: string; reason?: number | undefined; deleted: boolean }
class Model {
  /** The imported file of each key, if any: a key is kept once. */
  readonly keys = new Map<string, number | undefined>()
  /** `<key> <user>` */
  readonly associated = new Set<string>()
  readonly requests: { id: number; CNAME: string }[] = []
  readonly certificates: Certificate[] = []
}
type Step = fc.AsyncCommand<Model, Wire>

/** Every step is allowed at any time; the model says whether it succeeds. */
const step = (name: string, run: (model: Model) => Promise<unknown>): Step => ({
  check: () => true,
  run: async (model) => {
    await run(model)
    await expectListsOf(model)
  },
  toString: () => name,
})
const expected = (isDone: boolean) => (isDone ? 'Success' : 'Failed')
async function tried(answer: ReturnType<Wire['post']>, isDone: boolean) {
  const { status, text } = await answer
  expect([status, text]).toEqual([200, expect.stringContaining(`"status":"${expected(isDone)}"`)])
}

const keyName = fc.constantFrom('one', '__proto__')
const user = fc.constantFrom(...users)
const CNAME = fc.constantFrom('a.example.com', 'b.example.com')
const at = fc.nat({ max: 20 })
const oneOf = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)]

const createKey = keyName.map((name) =>
  step(`create ${name}`, async ({ keys }) => {
    await tried(wire.post('createsshkey', { keyName: name, keyType: 'ecdsa', length: '256' }), !keys.has(name))
    if (!keys.has(name)) keys.set(name, undefined)
  }),
)
const importKey = fc.tuple(keyName, fc.nat({ max: 1 })).map(([name, file]) =>
  step(`import ${file} as ${name}`, async ({ keys }) => {
    const isNew = !keys.has(name) && ![...keys.values()].includes(file)
    await tried(wire.upload('addSSHKey', { keyName: name }, { File: String(importable[file]) }), isNew)
    if (isNew) keys.set(name, file)
  }),
)
const associate = fc.tuple(keyName, user).map(([name, userName]) =>
  step(`associate ${name} with ${userName}`, async ({ keys, associated }) => {
    await tried(wire.post('associateKey', { keyName: name, resourceName, userName }), keys.has(name))
    if (keys.has(name)) associated.add(`${name} ${userName}`)
  }),
)
const dissociate = fc.tuple(keyName, user).map(([name, userName]) =>
  step(`dissociate ${name} from ${userName}`, async ({ keys, associated }) => {
    await tried(wire.post('dissociateKey', { keyName: name, resourceName, userName }), keys.has(name))
    associated.delete(`${name} ${userName}`)
  }),
)
const deleteKey = keyName.map((name) =>
  step(`delete ${name}`, async ({ keys, associated }) => {
    const isFree = keys.has(name) && !users.some((userName) => associated.has(`${name} ${userName}`))
    await tried(wire.remove('deleteSSHKey', { key_name: name }), isFree)
    if (isFree) keys.delete(name)
  }),
)
const request = CNAME.map((name) =>
  step(`request ${name}`, async ({ requests }) => {
    await tried(wire.post('createCSR', { CNAME: name, ALG: 'EC', LEN: '256' }), true)
    const { GeneratedList } = (await wire.get('getCSRList')).json() as unknown as {
      GeneratedList: [{ CSR_ID: number }]
    }
    requests.push({ id: GeneratedList[0].CSR_ID, CNAME: name })
  }),
)
const sign = at.map((index) =>
  step(`sign ${index}`, async ({ requests, certificates }) => {
    const signed = oneOf(requests, index)
    const by = {
      signType: 'signWithRoot',
      rootCertificateCommonName: 'A Root',
      rootCertificateSerialNumber: root.serialNumber,
    }
    const answer = await wire.post('signCSR', { ...by, CSR_ID: String(signed?.id ?? 999_999) })
    expect(answer.text).toContain(`"status":"${expected(signed !== undefined)}"`)
    const { details } = answer.json() as unknown as { details: [{ serialNumber: string }] }
    if (signed) certificates.push({ CNAME: signed.CNAME, serial: details[0].serialNumber, deleted: false })
  }),
)
const revoke = fc.tuple(at, fc.constantFrom(1, 6, 6, 7, 7)).map(([index, reason]) =>
  step(`revoke ${index} for ${reason}`, async ({ certificates }) => {
    const certificate = oneOf(certificates, index)
    if (!certificate) return
    const isDone =
      reason === 7
        ? certificate.reason === 6
        : certificate.reason === undefined || (certificate.reason === 6 && reason !== 6)
    const answer = await wire.post('revokeEXTCACertificate', { ...nameOf(certificate), revoke_reason: reason })
    expect([answer.status, answer.text]).toEqual([
      200,
      expect.stringMatching(isDone ? /^The certificate of .*\. Reason: / : /"Failed"/),
    ])
    if (isDone) certificate.reason = reason === 7 ? undefined : reason
  }),
)
const deleteCertificate = fc.tuple(at, fc.boolean()).map(([index, byName]) =>
  step(`delete certificate ${index}${byName ? ' by its name' : ''}`, async ({ certificates }) => {
    const certificate = oneOf(certificates, index)
    if (!certificate) return
    const { CNAME: common_name } = certificate
    const named = certificates.filter((other) => other.CNAME === common_name && !other.deleted)
    const isDone = byName ? named.length === 1 : !certificate.deleted
    await tried(wire.remove('deleteCertificate', byName ? { common_name } : nameOf(certificate)), isDone)
    if (isDone) for (const one of byName ? named : [certificate]) one.deleted = true
  }),
)
const nameOf = ({ CNAME: common_name, serial: serial_number }: Certificate) => ({ common_name, serial_number })

async function rows<T>(apiName: string, key = 'details', details?: Details): Promise<T[]> {
  const answer = (await wire.get(apiName, details)).json()
  expect(answer.totalRows).toBe((answer[key] as unknown as T[]).length)
  return answer[key] as unknown as T[]
}

async function expectListsOf({ keys, associated, requests, certificates }: Model) {
  const listed = (await rows<{ KeyName: string }>('getAllSSHKeys')).map(({ KeyName }) => KeyName)
  expect(listed.toSorted()).toEqual([...keys.keys()].toSorted())
  const opened = (await rows<{ UserName: string }>('getAllAssociatedUsers')).map(({ UserName }) => UserName)
  expect(opened.toSorted()).toEqual(
    users.filter((name) => [...associated].some((pair) => pair.endsWith(` ${name}`))).toSorted(),
  )
  for (const userName of users) {
    const names = [...keys.keys()].filter((name) => associated.has(`${name} ${userName}`)).toSorted()
    const { details } = (await wire.get('getSSHkeysforuser', { userName, resourceName })).json()
    expect((details as string).split(',').filter(Boolean).toSorted()).toEqual(names)
  }
  const asked = (await rows<{ CSR_ID: number }>('getCSRList', 'GeneratedList')).map(({ CSR_ID }) => CSR_ID)
  expect(asked).toEqual(expect.arrayContaining(requests.map(({ id }) => id)))
  const kept = await rows<Record<string, string>>('getAllSSLCertificates')
  const left = certificates.filter(({ deleted }) => !deleted)
  expect(kept.map((row) => String(row['Common Name'])).toSorted()).toEqual(
    ['A Root', ...left.map((one) => one.CNAME)].toSorted(),
  )
  expect((await wire.get('getSSLVulnerabilityCount')).text).toContain(
    `"Revoked":${left.filter((one) => one.reason !== undefined).length}`,
  )
}

async function clean() {
  for (const { KeyName } of await rows<{ KeyName: string }>('getAllSSHKeys')) {
    for (const userName of users) await wire.post('dissociateKey', { keyName: KeyName, resourceName, userName })
    await wire.remove('deleteSSHKey', { key_name: KeyName })
  }
  for (const common_name of ['a.example.com', 'b.example.com']) {
    const { details } = (await wire.get('getCertificateDetails', { common_name })).json() as unknown as {
      details?: { endpoint: { serial: string } }[]
    }
    for (const { endpoint } of details ?? [])
      await wire.remove('deleteCertificate', { common_name, serial_number: endpoint.serial })
  }
}

test('the lists equal the model after every step', async () => {
  const steps = [
    createKey,
    createKey,
    importKey,
    associate,
    associate,
    dissociate,
    dissociate,
    deleteKey,
    request,
    sign,
    sign,
    revoke,
    revoke,
    deleteCertificate,
  ]
  await fc.assert(
    fc.asyncProperty(fc.commands(steps, { maxCommands: 50, size: 'max' }), async (commands) => {
      await clean()
      await fc.asyncModelRun(() => ({ model: new Model(), real: wire }), commands)
    }),
    { numRuns: runs(4, 10), seed: 20_261_121, endOnFailure: true },
  )
  expect((await wire.own('verifyAudit')).json().details).toMatchObject({ intact: true })
}, 120_000)
