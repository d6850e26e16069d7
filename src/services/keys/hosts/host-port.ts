import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import type { Target } from '#services/keys/discovery/target.ts'

/** TLS address in the form used for deployment servers. */
export const hostPort = ({ host, port }: Target): string => hostPlace(host, port).toLowerCase()
