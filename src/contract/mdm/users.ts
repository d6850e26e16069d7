import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { aText, anInteger, recordOf, type RecordOf } from '#contract/field.ts'
import { page } from '#contract/page.ts'
import { optional } from '#contract/wire.ts'
import { userFields as userOfDevice } from './device-summary-fields.ts'
import { userArea } from './area-scopes.ts'
import { anId, deleted, listAssumes, listing } from './resource-row.ts'

const userFields = { ...userOfDevice, phone_number: aText(), domain: aText(), device_count: anInteger() }
export type User = RecordOf<typeof userFields>

const source = 'mobile-device-management, Ownership, purchase and contact; path: as on real servers'
const user_id = anId
const read = { source, permission: 'MDM_Read', reads: ['mdm.user'], ...userArea('READ') } as const
const change = { source, permission: 'MDM_Write' } as const

/** At most 254 characters, at most 64 of them before the @ (RFC 5321); letters of any script. */
const address = z
  .string()
  .check(z.maxLength(254), z.regex(/^[^\s@]{1,64}@[^\s@]+\.[^\s@.]+$/, 'is not a valid email address'))

const named = {
  user_name: z.string().check(z.trim(), z.minLength(1), z.maxLength(300)),
  user_email: address,
  phone_number: z.optional(
    z.string().check(z.maxLength(50), z.regex(/^\+?[\d ()/-]{3,}$/, 'is not a valid phone number')),
  ),
  domain: z.optional(z.string().check(z.maxLength(200))),
}

export const listUsers = endpoint({
  id: 'mdm.listUsers',
  ...read,
  summary: 'Users, paged',
  method: 'GET',
  path: '/api/v1/users',
  encoding: 'query',
  input: z.object(listing),
  output: page('users', recordOf(userFields)),
  assumes: listAssumes('name and email address'),
})

export const getUser = endpoint({
  id: 'mdm.getUser',
  ...read,
  summary: 'A user',
  method: 'GET',
  path: '/api/v1/users/{user_id}',
  encoding: 'query',
  input: z.object({ user_id }),
  output: recordOf(userFields),
})

export const createUser = endpoint({
  id: 'mdm.createUser',
  ...change,
  ...userArea('CREATE'),
  changes: ['mdm.user'],
  summary: 'Add a user',
  target: ['user_name', 'user_email'],
  method: 'POST',
  path: '/api/v1/users',
  encoding: 'json',
  input: z.object(named),
  output: recordOf(userFields),
  status: 201,
  assumes: ['Email addresses are unique, whatever their case: COM0010'],
})

export const updateUser = endpoint({
  id: 'mdm.updateUser',
  ...change,
  ...userArea('UPDATE'),
  changes: ['mdm.user', 'mdm.device'],
  summary: 'Edit a user, including on assigned devices',
  method: 'PUT',
  path: '/api/v1/users/{user_id}',
  encoding: 'json',
  input: z.object({ user_id, ...optional(named) }),
  output: recordOf(userFields),
  assumes: ['PUT changes only the given fields; an empty body is COM0009'],
})

export const deleteUser = endpoint({
  id: 'mdm.deleteUser',
  ...change,
  ...userArea('DELETE'),
  ...deleted,
  changes: ['mdm.user'],
  summary: 'Delete a user',
  method: 'DELETE',
  path: '/api/v1/users/{user_id}',
  danger: true,
  input: z.object({ user_id }),
  assumes: ['COM0015 if the user has assigned devices'],
})

export const userRows = { listUsers, getUser, createUser, updateUser, deleteUser }
