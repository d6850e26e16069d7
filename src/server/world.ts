import type { SiteSettings } from '#proxy/sites.ts'

/** The servers that the console stands before, whoever runs them. */
export type World = {
  sites: readonly SiteSettings[]
  /** What the READY line tells beside the console's own address. */
  addresses: Partial<Record<'desktop' | 'mdm' | 'keys' | 'identity' | 'lab' | 'ca', string | undefined>>
  /** Says on the terminal what an operator has to know of them. */
  announce: () => void
  /** Which part of ours is not ready, if any. */
  notReady: () => Promise<string | undefined>
  close: () => unknown
}
