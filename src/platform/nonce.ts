import { randomBytes } from 'node:crypto'

const nonceBytes = 16
let random = Buffer.alloc(0)

/** A value that nobody can know before. Random bytes cost as much for a hundred nonces as for one. */
export function newNonce(): string {
  if (random.length < nonceBytes) random = randomBytes(100 * nonceBytes)
  const nonce = random.toString('base64', 0, nonceBytes)
  random = random.subarray(nonceBytes)
  return nonce
}
