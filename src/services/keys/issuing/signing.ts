import { type SignedRequest, signRequest, type SigningOrder } from '#crypto/x509/sign-request.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'

/** A request of a thousand names takes long enough to be noticed by others; an ordinary one is signed at once. */
const largestInline = 8 * 1024

export const signing = async ({ work }: Pick<KeyManagement, 'work'>, order: SigningOrder): Promise<SignedRequest> =>
  order.request.length > largestInline ? work.run('signRequest', [order]) : signRequest(order)
