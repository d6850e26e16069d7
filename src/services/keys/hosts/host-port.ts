import { hostPlace } from '#contract/keys/rules/hosts/host-place.ts'
import type { Target } from '#services/keys/discovery/target.ts'

/** As deployment servers name the address where their certificate is presented. */
export const hostPort = ({ host, port }: Target): string => hostPlace(host, port).toLowerCase()
