import { Problem } from '#contract/problem.ts'
import type { Log } from '#platform/log.ts'
import type { SendMail } from '#services/desktop/one-time-codes.ts'
import { transportOptions } from './transport-options.ts'

/** A mail server, and the address that mails come from. */
export type MailServer = { url: URL; from: string }

/** Sends mails through a mail server. */
export function smtpMail({ url, from }: MailServer, log: Log): SendMail {
  const options = transportOptions(url)
  return async ({ to, subject, text }) => {
    // Only whoever sends mail needs it in memory.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(options)
    try {
      await transport.sendMail({ from, to, subject, text })
    } catch (error) {
      log('mail not sent', reasonOf(error))
      throw new Problem('10011')
    } finally {
      transport.close()
    }
  }
}

/** Neither the mail nor the credentials: what the server answered may quote them. */
export function reasonOf(error: unknown) {
  const { code, responseCode, command, name } = error as NodeJS.ErrnoException & {
    responseCode?: number
    command?: string
  }
  return { error: code ?? name, status: responseCode, command: command?.split(' ', 1)[0] }
}

/** Where nothing can send a mail, an account that wants codes by mail cannot sign in until an administrator changes it. */
export const noMail: SendMail = () =>
  Promise.reject(
    new Problem('10011', 'This server cannot send email, so it cannot send the one-time code', { service: 'desktop' }),
  )
