import { defaultDialect } from '#contract/dialect.ts'
import type { Input, Output, Endpoints } from '#contract/endpoint.ts'
import { authorityRows } from '#contract/keys/authorities.ts'
import { certificateRows, deploymentRows, revocationRows } from '#contract/keys/certificates.ts'
import { discoveryRows } from '#contract/keys/discovery.ts'
import { loadBalancerRows } from '#contract/keys/load-balancers.ts'
import { requestRows } from '#contract/keys/requests.ts'
import { serverRows } from '#contract/keys/servers.ts'
import { sshHostRows, sshKeyRows } from '#contract/keys/ssh.ts'
import { vaultRows } from '#contract/keys/vault.ts'
import { authorityHandlers } from '#services/keys/authorities/authority-handlers.ts'
import { certificateHandlers } from '#services/keys/certificates/certificate-handlers.ts'
import { deploymentHandlers } from '#services/keys/deployment/deployment-handlers.ts'
import { serverHandlers } from '#services/keys/deployment/server-handlers.ts'
import { discoveryHandlers } from '#services/keys/discovery/discovery-handlers.ts'
import { issuingHandlers } from '#services/keys/issuing/issuing-handlers.ts'
import { loadBalancerHandlers } from '#services/keys/load-balancers/load-balancer-handlers.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { sshHostHandlers } from '#services/keys/ssh/ssh-host-handlers.ts'
import { sshKeyHandlers } from '#services/keys/ssh/ssh-key-handlers.ts'
import { vaultKeyHandlers } from '#services/keys/vault-keys/vault-key-handlers.ts'
import type { Handlers } from '#services/router.ts'

const rows = {
  ...authorityRows,
  ...certificateRows,
  ...deploymentRows,
  ...discoveryRows,
  ...loadBalancerRows,
  ...requestRows,
  ...revocationRows,
  ...serverRows,
  ...sshHostRows,
  ...sshKeyRows,
  ...vaultRows,
}
type Calls = {
  [Name in keyof typeof rows]: (input: Input<(typeof rows)[Name]>) => Promise<Output<(typeof rows)[Name]>>
}

/** Operations to create demo data: the regular ones, called as user `demo`. */
export function demoCalls(parts: KeyManagement): Calls {
  const handlers: Handlers<typeof rows, KeyCall> = {
    ...authorityHandlers(parts),
    ...certificateHandlers(parts),
    ...deploymentHandlers(parts),
    ...discoveryHandlers(parts),
    ...issuingHandlers(parts),
    ...loadBalancerHandlers(parts),
    ...serverHandlers(parts),
    ...sshHostHandlers(parts),
    ...sshKeyHandlers(parts),
    ...vaultKeyHandlers(parts),
  }
  const calls = Object.entries(handlers as Handlers<Endpoints, KeyCall>).map(([name, handle]) => {
    const { path } = rows[name as keyof typeof rows]
    const call = callOf(path.slice(path.lastIndexOf('/') + 1))
    return [name, async (input: never) => handle(input, call)]
  })
  return Object.fromEntries(calls) as Calls
}

const callOf = (operation: string): KeyCall => ({
  operation,
  username: 'demo',
  keyId: 0,
  address: '127.0.0.1',
  peer: '127.0.0.1',
  origin: 'https://localhost',
  speaks: defaultDialect,
})
