import type { KeyManagement } from '#services/keys/key-management.ts'
import type { ShownHosts } from '#services/lab/hosts.ts'
import type { demoCalls } from './demo-calls.ts'

/** Lab hosts, and the password of their accounts. */
export type DemoLab = ShownHosts & { password: string }

/** Shared by the seeding steps, each of which skips existing data to resume an interrupted start. */
export type DemoContext = {
  parts: KeyManagement
  calls: ReturnType<typeof demoCalls>
  lab: DemoLab
}

/** Stops between two steps at shutdown. */
export function throwIfStopping({ stopping }: KeyManagement): void {
  stopping?.throwIfAborted()
}
