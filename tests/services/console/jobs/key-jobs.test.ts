// Certificates, keys and accounts as items of a job: several steps for each, and nothing done twice.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unzipped } from '#components/bulk/archive.ts'
import type { Job } from '#contract/console/jobs.ts'
import { startProxy } from '../../../support/proxy.ts'
import { done, rowsOf } from '../../../support/stated-only.ts'
import { json } from '../../../support/upstream.ts'
import { callsOf, pace } from './job-world.ts'

let world: Awaited<ReturnType<typeof startKeys>>
let cookie: string
beforeAll(async () => {
  world = await startKeys()
  cookie = await world.proxy.signInConfirmed()
})
afterAll(() => world.proxy.stop())
beforeEach(() => world.reset())

test('certificates are revoked one by one after reauthentication, and the failed one is retried', async () => {
  const items = [1, 2, 3].map((id) => ({
    subject: String(id),
    label: `c${id}.example`,
    input: { common_name: `c${id}.example`, serial_number: `0${id}` },
  }))
  const plan = { endpoint: 'keys.revokeCertificate', title: 'Revoke', input: { revoke_reason: 4 }, items }
  const unconfirmed = await world.proxy.signIn()
  const refused = await world.call<Job>('console.planJob', plan, unconfirmed)
  const { value } = await world.proxy.call('console.startJob', { job: refused.id }, unconfirmed)
  expect(value).toMatchObject({ code: 'CONFIRM_IDENTITY' })

  world.refused.add('c2.example')
  const { id } = await world.startJob(plan)
  await world.until(id, cookie, { state: 'ended', counts: { done: 2, refused: 1 } })
  expect(await world.items(id, cookie, { outcome: 'refused' })).toMatchObject([
    { subject: '2', remark: expect.stringContaining('away') as string },
  ])
  world.refused.clear()
  await world.call('console.retryJob', { job: id, outcomes: ['refused'] }, cookie)
  await world.until(id, cookie, { state: 'ended', counts: { done: 3 } })
  const asked = world.asked('revokeEXTCACertificate').map(({ common_name }) => common_name)
  expect(asked.toSorted(byName)).toEqual(['c1.example', 'c2.example', 'c2.example', 'c3.example'])
  const listed = await world.call('console.listJobs', { kind: 'certificate', subject: '2' }, cookie)
  expect(listed).toMatchObject({ rows: [{ id, item: { outcome: 'done' } }, { id: refused.id }] })
})

test('a deletion without a response is looked up in the list', async () => {
  world.silent.add('deleteSSHKey')
  world.keys.add('old')
  const items = [{ subject: 'old', label: 'old' }]
  const { id } = await world.startJob({ endpoint: 'keys.deleteSshKey', title: 'Delete', input: {}, items })
  await world.until(id, cookie, { state: 'ended', counts: { done: 1 } })
  expect(world.asked('deleteSSHKey')).toHaveLength(1)
})

test('a key is deployed to reachable hosts and tested; its page and that of each host show the job', async () => {
  world.refused.add('b')
  const job = await world.startJob({
    endpoint: 'keys.deployKey',
    title: 'Deploy',
    input: { keyName: 'web' },
    items: ['a', 'b', 'c'].map(accountItem),
  })
  await world.until(job.id, cookie, { state: 'ended', counts: { done: 2, refused: 1 } })
  expect(
    world
      .asked('associateKey')
      .map(({ resourceName }) => resourceName)
      .toSorted(byName),
  ).toEqual(['a', 'c'])
  const [first] = await world.items(job.id, cookie)
  expect(first).toMatchObject({ outcome: 'done', remark: 'Listed by the server, sign-in not tested' })
  for (const about of [
    { kind: 'ssh-key', subject: 'web' },
    { kind: 'host', subject: 'c' },
  ])
    expect(await world.call('console.listJobs', about, cookie)).toMatchObject({ total: 1, rows: [{ id: job.id }] })
  const { rows } = await world.call<{ rows: Job[] }>(
    'console.listJobs',
    { kind: 'certificate', subject: 'web' },
    cookie,
  )
  expect(rows).toEqual([])
})

