import type { KeyManagement } from '#services/keys/key-management.ts'
import type { ShownHosts } from '#services/lab/hosts.ts'
import type { demoCalls } from './demo-calls.ts'

/** The hosts of the lab, and the password of their accounts. */
export type DemoLab = ShownHosts & { password: string }

/** What the makers of demo data share. Each of them asks what is there already: a start that was killed is continued. */
export type DemoContext = {
  parts: KeyManagement
  calls: ReturnType<typeof demoCalls>
  lab: DemoLab
}

/** Ends the work between two steps when the service stops. */
export function throwIfStopping({ stopping }: KeyManagement): void {
  stopping?.throwIfAborted()
}
