import type { AuditSource } from '#contract/console/audit.ts'
import { type Icon, IconHistory, IconKey } from '#ui/theme/icons.ts'

/** Whose audits there are, as people call them. */
export const sources: Record<AuditSource, { label: string; icon: Icon; means: string }> = {
  console: { label: 'This console', icon: IconHistory, means: 'Written by this console, whatever the service' },
  keys: {
    label: 'Key management',
    icon: IconKey,
    means: 'Written by key management itself; who it names is the API key that it was called with',
  },
}