test('the old key stays where the new one does not grant access, and the job pauses there', async () => {
  for (const host of ['a', 'b', 'c']) world.lines.set(host, new Set(['old', 'new']))
  world.lines.set('b', new Set(['old']))
  const { id } = await world.startJob({
    endpoint: 'keys.replaceKey',
    title: 'Rotate',
    input: { keyName: 'new', formerKey: 'old' },
    items: ['a', 'b', 'c'].map(accountItem),
  })
  await world.until(id, cookie, { state: 'paused', counts: { done: 1, failed: 1, waiting: 1 } })
  expect(world.lines.get('b')).toEqual(new Set(['old']))
  world.lines.get('b')?.add('new')
  await world.call('console.retryJob', { job: id, outcomes: ['failed'] }, cookie)
  await world.until(id, cookie, { state: 'ended', counts: { done: 3 } })
  expect([...world.lines.values()]).toEqual([new Set(['new']), new Set(['new']), new Set(['new'])])
})

test('a retry signs an unsigned request, and does not create it again', async () => {
  world.refused.add('signCSR')
  const { id } = await world.startJob({
    endpoint: 'keys.renewCertificate',
    title: 'Renew',
    input: {},
    items: ['a.example', 'b.example'].map((name, at) => ({
      subject: String(at + 1),
      label: name,
      input: {
        wish: { CNAME: name, ALG: 'EC' },
        ...(at === 0 && { sign: { signType: 'signWithRoot', rootCertificateCommonName: 'Root' } }),
      },
    })),
  })
  await world.until(id, cookie, { state: 'ended', counts: { done: 1, refused: 1 } })
  world.refused.clear()
  await world.call('console.retryJob', { job: id, outcomes: ['refused'] }, cookie)
  await world.until(id, cookie, { state: 'ended', counts: { done: 2 } })
  expect(world.asked('createCSR')).toHaveLength(1)
  expect(world.asked('createCertificate')).toHaveLength(1)
  expect(world.asked('signCSR').map(({ CSR_ID }) => CSR_ID)).toEqual(['7', '7'])
  expect((await world.items(id, cookie))[0]).toMatchObject({ remark: 'Certificate 12, serial number 0C' })
})

test('a renewed certificate is deployed to each of its servers, and what they present ends it', async () => {
  const item = {
    subject: '1',
    label: 'a.example',
    input: {
      wish: { CNAME: 'a.example', ALG: 'EC' },
      sign: { signType: 'signWithRoot', rootCertificateCommonName: 'Root' },
      servers: ['web', 'mail'],
    },
  }
  const plan = { endpoint: 'keys.renewCertificate', title: 'Renew', input: {}, items: [item] }
  const unconfirmed = await world.proxy.signIn()
  const { id: unproven } = await world.call<Job>('console.planJob', plan, unconfirmed)
  const { value } = await world.proxy.call('console.startJob', { job: unproven }, unconfirmed)
  expect(value).toMatchObject({ code: 'CONFIRM_IDENTITY' }) // what is found by earlier steps is foreseen

  world.refused.add('mail')
  world.presented.set('web', 'yes')
  const { id } = await world.startJob(plan)
  await world.until(id, cookie, { state: 'ended', counts: { refused: 1 } })
  expect(world.asked('deployCertificate')).toEqual(
    ['web', 'mail'].map((serverName) => ({ common_name: 'a.example', serial_number: '0C', serverName })),
  )
  world.refused.clear()
  world.presented.set('mail', 'no')
  await world.call('console.retryJob', { job: id, outcomes: ['refused'] }, cookie)
  await world.until(id, cookie, { state: 'ended', counts: { failed: 1 } })
  expect(await world.items(id, cookie)).toMatchObject([
    { remark: 'Presented at web. Another certificate is presented at mail' },
  ])
  world.presented.set('mail', 'yes')
  await world.call('console.retryJob', { job: id, outcomes: ['failed'] }, cookie)
  await world.until(id, cookie, { state: 'ended', counts: { done: 1 } })
  expect(await world.items(id, cookie)).toMatchObject([{ remark: 'Presented at web, mail' }])
  expect(world.asked('createCSR')).toHaveLength(1)
  expect(world.asked('deployCertificate').map(({ serverName }) => serverName)).toEqual(['web', 'mail', 'mail'])
})

