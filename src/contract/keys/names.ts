import * as z from 'zod/mini'

const withUpTo = (characters: number) => z.string().check(z.minLength(1), z.maxLength(characters))

/** Name of a new key. */
export const newName = withUpTo(255)
/** Name of what a server has: other servers keep longer names than ours. */
export const existingName = withUpTo(10_000)
