import { keys, ownKeys } from '#contract/keys/operations.ts'
import { type Route, implement } from '#services/router.ts'
import { acmeOrderHandlers } from './acme-client/acme-order-handlers.ts'
import { acmeHandlers } from './acme/acme-handlers.ts'
import { apiKeyHandlers } from './api-key-handlers.ts'
import { authorityHandlers } from './authorities/authority-handlers.ts'
import { certificateHandlers } from './certificates/certificate-handlers.ts'
import { unmanagedHandlers } from './certificates/unmanaged-handlers.ts'
import { deploymentHandlers } from './deployment/deployment-handlers.ts'
import { serverHandlers } from './deployment/server-handlers.ts'
import { discoveryHandlers } from './discovery/discovery-handlers.ts'
import { weakHostHandlers } from './discovery/weak-host-handlers.ts'
import { foreignStatusHandlers } from './foreign-status/foreign-status-handlers.ts'
import { checkPlanHandlers } from './hosts/check-plan.ts'
import { tlsHostHandlers } from './hosts/tls-host-handlers.ts'
import { issuingHandlers } from './issuing/issuing-handlers.ts'
import { requestFileHandlers } from './issuing/request-file.ts'
import type { KeyCall, KeyManagement } from './key-management.ts'
import { loadBalancerHandlers } from './load-balancers/load-balancer-handlers.ts'
import { profileHandlers } from './profiles/profile-handlers.ts'
import { reportHandlers } from './report-handlers.ts'
import { hostCredentialHandlers } from './ssh/identity/host-credential-handlers.ts'
import { hostKeyHandlers } from './ssh/identity/host-key-handlers.ts'
import { sshHostHandlers } from './ssh/ssh-host-handlers.ts'
import { sshKeyHandlers } from './ssh/ssh-key-handlers.ts'
import { sshResourceHandlers } from './ssh/ssh-resource-handlers.ts'
import type { VaultKeeper } from './vault-keeper.ts'
import { vaultKeyHandlers } from './vault-keys/vault-key-handlers.ts'

/** The key management service with all its handlers. */
export const keysService = (parts: KeyManagement, keeper: VaultKeeper): Route<KeyCall>[] => [
  ...implement<typeof keys, KeyCall>(keys)({
    ...sshKeyHandlers(parts),
    ...sshHostHandlers(parts),
    ...vaultKeyHandlers(parts),
    ...certificateHandlers(parts),
    ...unmanagedHandlers(parts),
    ...issuingHandlers(parts),
    ...deploymentHandlers(parts),
    ...discoveryHandlers(parts),
    ...reportHandlers(parts),
  }),
  ...implement<typeof ownKeys, KeyCall>(ownKeys)({
    ...apiKeyHandlers({ ...parts, keeper }),
    ...sshResourceHandlers(parts),
    ...hostKeyHandlers(parts),
    ...hostCredentialHandlers(parts),
    ...authorityHandlers(parts),
    ...profileHandlers(parts),
    ...acmeHandlers(parts),
    ...acmeOrderHandlers(parts),
    ...serverHandlers(parts),
    ...requestFileHandlers(parts),
    ...weakHostHandlers(parts),
    ...tlsHostHandlers(parts),
    ...checkPlanHandlers(parts),
    ...foreignStatusHandlers(parts),
    ...loadBalancerHandlers(parts),
  }),
]
