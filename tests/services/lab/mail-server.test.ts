import { networkInterfaces } from 'node:os'
import { connect } from 'node:net'
import { once } from 'node:events'
import * as fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { smtpTransport } from '#services/mail/mail-transport.ts'
import type { MailServer } from '#services/mail/smtp-mail.ts'
import { problemOf, signInTo } from '../desktop/sign-in.ts'
import { runs } from '../../support/runs.ts'
import { type Running, startRunning } from '../running.ts'

let running: Running
let server: MailServer
beforeAll(async () => {
  running = await startRunning()
  if (!running.labMail) throw new Error('The lab has no mail server')
  server = running.labMail
})
afterAll(() => running.stop())
afterEach(() => fetch(`${running.lab}/mail-server`, { method: 'DELETE' }))

const mail = { to: 'desk@demo.example', subject: 'Test', text: 'It works.' }
const post = (sent = mail, by = server) => smtpTransport(by, () => undefined).post(sent)
const refuses = async (what: string) => {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${running.lab}/mail-server`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ refuses: what }),
  })
  expect(answer.status).toBe(200)
}
const received = async () =>
  (await (await fetch(`${running.lab}/mailbox`)).json()) as (typeof mail & { account: string })[]

test('what is sent arrives as it was written', async () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 120 }).filter((text) => !/[\p{Cc}\p{Cs}]/u.test(text))
  const lines = fc.array(line, { minLength: 1, maxLength: 6 }).map((texts) => texts.join('\n').trimEnd())
  const subject = line.map((text) => text.trim().replaceAll(/\s+/g, ' '))
  await fc.assert(
    fc.asyncProperty(subject, lines, async (subject, text) => {
      expect(await post({ ...mail, subject, text })).toEqual({ outcome: 'sent' })
      expect((await received())[0]).toMatchObject({ account: 'notifications', to: mail.to, subject, text })
    }),
    { numRuns: runs(6, 200) },
  )
})

test('a recipient in a domain that cannot exist has bounced, and nothing arrives', async () => {
  const before = await received()
  expect(await post({ ...mail, to: 'desk@nowhere.invalid' })).toEqual({
    outcome: 'refused',
    why: 'The recipient bounced: the mail server refused the address (550).',
  })
  expect(await received()).toEqual(before)
})

test.each([
  ['connections', /cannot be used \(421/],
  ['credentials', /cannot be used \(535 to AUTH\)/],
])('a mail server that refuses %s is tried again later', async (what, why) => {
  await refuses(what)
  expect(await post()).toEqual({ outcome: 'later', why: expect.stringMatching(why) as unknown })
  await fetch(`${running.lab}/mail-server`, { method: 'DELETE' })
  expect(await post()).toEqual({ outcome: 'sent' })
})

test('where the mail server refuses all recipients, no code goes out, and the sign-in says so', async () => {
  await refuses('recipients')
  expect(await problemOf(signInTo(running).withPassword('otp-admin'))).toMatchObject({ code: '10011', status: 503 })
  expect(running.logged.findLast((line) => line.includes('mail not sent'))).toContain('550')
})

test('a message above the limit is refused', async () => {
  const text = 'A line of a message that is far too long.\n'.repeat(8000)
  expect(await post({ ...mail, text })).toMatchObject({
    outcome: 'refused',
    why: expect.stringContaining('552') as unknown,
  })
})

test('programs without its password send nothing, and other machines do not reach it', async () => {
  const url = new URL(server.url)
  url.password = 'guessed'
  expect(await post(mail, { ...server, url })).toMatchObject({ outcome: 'later' })
  url.username = ''
  url.password = ''
  expect(await post(mail, { ...server, url })).toMatchObject({ outcome: 'refused' })
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((one) => one && !one.internal && one.family === 'IPv4')
  if (!outside) return
  const socket = connect(Number(url.port), outside.address)
  const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
  expect(error.code).toBe('ECONNREFUSED')
})
