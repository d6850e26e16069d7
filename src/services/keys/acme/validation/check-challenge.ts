import { createHash } from 'node:crypto'
import { AcmeProblem } from '#services/keys/acme/acme-problem.ts'
import { checkHttp } from './http-01.ts'
import type { ChallengeNetwork } from './network.ts'
import { checkTls } from './tls-alpn-01.ts'

export type ChallengeToCheck = { type: string; name: string; token: string; thumbprint: string }

/** Validates a challenge; throws an AcmeProblem with the reason. */
export async function checkChallenge(network: ChallengeNetwork, challenge: ChallengeToCheck, stopping?: AbortSignal) {
  const { type, name, token, thumbprint } = challenge
  const expected = `${token}.${thumbprint}`
  const timeout = AbortSignal.timeout(network.timeoutMs)
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout
  if (type === 'http-01') return checkHttp(network, { name, token, expected }, signal)
  if (type === 'tls-alpn-01') return checkTls(network, { name, expected }, signal)
  return checkText(network, name, expected)
}

export const textRecordName = (name: string) => `_acme-challenge.${name}`
export const textRecordValue = (expected: string) => createHash('sha256').update(expected).digest('base64url')

/** RFC 8555, 8.4. */
async function checkText(network: ChallengeNetwork, name: string, expected: string) {
  const record = textRecordName(name)
  const texts = await network.textsOf(record)
  if (texts.includes(textRecordValue(expected))) return
  const found = texts.length === 0 ? 'there is none' : `found ${texts.length} with other values`
  throw new AcmeProblem('incorrectResponse', `The TXT record ${record} does not have the expected value: ${found}`)
}
