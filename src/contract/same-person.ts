/** Identifies a user by name or email address. */
type Person = { name?: string | undefined; mail?: string | undefined }

export const same = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && one.trim().toLowerCase() === other.trim().toLowerCase()

/** Email addresses are compared if both have one; otherwise names. */
export function isSamePerson({ name, mail }: Person, otherName: string | undefined, otherMail: string | undefined) {
  const address = otherMail?.includes('@') ? otherMail : undefined
  if (mail && address) return same(mail, address)
  return same(name, otherName)
}
