import { certificateRows } from './certificates.ts'
import { discoveryRows } from './discovery.ts'
import { requestRows } from './requests.ts'
import { sshRows } from './ssh.ts'
import { vaultRows } from './vault.ts'

/** The 45 numbered operations of key-management: 43 names, two of which the reference numbers twice. */
export const keys = { ...sshRows, ...vaultRows, ...certificateRows, ...requestRows, ...discoveryRows }
