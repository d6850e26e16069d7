import type { Log } from '#platform/log.ts'
import { type MailServer, reasonOf } from './smtp-mail.ts'
import { transportOptions } from './transport-options.ts'

export type Mail = { to: string; subject: string; text: string }
/** `later`: not sent, can be retried. `refused`: permanent. `unknown`: may have arrived. */
export type Posted = { outcome: 'sent' } | { outcome: 'later' | 'refused' | 'unknown'; why: string }
/** Sends email of the console. `mailbox`: by the lab's mail server, so that nothing leaves the machine. */
export type MailTransport = { by: 'smtp' | 'mailbox'; post: (mail: Mail) => Promise<Posted> }

/** Verifies the connection first, to distinguish an unreachable server from one that fails while sending. */
export function smtpTransport({ url, from }: MailServer, log: Log, by: MailTransport['by'] = 'smtp'): MailTransport {
  const options = transportOptions(url)
  return {
    by,
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
        // Only the recipient is refused: retrying would not help.
        if (status >= 500 && command === 'RCPT')
          return { outcome: 'refused', why: `The recipient bounced: the mail server refused the address (${status}).` }
        return { outcome: status >= 500 ? 'refused' : 'later', why: `The mail server refused the mail (${said}).` }
      } finally {
        transport.close()
      }
    },
  }
}
