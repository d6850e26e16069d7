import { type SignedRequest, signRequest, type SigningOrder } from '#crypto/x509/sign-request.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'

/** Larger requests are signed in a worker, to not block the event loop. */
const largestInline = 8 * 1024

export const signing = async ({ work }: Pick<KeyManagement, 'work'>, order: SigningOrder): Promise<SignedRequest> =>
  order.request.length > largestInline ? work.run('signRequest', [order]) : signRequest(order)
