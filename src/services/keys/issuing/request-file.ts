import type { Transaction } from 'kysely'
import type { requestFileRows } from '#contract/keys/requests.ts'
import { exportRequest } from '#crypto/x509/certificate-export.ts'
import { fileNameFor } from '#services/keys/certificates/certificate-name.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import type { Handlers } from '#services/router.ts'
import { listAnswers } from './answers.ts'
import { requestBytes, requestSecrets, requireRequest, type StoredRequest } from './request-store.ts'

/** Extension: request files, their answers, and deletion. */
export const requestFileHandlers = (parts: KeyManagement): Handlers<typeof requestFileRows, KeyCall> => ({
  exportRequest: async ({ CSR_ID, fileType }, call) => {
    const request = await requireRequest(parts.db, CSR_ID)
    const { extension, mediaType, bytes } =
      fileType === 'PrivateKey' ? await keyOf(parts, call, request) : exportRequest(requestBytes(request))
    return { name: fileNameFor(request, extension), bytes, type: mediaType }
  },
  listRequestAnswers: () => listAnswers(parts.db),

  deleteRequest: async ({ CSR_ID }, call) => {
    await parts.db.transaction().execute(async (transaction) => {
      const { id, common_name } = await requireRequest(transaction, CSR_ID)
      await refuseWhileOrdered(transaction, id)
      await transaction.deleteFrom('key_acme_request').where('request_id', '=', id).execute()
      await transaction.deleteFrom('key_request').where('id', '=', id).execute()
      await parts.audit.record(transaction, call, `Request ${id} for “${common_name}” deleted`)
    })
    return { message: 'The signing request was deleted' }
  },
})

/** Throws if an order or automatic renewal of the request is active. */
async function refuseWhileOrdered(transaction: Transaction<KeyTables>, id: number) {
  const renewal = transaction.selectFrom('key_acme_renewal').select('request_id').where('request_id', '=', id)
  if (await renewal.executeTakeFirst())
    throw refused('CSR_ID', 'Its certificate is renewed automatically; turn that off first')
  const order = transaction.selectFrom('key_acme_request').select('status').where('request_id', '=', id)
  if ((await order.executeTakeFirst())?.status === 'pending')
    throw refused('CSR_ID', 'An order of it is not finished; check the order first')
}

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
