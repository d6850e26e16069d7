import type { requestFileRows } from '#contract/keys/requests.ts'
import { exportRequest } from '#crypto/x509/certificate-export.ts'
import { fileNameFor } from '#services/keys/certificates/certificate-name.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import type { Handlers } from '#services/router.ts'
import { requestBytes, requireRequest } from './request-store.ts'

/** A row of ours: the request itself, to be taken to an authority elsewhere. */
export const requestFileHandlers = ({ db }: Pick<KeyManagement, 'db'>): Handlers<typeof requestFileRows, KeyCall> => ({
  exportRequest: async ({ CSR_ID }) => {
    const request = await requireRequest(db, CSR_ID)
    const { extension, mediaType, bytes } = exportRequest(requestBytes(request))
    return { name: fileNameFor(request, extension), bytes, type: mediaType }
  },
})
