// Two processes on one PostgreSQL, of which the one that answered an approval is killed: no device is wiped twice.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { consoleClient } from '../support/console-client.ts'
import { startServer } from '../support/server.ts'

const password = 'a password of the tests 7c41'
const count = 30
type Job = { id: number; state: string; counts: Record<string, number> }
type History = { commands: { command_name: string }[] }
type Item = { subject: string; outcome: string }

const folders: string[] = []
beforeAll(() => buildIfStale())
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

describe.skipIf(noPostgres)('a process that is killed', () => {
  test.each([0, 60, 250])(
    '%i ms after it answered an approval leaves nothing that is sent twice',
    async (afterMs) => {
      const url = await (await startPostgres()).createDatabase('approved')
      // The files of the lab are encrypted with a key of the database.
      const folder = await mkdtemp(join(tmpdir(), 'triptych-approvals-'))
      folders.push(folder)
      const settings = {
        TRIPTYCH_DATA_DIR: folder,
        TRIPTYCH_DEMO_PASSWORD: password,
        TRIPTYCH_DATABASE_URL: url,
      }
      const victim = await startServer(settings, 200_000)
      let origin = victim.ready.console
      const [asker, approver] = [consoleClient(), consoleClient()]
      const callBy =
        (client: typeof asker) =>
        async <T>(row: string, input: object = {}) => {
          const { status, value } = await client.call(origin, row, input)
          if (status !== 200) throw new Error(`${row}: ${JSON.stringify(value)}`)
          return value as T
        }
      const [ask, decide] = [callBy(asker), callBy(approver)]
      await asker.signIn(origin, 'admin', password)
      await ask('session.confirmIdentity', { password })
      const codeOf = async () => {
        const mails = (await (await request(`${victim.ready.lab}/mailbox`)).body.json()) as { text: string }[]
        return /\b\d{6}\b/.exec(mails[0]?.text ?? '')?.[0] ?? ''
      }
      await decide('session.signIn', { username: 'otp-admin', password })
      await decide('session.verifyOtp', { otp: await codeOf() })
      const proof = await decide<{ state?: string }>('session.confirmIdentity', { password })
      if (JSON.stringify(proof).includes('otp')) await decide('session.confirmIdentity', { otp: await codeOf() })
      const left = await startServer(settings, 200_000)

      const { devices } = await ask<{ devices: { device_id: string }[] }>('mdm.listDevices', {
        limit: String(count),
        managed_status: '2',
      })
      const items = devices.map(({ device_id }) => ({ subject: device_id, label: device_id }))
      expect(items).toHaveLength(count)
      const wipesOf = async (device_id: string) => {
        const { commands } = await ask<History>('mdm.listDeviceCommands', { device_id, limit: '200' })
        return commands.filter(({ command_name }) => command_name === 'complete_wipe').length
      }
      const before = new Map<string, number>()
      for (const { subject } of items) before.set(subject, await wipesOf(subject))
      const { id: job } = await ask<Job>('console.planJob', {
        endpoint: 'mdm.wipeDevices',
        title: 'Wipe',
        input: {},
        items,
      })
      const held = await ask<Job>('console.startJob', { job, reason: 'Stolen from the warehouse' })
      expect(held).toMatchObject({ state: 'held', counts: { waiting: count } })
      await decide('console.approveJob', { job, by: 'admin' })
      await delay(afterMs)
      await victim.kill()
      origin = left.ready.console
      await expect
        .poll(async () => (await ask<Job>('console.readJob', { job })).counts, { timeout: 400_000, interval: 500 })
        .toMatchObject({ waiting: 0, sent: 0 })
      // What a device cannot do is refused; what got no answer is unknown.
      const { rows } = await ask<{ rows: Item[] }>('console.listJobItems', { job, limit: 200 })
      for (const { subject, outcome } of rows) {
        const wipes = (await wipesOf(subject)) - (before.get(subject) ?? 0)
        const expected = outcome === 'refused' ? 0 : outcome === 'unknown' ? Math.min(wipes, 1) : 1
        expect([subject, outcome, wipes]).toEqual([subject, outcome, expected])
      }
      await left.stop()
      await Promise.all([asker.close(), approver.close()])
    },
    700_000,
  )
})
