import type { Log } from '#platform/log.ts'
import { type MailServer, reasonOf } from './smtp-mail.ts'
import { transportOptions } from './transport-options.ts'

export type Mail = { to: string; subject: string; text: string }
/** `later`: it did not leave, and may another time. `refused`: never. `unknown`: it may have arrived. */
export type Posted = { outcome: 'sent' } | { outcome: 'later' | 'refused' | 'unknown'; why: string }
/** How the console itself sends mail, and what became of one. */
export type MailWay = { by: 'smtp' | 'mailbox'; post: (mail: Mail) => Promise<Posted> }

/** By a mail server. It is reached first, so that a server that is away is told from one that went away amid the mail. */
export function smtpWay({ url, from }: MailServer, log: Log): MailWay {
  const options = transportOptions(url)
  return {
    by: 'smtp',
    post: async (mail) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(options)
      let isReached = false
      try {
        await transport.verify()
        isReached = true
        await transport.sendMail({ from, ...mail })
        return { outcome: 'sent' }
      } catch (error) {
        const { error: code, status, command } = reasonOf(error)
        log('mail not sent', { error: code, status, command })
        const said = status === undefined ? code : `${status}${command ? ` to ${command}` : ''}`
        if (!isReached) return { outcome: 'later', why: `The mail server cannot be used (${said}).` }
        if (status === undefined)
          return {
            outcome: 'unknown',
            why: `The connection to the mail server broke off (${said}). It may have arrived.`,
          }
        // The address alone is refused: another mail, or another day, would make no difference.
        if (status >= 500 && command === 'RCPT')
          return { outcome: 'refused', why: `The recipient bounced: the mail server refused the address (${status}).` }
        return { outcome: status >= 500 ? 'refused' : 'later', why: `The mail server refused the mail (${said}).` }
      } finally {
        transport.close()
      }
    },
  }
}

type Mailbox = { send: (mail: Mail & { account: string }) => Promise<unknown> }

/** Into the mailbox of the lab: nothing leaves the machine. */
export const mailboxWay = (mailbox: Mailbox): MailWay => ({
  by: 'mailbox',
  post: async (mail) => {
    await mailbox.send({ ...mail, account: 'notifications' })
    return { outcome: 'sent' }
  },
})
