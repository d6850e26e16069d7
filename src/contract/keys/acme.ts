/** Internal authorities that serve ACME (RFC 8555). An extension of the reference. */
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { flag, integer, listOf, record, text } from '#contract/wire.ts'
import { extensionOf } from './extension.ts'
import { profileName } from './profiles.ts'
import { detailOf, operation, rowsOf } from './result.ts'
import { authorityPermission } from './rules/authority-rules.ts'
import { maxAcmeDays, maxAcmeDomains } from './rules/acme.ts'

const of = extensionOf('signCSR')

const sha256 = z.string().check(z.minLength(1), z.maxLength(200))
const bindingName = z.string().check(z.trim(), z.minLength(1), z.maxLength(100))
const number = z.int().check(z.minimum(1), z.maximum(999_999_999))
const page = z.int().check(z.minimum(0), z.maximum(1_000_000))

export const listAcmeAuthorities = endpoint({
  ...of('listAcmeAuthorities'),
  summary: 'Internal authorities with their ACME settings and directories',
  method: 'GET',
  input: z.object({}),
  output: rowsOf(
    'listAcmeAuthorities',
    record({
      sha256: text,
      CertID: integer,
      commonName: text,
      enabled: flag,
      profile: text,
      days: integer,
      domains: listOf(text),
      bindingRequired: flag,
      directory: text,
      accounts: integer,
      orders: integer,
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.acme', 'keys.certificate', 'keys.profile'],
  assumes: [
    'sha256 as in listAuthorities; only authorities with a stored key',
    'profile, days and domains are absent until they are set; domains include subdomains',
    'domains may have IP networks, such as 10.0.0.0/8, in which addresses may be ordered (RFC 8738)',
    'directory is the address that ACME clients are configured with',
  ],
})

export const setAcme = endpoint({
  ...of('setAcme'),
  summary: 'Enable or disable ACME for an internal authority',
  target: ['sha256'],
  method: 'POST',
  input: z.object({
    sha256,
    enabled: z.boolean(),
    profile: profileName,
    days: z.int().check(z.minimum(1), z.maximum(maxAcmeDays)),
    domains: z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(253))).check(z.maxLength(maxAcmeDomains)),
    bindingRequired: z.boolean(),
  }),
  output: operation('setAcme'),
  permission: authorityPermission,
  changes: ['keys.acme'],
  danger: true,
  assumes: ['Accounts, orders and certificates are kept when it is disabled; requests are then refused'],
})

export const listAcmeBindings = endpoint({
  ...of('listAcmeBindings'),
  summary: 'Keys of external account binding, without their secrets',
  method: 'POST',
  input: z.object({ sha256 }),
  output: rowsOf(
    'listAcmeBindings',
    record({ keyId: text, name: text, createdBy: text, CreationTime: text, account: integer }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.acme'],
  assumes: ['account is absent until the key is used'],
})

export const addAcmeBinding = endpoint({
  ...of('addAcmeBinding'),
  summary: 'Generate a key of external account binding; it is shown only once',
  target: ['sha256', 'name'],
  method: 'POST',
  input: z.object({ sha256, name: bindingName }),
  output: detailOf('addAcmeBinding', record({ keyId: text, hmacKey: text })),
  permission: authorityPermission,
  changes: ['keys.acme'],
  secret: true,
  assumes: ['hmacKey is base64url, as ACME clients take it; one key binds one account'],
})

export const removeAcmeBinding = endpoint({
  ...of('removeAcmeBinding'),
  summary: 'Delete a key of external account binding; an account that was bound with it stays',
  target: ['keyId'],
  method: 'POST',
  input: z.object({ keyId: z.string().check(z.minLength(1), z.maxLength(100)) }),
  output: operation('removeAcmeBinding'),
  permission: authorityPermission,
  changes: ['keys.acme'],
})

export const listAcmeOrders = endpoint({
  ...of('listAcmeOrders'),
  summary: 'ACME orders of an internal authority with their validations, the newest first, by page',
  method: 'POST',
  input: z.object({
    sha256,
    page: z.optional(page),
    status: z.optional(z.enum(['pending', 'ready', 'valid', 'invalid'])),
  }),
  output: rowsOf(
    'listAcmeOrders',
    record({
      order: integer,
      account: integer,
      contact: listOf(text),
      names: listOf(text),
      status: text,
      problem: text,
      CreationTime: text,
      ExpiryTime: text,
      CertID: integer,
      serialNumber: text,
      renews: flag,
      validations: listOf(
        record({
          name: text,
          status: text,
          challenges: listOf(
            record({ type: text, status: text, problem: text, attempts: integer, NextTime: text, ValidatedTime: text }),
          ),
        }),
      ),
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.acme', 'keys.certificate'],
  assumes: [
    '25 a page; page counts from 0; totalRows counts all of that status',
    'status as in RFC 8555, 7.1.6; an order that was not finished in time is invalid',
  ],
})

export const listAcmeAccounts = endpoint({
  ...of('listAcmeAccounts'),
  summary: 'ACME accounts of an internal authority, the newest first, by page',
  method: 'POST',
  input: z.object({ sha256, page: z.optional(page) }),
  output: rowsOf(
    'listAcmeAccounts',
    record({
      account: integer,
      contact: listOf(text),
      status: text,
      address: text,
      CreationTime: text,
      binding: text,
      thumbprint: text,
      orders: integer,
    }),
  ),
  permission: 'KeyManagement_Read',
  reads: ['keys.acme'],
  assumes: ['25 a page; page counts from 0', 'address is where the account was registered from'],
})

export const deactivateAcmeAccount = endpoint({
  ...of('deactivateAcmeAccount'),
  summary: 'Deactivate an ACME account; its certificates stay valid',
  target: ['account'],
  method: 'POST',
  input: z.object({ account: number }),
  output: operation('deactivateAcmeAccount'),
  permission: authorityPermission,
  changes: ['keys.acme'],
  danger: true,
})

export const acmeRows = {
  listAcmeAuthorities,
  setAcme,
  listAcmeBindings,
  addAcmeBinding,
  removeAcmeBinding,
  listAcmeOrders,
  listAcmeAccounts,
  deactivateAcmeAccount,
}
