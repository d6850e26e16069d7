import type { revocationRows } from '#contract/keys/certificates.ts'
import type { requestRows } from '#contract/keys/requests.ts'
import { embeddedAuthority } from '#services/keys/authorities/embedded-authority.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { Handlers } from '#services/router.ts'
import { createNewRequest, importOneRequest } from './new-request.ts'
import { listStoredRequests } from './request-list.ts'
import { certificateRevocation } from './revoke-certificate.ts'
import { createOwnCertificate } from './self-signed.ts'
import { requestSigning } from './sign-stored-request.ts'

/** createCSR to createCertificate, and revokeEXTCACertificate. */
export function issuingHandlers(parts: KeyManagement): Handlers<typeof requestRows & typeof revocationRows, KeyCall> {
  const external = embeddedAuthority(parts)
  const sign = requestSigning(parts, external)
  const revoke = certificateRevocation(parts, external)
  return {
    createRequest: async (wish, call) => {
      const { id, commonName } = await createNewRequest(parts, call, wish)
      return { message: `CSR ${commonName} saved successfully as number ${id}.` }
    },

    createCertificate: async (wish, call) => {
      const { commonName, serialNumber } = await createOwnCertificate(parts, call, wish)
      return { message: `Certificate ${commonName} saved successfully with the serial number ${serialNumber}.` }
    },

    listRequests: () => listStoredRequests(parts.db),

    // Message of a real server
    importRequest: async (wish, call) => {
      const { commonName } = await importOneRequest(parts, call, wish)
      return { message: `CSR ${commonName} imported successfully.` }
    },

    signRequest: async (wish, call) => {
      const { id, commonName, serialNumber } = await sign(call, wish)
      return { rows: [{ commonName, Certificate_ID: id, serialNumber }] }
    },

    revokeCertificate: (wish, call) => revoke(call, wish),
  }
}
