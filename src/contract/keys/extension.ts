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

const nameUpTo = (characters: number) => z.string().check(z.minLength(1), z.maxLength(characters))

/** Name of a new key, host or server. */
export const newName = nameUpTo(255)
/** Name of what a server has, or of a user of a host: other servers keep longer names than ours. */
export const existingName = nameUpTo(10_000)
/** Name to look for in a list; an empty one is found nowhere. */
export const soughtName = z.string().check(z.maxLength(10_000))
