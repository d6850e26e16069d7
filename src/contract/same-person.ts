/** Whom a name or a mail address means. */
type Person = { name?: string | undefined; mail?: string | undefined }

export const same = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && one.trim().toLowerCase() === other.trim().toLowerCase()

/** A mail address decides where both sides have one; the name counts where one of them has none. */
export function isSamePerson({ name, mail }: Person, otherName: string | undefined, otherMail: string | undefined) {
  const address = otherMail?.includes('@') ? otherMail : undefined
  if (mail && address) return same(mail, address)
  return same(name, otherName)
}
