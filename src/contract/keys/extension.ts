import * as z from 'zod/mini'

/** An operation that the reference does not have: ours, beside those that it is `near`. */
export const extensionOf =
  (near: string) =>
  <const N extends string>(name: N) =>
    ({
      id: `keys.${name}`,
      source: `extension of key-management, ${near}`,
      path: `/api/pki/own/${name}`,
      encoding: 'json',
    }) as const

/** What a key, a host or a user of it is called. */
export const nameText = z.string().check(z.minLength(1), z.maxLength(255))
