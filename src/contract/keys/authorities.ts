/** Authorities of our own, which sign requests (key-management 31, variant B). The reference cannot make one: ours. */
import * as z from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { flag, integer, listOf, record, text } from '#contract/wire.ts'
import { keyFields, mostDays, subjectFields } from './requests.ts'
import { detailOf, rowsOf } from './result.ts'

const of = (name: string) =>
  ({ source: 'ours, for key-management 31', path: `/api/pki/own/${name}`, carrier: 'json' }) as const

export const listAuthorities = endpoint({
  ...of('listAuthorities'),
  id: 'keys.listAuthorities',
  summary: 'Who can sign requests: our own authorities, and the external CA with its templates',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listAuthorities',
    record({
      /** `signWithRoot` or `EXTCA`, as signCSR takes it. */
      signType: text,
      CertID: integer,
      commonName: text,
      serialNumber: text,
      ExpiryDate: text,
      pathLength: integer,
      issued: integer,
      revoked: integer,
      canSign: flag,
      /** Why it cannot sign. */
      reason: text,
      crlUrl: text,
      ocspUrl: text,
      serverName: text,
      caName: text,
      templates: listOf(text),
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.certificate'],
  assumes: [
    'pathLength is missing where the authority states no limit',
    'signType, serverName, caName and templates are what signCSR takes',
  ],
})

export const createAuthority = endpoint({
  ...of('createAuthority'),
  id: 'keys.createAuthority',
  summary: 'Create a root certificate of our own that can sign requests',
  target: ['CNAME'],
  method: 'POST',
  input: z.object({
    ...subjectFields,
    ...keyFields,
    Validity: z.int().min(1).max(mostDays).optional(),
    pathLength: z.int().min(0).max(10).optional(),
  }),
  output: detailOf('createAuthority', record({ Certificate_ID: integer, commonName: text, serialNumber: text })),
  permission: 'KeyManagement_Admin',
  changes: ['keys.certificate'],
  assumes: ['Validity is in days, 3,650 unless given', 'Without pathLength it states no limit'],
})

export const authorityRows = { listAuthorities, createAuthority }
