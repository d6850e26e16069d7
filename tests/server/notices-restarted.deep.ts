// Two processes on one PostgreSQL that are killed and started again: the mail before a certificate expires arrives once.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildIfStale } from '#server/build.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { consoleClient } from '../support/console-client.ts'
import { startServer } from '../support/server.ts'

const password = 'a password of the tests 7c41'
const desk = 'desk@example.com'
const name = 'shop.harbor.example'
type Server = Awaited<ReturnType<typeof startServer>>
type Standing = { look: { state: string; at?: number } }

let folder: string
beforeAll(async () => {
  await buildIfStale()
  folder = await mkdtemp(join(tmpdir(), 'triptych-notices-'))
}, 600_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

async function mailServer() {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return { mails, port, close: () => new Promise<void>((resolve) => server.close(resolve)) }
}

describe.skipIf(noPostgres)('the mail of the last step', () => {
  test('arrives once through five restarts of two processes, of which some are killed', async () => {
    const smtp = await mailServer()
    const settings = {
      TRIPTYCH_DATA_DIR: folder,
      TRIPTYCH_DEMO_PASSWORD: password,
      TRIPTYCH_SEED: 'empty',
      TRIPTYCH_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      TRIPTYCH_DATABASE_URL: await (await startPostgres()).createDatabase('notices'),
    }
    const servers: Server[] = [await startServer(settings, 300_000), await startServer(settings, 300_000)]
    const client = consoleClient()
    const call = async <T>({ ready }: Server, row: string, input: object = {}) => {
      const { status, value } = await client.call(ready.console, row, input)
      if (status !== 200) throw new Error(`${row}: ${JSON.stringify(value)}`)
      return value as T
    }
    /** Whichever of them looks, it has looked once more since. */
    const lookedAgain = async () => {
      const [asked] = servers
      if (!asked) throw new Error('None runs')
      const { look } = await call<Standing>(asked, 'console.readNotifications')
      const isNewer = async () => {
        for (const server of servers) {
          const rule = { isOn: true, days: [90, 30, 14, 7, 1], recipients: [desk] }
          await call(server, 'console.setNotifications', rule)
        }
        const now = (await call<Standing>(asked, 'console.readNotifications')).look
        return now.state === 'done' && (now.at ?? 0) > (look.at ?? 0)
      }
      await expect.poll(isNewer, { timeout: 120_000, interval: 1000 }).toBe(true)
    }
    const [first] = servers
    if (!first) throw new Error('Two were started')
    await client.signIn(first.ready.console, 'admin', password)
    await call(first, 'keys.createCertificate', { CNAME: name, ALG: 'EC', VALIDITY: '6' })
    await lookedAgain()
    const sent = { about: name, days: 7, recipient: desk, state: 'sent', attempts: 1 }
    const notices = async (server = servers[0]) =>
      server && (await call<{ rows: object[] }>(server, 'console.listNotices', { page: 0, limit: 50 })).rows
    // Killed before it has noted that the mail left, it would be unknown.
    await expect.poll(() => notices(), { timeout: 60_000 }).toMatchObject([sent])
    for (let restart = 0; restart < 5; restart += 1) {
      const [oldest] = servers.splice(0, 1)
      await (restart % 2 === 0 ? oldest?.kill() : oldest?.stop())
      servers.push(await startServer(settings, 300_000))
      await lookedAgain()
    }
    expect(await notices()).toMatchObject([sent])
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]).toMatch(new RegExp(`Subject: Certificate ${name.replaceAll('.', '\\.')} expires`))
    await Promise.all(servers.map((server) => server.stop()))
    await client.close()
    await smtp.close()
  }, 1_800_000)
})
