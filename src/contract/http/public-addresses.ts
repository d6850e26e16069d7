import { publicIdentityPath } from '#contract/identity/pages.ts'
import { statusPath } from '#contract/keys/status.ts'

/** What others than this machine reach below the address of the console: base URLs. */
export type PublicAddresses = {
  /** Of the identity provider: its issuer. */
  identity?: string | undefined
  /** Of revocation lists, OCSP and issuer certificates. */
  status?: string | undefined
}

/** Each below the public address, unless the operator chose another origin for the status of certificates. */
export const publicAddresses = (publicOrigin?: string, statusOrigin = publicOrigin): PublicAddresses => ({
  identity: publicOrigin && publicOrigin + publicIdentityPath,
  status: statusOrigin && statusOrigin + statusPath,
})
