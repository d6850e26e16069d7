import type { GuardedAction } from './guarded-actions.ts'

type Words = {
  /** Heading: "Wipe devices". */
  label: string
  /** Description of what requires approval. */
  help: string
  /** Noun after a count: "5 devices". */
  nouns: readonly [one: string, many: string]
}
const devices = ['device', 'devices'] as const

export const guardedActions: Record<GuardedAction, Words> = {
  wipe: { label: 'Wipe devices', help: 'Erases all data on a device.', nouns: devices },
  'corporate-wipe': {
    label: 'Remove corporate data',
    help: 'Removes corporate apps, profiles and data from a device and unenrolls it.',
    nouns: devices,
  },
  'clear-passcode': {
    label: 'Clear or reset passcodes',
    help: 'Removes or replaces the passcode that protects a device.',
    nouns: devices,
  },
  revoke: {
    label: 'Revoke certificates',
    help: 'Revokes a certificate or puts it on hold. Releasing a hold is not limited.',
    nouns: ['certificate', 'certificates'],
  },
  'delete-key': {
    label: 'Delete keys, certificates and authorities',
    help: 'Deletes a key, certificate, request or authority with its private key, or replaces a vault key.',
    nouns: ['key', 'keys'],
  },
  'remove-user-key': {
    label: 'Remove keys of users',
    help: 'Removes an SSH key from the account of a user on a host.',
    nouns: ['association', 'associations'],
  },
  loosen: {
    label: 'Loosen approval rules',
    help: 'Allows more without approval than before. Stricter rules need no approval.',
    nouns: ['change', 'changes'],
  },
}
