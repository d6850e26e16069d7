import { acmeOrderRows } from './acme-orders.ts'
import { acmeRows } from './acme.ts'
import { apiKeyRows } from './api-keys.ts'
import { authorityRows } from './authorities.ts'
import { certificateRows, deploymentRows, revocationRows, unmanagedRows } from './certificates.ts'
import { discoveryRows, reportRows, weakHostRows } from './discovery.ts'
import { foreignStatusRows } from './foreign-status.ts'
import { hostCheckPlanRows } from './host-check-plan.ts'
import { hostCredentialRows } from './host-credentials.ts'
import { hostKeyRows } from './host-keys.ts'
import { loadBalancerRows } from './load-balancers.ts'
import { profileRows } from './profiles.ts'
import { requestFileRows, requestRows } from './requests.ts'
import { serverRows } from './servers.ts'
import { sshResourceRows } from './ssh-resources.ts'
import { sshHostRows, sshKeyRows } from './ssh.ts'
import { tlsHostRows } from './tls-hosts.ts'
import { vaultRows } from './vault.ts'

/** The 45 numbered operations of key-management: 43 names, two of which the reference numbers twice. */
export const keys = {
  ...sshKeyRows,
  ...sshHostRows,
  ...vaultRows,
  ...certificateRows,
  ...unmanagedRows,
  ...deploymentRows,
  ...revocationRows,
  ...requestRows,
  ...discoveryRows,
  ...reportRows,
}

/** Extensions of the reference, mostly available on the embedded service only. */
export const ownKeys = {
  ...apiKeyRows,
  ...sshResourceRows,
  ...hostKeyRows,
  ...hostCredentialRows,
  ...authorityRows,
  ...profileRows,
  ...acmeRows,
  ...acmeOrderRows,
  ...serverRows,
  ...requestFileRows,
  ...weakHostRows,
  ...tlsHostRows,
  ...hostCheckPlanRows,
  ...foreignStatusRows,
  ...loadBalancerRows,
}
