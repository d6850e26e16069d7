import type { requestFileRows } from '#contract/keys/requests.ts'
import { exportRequest } from '#crypto/x509/certificate-export.ts'
import { fileNameFor } from '#services/keys/certificates/certificate-name.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import type { Handlers } from '#services/router.ts'
import { listAnswers } from './answers.ts'
import { requestBytes, requestSecrets, requireRequest, type StoredRequest } from './request-store.ts'

/** The request itself, to be taken to an authority elsewhere, and what answered it. Neither is in the reference. */
export const requestFileHandlers = (parts: KeyManagement): Handlers<typeof requestFileRows, KeyCall> => ({
  exportRequest: async ({ CSR_ID, fileType }, call) => {
    const request = await requireRequest(parts.db, CSR_ID)
    const { extension, mediaType, bytes } =
      fileType === 'PrivateKey' ? await keyOf(parts, call, request) : exportRequest(requestBytes(request))
    return { name: fileNameFor(request, extension), bytes, type: mediaType }
  },
  listRequestAnswers: () => listAnswers(parts.db),
})

const deadlineMs = 30_000

async function keyOf({ vault, audit, work }: KeyManagement, call: KeyCall, request: StoredRequest) {
  const { privateKey, passphrase = '' } = requestSecrets(vault, request)
  if (!privateKey) throw refused('fileType', `The private key of request ${request.id} is not stored here`)
  try {
    await audit.reveal(call, `Private key of request ${request.id} for “${request.common_name}” exported`)
    return await work.run('exportPrivateKey', [privateKey, passphrase], { deadlineMs })
  } finally {
    privateKey.fill(0)
  }
}
