import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailbox, type MailTables, purgeMails } from '#services/lab/mailbox.ts'
import { startRunning, type Running } from '../running.ts'

let running: Running
beforeAll(async () => {
  running = await startRunning()
})
afterAll(() => running.stop())

test('mails are read newest first, and the newest 200 are kept', async () => {
  const db = running.database.db.$extendTables<MailTables>()
  const mails = mailbox(db)
  for (let number = 1; number <= 205; number += 1) {
    await mails.send({ account: 'admin', to: 'admin@demo.example', subject: `mail ${number}`, text: 'ok' })
  }
  await purgeMails(db)
  const { total } = await db
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  expect(total).toBe(200)
  const read = (await (await fetch(`${running.lab}/mailbox`)).json()) as { subject: string; sent_at: string }[]
  expect(read.slice(0, 2).map(({ subject }) => subject)).toEqual(['mail 205', 'mail 204'])
  expect(read.at(-1)?.subject).toBe('mail 6')
  expect(Date.parse(read[0]?.sent_at ?? '')).toBeGreaterThan(Date.now() - 60_000)
})
