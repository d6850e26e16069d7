import { expect, expectAccessible, test } from './fixtures.ts'

test.use({ account: 'admin' })

test('a test email arrives, and what the mail server refuses is told', async ({
  page,
  product,
  lab,
  problems,
  withSession: _,
}) => {
  problems.allow(/status of 5\d\d/) // the mail server fails on purpose
  await page.goto('/settings/notifications')
  const dialog = page.getByRole('dialog', { name: 'Send test email' })
  const send = async (to: string) => {
    await dialog.getByRole('textbox').fill(to)
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Send test email' }).click()

  await send('desk@nowhere.invalid')
  await expect(dialog.getByText(/The recipient bounced/).first()).toBeVisible()

  const mailServer = `${product.lab}/mail-server`
  const body = JSON.stringify({ refuses: 'connections' })
  await fetch(mailServer, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  await send('desk@demo.example')
  await expect(dialog.getByText(/The mail server cannot be used/).first()).toBeVisible()
  await expectAccessible(page)
  await fetch(mailServer, { method: 'DELETE' })

  await send('desk@demo.example')
  await expect(page.getByText('Test email sent')).toBeVisible()
  const mails = (await lab.mailbox()).filter(({ to }) => to.startsWith('desk@'))
  expect(mails.map(({ to }) => to)).toEqual(['desk@demo.example'])
})
