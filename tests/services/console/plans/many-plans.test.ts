// Many plans started at once by one user, as by a script: before a key server that a test controls.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { longestStall } from '../../../crypto/longest-stall.ts'
import { rowsOf, sendList } from '../../../support/many-certificates.ts'
import { type Proxy, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'

const plans = 150
const certificates = 1000
const patience = { timeout: 120_000, interval: 500 }

let proxy: Proxy
beforeEach(async () => {
  proxy = await startProxy({ jobPace: {} })
  // Without a name, they are left out without further requests.
  const rows = [...rowsOf(certificates, Date.now())].map((row) => Object.assign(row, { 'Common Name': '' }))
  proxy.keys.answer(({ url }, response) =>
    url.includes('/getAllSSLCertificates') ? sendList(response, rows) : json(response, {}, 404),
  )
})
afterEach(() => proxy.stop())

test('plans started at once are completed one after another, and nobody else waits for them', async () => {
  const cookie = await proxy.signInConfirmed('chief')
  const order = { operation: 'revoke', title: 'Revoke', input: { revoke_reason: 1 }, ids: ['1', '2', '0'] }
  const plan = () => proxy.call('console.planCertificates', order, cookie)
  const readJob = async (job: number) => (await proxy.call('console.readJob', { job }, cookie)).value
  let jobs: number[] = []
  const stall = await longestStall(async () => {
    const answers = await Promise.all(Array.from({ length: plans }, plan))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    jobs = answers.map(({ value }) => Number(value.id))
    await expect.poll(async () => (await readJob(jobs.at(-1) ?? 0)).why, patience).toBeUndefined()
  })
  expect(await readJob(jobs[0] ?? 0)).toMatchObject({ counts: { skipped: 3 } })
  expect(stall).toBeLessThan(200)
}, 180_000)
