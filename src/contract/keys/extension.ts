import * as z from 'zod/mini'

/**
 * Common properties of an operation that the reference does not have; `near` names related operations in the reference.
 */
export const extensionOf =
  (near: string) =>
  <const N extends string>(name: N) =>
    ({
      id: `keys.${name}`,
      source: `extension of key-management, ${near}`,
      path: `/api/pki/own/${name}`,
      encoding: 'json',
    }) as const

/** Name of a key, a host, or a user of a host. */
export const nameText = z.string().check(z.minLength(1), z.maxLength(255))
