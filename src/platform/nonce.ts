import { randomBytes } from 'node:crypto'

const nonceBytes = 16
let random = Buffer.alloc(0)

/** An unpredictable value. Buffered, since random bytes for many nonces cost as much as for one. */
export function newNonce(): string {
  if (random.length < nonceBytes) random = randomBytes(100 * nonceBytes)
  const nonce = random.toString('base64', 0, nonceBytes)
  random = random.subarray(nonceBytes)
  return nonce
}
