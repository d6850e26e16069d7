import { publicIdentityPath } from '#contract/identity/pages.ts'
import { statusPath } from '#contract/keys/status.ts'

/** Base URLs of public services below the console's address. */
export type PublicAddresses = {
  /** Issuer of the identity provider. */
  identity?: string | undefined
  /** Base URL of certificate revocation lists, OCSP and issuer certificates. */
  status?: string | undefined
}

/** Derived from the public origin, unless another origin is configured for certificate status. */
export const publicAddresses = (publicOrigin?: string, statusOrigin = publicOrigin): PublicAddresses => ({
  identity: publicOrigin && publicOrigin + publicIdentityPath,
  status: statusOrigin && statusOrigin + statusPath,
})
