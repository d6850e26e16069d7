import type { Convention } from './convention.ts'
import { desktopConventions } from './desktop-conventions.ts'
import { identityConventions } from './identity-conventions.ts'
import { keysConventions } from './keys-conventions.ts'
import { mdmConventions } from './mdm-conventions.ts'

/** What holds for a whole service; what holds for one operation stands with it (`assumes`). */
export const conventions: readonly Convention[] = [
  ...desktopConventions,
  ...mdmConventions,
  ...keysConventions,
  ...identityConventions,
]
