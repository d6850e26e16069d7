import { Problem } from '#contract/problem.ts'
import type { Log } from '#platform/log.ts'
import type { SendMail } from '#services/desktop/one-time-codes.ts'

/** A mail server, and the address that mails come from. */
export type MailServer = { url: URL; from: string }

const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }
const ports = { 'smtps:': 465, 'smtp:': 587 }
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)

/**
 * Sends mails through a mail server, over TLS with its certificate verified: a code in clear could be read on the way.
 * Only a server on this machine may do without.
 */
export function smtpMail({ url, from }: MailServer, log: Log): SendMail {
  const { hostname, protocol, username, password } = url
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'smtps:'
  const options = {
    host,
    port: Number(url.port) || ports[secure ? 'smtps:' : 'smtp:'],
    secure,
    requireTLS: !secure && !isLoopback(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
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
function reasonOf(error: unknown) {
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
