import type { SiteSettings } from '#platform/upstream/sites.ts'
import type { Published } from '#proxy/published/published-services.ts'
import type { MailWay } from '#services/mail/mail-way.ts'
import type { Archiver } from './retention.ts'

/** The servers that the console stands before, whoever runs them. */
export type World = {
  sites: readonly SiteSettings[]
  /** What of the embedded services is for everybody. */
  published?: Published
  /** What the READY line tells beside the console's own address. */
  addresses: Partial<Record<'desktop' | 'mdm' | 'keys' | 'identity' | 'lab' | 'ca', string | undefined>>
  /** What of them grows, and can be archived by this process. */
  archivers?: readonly Archiver[]
  /** Where mail goes that no mail server takes. */
  mailbox?: MailWay | undefined
  /** Says on the terminal what an operator has to know of them. */
  announce: () => void
  /** Which part of ours is not ready, if any. */
  notReady: () => Promise<string | undefined>
  close: () => unknown
}