test('exported files are stored sealed for the owner of the job, and private ones require reauthentication', async () => {
  const plan = (half: string) => ({
    endpoint: 'keys.exportSshKey',
    title: `Export 2 keys (${half})`,
    input: { keyExportType: half },
    items: ['web', 'db'].map((name) => ({ subject: name, label: name, input: { fileName: `${name}.key` } })),
  })
  const unconfirmed = await world.proxy.signIn()
  const open = await world.startJob(plan('public'), unconfirmed)
  await world.until(open.id, unconfirmed, { state: 'ended', counts: { done: 2 }, files: { count: 2, isSecret: false } })
  const fetched = await world.proxy.call('console.fetchJobFiles', { job: open.id }, unconfirmed)
  expect(unzipped(fetched.bytes).map(({ name, bytes }) => [name, new TextDecoder().decode(bytes)])).toEqual([
    ['web.key', 'canary-file of web'],
    ['db.key', 'canary-file of db'],
  ])
  expect(await world.proxy.stored()).not.toContain('canary-file')

  const { id } = await world.call<Job>('console.planJob', plan('private'), unconfirmed)
  const start = (said: object, by: string) => world.proxy.call('console.startJob', { job: id, ...said }, by)
  expect((await start({}, unconfirmed)).value).toMatchObject({ field: 'reason' })
  const why = { reason: 'Moved to a new host' }
  expect((await start(why, unconfirmed)).value).toMatchObject({ code: 'CONFIRM_IDENTITY' })
  expect((await start(why, cookie)).value).toMatchObject({ state: 'running' })
  await world.until(id, cookie, { state: 'ended', files: { count: 2, isSecret: true } })
  const ask = (input: object, by: string) => world.proxy.call('console.fetchJobFiles', { job: id, ...input }, by)
  expect((await ask({}, unconfirmed)).value).toMatchObject({ field: 'isSecret' })
  expect((await ask({ isSecret: true }, unconfirmed)).value).toMatchObject({ code: 'CONFIRM_IDENTITY' })
  expect((await ask({ isSecret: true }, cookie)).status).toBe(200)
  const other = await world.proxy.signInConfirmed('chief')
  expect((await ask({ isSecret: true }, other)).value).toMatchObject({ code: 'FORBIDDEN' })
  await world.proxy.tables.updateTable('console_job_file').set({ expires_at: 1 }).where('job', '=', id).execute()
  expect((await ask({ isSecret: true }, cookie)).value).toMatchObject({ code: 'NOT_FOUND' })
})

test('CA certificates of a file are imported in their order', async () => {
  const items = ['root', 'below'].map((name) => ({
    subject: name,
    label: name,
    input: { name, pem: `PEM of ${name}` },
  }))
  const { id } = await world.startJob({ endpoint: 'keys.importCertificates', title: 'Import', input: {}, items })
  await world.until(id, cookie, { state: 'ended', counts: { done: 2 } })
  expect(world.uploaded).toEqual(['PEM of root', 'PEM of below'])
})

const byName = (one = '', other = '') => one.localeCompare(other)
/** Of an operation, as it was asked. */
type Asked = Record<string, string>

const accountItem = (host: string) => ({
  subject: JSON.stringify([host, 'app']),
  label: `app on ${host}`,
  input: { resourceName: host, userName: 'app' },
})

