import type { Convention } from './convention.ts'
import { desktopConventions } from './desktop-conventions.ts'
import { identityConventions } from './identity-conventions.ts'
import { keysConventions } from './keys-conventions.ts'
import { mdmConventions } from './mdm-conventions.ts'

/** Conventions of whole services; those of single operations are in their `assumes`. */
export const conventions: readonly Convention[] = [
  ...desktopConventions,
  ...mdmConventions,
  ...keysConventions,
  ...identityConventions,
]
