import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { Kysely } from 'kysely'
import type { MailServer } from '#services/mail/smtp-mail.ts'
import { bodyOf } from './json-body.ts'
import { type LabTables, sharedSetting } from './lab-settings.ts'
import type { LabMail } from './mailbox.ts'
import { readMessage } from './received-mail.ts'

const address = '127.0.0.1'
const maxMessageBytes = 256 * 1024
/** RFC 2606: such a domain never exists. */
const unknownDomain = /\.invalid$/i

const refusals = ['connections', 'credentials', 'recipients'] as const
type Refusal = (typeof refusals)[number] | null
const refusalSwitch = z.strictObject({ refuses: z.nullable(z.enum(refusals)) })

const refusalSetting = (db: Kysely<LabTables>) =>
  sharedSetting<{ refuses: Refusal }>(db, 'mail server', { refuses: null })

type Parts = {
  db: Kysely<LabTables>
  deliver: (mail: LabMail) => Promise<void>
}

/** The lab's mail server. It accepts mail of this process only, and delivers it to the lab's mailbox. */
export async function startMailServer({ db, deliver }: Parts) {
  // Loaded only where there is a lab.
  const { SMTPServer } = await import('smtp-server')
  const secret = randomBytes(18).toString('base64url')
  const setting = refusalSetting(db)
  const isRefused = async (what: Refusal) => (await setting.read()).refuses === what
  const server = new SMTPServer({
    // Loopback without TLS.
    allowInsecureAuth: true,
    authMethods: ['PLAIN'],
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: maxMessageBytes,
    rejectOversized: true,
    maxClients: 50,
    socketTimeout: 10_000,
    closeTimeout: 1000,
    onConnect: (_session, done) =>
      void answered(done, async () => {
        if (await isRefused('connections')) throw refusal(421, 'Service not available')
      }),
    onAuth: ({ username, password }, _session, done) =>
      void answered(
        (error) => (error ? done(error) : done(null, { user: username })),
        async () => {
          if (password !== secret || (await isRefused('credentials'))) throw refusal(535, 'Authentication failed')
        },
      ),
    onRcptTo: (recipient, _session, done) =>
      void answered(done, async () => {
        if (unknownDomain.test(recipient.address) || (await isRefused('recipients')))
          throw refusal(550, 'Recipient unknown')
      }),
    onData: (stream, { user = '', envelope }, done) =>
      void answered(done, async () => {
        const message = await bytesOf(stream)
        if (stream.sizeExceeded) return
        for (const { address: to } of envelope.rcptTo) await deliver({ account: user, to, ...readMessage(message) })
      }),
  })
  // Connections that break off.
  server.on('error', () => undefined)
  const listening = server.listen(0, address)
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    /** `account`: part of the product that sends. */
    as: (account: string): MailServer => ({
      url: new URL(`smtp://${account}:${secret}@${address}:${port}`),
      from: 'triptych@demo.example',
      namesAccount: true,
    }),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Failures of the mail server on demand. */
export function mailServerSwitch(db: Kysely<LabTables>) {
  const app = new Hono()
  const setting = refusalSetting(db)
  app.get('/mail-server', async (context) => context.json(await setting.read()))
  app.delete('/mail-server', async (context) => context.json(await setting.change(() => ({ refuses: null }))))
  app.post('/mail-server', async (context) => {
    const wanted = await bodyOf(context, refusalSwitch)
    if (wanted instanceof Response) return wanted
    return context.json(await setting.change(() => wanted))
  })
  return app
}

/** What the lab's guide says about it. */
export const mailServerGuide = {
  method: 'POST',
  body: { refuses: 'connections' },
  refuses: `${refusals.join(', ')}; null: nothing`,
  recipients: 'those below .invalid are always refused',
  show: 'GET the same address',
  reset: 'DELETE the same address',
}

const refusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** Reads all, and keeps no more than the limit. */
async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxMessageBytes) chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Answers with the refusal, or that it can be sent again later. */
async function answered(done: (error?: Error) => void, work: () => Promise<void>) {
  let error: Error | undefined
  try {
    await work()
  } catch (caught) {
    error = caught instanceof Error && 'responseCode' in caught ? caught : refusal(451, 'Not stored')
  }
  done(error)
}