/** Key management of the stated operations alone. */
async function startKeys() {
  const proxy = await startProxy({ jobPace: pace })
  const calls: { name: string; input: Asked }[] = []
  const refused = new Set<string>()
  /** Operations that are done without an answer. */
  const silent = new Set<string>()
  const keys = new Set<string>()
  const lines = new Map<string, Set<string>>()
  const requests: string[] = []
  const uploaded: string[] = []
  /** What servers present of the new certificate. */
  const presented = new Map<string, string>()
  const linesOf = (host = '') => lines.get(host) ?? new Set<string>()
  const answers: Record<string, (input: Asked) => unknown> = {
    deleteSSHKey: ({ key_name }) => keys.delete(key_name ?? '') && done('DeleteSSHKey'),
    getAllSSHKeys: () =>
      rowsOf(
        'getAllSSHKeys',
        [...keys].map((KeyName) => ({ KeyName })),
      ),
    getSSHkeysforuser: ({ resourceName }) => ({
      ...done('getSSHkeysforuser'),
      details: [...linesOf(resourceName)].join(','),
    }),
    associateKey: ({ resourceName, keyName }) => {
      lines.set(resourceName ?? '', new Set([...linesOf(resourceName), keyName ?? '']))
      return done('associateKey')
    },
    dissociateKey: ({ resourceName, keyName }) => {
      linesOf(resourceName).delete(keyName ?? '')
      return done('dissociateKey')
    },
    createCSR: ({ CNAME }) => {
      requests.push(CNAME ?? '')
      return done('createCSR')
    },
    createCertificate: () => done('createCertificate'),
    getCSRList: () =>
      rowsOf(
        'getCSRList',
        requests.map((DOMAIN_NAME, at) => ({ CSR_ID: 7 + at, DOMAIN_NAME })),
        'GeneratedList',
      ),
    signCSR: () => rowsOf('SignCSR', [{ commonName: 'a.example', Certificate_ID: 12, serialNumber: '0C' }]),
    deployCertificate: ({ serverName }) =>
      rowsOf('DeployCertificate', [{ server: serverName, status: 'Success', message: 'Deployed' }], 'deployStatus'),
    getCertificateUse: () => ({
      ...done('getCertificateUse'),
      details: { Deployments: [...presented].map(([serverName, Presented]) => ({ serverName, Presented })) },
    }),
  }
  proxy.keys.answer(({ url, body }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://keys.test')
    const name = pathname.split('/').at(-1) ?? ''
    const given = searchParams.get('INPUT_DATA') ?? new URLSearchParams(body).get('INPUT_DATA') ?? '{}'
    const { operation = {} } = JSON.parse(given) as { operation?: { Details?: Asked } }
    const input = operation.Details ?? {}
    calls.push({ name, input })
    const [uploadedText] = /PEM of \w+/.exec(body) ?? []
    if (name === 'addCertificate' && uploadedText) {
      uploaded.push(uploadedText)
      return json(response, { Status: 'Success', Message: 'Added' })
    }
    if (name === 'exportSSHKey')
      return response
        .writeHead(200, { 'content-type': 'application/octet-stream' })
        .end(`canary-file of ${input.keyName}`)
    const isRefused = [name, input.common_name, input.resourceName, input.serverName].some((one) =>
      refused.has(one ?? ''),
    )
    if (isRefused) return json(response, { name, result: { status: 'Failed', message: 'It is away' } }, 422)
    if (name === 'revokeEXTCACertificate')
      return response.writeHead(200, { 'content-type': 'text/plain' }).end('The certificate is revoked')
    const answer = answers[name]
    if (!answer) return json(response, { result: { status: 'Failed', message: 'No such operation' } }, 404)
    const said = answer(input)
    if (silent.has(name)) return response.destroy()
    return json(response, said)
  })
  const calling = callsOf(proxy)
  return {
    proxy,
    ...calling,
    refused,
    silent,
    uploaded,
    presented,
    keys,
    lines,
    asked: (name: string) => calls.filter((call) => call.name === name).map(({ input }) => input),
    reset: () => {
      for (const one of [refused, silent, keys, lines]) one.clear()
      calls.length = 0
      requests.length = 0
    },
    startJob: async (plan: object, by = cookie) => {
      const { id } = await calling.call<Job>('console.planJob', plan, by)
      return calling.call<Job>('console.startJob', { job: id }, by)
    },
  }
}
