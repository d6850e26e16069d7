import type { AuditSource } from '#contract/console/audit.ts'
import { type Icon, IconHistory, IconKey } from '#ui/theme/icons.ts'

/** Labels of the audit sources. */
export const sources: Record<AuditSource, { label: string; icon: Icon; means: string }> = {
  console: { label: 'This console', icon: IconHistory, means: 'Recorded by this console for all services' },
  keys: {
    label: 'Key management',
    icon: IconKey,
    means: 'Recorded by key management. The user is the API key used for the call.',
  },
}
