import type { Input } from '#contract/endpoint.ts'
import type { createRequest, importRequest } from '#contract/keys/requests.ts'
import { purposeOid } from '#contract/keys/rules/profiles/key-usage.ts'
import { isForKey, createRequest as requestFor, summarizeRequest } from '#crypto/x509/request.ts'
import type { Actor } from '#services/keys/audit.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { storeRequest } from './request-store.ts'
import { newKey, requireKnown, storeOf, subjectAndKey, validityText, wireNames } from './subject-and-key.ts'

type StoredRequest = { id: number; commonName: string }
export async function createNewRequest(
  parts: KeyManagement,
  by: Actor,
  input: Input<typeof createRequest>,
): Promise<StoredRequest> {
  const wish = requireKnown(input)
  const { der, privateKey, store } = await inWireWords(wireNames, async () => {
    const { subject, alternativeNames, choice, digest, profile } = await subjectAndKey(parts, wish)
    const store = { ...storeOf(wish), validity: validityText(wish), profile: profile?.name }
    const { privateKey } = await newKey(parts, choice)
    const purposes = profile?.extendedKeyUsage.map(purposeOid) ?? []
    const order = { subject, alternativeNames, privateKey, purposes, ...(digest && { digest }) }
    return { der: requestFor(order), privateKey, store }
  })
  const summary = summarizeRequest(der)
  return parts.db.transaction().execute(async (transaction) => {
    const kept = await storeRequest(transaction, { vault: parts.vault, by }, { der, summary, privateKey, ...store })
    await parts.audit.record(transaction, by, `Request ${kept.id} for “${kept.commonName}” created`)
    return kept
  })
}

const ofCsr = { file: 'CSR', request: 'CSR' }
const ofKey = { file: 'Key', passphrase: 'password', privateKey: 'Key' }

/** importCSR. Untrusted files are parsed in the worker pool. */
export async function importOneRequest(
  parts: KeyManagement,
  by: Actor,
  { CSR, Key, password = '', Email = '' }: Input<typeof importRequest>,
): Promise<StoredRequest> {
  if (Key && !password) throw refused('password', 'It is required when a key is given')
  if (/\p{Cc}/u.test(password))
    throw refused('password', 'It contains control characters, which key stores do not accept')
  if (Email && !/^[^\s@,\p{Cc}]+@[^\s@,\p{Cc}]+$/u.test(Email)) throw refused('Email', 'This is not an email address')
  const { request: der, summary } = await inWireWords(ofCsr, () => parts.work.run('openRequestFile', [CSR.bytes]))
  const privateKey = Key && (await inWireWords(ofKey, () => parts.work.run('readKeyFile', [Key.bytes, password])))
  if (privateKey && !isForKey(der, privateKey)) throw refused('Key', 'It is not the key of this request')
  const store = privateKey ? { privateKey, passphrase: password, storeType: 'PKCS12' } : { storeType: '' }
  return parts.db.transaction().execute(async (transaction) => {
    const request = { der, summary, validity: '', email: Email, ...store }
    const kept = await storeRequest(transaction, { vault: parts.vault, by }, request)
    const withKey = privateKey ? ' with its key' : ''
    await parts.audit.record(transaction, by, `Request ${kept.id} for “${kept.commonName}” imported${withKey}`)
    return kept
  })
}
