import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { getOwnAccount, useMailCodes } from '#contract/desktop/account.ts'
import { problemOf, signInTo } from './desktop/sign-in.ts'
import { smtpTransport } from '#services/mail/mail-transport.ts'
import { type Running, startRunning } from './running.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})
const start = async (options: Parameters<typeof startRunning>[0]) => {
  const running = await startRunning(options)
  closers.push(() => running.stop())
  return running
}

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
  const close = () => new Promise<void>((resolve) => server.close(resolve))
  closers.push(close)
  return {
    mails,
    port,
    url: (host: string) => ({ url: new URL(`smtp://${host}:${port}`), from: 'triptych@example.com' }),
  }
}
const signInWithCode = async (running: Running, mail: string) => {
  const code = /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0] ?? ''
  const { two_factor_data } = await signInTo(running).withPassword('otp-admin')
  return { uid: two_factor_data?.unique_userID ?? '', code }
}

test('a code goes out by the mail server, and lets in', async () => {
  const server = await mailServer()
  const running = await start({ mailServer: server.url('127.0.0.1') })
  const { uid } = await signInWithCode(running, '')
  const [mail = ''] = server.mails
  expect(mail).toMatch(/^From: triptych@example\.com\r\nTo: otp-admin@demo\.example\r\n/m)
  expect(mail, 'only the lab’s server is told the account').not.toMatch(/^X-Triptych-Account/im)
  const code = /\b\d{6}\b/.exec(mail.slice(mail.indexOf('\r\n\r\n')))?.[0] ?? ''
  expect(await signInTo(running).withCode(uid, code)).toHaveProperty('auth_data')
  expect((await (await fetch(`${running.lab}/mailbox`)).json()) as unknown[], 'the lab does not keep it').toEqual([])
})

test('a mail server that fails is a clear problem, and the log has the reason without the code', async () => {
  const running = await start({ mailServer: { url: new URL('smtp://127.0.0.1:1'), from: 'a@example.com' } })
  expect(await problemOf(signInTo(running).withPassword('otp-admin'))).toMatchObject({ code: '10011', status: 503 })
  const logged = running.logged.filter((line) => line.includes('mail not sent'))
  expect(logged).toEqual([expect.stringContaining('ESOCKET')])
  expect(logged.join()).not.toMatch(/\d{6}/)
})

test('without TLS no mail goes to another machine', async () => {
  const server = await mailServer()
  // A name that is not loopback, for the rule; it leads to this machine all the same.
  const running = await start({ mailServer: server.url('127.1') })
  expect(await problemOf(signInTo(running).withPassword('otp-admin'))).toMatchObject({ code: '10011' })
  expect(server.mails).toEqual([])
})

test('where nothing can send mail, codes by email are not offered', async () => {
  const running = await start({ labPath: undefined })
  const { auth_data } = await signInTo(running).withPassword('admin')
  expect(await running.call(getOwnAccount, {}, auth_data?.auth_token)).toMatchObject({ mail_codes: false })
  const refused = await problemOf(running.call(useMailCodes, {}, auth_data?.auth_token))
  expect(refused).toMatchObject({ code: '10010', message: expect.stringContaining('cannot send email') as unknown })
})

test('a recipient whom the mail server refuses for good has bounced', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such user'), { responseCode: 550 })),
  })
  server.on('error', () => undefined)
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  closers.push(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = listening.address() as AddressInfo
  const way = smtpTransport({ url: new URL(`smtp://127.0.0.1:${port}`), from: 'console@example.com' }, () => undefined)
  expect(await way.post({ to: 'gone@example.com', subject: 'Notice', text: 'Text' })).toEqual({
    outcome: 'refused',
    why: 'The recipient bounced: the mail server refused the address (550).',
  })
})
