import { Problem } from '#contract/problem.ts'
import type { Log } from '#platform/log.ts'
import type { SendMail } from '#services/desktop/one-time-codes.ts'
import { transportOptions } from './transport-options.ts'

/** Account of the recipient: several can have the same address. */
export const accountHeader = 'X-Triptych-Account'

/** A mail server and the sender address. `namesAccount`: of the lab, whose mailbox shows the account. */
export type MailServer = { url: URL; from: string; namesAccount?: true }

/** Sends mails through a mail server. */
export function smtpMail({ url, from, namesAccount }: MailServer, log: Log): SendMail {
  const options = transportOptions(url)
  return async ({ account, to, subject, text }) => {
    // Loaded on first use.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(options)
    try {
      await transport.sendMail({
        from,
        to,
        subject,
        text,
        ...(namesAccount && { headers: { [accountHeader]: account } }),
      })
    } catch (error) {
      log('mail not sent', reasonOf(error))
      throw new Problem('10011')
    } finally {
      transport.close()
    }
  }
}

/** Neither the email nor the credentials, which server messages may quote. */
export function reasonOf(error: unknown) {
  const { code, responseCode, command, name } = error as NodeJS.ErrnoException & {
    responseCode?: number
    command?: string
  }
  return { error: code ?? name, status: responseCode, command: command?.split(' ', 1)[0] }
}

/** Without email, accounts with codes by email cannot sign in until changed by an administrator. */
export const noMail: SendMail = () =>
  Promise.reject(
    new Problem('10011', 'This server cannot send email, so it cannot send the one-time code', { service: 'desktop' }),
  )
