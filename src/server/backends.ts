import type { SiteSettings } from '#platform/upstream/sites.ts'
import type { Published } from '#proxy/published/published-services.ts'
import type { MailTransport } from '#services/mail/mail-transport.ts'
import type { Archiver } from './retention.ts'

/** The services behind the console: embedded ones or those of a connections file. */
export type Backends = {
  sites: readonly SiteSettings[]
  /** Routes of the embedded services that are public. */
  published?: Published
  /** Addresses of the READY line, beside that of the console. */
  addresses: Partial<Record<'desktop' | 'mdm' | 'keys' | 'identity' | 'lab' | 'ca', string | undefined>>
  /** Tables that this process can archive. */
  archivers?: readonly Archiver[]
  /** Receives email if no mail server is configured. */
  mailbox?: MailTransport | undefined
  /** Prints what an operator needs to know. */
  announce: () => void
  /** The part that is not ready, if any. */
  notReady: () => Promise<string | undefined>
  close: () => unknown
}
