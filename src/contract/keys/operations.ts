import { apiKeyRows } from './api-keys.ts'
import { authorityRows } from './authorities.ts'
import { certificateRows, deploymentRows, revocationRows, unmanagedRows } from './certificates.ts'
import { discoveryRows, reportRows } from './discovery.ts'
import { requestFileRows, requestRows } from './requests.ts'
import { serverRows } from './servers.ts'
import { sshResourceRows } from './ssh-resources.ts'
import { sshHostRows, sshKeyRows } from './ssh.ts'
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

/** What the reference does not have: ours, and most of it answered by the embedded service alone. */
export const ownKeys = { ...apiKeyRows, ...sshResourceRows, ...authorityRows, ...serverRows, ...requestFileRows }
